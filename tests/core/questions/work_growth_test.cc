// The work of a request grows no faster than its lists (S65); tests/benchmark/work_growth prints
// the same counts with times.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error_payload.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "tests/core/inference/support/growing_requests.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;

// Limit on the growth of the work when the list doubles: more than 2 for n log n.
constexpr double kMostGrowth = 2.3;

absl::Status AskCosts(const v1::InferShapesRequest& request, const InferOptions& options) {
  return InferRequest(request, options).status();
}
absl::Status AskCosts(const v1::EvaluateShapesRequest& request, const InferOptions& options) {
  return EvaluateRequest(request, options).status();
}
absl::Status AskCosts(const std::shared_ptr<const google::protobuf::Message>& request,
                      const InferOptions& options) {
  return AnswerBytes(*request, options).status();
}

template <typename Request>
uint64_t WorkOf(const Request& request) {
  std::atomic<uint64_t> work{0};
  InferOptions options;
  options.progress = &work;
  const absl::Status status = AskCosts(request, options);
  EXPECT_TRUE(status.ok()) << status;
  return work;
}

template <typename Request>
uint64_t ExpectNoFasterGrowth(const Growing<Request>& row) {
  const uint64_t once = WorkOf(row.build(row.length));
  const uint64_t twice = WorkOf(row.build(2 * row.length));
  EXPECT_LE(static_cast<double>(twice), kMostGrowth * static_cast<double>(once)) << row.name;
  return twice;
}

// The count must be the same a second time and on other threads (S67).
template <typename Request>
void ExpectTheSameEveryTime(const Growing<Request>& row) {
  const Request request = row.build(row.length / 4);
  const uint64_t work = WorkOf(request);
  EXPECT_GT(work, 0u);
  EXPECT_EQ(WorkOf(request), work);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(WorkOf(request), work); });
  }
  for (std::thread& thread : threads) thread.join();
}

class S65Growth : public testing::TestWithParam<GrowingRequest> {};
class S65EvaluationGrowth : public testing::TestWithParam<GrowingEvaluation> {};
class S65QuestionGrowth : public testing::TestWithParam<GrowingQuestion> {};

TEST_P(S65Growth, IsNoFasterThanThatOfTheList) {
  RecordProperty("work", std::to_string(ExpectNoFasterGrowth(GetParam())));
}
TEST_P(S65EvaluationGrowth, IsNoFasterThanThatOfTheList) {
  RecordProperty("work", std::to_string(ExpectNoFasterGrowth(GetParam())));
}
TEST_P(S65QuestionGrowth, IsNoFasterThanThatOfTheList) {
  RecordProperty("work", std::to_string(ExpectNoFasterGrowth(GetParam())));
}

TEST_P(S65QuestionGrowth, IsTheSameEveryTime) { ExpectTheSameEveryTime(GetParam()); }
TEST_P(S65Growth, IsTheSameEveryTime) { ExpectTheSameEveryTime(GetParam()); }
TEST_P(S65EvaluationGrowth, IsTheSameEveryTime) { ExpectTheSameEveryTime(GetParam()); }

// Nor does that of a guard which turns out to be too large: no part of it is looked at again.
TEST(S65GuardGrowth, OfAGuardThatIsTooLarge) {
  const auto row = std::find_if(
      GrowingQuestions().begin(), GrowingQuestions().end(),
      [](const GrowingQuestion& each) { return each.name == "guarded operands of Max"; });
  ASSERT_NE(row, GrowingQuestions().end());
  const auto work_of = [&](int length) {
    std::atomic<uint64_t> work{0};
    InferOptions options;
    options.progress = &work;
    const absl::Status status = AnswerBytes(*row->build(length), options).status();
    EXPECT_EQ(ErrorReason(status), "GUARD_TOO_LARGE") << status;
    return work.load();
  };
  constexpr int kLength = 20'000;
  EXPECT_LE(static_cast<double>(work_of(2 * kLength)),
            kMostGrowth * static_cast<double>(work_of(kLength)));
}

const auto kNameOfRow = [](const auto& info) {
  std::string name;
  for (const char c : std::string(info.param.name)) name.push_back(c == ' ' ? '_' : c);
  return name;
};

INSTANTIATE_TEST_SUITE_P(All, S65Growth, testing::ValuesIn(GrowingRequests()), kNameOfRow);
INSTANTIATE_TEST_SUITE_P(All, S65EvaluationGrowth, testing::ValuesIn(GrowingEvaluations()),
                         kNameOfRow);
INSTANTIATE_TEST_SUITE_P(All, S65QuestionGrowth, testing::ValuesIn(GrowingQuestions()), kNameOfRow);

}  // namespace
}  // namespace shapewright::questions

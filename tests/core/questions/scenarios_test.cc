// Scenarios of one request (S41, S42).
#include "core/questions/scenarios.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using testing::ElementsAre;
using testing::HasSubstr;

// The mask of a decoder with a cache.
constexpr char kDecoder[] = R"(
  input past: float32[B, p, 64]
  input new: float32[B, s, 64]
  all = Concat(past, new) axis=1
  turned = Transpose(all) perm=[0, 2, 1]
  scores = MatMul(new, turned)
  output scores
)";
constexpr char kScenarios[] = R"(
  scenarios { name: 'prefill' premises: 'p = 0' premises: 's >= 1' }
  scenarios { name: 'decode' premises: 's = 1' premises: 'p + s <= 4096' }
)";

TEST(Scenarios, S41EachHasItsShapes) {
  const auto answer = Answer(Request(kDecoder, kScenarios));
  EXPECT_EQ(answer.outputs(0).type().text(), "float32[B, s, p + s]");
  ASSERT_EQ(answer.scenarios_size(), 2);
  EXPECT_EQ(answer.scenarios(0).name(), "prefill");
  EXPECT_EQ(answer.scenarios(0).answer().outputs(0).type().text(), "float32[B, s, s]");
  EXPECT_EQ(answer.scenarios(1).answer().outputs(0).type().text(), "float32[B, 1, p + 1]");
}

// Oracle: the same request without scenarios, with their premises.
TEST(Scenarios, S41AreAnsweredAsTheirPremisesAlone) {
  constexpr char kBase[] = "model { premises: 'B <= 8' premises: 'p <= 9' } include: PART_AUDIT ";
  const auto answer = Answer(Request(kDecoder, absl::StrCat(kBase, kScenarios)));
  const std::vector<std::string> own = {"premises: 'p = 0' premises: 's >= 1'",
                                        "premises: 's = 1' premises: 'p + s <= 4096'"};
  for (int i = 0; i < 2; ++i) {
    const auto alone = Answer(
        Request(kDecoder, absl::StrCat("model { premises: 'B <= 8' premises: 'p <= 9' ",
                                       own[static_cast<size_t>(i)], " } include: PART_AUDIT")));
    EXPECT_EQ(answer.scenarios(i).answer().DebugString(), alone.DebugString());
  }
  auto base = answer;
  base.clear_scenarios();
  EXPECT_EQ(base.DebugString(), Answer(Request(kDecoder, kBase)).DebugString());
}

TEST(Scenarios, S41TheirOrderDoesNotMatter) {
  v1::InferShapesRequest request = Request(kDecoder, kScenarios);
  const auto answer = Answer(request);
  std::reverse(request.mutable_scenarios()->begin(), request.mutable_scenarios()->end());
  const auto reversed = Answer(request);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(answer.scenarios(i).DebugString(), reversed.scenarios(1 - i).DebugString());
  }
}

TEST(Scenarios, S40OneThatCannotBeIsAnError) {
  const auto answer = Answer(Request(kDecoder, R"(
    model { premises: 'p <= 9' }
    scenarios { name: 'long' premises: 'p >= 10' }
    scenarios { name: 'misspelt' premises: 's >= 1' premises: 'q = 1' }
    scenarios { name: 'fine' premises: 's = 1' })"));
  ASSERT_EQ(answer.scenarios_size(), 3);
  EXPECT_EQ(answer.scenarios(0).error().reason(), "MALFORMED_PREMISE");
  EXPECT_EQ(answer.scenarios(0).error().field(), "premises[0]");
  EXPECT_EQ(answer.scenarios(1).error().field(), "premises[1]");
  EXPECT_THAT(answer.scenarios(1).error().message(), HasSubstr("called \"q\""));
  EXPECT_FALSE(answer.scenarios(2).has_error());
  EXPECT_EQ(answer.scenarios(2).answer().outputs(0).type().text(), "float32[B, 1, p + 1]");
}

TEST(Scenarios, S40OneThatTheModelForbidsIsNotConsistent) {
  constexpr char kSum[] =
      "input x: float32[N]\n input y: float32[M]\n z = Pow(x, y)\n w = Concat(x, y) axis=0\n"
      " const k: float32[2, 3] = 1 1 1 1 1 1\n v = MatMul(k, x)\n output v";
  const auto answer =
      Answer(Request(kSum,
                     "scenarios { name: 'three' premises: 'N = 3' }"
                     "scenarios { name: 'more' premises: 'N > M' premises: 'M = 3' }"));
  EXPECT_TRUE(answer.scenarios(0).answer().consistent());
  EXPECT_FALSE(answer.scenarios(1).answer().consistent());
}

TEST(Scenarios, NamesAreThereAndDiffer) {
  for (const char* scenarios :
       {"scenarios { premises: 's = 1' }", "scenarios { name: 'a' } scenarios { name: 'a' }"}) {
    const auto answer = InferRequest(Request(kDecoder, scenarios));
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(graph::FieldOf(answer.status()), HasSubstr(".name"));
    EXPECT_EQ(answer.status().GetPayload(graph::kReasonPayload), "MALFORMED_REQUEST");
  }
}

TEST(Scenarios, AreBoundedWithTheCall) {
  InferOptions options;
  options.max_answer_bytes = 6000;
  EXPECT_TRUE(InferRequest(Request(kDecoder, ""), options).ok());
  std::string many;
  for (int i = 0; i < 50; ++i) absl::StrAppend(&many, "scenarios { name: 's", i, "' }");
  EXPECT_TRUE(absl::IsResourceExhausted(InferRequest(Request(kDecoder, many), options).status()));
  options = {};
  options.max_work = 40'000;
  EXPECT_TRUE(InferRequest(Request(kDecoder, ""), options).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(InferRequest(Request(kDecoder, many), options).status()));
}

TEST(Scenarios, S42SizesFallIntoTheFirstThatHolds) {
  const auto answer = Evaluated(kDecoder, absl::StrCat(kScenarios, R"(
    scenarios { name: 'even' premises: 'mod(s, 2) = 0' premises: 's in {2, 4, 6}' }
    bindings { inputs { name: 'past' sizes: [1, 0, 64] } inputs { name: 'new' sizes: [1, 7, 64] } }
    bindings { inputs { name: 'past' sizes: [1, 9, 64] } inputs { name: 'new' sizes: [1, 1, 64] } }
    bindings { inputs { name: 'past' sizes: [1, 9, 64] } inputs { name: 'new' sizes: [1, 4, 64] } }
    bindings { inputs { name: 'past' sizes: [1, 9, 64] } inputs { name: 'new' sizes: [1, 8, 64] } }
    bindings { inputs { name: 'past' sizes: [1, 5000, 64] } inputs { name: 'new' sizes: [1, 1, 64] } }
    bindings { inputs { name: 'new' sizes: [1, 4, 64] } }
    bindings { inputs { name: 'past' sizes: [1, 0, 64] } inputs { name: 'new' sizes: [1, 1, 64] } })"));
  std::vector<std::string> names;
  for (const v1::Evaluation& each : answer.evaluations()) names.push_back(each.scenario());
  EXPECT_THAT(names, ElementsAre("prefill", "decode", "even", "", "", "even", "prefill"));
}

TEST(Scenarios, S42ElementsDecideToo) {
  constexpr char kSlice[] = R"(
    input x: float32[N]
    input end: int64[1]
    const start: int64[1] = 0
    y = Slice(x, start, end)
    output y
  )";
  const auto answer = Evaluated(kSlice, R"(
    scenarios { name: 'all' premises: 'end[0] >= N' }
    scenarios { name: 'half' premises: '2*end[0] = N' }
    bindings { inputs { name: 'x' sizes: 8 } inputs { name: 'end' values: 9 } }
    bindings { inputs { name: 'x' sizes: 8 } inputs { name: 'end' values: 4 } })");
  EXPECT_EQ(answer.evaluations(0).scenario(), "all");
  EXPECT_EQ(answer.evaluations(1).scenario(), "half");
}

TEST(Scenarios, S42AMistakeFailsTheCall) {
  const auto request = EvaluateRequestOf(kDecoder, "scenarios { name: 'a' premises: 'q = 1' }");
  const auto answer = EvaluateRequest(request);
  EXPECT_EQ(graph::FieldOf(answer.status()), "scenarios[0].premises[0]");
  EXPECT_EQ(answer.status().GetPayload(graph::kReasonPayload), "MALFORMED_PREMISE");
}

}  // namespace
}  // namespace shapewright::questions

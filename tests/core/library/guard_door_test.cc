#include "shapewright/guard_door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tests/data_path/data_path.h"

// Over all requests of tests/data/vectors/guards.json, as the doors of the other languages.
namespace shapewright {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const json& DoorCases() {
  static const auto* const cases =
      new json(json::parse(ReadFile(DataPath("vectors/guards.json"))).at("requests"));
  return *cases;
}

Guard GuardOf(const json& given) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(given.at("program").get<std::string>(), &bytes));
  auto guard = Guard::Load(bytes);
  EXPECT_TRUE(guard.ok()) << guard.status();
  return *std::move(guard);
}

// What a request of the vectors refers to.
class GivenRequest {
 public:
  explicit GivenRequest(const json& request) {
    for (const auto& [name, input] : request.at("inputs").items()) {
      const auto type = input.at("type").get<std::string>();
      inputs_.push_back({name,
                         type.empty()      ? ElementType::kUnknown
                         : type == "int64" ? ElementType::kInt64
                                           : ElementType::kFloat,
                         input.at("sizes").get<std::vector<int64_t>>(),
                         input.at("elements").get<std::vector<int64_t>>()});
    }
    for (const Input& input : inputs_) {
      tensors_.push_back({input.name, input.type, input.sizes, input.elements});
    }
  }
  GivenRequest(const GivenRequest&) = delete;
  GivenRequest& operator=(const GivenRequest&) = delete;

  const std::vector<GuardTensor>& tensors() const { return tensors_; }

 private:
  struct Input {
    std::string name;
    ElementType type;
    std::vector<int64_t> sizes;
    std::vector<int64_t> elements;
  };
  std::vector<Input> inputs_;
  std::vector<GuardTensor> tensors_;
};

int64_t CountOf(const json& requests, const std::string& verdict) {
  int64_t count = 0;
  for (const json& request : requests) count += request.at("verdict") == verdict;
  return count;
}

TEST(GuardDoor, RefusesWhatFailsUnlessInShadow) {
  for (const json& each : DoorCases()) {
    const json& requests = each.at("requests");
    for (const bool enforces : {false, true}) {
      int64_t told = 0;
      GuardDoor door(GuardOf(each), [&told](const GuardAdmission& refused) {
        told += refused.problems.empty() ? 0 : 1;
      });
      door.Enforce(enforces);
      int64_t others = 0;
      for (const json& request : requests) {
        const bool fails = request.at("verdict") == "fail";
        const GivenRequest given(request);
        EXPECT_EQ(door.Admit(given.tensors()).admitted, !fails || !enforces) << request;
        others += fails && request.at("others") > 0;
      }
      const GuardDoorCounts counts = door.Counts();
      EXPECT_EQ(counts.requests.at(GuardVerdict::kPass), CountOf(requests, "pass"));
      EXPECT_EQ(counts.requests.at(GuardVerdict::kFail), CountOf(requests, "fail"));
      EXPECT_EQ(counts.requests.at(GuardVerdict::kUndecided), CountOf(requests, "undecided"));
      EXPECT_EQ(counts.refused, enforces ? CountOf(requests, "fail") : 0);
      EXPECT_EQ(told, CountOf(requests, "fail"));
      const auto inputs = counts.failures.find(GuardDoor::kInputs);
      EXPECT_EQ(inputs == counts.failures.end() ? 0 : inputs->second, others);
    }
  }
}

TEST(GuardDoor, CountsFromManyThreads) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 200;
  const json& each = DoorCases()[0];
  const json& requests = each.at("requests");
  GuardDoor door(GuardOf(each));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&door, &requests] {
      for (int i = 0; i < kRounds; ++i) {
        door.Enforce(i % 2 == 0);
        const GivenRequest given(requests[static_cast<size_t>(i) % requests.size()]);
        door.Admit(given.tensors());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int64_t sum = 0;
  for (const auto& [verdict, number] : door.Counts().requests) sum += number;
  EXPECT_EQ(sum, int64_t{kThreads} * kRounds);
}

TEST(GuardDoor, HasTheMetricsOfPrometheus) {
  const json& each = DoorCases()[0];
  GuardDoor door(GuardOf(each));
  for (const json& request : each.at("requests")) {
    const GivenRequest given(request);
    door.Admit(given.tensors());
  }
  const GuardDoor other(GuardOf(each));
  const std::string text = GuardDoorMetrics({{"a \"b\"\\c", &door}, {"d", &other}});
  const std::string model = "{model=\"a \\\"b\\\"\\\\c\"";
  EXPECT_THAT(text, HasSubstr(absl::StrCat("# TYPE shapewright_door_requests_total counter\n"
                                           "shapewright_door_requests_total",
                                           model, ",verdict=\"pass\"} ",
                                           CountOf(each.at("requests"), "pass"), "\n")));
  for (const auto& [check, number] : door.Counts().failures) {
    EXPECT_THAT(text, HasSubstr(absl::StrCat("shapewright_door_failures_total", model, ",check=\"",
                                             check, "\"} ", number, "\n")));
  }
  EXPECT_THAT(text, HasSubstr("shapewright_door_refused_total{model=\"d\"} 0\n"));
  EXPECT_THAT(door.Metrics("m"), HasSubstr("shapewright_door_refused_total{model=\"m\"} 0\n"));
}

}  // namespace
}  // namespace shapewright

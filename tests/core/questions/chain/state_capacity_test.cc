// Buffers of states (S81). Oracle: a step's relation iterated with numbers.
#include "core/questions/chain/state_capacity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/questions/chain/infer_chain.h"
#include "tests/core/questions/chain/chain_requests.h"

namespace shapewright::questions {
namespace {

using testing::HasSubstr;

constexpr char kCache[] =
    "input past: float32[B, p]\n input x: float32[B, s]\n"
    " present = Concat(past, x) axis=1\n output present";
// The last eight.
constexpr char kWindow[] =
    "input past: float32[B, p]\n input x: float32[B, s]\n const from: int64[1] = -8\n"
    " const to: int64[1] = 9223372036854775807\n const axes: int64[1] = 1\n"
    " whole = Concat(past, x) axis=1\n present = Slice(whole, from, to, axes)\n output present";
constexpr char kHidden[] = "input past: float32[B, 64]\n present = Relu(past)\n output present";

v1::InferChainRequest Asked(const std::string& model, const std::string& capacities,
                            const std::string& rest = "") {
  return ChainRequest({{"d", model}}, {},
                      absl::StrCat("chain { states { output { stage: 'd' value: 'present' } input {"
                                   " stage: 'd' value: 'past' } ",
                                   capacities, " } } ", rest));
}

std::string Capacity(int axis, const std::string& size) {
  return absl::StrCat("capacities { axis: ", axis, " size: '", size, "' }");
}

std::string TextOf(const v1::Dim& dim) {
  return dim.has_size() ? std::to_string(dim.size()) : dim.expr();
}

TEST(StateCapacity, S81IsApartFromTheLength) {
  const auto answer = ChainAnswer(Asked(kCache, Capacity(1, "max_length")));
  ASSERT_EQ(answer.states_size(), 1);
  const v1::StateReport& state = answer.states(0);
  EXPECT_FALSE(state.axes(0).has_capacity());
  EXPECT_EQ(TextOf(state.axes(1).after_steps()), "s*T + p");
  EXPECT_EQ(TextOf(state.axes(1).capacity()), "max_length");
  EXPECT_EQ(TextOf(state.axes(1).fitting_steps()), "(max_length - p)//s");
  EXPECT_EQ(state.sharing(), v1::StateReport::SHARING_WHILE_IT_FITS);
  EXPECT_EQ(state.sharing_reason(), "axis 1: s*T + p <= max_length");
}

// The length of a state while its steps run.
void ExpectFirstExcess(const std::string& model, int64_t capacity,
                       const std::function<int64_t(int64_t past, int64_t added)>& step) {
  std::string bindings;
  for (int64_t p = 0; p <= 10; ++p) {
    for (int64_t s = 0; s <= 4; ++s) {
      absl::StrAppend(&bindings,
                      "bindings { symbols { symbol: 'B' size: 1 } symbols { symbol: 'p' size: ", p,
                      " } symbols { symbol: 's' size: ", s, " } } ");
    }
  }
  const auto answer = ChainAnswer(Asked(model, Capacity(1, std::to_string(capacity)), bindings));
  int place = 0;
  for (int64_t p = 0; p <= 10; ++p) {
    for (int64_t s = 0; s <= 4; ++s) {
      const v1::ChainEvaluation& evaluation = answer.evaluations(place++);
      constexpr int64_t kEnough = 100;
      int64_t length = p;
      int64_t steps = 0;
      while (length <= capacity && steps < kEnough) {
        length = step(length, s);
        ++steps;
      }
      if (length <= capacity) {
        EXPECT_EQ(evaluation.excesses_size(), 0) << p << " " << s << evaluation.DebugString();
        continue;
      }
      ASSERT_EQ(evaluation.excesses_size(), 1) << p << " " << s;
      const v1::CapacityExcess& excess = evaluation.excesses(0);
      EXPECT_EQ(excess.step(), steps) << p << " " << s;
      EXPECT_EQ(excess.size(), length);
      EXPECT_EQ(excess.capacity(), capacity);
      EXPECT_EQ(excess.axis(), 1U);
    }
  }
}

TEST(StateCapacity, S81TellsTheStepThatIsTooMuch) {
  ExpectFirstExcess(kCache, 8, [](int64_t past, int64_t added) { return past + added; });
  ExpectFirstExcess(kWindow, 8,
                    [](int64_t past, int64_t added) { return std::min<int64_t>(past + added, 8); });
  ExpectFirstExcess(kWindow, 6,
                    [](int64_t past, int64_t added) { return std::min<int64_t>(past + added, 8); });
}

TEST(StateCapacity, S81SaysItInALine) {
  const auto answer =
      ChainAnswer(Asked(kCache, Capacity(1, "max_length"),
                        "bindings { symbols { symbol: 'B' size: 1 } symbols { symbol: 'p' size: 10 "
                        "} symbols { symbol: "
                        "'s' size: 3 } symbols { symbol: 'max_length' size: 4096 } }"));
  ASSERT_EQ(answer.evaluations_size(), 1);
  ASSERT_EQ(answer.evaluations(0).excesses_size(), 1) << answer.evaluations(0).DebugString();
  EXPECT_EQ(answer.evaluations(0).excesses(0).message(),
            "state d.past, axis 1: after step 1363 it has 4099, more than its capacity of 4096");
}

v1::StateReport Judged(const std::string& model, const std::string& capacities = "",
                       const std::string& premise = "") {
  v1::InferChainRequest request = Asked(model, capacities);
  if (!premise.empty()) request.mutable_chain()->add_premises(premise);
  const auto answer = ChainAnswer(request);
  return answer.states_size() == 1 ? answer.states(0) : v1::StateReport();
}

TEST(StateSharing, S81IsForAllSteps) {
  EXPECT_EQ(Judged(kHidden).sharing(), v1::StateReport::SHARING_ALWAYS);
  const v1::StateReport cache = Judged(kCache);
  EXPECT_EQ(cache.sharing(), v1::StateReport::SHARING_SOMETIMES);
  EXPECT_EQ(cache.sharing_reason(),
            "axis 1: the input has p, the output p + s: equal only where s = 0");
  const v1::StateReport growing = Judged(kCache, "", "s >= 1");
  EXPECT_EQ(growing.sharing(), v1::StateReport::SHARING_NEVER);
  const char* const other_type =
      "input past: float32[B, 64]\n present = Cast(past) to=7\n output present";
  EXPECT_EQ(Judged(other_type).sharing(), v1::StateReport::SHARING_NEVER);
  EXPECT_EQ(Judged(kWindow, Capacity(1, "8"), "p <= 8").sharing(), v1::StateReport::SHARING_ALWAYS);
  EXPECT_EQ(Judged(kCache, Capacity(1, "8"), "s >= 9").sharing(), v1::StateReport::SHARING_NEVER);
}

// Sizes that are equal in one step, a prefill whose mask is as long as the buffer, differ in the
// next one.
TEST(StateSharing, S81SizesThatAreEqualInPrefillOnly) {
  const v1::StateReport state = Judged(
      "input past: float32[B, p]\n input mask: float32[B, t]\n"
      " present = Relu(mask)\n output present");
  EXPECT_EQ(state.sharing(), v1::StateReport::SHARING_SOMETIMES);
  EXPECT_THAT(state.sharing_reason(), HasSubstr("the input has p, the output t: equal only where"));
}

std::string CapacityError(const std::string& capacities) {
  const auto answer = InferChain(Asked(kCache, capacities));
  return absl::StrCat(graph::FieldOf(answer.status()), ": ", answer.status().message());
}

TEST(StateCapacity, IsHeldToTheState) {
  const std::string field = "chain.states[0].capacities";
  EXPECT_THAT(CapacityError(Capacity(2, "8")), HasSubstr(field + "[0].axis: "));
  EXPECT_THAT(CapacityError(Capacity(1, "8 +")), HasSubstr(field + "[0].size: "));
  EXPECT_THAT(CapacityError(Capacity(1, "-8")), HasSubstr("it is negative"));
  EXPECT_THAT(CapacityError(Capacity(1, "T")), HasSubstr("the same in all steps"));
  EXPECT_THAT(CapacityError(Capacity(1, "?")), HasSubstr("another unknown"));
  EXPECT_THAT(CapacityError(Capacity(1, "8") + Capacity(1, "9")), HasSubstr(field + "[1].axis: "));
}

}  // namespace
}  // namespace shapewright::questions

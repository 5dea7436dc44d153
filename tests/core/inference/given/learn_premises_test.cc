// Premises about several symbols (S37 to S40).
#include "core/inference/given/learn_premises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/questions/infer_request.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using questions::InferRequest;
using testing::ElementsAre;
using testing::HasSubstr;

// The cache of a decoder, cut to 4,096.
constexpr char kDecoder[] = R"(
  input past: float32[B, p, 64]
  input new: float32[B, s, 64]
  const start: int64[1] = 0
  const end: int64[1] = 4096
  const axis: int64[1] = 1
  all = Concat(past, new) axis=1
  kept = Slice(all, start, end, axis)
  output kept
)";

std::string Premises(const std::vector<std::string>& premises) {
  std::string text = "model {";
  for (const std::string& premise : premises) absl::StrAppend(&text, " premises: '", premise, "'");
  return text + " }";
}

std::string OutputOf(absl::string_view model, const std::vector<std::string>& premises) {
  return Answer(Request(model, Premises(premises))).outputs(0).type().text();
}

TEST(LearnPremises, S39SumsUnderAnInequality) {
  EXPECT_EQ(OutputOf(kDecoder, {}), "float32[B, min(p + s, 4096), 64]");
  EXPECT_EQ(OutputOf(kDecoder, {"p + s <= 4096"}), "float32[B, p + s, 64]");
  EXPECT_EQ(OutputOf(kDecoder, {"p <= 2*s", "3*s <= 4000"}), "float32[B, p + s, 64]");
  EXPECT_EQ(OutputOf(kDecoder, {"p > 4096 - s"}), "float32[B, 4096, 64]");
  // Neither relation alone says it, whatever their order.
  EXPECT_EQ(OutputOf(kDecoder, {"p + s <= B", "B <= 2*s + 1", "s <= 2000"}),
            "float32[B, p + s, 64]");
}

TEST(LearnPremises, S39AnEquationReplacesASymbol) {
  constexpr char kImage[] = "input x: float32[N, 3, h, w]\n y = Relu(x)\n output y";
  EXPECT_EQ(OutputOf(kImage, {"w = 2*h"}), "float32[N, 3, h, 2*h]");
  EXPECT_EQ(OutputOf(kImage, {"w = h"}), "float32[N, 3, h, h]");
  const auto answer = Answer(Request(kImage, Premises({"w = 2*h"})));
  ASSERT_EQ(answer.facts_size(), 1);
  EXPECT_EQ(answer.facts(0).basis(), v1::Fact::BASIS_PREMISE);
  EXPECT_EQ(answer.facts(0).reason(), "premises[0]");
}

TEST(LearnPremises, S38EveryBindingIsHeldToThem) {
  struct Row {
    const char* premise;
    std::function<bool(int64_t, int64_t)> holds;
  };
  const std::vector<Row> rows = {
      {"p + s <= 7", [](int64_t p, int64_t s) { return p + s <= 7; }},
      {"p = 2*s", [](int64_t p, int64_t s) { return p == 2 * s; }},
      {"2*p = 3*s", [](int64_t p, int64_t s) { return 2 * p == 3 * s; }},
      {"p != s", [](int64_t p, int64_t s) { return p != s; }},
      {"mod(p + s, 4) = 0", [](int64_t p, int64_t s) { return (p + s) % 4 == 0; }},
      {"mod(p, 4) = 1", [](int64_t p, int64_t) { return p % 4 == 1; }},
      {"broadcastable(p, s)", [](int64_t p, int64_t s) { return p == s || p == 1 || s == 1; }},
      {"p + s in {3, 5, 8}",
       [](int64_t p, int64_t s) { return p + s == 3 || p + s == 5 || p + s == 8; }},
      {"p*s <= 12", [](int64_t p, int64_t s) { return p * s <= 12; }},
      {"p < s <= 5", [](int64_t p, int64_t s) { return p < s && s <= 5; }},
      {"max(p, s) - min(p, s) <= 2",
       [](int64_t p, int64_t s) { return std::max(p, s) - std::min(p, s) <= 2; }},
  };
  for (const Row& row : rows) {
    std::string rest = Premises({row.premise});
    for (int p = 0; p < 9; ++p) {
      for (int s = 0; s < 9; ++s) {
        absl::StrAppend(&rest, "bindings { inputs { name: 'past' sizes: [1, ", p,
                        ", 64] } inputs { name: 'new' sizes: [1, ", s, ", 64] } }");
      }
    }
    const auto answer = Evaluated(kDecoder, rest);
    ASSERT_EQ(answer.evaluations_size(), 81);
    for (int i = 0; i < 81; ++i) {
      const auto& evaluation = answer.evaluations(i);
      const bool holds = row.holds(i / 9, i % 9);
      EXPECT_EQ(evaluation.verdict(),
                holds ? v1::Evaluation::VERDICT_VALID : v1::Evaluation::VERDICT_INVALID)
          << row.premise << " " << i / 9 << " " << i % 9;
      if (holds) {
        EXPECT_THAT(evaluation.outputs(0).sizes(), ElementsAre(1, i / 9 + i % 9, 64));
      }
    }
  }
}

TEST(LearnPremises, S38AViolationNamesThePremise) {
  const auto answer = Evaluated(
      kDecoder, Premises({"B >= 1", "p + s <= 7"}) +
                    "bindings { symbols { symbol: 'p' size: 5 } symbols { symbol: 's' size: 4 } }");
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(0).violations(0).message(),
            "the request: premises[1]: p + s = 9 <= 7 does not hold");
}

std::string Refusal(absl::string_view model, const std::vector<std::string>& premises) {
  const v1::InferShapesRequest request = Request(model, Premises(premises));
  const auto answer = InferRequest(request);
  EXPECT_FALSE(answer.ok()) << absl::StrJoin(premises, "; ");
  EXPECT_EQ(answer.status().GetPayload(graph::kReasonPayload), "MALFORMED_PREMISE");
  return absl::StrCat(graph::FieldOf(answer.status()), ": ", answer.status().message());
}

TEST(LearnPremises, S40AContradictionIsToldWithAnIrreducibleSet) {
  EXPECT_EQ(Refusal(kDecoder, {"B <= 9", "p >= 3", "s >= 5", "p + s <= 7"}),
            "model.premises[3]: \"p + s <= 7\" never holds beside 3 <= p and 5 <= s");
  EXPECT_EQ(Refusal(kDecoder, {"p < s", "B = 2*p", "s < p"}),
            "model.premises[2]: \"s < p\" never holds beside p + 1 <= s");
  EXPECT_EQ(Refusal(kDecoder, {"p + s + 1 <= 0"}),
            "model.premises[0]: \"p + s + 1 <= 0\" holds for no sizes that the inputs may have");
}

TEST(LearnPremises, S37ANameThatTheModelDoesNotHave) {
  EXPECT_THAT(Refusal(kDecoder, {"p + q <= 7"}),
              HasSubstr("no input of the model has a dim or element called \"q\""));
}

// The model joins x and y beside each other, which the premise forbids.
TEST(LearnPremises, S40WhatTheModelRequiresAgainstThemIsAnError) {
  constexpr char kSum[] = R"(
    input x: float32[N, 2]
    input y: float32[M, 2]
    z = Concat(x, y) axis=1
    output z
  )";
  const auto answer = Answer(Request(kSum, Premises({"N >= 4", "N + 1 <= M"})));
  EXPECT_FALSE(answer.consistent());
  ASSERT_EQ(answer.diagnostics_size(), 1);
  EXPECT_EQ(answer.diagnostics(0).code(), "DIM_MISMATCH");
  std::vector<std::string> told;
  for (const v1::Fact& fact : answer.facts()) {
    if (fact.state() != v1::Fact::STATE_REFUTED) continue;
    for (const uint32_t other : fact.conflicts_with()) told.push_back(answer.facts(other).text());
  }
  EXPECT_THAT(told, ElementsAre("N + 1 <= M"));
}

TEST(LearnPremises, S39WhatTheyImplyIsLeftOut) {
  constexpr char kWindow[] = R"(
    input x: float32[1, 1, h, w]
    const k: float32[1, 1, 3, 3] = 1 1 1 1 1 1 1 1 1
    y = Conv(x, k)
    output y
  )";
  const auto facts = [&](const std::vector<std::string>& premises) {
    std::vector<std::string> texts;
    const auto answer = Answer(Request(kWindow, Premises(premises)));
    for (const v1::Fact& fact : answer.facts()) texts.push_back(fact.text());
    return texts;
  };
  EXPECT_THAT(facts({}), ElementsAre("3 <= h", "3 <= w"));
  EXPECT_THAT(facts({"h >= w + 3"}), ElementsAre("w + 3 <= h", "3 <= w"));
}

}  // namespace
}  // namespace shapewright::inference

// Texts for SMT solvers (S43 to S45). Whether a solver confirms them is asked by ./dev prove; here
// is what they say.
#include "core/questions/proofs/write_proofs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/questions/infer_request.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

v1::Proofs Proved(absl::string_view model, const std::string& rest = "") {
  return Answer(Request(model, absl::StrCat("scope: SCOPE_OUTPUTS include: PART_PROOFS ", rest)))
      .proofs();
}

std::vector<std::string> Claims(const v1::Proofs& proofs, v1::Proofs::Claim::Kind kind) {
  std::vector<std::string> texts;
  for (const auto& claim : proofs.claims()) {
    if (claim.kind() == kind) texts.push_back(claim.text());
  }
  return texts;
}

// A window of 3, then one of 5, and a sum with an input of its own size.
constexpr char kWindows[] = R"(
  input x: float32[1, 1, h, w]
  input b: float32[1, 1, h2, w]
  const k: float32[1, 1, 3, 1] = 1 1 1
  const l: float32[1, 1, 5, 1] = 1 1 1 1 1
  y = Conv(x, k)
  z = Conv(y, l)
  v = Add(z, b)
  output v
)";

TEST(WriteProofs, S43RangesThatFactsLeave) {
  const v1::Proofs proofs = Proved(kWindows);
  EXPECT_THAT(Claims(proofs, v1::Proofs::Claim::KIND_BOUNDS), Contains("h in 7.."));
  EXPECT_THAT(proofs.smt_lib(), HasSubstr("(set-logic QF_NIA)"));
  EXPECT_EQ(proofs.claims_left_out(), 0);
}

TEST(WriteProofs, S43FactsThatOthersImply) {
  const v1::Proofs proofs = Proved(kWindows);
  EXPECT_THAT(Claims(proofs, v1::Proofs::Claim::KIND_FACT), Contains("3 <= h"));
}

TEST(WriteProofs, S43WhatSymbolsEqual) {
  const v1::Proofs proofs =
      Proved("input x: float32[h, w]\n y = Relu(x)\n output y", "model { premises: 'w = 2*h' }");
  EXPECT_THAT(Claims(proofs, v1::Proofs::Claim::KIND_SOLUTION), Contains("w = 2*h"));
}

TEST(WriteProofs, ClaimsStandInTheOrderOfTheQuestions) {
  const v1::Proofs proofs = Proved(kWindows);
  size_t at = 0;
  for (int i = 0; i < proofs.claims_size(); ++i) {
    const std::string line = absl::StrCat("; claim ", i, ": ", proofs.claims(i).text(), "\n");
    at = proofs.smt_lib().find(line, at);
    ASSERT_NE(at, std::string::npos) << line;
  }
}

// SMT-LIB's own div rounds otherwise for divisors below 0.
TEST(WriteProofs, S44DivisionsAreDefinedByTheirRemainder) {
  const v1::Proofs proofs = Proved(R"(
    input x: float32[1, 1, h, 8]
    const k: float32[1, 1, 3, 1] = 1 1 1
    y = Conv(x, k) strides=[2, 1]
    output y
  )");
  EXPECT_THAT(proofs.smt_lib(), HasSubstr("(* 2 q"));
  EXPECT_THAT(proofs.smt_lib(), Not(HasSubstr("(div ")));
}

TEST(WriteProofs, ANameStaysInItsComment) {
  const v1::Proofs proofs =
      Proved("input x: float32[\"a)\\n(exit)\", 3]\n y = Conv(x, x)\n output y");
  EXPECT_THAT(proofs.smt_lib(), Not(HasSubstr("\n(exit)")));
}

TEST(WriteProofs, AreNotToldUnasked) { EXPECT_FALSE(Answer(Request(kWindows, "")).has_proofs()); }

TEST(WriteProofs, AreCountedInTheAnswer) {
  InferOptions options;
  const auto plain = InferRequest(Request(kWindows, "scope: SCOPE_OUTPUTS"), options);
  ASSERT_TRUE(plain.ok());
  options.max_answer_bytes = plain->size() + 100;
  EXPECT_TRUE(InferRequest(Request(kWindows, "scope: SCOPE_OUTPUTS"), options).ok());
  const auto proofs =
      InferRequest(Request(kWindows, "scope: SCOPE_OUTPUTS include: PART_PROOFS"), options);
  EXPECT_TRUE(absl::IsResourceExhausted(proofs.status()));
}

}  // namespace
}  // namespace shapewright::questions

// Buckets, and where bindings fall. Expected values by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

constexpr char kTwoSymbols[] = R"(
  input x: float32[N, S]
  a = Relu(x)
  output a
)";
constexpr char kFourBuckets[] = R"pb(
  axes {
    symbol: "N"
    sizes: [ 1, 8 ]
  }
  axes {
    symbol: "S"
    sizes: [ 128, 256 ]
  }
)pb";

v1::PlanBucketsResponse PlanOf(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::PlanBucketsResponse>(RequestOf<v1::PlanBucketsRequest>(model, rest));
}

TEST(PlanBuckets, EveryCombinationTheLastVaryingFastest) {
  const auto answer = PlanOf(kTwoSymbols, kFourBuckets);
  ASSERT_EQ(answer.buckets_size(), 4);
  EXPECT_EQ(answer.buckets(1).evaluation().label(), "N=1,S=256");
  EXPECT_EQ(answer.buckets(1).binding().symbols(1).size(), 256);
  EXPECT_THAT(SizesOf(answer.buckets(2).evaluation()), ElementsAre(8, 128));
  EXPECT_EQ(answer.placements_size(), 0);
  EXPECT_FALSE(answer.buckets(0).evaluation().has_memory());
}

// As EvaluateShapes: premises, facts, contradictions.
TEST(PlanBuckets, APlacementSaysWhetherTheRequestMayRun) {
  const std::string bindings = R"pb(
    bindings {
      symbols { symbol: "N" size: 3 }
      symbols { symbol: "N" size: 4 }
    }
    bindings { symbols { symbol: "N" size: 5 } }
    bindings { symbols { symbol: "N" size: 8 } }
  )pb";
  const std::string premise = "model { premises: 'N in {1, 8}' }";
  const auto answer =
      PlanOf("input x: float32[N, 3]\n a = Relu(x)\n output a",
             absl::StrCat(premise, "axes { symbol: 'N' sizes: [1, 4, 8] }", bindings));
  const auto evaluated =
      Evaluated("input x: float32[N, 3]\n a = Relu(x)\n output a", absl::StrCat(premise, bindings));
  ASSERT_EQ(answer.placements_size(), 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(answer.placements(i).verdict(), evaluated.evaluations(i).verdict()) << i;
    EXPECT_EQ(answer.placements(i).violations_size(), evaluated.evaluations(i).violations_size());
  }
  EXPECT_EQ(answer.placements(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.placements(1).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.placements(2).verdict(), v1::Evaluation::VERDICT_VALID);
  // A bucket that premises do not allow is no place to run.
  EXPECT_EQ(answer.buckets(1).evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
}

TEST(PlanBuckets, PlacesBindings) {
  const auto answer = PlanOf(kTwoSymbols, absl::StrCat(kFourBuckets, R"pb(
                               bindings {
                                 label: "quarter"
                                 symbols { symbol: "N" size: 2 }
                                 symbols { symbol: "S" size: 128 }
                               }
                               bindings {
                                 label: "exact"
                                 inputs {
                                   name: "x"
                                   sizes: [ 1, 256 ]
                                 }
                               }
                               bindings {
                                 label: "too large"
                                 inputs {
                                   name: "x"
                                   sizes: [ 9, 128 ]
                                 }
                               }
                               bindings {
                                 label: "half said"
                                 symbols { symbol: "N" size: 2 }
                               }
                               bindings {
                                 label: "wrong"
                                 symbols { symbol: "Q" size: 2 }
                               }
                               bindings {
                                 label: "empty"
                                 inputs {
                                   name: "x"
                                   sizes: [ 0, 0 ]
                                 }
                               })pb"));
  ASSERT_EQ(answer.placements_size(), 6);
  EXPECT_EQ(answer.placements(0).label(), "quarter");
  EXPECT_EQ(answer.placements(0).bucket(), 2u);
  EXPECT_DOUBLE_EQ(answer.placements(0).padding(), 0.75);
  EXPECT_EQ(answer.placements(1).bucket(), 1u);
  EXPECT_EQ(answer.placements(1).padding(), 0);
  EXPECT_TRUE(answer.placements(1).has_padding());
  for (int i : {2, 3}) {
    EXPECT_FALSE(answer.placements(i).has_bucket());
    EXPECT_FALSE(answer.placements(i).has_padding());
    EXPECT_FALSE(answer.placements(i).has_error());
  }
  EXPECT_EQ(answer.placements(4).error().reason(), "MALFORMED_BINDING");
  EXPECT_EQ(answer.placements(4).error().field(), "symbols[0].symbol");
  EXPECT_EQ(answer.placements(5).bucket(), 0u);
  EXPECT_EQ(answer.placements(5).padding(), 1);
}

// Bindings fix the rank of inputs that the model leaves open, as in EvaluateShapes.
TEST(PlanBuckets, BindingsTellRanks) {
  const auto answer = PlanOf(R"(
    input x: float32
    input y: float32[N]
    a = Relu(x)
    b = Relu(y)
    output a
    output b
  )",
                             R"pb(
                               axes {
                                 symbol: "N"
                                 sizes: [ 4, 8 ]
                               }
                               bindings {
                                 inputs {
                                   name: "x"
                                   sizes: [ 4 ]
                                 }
                                 inputs {
                                   name: "y"
                                   sizes: [ 6 ]
                                 }
                               }
                               bindings {
                                 inputs {
                                   name: "x"
                                   sizes: [ 4, 4 ]
                                 }
                               }
                             )pb");
  ASSERT_EQ(answer.placements_size(), 2);
  EXPECT_EQ(answer.placements(0).bucket(), 1u);
  // A bucket does not tell the rank of x.
  EXPECT_FALSE(answer.placements(0).has_padding());
  EXPECT_FALSE(answer.placements(1).has_error());
  EXPECT_FALSE(answer.placements(1).has_bucket());
}

// The oracle: EvaluateShapes asked for the same sizes.
TEST(PlanBuckets, BucketsAreEvaluations) {
  const auto answer =
      PlanOf(kTwoSymbols, absl::StrCat(kFourBuckets, " memory { with_plan: true }"));
  v1::EvaluateShapesRequest request = EvaluateRequestOf(kTwoSymbols, "memory { with_plan: true }");
  for (const v1::PlanPoint& bucket : answer.buckets()) {
    *request.add_bindings() = bucket.binding();
  }
  const v1::EvaluateShapesResponse evaluated = Answer(request);
  ASSERT_EQ(evaluated.evaluations_size(), 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(answer.buckets(i).evaluation().SerializeAsString(),
              evaluated.evaluations(i).SerializeAsString());
    EXPECT_TRUE(answer.buckets(i).evaluation().has_memory());
  }
}

TEST(PlanBuckets, WhatDoesNotSuitTheModelIsRefused) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(RequestOf<v1::PlanBucketsRequest>(kTwoSymbols, rest));
  };
  EXPECT_EQ(field(""), "axes");
  EXPECT_EQ(field("axes { symbol: 'Q' sizes: 1 }"), "axes[0].symbol");
  EXPECT_EQ(field("axes { symbol: 'N' }"), "axes[0].sizes");
  EXPECT_EQ(field("axes { symbol: 'N' sizes: [2, 2] }"), "axes[0].sizes[1]");
  EXPECT_EQ(field("axes { symbol: 'N' sizes: -1 }"), "axes[0].sizes[0]");
  EXPECT_EQ(field("axes { symbol: 'N' sizes: 1 } axes { symbol: 'N' sizes: 2 }"), "axes[1].symbol");
  EXPECT_EQ(field(absl::StrCat(kFourBuckets, "memory { alignment_bytes: 48 }")),
            "memory.alignment_bytes");
}

TEST(ChooseBuckets, AsksForSymbolsOfTheModel) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(RequestOf<v1::ChooseBucketsRequest>(kTwoSymbols, rest));
  };
  EXPECT_EQ(field("symbols: ['N', 'Q']"), "symbols[1]");
  EXPECT_EQ(field("symbols: 'N' observed { sizes: 1 count: 1 }"), "buckets");
  EXPECT_EQ(field("symbols: 'N' buckets: 1"), "observed");
  EXPECT_EQ(field("symbols: 'N' buckets: 1 observed { sizes: [1, 2] count: 1 }"),
            "observed[0].sizes");
}

}  // namespace
}  // namespace shapewright::questions

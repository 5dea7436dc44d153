// Profiles of observed sizes, and proofs of boxes. Expected values by hand; proofs are compared
// with all points of small boxes, and over the corpus in corpus_planning_test.
#include "core/inference/planning/plan_profiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

constexpr char kPlainRow[] = R"(
  input x: float32[N, S]
  a = Relu(x)
  output a
)";
constexpr char kSharedRows[] = R"(
  input x: float32[N, 3]
  input y: float32[N]
  a = Relu(x)
  output a
)";
constexpr char kOfEight[] = R"(
  input x: float32[N]
  const shape: int64[2] = -1 8
  a = Reshape(x, shape)
  output a
)";

v1::PlanProfilesRequest AskedProfiles(absl::string_view model, const std::string& rest) {
  return RequestOf<v1::PlanProfilesRequest>(model, rest);
}

v1::PlanProfilesResponse ProfilesOf(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::PlanProfilesResponse>(AskedProfiles(model, rest));
}

int64_t SizeAt(const v1::PlanPoint& point, const std::string& symbol) {
  for (const v1::SymbolSize& size : point.binding().symbols()) {
    if (size.symbol() == symbol) return size.size();
  }
  return -1;
}

// "N 1/4/8 x11 PROVED"
std::string ToldProfile(const v1::Profile& profile, const std::string& symbol) {
  return absl::StrCat(symbol, " ", SizeAt(profile.min(), symbol), "/",
                      SizeAt(profile.opt(), symbol), "/", SizeAt(profile.max(), symbol), " x",
                      profile.count(), " ", v1::Profile::Proof_Name(profile.proof()).substr(6));
}

constexpr char kObservedRows[] = R"pb(observed {
                                        symbols: "N"
                                        sizes { sizes: 1 count: 2 }
                                        sizes { sizes: 3 count: 9 }
                                        sizes { sizes: 4 count: 1 }
                                        sizes { sizes: 60 count: 3 }
                                        sizes { sizes: 64 count: 1 }
                                      })pb";

TEST(S50Profiles, CoverWhatWasObserved) {
  const auto answer = ProfilesOf(kSharedRows, absl::StrCat(kObservedRows, "profiles: 2"));
  ASSERT_EQ(answer.profiles_size(), 2);
  EXPECT_EQ(ToldProfile(answer.profiles(0), "N"), "N 1/3/4 x12 PROVED");
  EXPECT_EQ(ToldProfile(answer.profiles(1), "N"), "N 60/60/64 x4 PROVED");
  EXPECT_TRUE(answer.optimal());
  // 8 + 9 + ... of padding: 12 requests of 4 and 4 of 64, for 33 + 244 that are needed.
  EXPECT_DOUBLE_EQ(answer.expected_padding(), 1 - 277.0 / 304);
  const auto one = ProfilesOf(kSharedRows, kObservedRows);
  ASSERT_EQ(one.profiles_size(), 1);
  EXPECT_EQ(ToldProfile(one.profiles(0), "N"), "N 1/3/64 x16 PROVED");
}

TEST(S50Profiles, OfTwoSymbols) {
  const auto answer = ProfilesOf(kPlainRow, R"pb(observed {
                                                   symbols: "N"
                                                   symbols: "S"
                                                   sizes {
                                                     sizes: [ 1, 100 ]
                                                     count: 5
                                                   }
                                                   sizes {
                                                     sizes: [ 2, 90 ]
                                                     count: 1
                                                   }
                                                   sizes {
                                                     sizes: [ 16, 4 ]
                                                     count: 7
                                                   }
                                                 }
                                                 profiles: 2)pb");
  ASSERT_EQ(answer.profiles_size(), 2);
  EXPECT_EQ(ToldProfile(answer.profiles(0), "N"), "N 1/1/2 x6 PROVED");
  EXPECT_EQ(ToldProfile(answer.profiles(0), "S"), "S 90/100/100 x6 PROVED");
  EXPECT_EQ(ToldProfile(answer.profiles(1), "S"), "S 4/4/4 x7 PROVED");
}

// Sizes that inputs share: an engine takes more than callers may send.
TEST(S50Profiles, NoteWhatNoSymbolsGive) {
  const auto answer = ProfilesOf(kSharedRows, "model { premises: '1 <= N <= 8' }");
  ASSERT_EQ(answer.profiles_size(), 1);
  const v1::Binding& stray = answer.profiles(0).inconsistent();
  ASSERT_EQ(stray.inputs_size(), 2);
  EXPECT_NE(stray.inputs(0).sizes(0), stray.inputs(1).sizes(0));
  const auto evaluated = AnswerOf<v1::EvaluateShapesResponse>([&] {
    auto request = RequestOf<v1::EvaluateShapesRequest>(kSharedRows, "");
    *request.add_bindings() = stray;
    return request;
  }());
  EXPECT_EQ(evaluated.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_FALSE(
      ProfilesOf(kPlainRow, "model { premises: '1 <= N <= 8' }").profiles(0).has_inconsistent());
}

TEST(S50Proof, FindsAWitness) {
  const auto answer = ProfilesOf(kOfEight, R"pb(observed {
                                                  symbols: "N"
                                                  sizes { sizes: 8 count: 1 }
                                                  sizes { sizes: 24 count: 1 }
                                                })pb");
  const v1::Profile& profile = answer.profiles(0);
  EXPECT_EQ(ToldProfile(profile, "N"), "N 8/8/24 x2 WITNESS");
  EXPECT_NE(SizeAt(profile.witness(), "N") % 8, 0);
  EXPECT_EQ(profile.witness().evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
}

TEST(S50Proof, GoesByTheStepsOfTheSymbols) {
  const auto answer =
      ProfilesOf(kOfEight, "model { premises: ['8 <= N <= 800', 'mod(N, 8) = 0'] }");
  EXPECT_EQ(ToldProfile(answer.profiles(0), "N"), "N 8/800/800 x0 PROVED");
}

TEST(S50Proof, OfSeveralFacts) {
  constexpr char kPooledTwice[] = R"(
    input x: float32[1, 1, H, W]
    a = MaxPool(x) kernel_shape=[3, 3] strides=[2, 2]
    b = MaxPool(a) kernel_shape=[5, 5]
    output b
  )";
  // The second window needs 5 rows, which 11 make.
  const auto proved =
      ProfilesOf(kPooledTwice, "model { premises: ['11 <= H <= 99', '11 <= W <= 99'] }");
  EXPECT_EQ(proved.profiles(0).proof(), v1::Profile::PROOF_PROVED);
  // Observed sizes are rounded up to those that may be.
  const auto rounded = ProfilesOf(kPooledTwice, R"pb(observed {
                                                       symbols: "H"
                                                       symbols: "W"
                                                       sizes {
                                                         sizes: [ 10, 20 ]
                                                         count: 1
                                                       }
                                                       sizes {
                                                         sizes: [ 20, 10 ]
                                                         count: 1
                                                       }
                                                     }
                                                     profiles: 1)pb");
  EXPECT_EQ(ToldProfile(rounded.profiles(0), "H"), "H 11/11/20 x2 PROVED");
}

TEST(S50Profiles, RefuseWhatMakesNoSense) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(AskedProfiles(kPlainRow, rest));
  };
  EXPECT_EQ(field("profiles: -1"), "profiles");
  EXPECT_EQ(field("profiles: 2"), "profiles");
  EXPECT_EQ(field("observed { symbols: 'N' }"), "observed.sizes");
  EXPECT_EQ(field("observed { symbols: 'M' sizes { sizes: 1 count: 1 } }"), "observed.symbols[0]");
  EXPECT_EQ(field("observed { symbols: 'N' sizes { sizes: [1, 2] count: 1 } }"),
            "observed.sizes[0].sizes");
  EXPECT_EQ(field("observed { symbols: 'N' sizes { sizes: 1 } }"), "observed.sizes");
}

}  // namespace
}  // namespace shapewright::inference

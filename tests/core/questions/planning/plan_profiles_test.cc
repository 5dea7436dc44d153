// Profiles of observed sizes, and proofs of boxes. Expected values by hand; proofs are compared
// with all points of small boxes, and over the corpus in corpus_planning_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
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

// With N = 1 the only part has to be 2: 1 fails in onnxruntime 1.32.
TEST(S50Proof, IsOpenWherePartsAreNotKnown) {
  constexpr char kModel[] = R"(
    input x: float32[2, 2]
    input parts: int64[N]
    s = SplitToSequence(x, parts) axis=0
    y = ConcatFromSequence(s) axis=0
    output y
  )";
  const auto answer = ProfilesOf(kModel, "model { premises: '0 <= N <= 3' }");
  EXPECT_EQ(answer.profiles(0).proof(), v1::Profile::PROOF_OPEN);
}

// Of each model some elements of the open operand fail in onnxruntime 1.32 at every length.
TEST(S50Proof, IsOpenWhereElementsThatARunChecksAreNotKnown) {
  constexpr const char* kModels[] = {
      "opset 18 input x: float32[2, 3] input k: int64[K] y = ReduceSum(x, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[2] y = ReduceMax(x, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[K] y = CumSum(x, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[K] y = Unsqueeze(x, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[K] y = ReverseSequence(x, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[K] const s: int64[1] = 0 "
      "const e: int64[1] = 1 y = Slice(x, s, e, k) output y",
      "opset 18 input x: float32[2, 3] input k: int64[K] const s: int64[1] = 0 "
      "const e: int64[1] = 1 y = Slice(x, s, e, s, k) output y",
      "opset 20 input x: float32[1, 4, 1] input k: int64[K] y = DFT(x, _, k) output y",
      "opset 18 input x: float32[1, 4, 4] input k: int64[K] const s: int64[2] = 3 3 "
      "y = Col2Im(x, s, k) output y",
      "opset 18 input x: float32[2] input k: int64[K] s = SequenceConstruct(x, x) "
      "y = SequenceAt(s, k) output y",
  };
  for (const char* const model : kModels) {
    const bool is_open = absl::StrContains(model, "[K]");
    const auto answer = ProfilesOf(model, is_open ? "model { premises: '1 <= K <= 3' }" : "");
    EXPECT_EQ(answer.profiles(0).proof(), v1::Profile::PROOF_OPEN) << model;
  }
}

// A dim without a name may have any size in the box, whatever would fit the others.
TEST(S50Proof, OfADimWithoutAName) {
  constexpr char kModel[] = R"(
    opset 14
    input x: float32[?]
    input s: int64[2]
    y = Reshape(x, s)
    output y
  )";
  const auto answer =
      ProfilesOf(kModel, "model { premises: ['0 <= s[0] <= 3', '0 <= s[1] <= 2'] }");
  EXPECT_NE(answer.profiles(0).proof(), v1::Profile::PROOF_PROVED);
}

// Of no sizes that keep the premises nothing is shown: two even numbers with an odd sum, and a
// square beside one that is 3 greater.
TEST(S50Proof, IsOpenWhereNothingIsAllowed) {
  for (const char* const premises :
       {"'2 <= N <= 4', '2 <= S <= 4', 'mod(N, 2) = 0', 'mod(S, 2) = 0', 'mod(N + S, 2) = 1'",
        "'3 <= N <= 9', '3 <= S <= 9', 'N*N = S*S + 3'"}) {
    const auto request =
        AskedProfiles(kPlainRow, absl::StrCat("model { premises: [", premises, "] }"));
    v1::PlanProfilesResponse answer;
    FillAnswer(request, answer);
    ASSERT_EQ(answer.profiles_size(), 1) << premises;
    EXPECT_EQ(v1::Profile::Proof_Name(answer.profiles(0).proof()), "PROOF_OPEN") << premises;
  }
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

// s[0] is 4*M*N, which the premises leave no size of M and N for but N = 0. M = N = 1 is no size of
// the box: s[0] would be 4, at which onnxruntime runs it.
TEST(S50Proof, OfASymbolThatFollowsAndBreaksAPremise) {
  constexpr char kModel[] = R"(
    input x: float32[M, 4, N]
    input s: int64[1]
    y = Reshape(x, s)
    output y
  )";
  const auto answer =
      ProfilesOf(kModel, "model { premises: ['1 <= M <= 3', '0 <= N <= 3', '1 <= s[0] <= 3'] }");
  EXPECT_NE(answer.profiles(0).proof(), v1::Profile::PROOF_WITNESS);
  EXPECT_NE(answer.profiles(0).proof(), v1::Profile::PROOF_PROVED);
}

// Symbols that the model requires to be equal have sizes of their own in the box: onnxruntime 1.31
// refuses x [4, 1] with y [4, 5].
TEST(S50Proof, OfSymbolsThatHaveToBeEqual) {
  constexpr char kMultiplied[] = R"(
    input x: float32[4, N]
    input y: float32[M, 5]
    z = MatMul(x, y)
    output z
  )";
  constexpr char kAdded[] = R"(
    input x: float32[4, N]
    input y: float32[4, M]
    z = Add(x, y)
    output z
  )";
  const auto proof = [](absl::string_view model, absl::string_view premises) {
    const auto answer = ProfilesOf(model, absl::StrCat("model { premises: [", premises, "] }"));
    const v1::Profile& profile = answer.profiles(0);
    if (profile.proof() != v1::Profile::PROOF_WITNESS) {
      return v1::Profile::Proof_Name(profile.proof());
    }
    EXPECT_NE(SizeAt(profile.witness(), "N"), SizeAt(profile.witness(), "M"));
    EXPECT_EQ(profile.witness().evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
    return std::string("witness");
  };
  EXPECT_EQ(proof(kMultiplied, "'1 <= N <= 4', '1 <= M <= 4'"), "witness");
  EXPECT_EQ(proof(kAdded, "'1 <= N <= 4', '1 <= M <= 4'"), "witness");
  EXPECT_EQ(proof(kAdded, "'2 <= N <= 4', '2 <= M <= 4'"), "witness");
  EXPECT_EQ(proof(kAdded, "'2 <= N <= 4', 'M = 1'"), "PROOF_PROVED");
  // What callers promise is no question.
  for (const char* const model : {kMultiplied, kAdded}) {
    EXPECT_EQ(proof(model, "'1 <= N <= 4', '1 <= M <= 4', 'N = M'"), "PROOF_PROVED");
    EXPECT_EQ(proof(model, "'2 <= N <= 400', 'M = N'"), "PROOF_PROVED");
  }
}

// Models of two or three random nodes over three symbols in small ranges. Oracle: the evaluation of
// every point of the box.
class RandomBoxes : public testing::TestWithParam<uint32_t> {};

std::string RandomModel(std::mt19937& random) {
  const auto pick = [&](const std::vector<std::string>& from) {
    return from[random() % from.size()];
  };
  const std::vector<std::string> dims = {"N", "M", "K", "N", "M", "1", "2", "3", "4"};
  std::string text;
  std::vector<std::string> values;
  for (int i = 0; i < 3; ++i) {
    values.push_back(absl::StrCat("x", i));
    absl::StrAppend(&text, "input x", i, ": float32[", pick(dims), ", ", pick(dims), "]\n");
  }
  text += "const rows: int64[2] = -1 2\nconst columns: int64[2] = 3 -1\n";
  const int nodes = 2 + static_cast<int>(random() % 2);
  for (int i = 0; i < nodes; ++i) {
    const std::string a = pick(values);
    const std::string b = pick(values);
    const std::vector<std::string> made = {
        absl::StrCat("MatMul(", a, ", ", b, ")"),
        absl::StrCat("Add(", a, ", ", b, ")"),
        absl::StrCat("Concat(", a, ", ", b, ") axis=", random() % 2),
        absl::StrCat("Gemm(", a, ", ", b, ") transB=", random() % 2),
        absl::StrCat("Reshape(", a, random() % 2 == 0 ? ", rows)" : ", columns)"),
        absl::StrCat("Transpose(", a, ") perm=[1, 0]")};
    values.push_back(absl::StrCat("v", i));
    absl::StrAppend(&text, "v", i, " = ", pick(made), "\n");
  }
  return absl::StrCat(text, "output ", values.back(), "\n");
}

TEST_P(RandomBoxes, S50EveryPointIsAsProved) {
  std::mt19937 random(GetParam());
  for (int round = 0; round < 20; ++round) {
    const std::string model = RandomModel(random);
    const auto inferred = Answer(Request(model, ""));
    std::vector<std::string> symbols;
    for (const v1::Symbol& symbol : inferred.symbols()) {
      if (symbol.kind() == v1::Symbol::KIND_INPUT_DIM) symbols.push_back(symbol.name());
    }
    const int64_t least = random() % 3;
    const int64_t greatest = least + 2 + random() % 2;
    std::string premises;
    for (const std::string& symbol : symbols) {
      absl::StrAppend(&premises, " premises: '", least, " <= ", symbol, " <= ", greatest, "'");
    }
    const auto profile = ProfilesOf(model, absl::StrCat("model {", premises, "}")).profiles(0);
    std::vector<std::string> bindings = {""};
    for (const std::string& symbol : symbols) {
      const auto [first, last] =
          std::minmax({SizeAt(profile.min(), symbol), SizeAt(profile.max(), symbol)});
      std::vector<std::string> longer;
      for (const std::string& each : bindings) {
        for (int64_t size = first; size <= last; ++size) {
          longer.push_back(
              absl::StrCat(each, " symbols { symbol: '", symbol, "' size: ", size, " }"));
        }
      }
      bindings = std::move(longer);
    }
    std::string question;
    for (const std::string& each : bindings) absl::StrAppend(&question, "bindings {", each, "}");
    int invalid = 0;
    int open = 0;
    // Without the premises, under which an inference may be one of errors.
    const v1::EvaluateShapesResponse evaluated = Evaluated(model, question);
    for (const v1::Evaluation& each : evaluated.evaluations()) {
      invalid += each.verdict() == v1::Evaluation::VERDICT_INVALID ? 1 : 0;
      open += each.verdict() == v1::Evaluation::VERDICT_OPEN ? 1 : 0;
    }
    SCOPED_TRACE(absl::StrCat(model, premises, "\n", profile.ShortDebugString()));
    if (profile.proof() == v1::Profile::PROOF_PROVED) {
      EXPECT_EQ(invalid, 0);
    } else if (profile.proof() == v1::Profile::PROOF_WITNESS) {
      EXPECT_GT(invalid, 0);
      EXPECT_EQ(profile.witness().evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
    } else {
      EXPECT_GT(open, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomBoxes, testing::Range(1u, 11u));

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
}  // namespace shapewright::questions

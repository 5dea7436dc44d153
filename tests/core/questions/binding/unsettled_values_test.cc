// What sizes of a binding decide goes before what a model declares (S6, S28). Oracle:
// onnxruntime 1.31 with x [3, 4, 5] and i [2, 2] returns [2, 5]; with i [2, 1], [2, 4, 5].
#include "core/questions/binding/unsettled_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class DeclaredOutput : public testing::TestWithParam<const char*> {};

TEST_P(DeclaredOutput, S28DoesNotGoBeforeTheSizesOfABinding) {
  const std::string model = std::string(R"(
    input x: float32[N, M, P]
    input i: int64[K, L]
    y = GatherND(x, i)
    output y)") + GetParam() +
                            "\n";
  const auto binding = [](const std::string& length) {
    return "bindings { inputs { name: 'x' sizes: [3, 4, 5] } inputs { name: 'i' sizes: [2, " +
           length + "] } }";
  };
  const auto answer = Evaluated(model.c_str(), binding("2") + binding("1"));
  ASSERT_EQ(answer.evaluations_size(), 2);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(2, 5));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(2, 4, 5));
}

INSTANTIATE_TEST_SUITE_P(All, DeclaredOutput,
                         testing::Values("", ": float32[]", ": float32[7]", ": float32[a, b]",
                                         ": float32[7, 5]", ": float32[7, 7, 7]"));

// Squeeze without axes: the sizes alone decide the rank. Oracle: onnxruntime 1.31 returns [3] with
// x [3, 1], [] with [1, 1] and [0] with [0, 1], whatever y is declared as.
constexpr char kSqueezedAll[] = R"(
  opset 11
  input x: float32[N, 1]
  input z: float32[7]
  const four: float32[] = 4.0
  s = Squeeze(x)
  y = Mul(s, four)
  a = Abs(y)
  b = Abs(z)
  output y)";

class DeclaredSqueeze : public testing::TestWithParam<const char*> {};

TEST_P(DeclaredSqueeze, S28SizesThatDecideARankGoBeforeADeclaration) {
  const std::string model = absl::StrCat(kSqueezedAll, GetParam(), "\n output a\n output b\n");
  const auto answer = Evaluated(model,
                                "bindings { symbols { symbol: 'N' size: 3 } }"
                                "bindings { symbols { symbol: 'N' size: 1 } }"
                                "bindings { symbols { symbol: 'N' size: 0 } }");
  ASSERT_EQ(answer.evaluations_size(), 3);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(3, 3, 7));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(7));
  EXPECT_THAT(SizesOf(answer.evaluations(2)), ElementsAre(0, 0, 7));
  for (const v1::Evaluation& each : answer.evaluations()) {
    EXPECT_EQ(each.verdict(), v1::Evaluation::VERDICT_VALID) << each.ShortDebugString();
  }
  const auto guard =
      AnswerOf<v1::CompileGuardResponse>(RequestOf<v1::CompileGuardRequest>(model, "")).program();
  EXPECT_EQ(guard.coverage(), v1::GuardProgram::COVERAGE_PARTIAL);
  ASSERT_EQ(guard.outputs_size(), 3);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(guard.outputs(i).types_size(), 1);
    EXPECT_TRUE(guard.outputs(i).types(0).unsized()) << guard.outputs(i).name();
  }
  EXPECT_FALSE(guard.outputs(2).types(0).unsized());
}

// Only what follows from the declared value is undecided.
TEST_P(DeclaredSqueeze, S49OtherValuesAreReached) {
  const std::string model = absl::StrCat(kSqueezedAll, GetParam(), "\n output a\n output b\n");
  const auto found =
      AnswerOf<v1::FindSymbolsToBindResponse>(RequestOf<v1::FindSymbolsToBindRequest>(model, ""));
  std::vector<std::string> unreached;
  for (const v1::UnreachedValue& each : found.unreached()) {
    unreached.push_back(each.value().name());
  }
  EXPECT_THAT(unreached, UnorderedElementsAre("s", "y", "a"));
}

INSTANTIATE_TEST_SUITE_P(All, DeclaredSqueeze,
                         testing::Values("", ": float32[]", ": float32[N]", ": float32[5]"));

}  // namespace
}  // namespace shapewright::questions

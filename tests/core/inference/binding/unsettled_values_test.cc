// What sizes of a binding decide goes before what a model declares (S6, S28). Oracle:
// onnxruntime 1.31 with x [3, 4, 5] and i [2, 2] returns [2, 5]; with i [2, 1], [2, 4, 5].
#include "core/inference/binding/unsettled_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;

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

}  // namespace
}  // namespace shapewright::inference

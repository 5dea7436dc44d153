// Which operators make unknown dims. Expected values by hand from the operators'
// specification.
#include "core/inference/engine/unknown_dims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/inference/infer.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

UnknownDims Count(absl::string_view model) {
  UnknownDims dims;
  InferOptions options;
  options.unknown_dims = &dims;
  const auto answer = InferOnnxModel(ParseModelText(model).SerializeAsString(), options);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return dims;
}

// However often a dim appears, it is one; what is known or the caller's own is
// none.
TEST(UnknownDims, AreCountedOnceByTheirMaker) {
  EXPECT_THAT(Count(R"(
                input p: bool[]
                input x: float32[N, ?]
                input z: float32[8, 3]
                a = NonZero(x)
                b = Transpose(a)
                c = Transpose(b)
                d = NonZero(z)
                u = If(p) then_branch={ t = Relu(x) output t }
                          else_branch={ e = Neg(z) output e }
                output c
              )"),
              ElementsAre(Pair("If", 2), Pair("NonZero", 2)));
  EXPECT_THAT(Count("input x: float32[N, 4]\n y = Relu(x)\n output y"), IsEmpty());
}

}  // namespace
}  // namespace shapewright::inference

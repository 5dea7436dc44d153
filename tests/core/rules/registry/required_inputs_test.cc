// Expected counts are those of ONNX's operator schemas (onnx.defs, min_input).
#include "core/rules/registry/required_inputs.h"

#include "gtest/gtest.h"

namespace shapewright::ops {
namespace {

TEST(RequiredInputs, BySinceVersion) {
  EXPECT_EQ(RequiredInputs("", "Relu", 14), 1);
  EXPECT_EQ(RequiredInputs("", "Reshape", 1), 1);
  EXPECT_EQ(RequiredInputs("", "Reshape", 5), 2);
  EXPECT_EQ(RequiredInputs("", "Reshape", 13), 2);
  EXPECT_EQ(RequiredInputs("", "Resize", 10), 2);
  EXPECT_EQ(RequiredInputs("", "Resize", 11), 3);
  EXPECT_EQ(RequiredInputs("", "Resize", 13), 1);
  EXPECT_EQ(RequiredInputs("", "Constant", 13), 0);
  EXPECT_EQ(RequiredInputs("ai.onnx.ml", "Scaler", 1), 1);
  EXPECT_EQ(RequiredInputs("", "Scaler", 1), 0);
  EXPECT_EQ(RequiredInputs("com.microsoft", "Relu", 1), 0);
}

}  // namespace
}  // namespace shapewright::ops

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "proto/onnx/onnx.pb.h"
#include "tests/proto/descriptor_text.h"
#include "tests/proto/golden.h"

namespace shapewright {
namespace {

// The golden file is what onnx_golden.py prints for the official package, not what we have here.
TEST(OnnxDescriptorTest, IsTheOfficialSchema) {
  const std::vector<std::string> official = ReadGolden("onnx_descriptor.golden");
  ASSERT_GT(official.size(), 200u);
  const std::vector<std::string> ours = DescriptorLines(
      {onnx::ModelProto::descriptor()->file(), onnx::TensorProto::descriptor()->file(),
       onnx::TypeProto::descriptor()->file()},
      "shapewright.onnx");
  EXPECT_EQ(LineDifference(official, ours), "");
}

TEST(OnnxDescriptorTest, DoesNotClashWithTheOfficialSchema) {
  const auto* file = onnx::ModelProto::descriptor()->file();
  EXPECT_EQ(file->package(), "shapewright.onnx");
  EXPECT_EQ(file->name(), "proto/onnx/onnx.proto");
}

TEST(OnnxDescriptorTest, KeepsUnknownFields) {
  // ir_version = 14 and a field 1000 that nobody knows yet.
  const std::string bytes("\x08\x0e\xc2\x3e\x03new", 8);
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(bytes));
  EXPECT_EQ(model.ir_version(), 14);
  EXPECT_EQ(model.SerializeAsString(), bytes);
}

}  // namespace
}  // namespace shapewright

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/service.pb.h"
#include "tests/proto/descriptor_text.h"
#include "tests/proto/golden.h"

namespace shapewright {
namespace {

using google::protobuf::FileDescriptor;

constexpr char kGolden[] = "api_descriptor.golden";

std::vector<const FileDescriptor*> ApiFiles() {
  std::vector<const FileDescriptor*> files = {
      v1::Symbol::descriptor()->file(),
      v1::Binding::descriptor()->file(),
      v1::Evaluation::descriptor()->file(),
      v1::Graph::descriptor()->file(),
      v1::InferShapesRequest::descriptor()->file(),
      v1::ComputeLayoutRequest::descriptor()->file(),
      v1::MergeShapesRequest::descriptor()->file(),
      v1::ModelSpec::descriptor()->file(),
      v1::Limit::descriptor()->file(),
      v1::Shape::descriptor()->file(),
      v1::Window::descriptor()->file(),
      google::rpc::Status::descriptor()->file(),
      google::rpc::ErrorInfo::descriptor()->file(),
  };
  return files;
}

// A line that is gone or different breaks clients. A line that is new does not: look at it twice,
// since it is frozen from then on, and write the file anew with SHAPEWRIGHT_UPDATE_GOLDEN=1.
TEST(ApiDescriptorTest, IsTheFrozenContract) {
  const std::vector<std::string> lines = DescriptorLines(ApiFiles(), "shapewright.v1");
  if (UpdatesGolden()) {
    WriteGolden(kGolden, lines);
    GTEST_SKIP() << "wrote " << kGolden;
  }
  EXPECT_EQ(LineDifference(ReadGolden(kGolden), lines), "");
}

TEST(ApiDescriptorTest, ElementTypesHaveOnnxNumbers) {
  const auto* ours = v1::ElementType_descriptor();
  const auto* onnx_types = onnx::TensorProto::DataType_descriptor();
  constexpr int kFirstOfOurs = 100;
  for (int i = 0; i < ours->value_count(); ++i) {
    const int number = ours->value(i)->number();
    EXPECT_TRUE(number >= kFirstOfOurs || onnx_types->FindValueByNumber(number) != nullptr)
        << ours->value(i)->name();
  }
  for (int i = 0; i < onnx_types->value_count(); ++i) {
    const auto* expected = onnx_types->value(i);
    const auto* actual = ours->FindValueByNumber(expected->number());
    ASSERT_NE(actual, nullptr) << expected->name();
    EXPECT_EQ(actual->name(), expected->number() == 0 ? "ELEMENT_TYPE_UNSPECIFIED"
                                                      : "ELEMENT_TYPE_" + expected->name());
  }
}

// Google's ErrorInfo has map<string, string> there, whose entries are key = 1, value = 2.
TEST(ApiDescriptorTest, ErrorInfoReadsTheBytesOfAMap) {
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(
      info.ParseFromString("\x0a\x01R\x12\x01"
                           "D\x1a\x0a\x0a\x03key\x12\x03val"));
  EXPECT_EQ(info.reason(), "R");
  EXPECT_EQ(info.domain(), "D");
  ASSERT_EQ(info.metadata_size(), 1);
  EXPECT_EQ(info.metadata(0).key(), "key");
  EXPECT_EQ(info.metadata(0).value(), "val");
}

}  // namespace
}  // namespace shapewright

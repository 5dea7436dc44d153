#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/shape.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/proto/descriptor_text.h"
#include "tests/proto/golden.h"

namespace shapewright {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;

// Adds a file and all that it imports.
void AddFiles(const FileDescriptor& file, std::vector<const FileDescriptor*>* files) {
  if (std::find(files->begin(), files->end(), &file) != files->end()) return;
  files->push_back(&file);
  for (int i = 0; i < file.dependency_count(); ++i) AddFiles(*file.dependency(i), files);
}

std::vector<const FileDescriptor*> ApiFiles() {
  const FileDescriptor* services =
      DescriptorPool::generated_pool()->FindFileByName("shapewright/v1/service.proto");
  EXPECT_NE(services, nullptr);
  std::vector<const FileDescriptor*> files;
  if (services != nullptr) AddFiles(*services, &files);
  return files;
}

// What `./dev freeze-api` wrote, which `buf breaking` reads too.
std::vector<std::string> FrozenLines() {
  FileDescriptorSet set;
  EXPECT_TRUE(set.ParseFromString(ReadFile(DataPath("proto/api_image.binpb"))));
  DescriptorPool pool;
  std::vector<const FileDescriptor*> files;
  for (const FileDescriptorProto& proto : set.file()) {
    files.push_back(pool.BuildFile(proto));
    EXPECT_NE(files.back(), nullptr) << proto.name();
  }
  return DescriptorLines(files, "shapewright.v1");
}

// A line that is gone or different breaks clients: where that is on purpose, `./dev freeze-api`.
// One that is new does not, and is frozen with the next image.
TEST(ApiDescriptorTest, KeepsTheFrozenContract) {
  const std::vector<std::string> frozen = FrozenLines();
  const std::vector<std::string> lines = DescriptorLines(ApiFiles(), "shapewright.v1");
  const std::set<std::string> now(lines.begin(), lines.end());
  EXPECT_GT(frozen.size(), 1000U);
  for (const std::string& line : frozen) {
    EXPECT_TRUE(now.count(line) == 1) << "gone: " << line;
  }
}

// Google's, as far as ours have them.
TEST(ApiDescriptorTest, ErrorDetailsAreThoseOfGoogle) {
  const std::vector<std::string> lines = DescriptorLines(
      {google::rpc::Status::descriptor()->file(), google::rpc::ErrorInfo::descriptor()->file()},
      "google.rpc");
  EXPECT_EQ(LineDifference(ReadGolden("error_details.golden"), lines), "");
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

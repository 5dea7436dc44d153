#include "core/wire/external_data.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/shape/element_type.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Entries = std::map<std::string, std::string>;

onnx::TensorProto External(int type, const std::vector<int64_t>& dims, const Entries& entries) {
  onnx::TensorProto tensor;
  tensor.set_name("t");
  tensor.set_data_type(type);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  for (const auto& [key, value] : entries) {
    onnx::StringStringEntryProto& entry = *tensor.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  return tensor;
}

onnx::ModelProto ModelOf(const std::vector<onnx::TensorProto>& tensors) {
  onnx::ModelProto model;
  for (const onnx::TensorProto& tensor : tensors)
    *model.mutable_graph()->add_initializer() = tensor;
  return model;
}

// Which parts are asked for; nothing is given.
std::vector<std::string> AskedOf(const onnx::TensorProto& tensor) {
  std::vector<std::string> asked;
  const auto same = InlineExternalData(
      ModelOf({tensor}).SerializeAsString(),
      [&](const ExternalPart& part) -> absl::StatusOr<std::optional<std::string>> {
        asked.push_back(absl::StrCat(part.location, " ", part.offset, " ", part.size));
        return std::nullopt;
      });
  EXPECT_EQ(same.value_or(""), ModelOf({tensor}).SerializeAsString());
  return asked;
}

TEST(ExternalData, S25SmallTensorsAreAskedFor) {
  constexpr int kInt64 = onnx::TensorProto::INT64;
  EXPECT_THAT(AskedOf(External(kInt64, {3}, {{"location", "a/w"}})), ElementsAre("a/w 0 24"));
  EXPECT_THAT(AskedOf(External(kInt64, {}, {{"location", "w"}, {"offset", "4096"}})),
              ElementsAre("w 4096 8"));
  EXPECT_THAT(AskedOf(External(kInt64, {32, 32}, {{"location", "w"}, {"length", "8192"}})),
              ElementsAre("w 0 8192"));
  EXPECT_THAT(AskedOf(External(onnx::TensorProto::INT4, {3}, {{"location", "w"}})),
              ElementsAre("w 0 2"));
  for (const onnx::TensorProto& tensor :
       {External(kInt64, {1025}, {{"location", "w"}}), External(kInt64, {0}, {{"location", "w"}}),
        External(kInt64, {-1}, {{"location", "w"}}), External(kInt64, {2}, {}),
        External(kInt64, {2}, {{"location", "w"}, {"length", "15"}}),
        External(kInt64, {2}, {{"location", "w"}, {"offset", "x"}}),
        External(onnx::TensorProto::STRING, {2}, {{"location", "w"}}),
        External(99, {2}, {{"location", "w"}})}) {
    EXPECT_THAT(AskedOf(tensor), IsEmpty()) << tensor.ShortDebugString();
  }
}

TEST(ExternalData, SizesAreThoseOfTheElementTypes) {
  for (int type = 0; type < 40; ++type) {
    const int bits = type < shape::kElementTypeCount
                         ? shape::ElementBits(static_cast<shape::ElementType>(type))
                         : 0;
    const auto asked = AskedOf(External(type, {8}, {{"location", "w"}}));
    if (bits == 0) {
      EXPECT_THAT(asked, IsEmpty()) << type;
    } else {
      EXPECT_THAT(asked, ElementsAre(absl::StrCat("w 0 ", bits))) << type;
    }
  }
}

TEST(ExternalData, S25TensorsEverywhereAreInLine) {
  onnx::TensorProto outer = External(onnx::TensorProto::INT64, {2}, {{"location", "w"}});
  onnx::TensorProto inner = External(onnx::TensorProto::INT32, {1}, {{"location", "v"}});
  onnx::ModelProto model = ModelOf({outer});
  onnx::AttributeProto& body = *model.mutable_graph()->add_node()->add_attribute();
  body.set_name("body");
  *body.mutable_g()->add_node()->add_attribute()->mutable_t() = inner;
  const auto result = InlineExternalData(
      model.SerializeAsString(),
      [](const ExternalPart& part) -> absl::StatusOr<std::optional<std::string>> {
        return std::string(part.size, part.location[0]);
      });
  ASSERT_TRUE(result.ok()) << result.status();
  for (onnx::TensorProto* tensor : {&outer, &inner}) {
    tensor->clear_external_data();
    tensor->clear_data_location();
  }
  outer.set_raw_data(std::string(16, 'w'));
  inner.set_raw_data(std::string(4, 'v'));
  *model.mutable_graph()->mutable_initializer(0) = outer;
  *body.mutable_g()->mutable_node(0)->mutable_attribute(0)->mutable_t() = inner;
  onnx::ModelProto read;
  ASSERT_TRUE(read.ParseFromString(*result));
  EXPECT_TRUE(MessageDifferencer::Equals(read, model)) << read.DebugString();
}

TEST(ExternalData, S25PathsThatLeaveTheFolderAreRefused) {
  for (const std::string& location : {std::string("/etc/passwd"), std::string("../w"),
                                      std::string("a/../../w"), std::string("a\0b", 3)}) {
    const onnx::TensorProto tensor =
        External(onnx::TensorProto::INT64, {2}, {{"location", location}});
    const auto result = ExternalLocations(ModelOf({tensor}).SerializeAsString());
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument) << location;
    EXPECT_THAT(result.status().message(), HasSubstr("tensor \"t\"")) << location;
  }
}

TEST(ExternalData, LocationsAreListedOnce) {
  std::vector<onnx::TensorProto> tensors;
  for (const char* location : {"b", "a", "b", "a"}) {
    tensors.push_back(External(onnx::TensorProto::INT64, {2}, {{"location", location}}));
  }
  const auto locations = ExternalLocations(ModelOf(tensors).SerializeAsString());
  ASSERT_TRUE(locations.ok());
  EXPECT_THAT(*locations, ElementsAre("b", "a"));
  for (int i = 0; i < 100; ++i) {
    tensors.push_back(
        External(onnx::TensorProto::INT64, {2}, {{"location", absl::StrCat("file", i)}}));
  }
  EXPECT_EQ(ExternalLocations(ModelOf(tensors).SerializeAsString())->size(), kMaxExternalFiles);
}

class ModelFolder : public testing::Test {
 protected:
  ModelFolder()
      : root_(std::filesystem::path(testing::TempDir()) / absl::StrCat("external", getpid())) {
    std::filesystem::create_directories(root_ / "model/data");
  }
  ~ModelFolder() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& content) const {
    std::ofstream(root_ / path, std::ios::binary) << content;
  }
  // The raw data of a tensor of two int32 that lie at this place; empty if it stays external.
  std::string Read(const std::string& location, const std::string& offset = "0") const {
    const onnx::TensorProto tensor =
        External(onnx::TensorProto::INT32, {2}, {{"location", location}, {"offset", offset}});
    const auto result =
        StripModelFile(ModelOf({tensor}).SerializeAsString(), root_ / "model/m.onnx");
    EXPECT_TRUE(result.ok()) << result.status();
    onnx::ModelProto read;
    EXPECT_TRUE(read.ParseFromString(result.value_or("")));
    return read.graph().initializer(0).raw_data();
  }

  const std::filesystem::path root_;
};

TEST_F(ModelFolder, S25FilesWithinAreRead) {
  Write("model/data/w", "0123456789");
  std::filesystem::create_symlink("data/w", root_ / "model/link");
  EXPECT_EQ(Read("data/w"), "01234567");
  EXPECT_EQ(Read("data/w", "2"), "23456789");
  EXPECT_EQ(Read("./data/w"), "01234567");
  EXPECT_EQ(Read("link"), "01234567");
}

TEST_F(ModelFolder, WhatCannotBeReadStaysExternal) {
  Write("w", "0123456789");
  Write("model/data/w", "0123456789");
  std::filesystem::create_symlink("../w", root_ / "model/out");
  std::filesystem::create_symlink("circle", root_ / "model/circle");
  for (const char* location : {"out", "circle", "data", "missing", "/dev/null" + 1}) {
    EXPECT_EQ(Read(location), "") << location;
  }
  EXPECT_EQ(Read("data/w", "3"), "") << "the file ends before";
  EXPECT_EQ(Read("data/w", absl::StrCat(std::numeric_limits<uint64_t>::max())), "");
}

}  // namespace
}  // namespace shapewright

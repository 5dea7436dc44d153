#include "core/wire/strip.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "core/wire/external_data.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

using google::protobuf::RepeatedPtrField;
using google::protobuf::util::MessageDifferencer;

// The same rule, told about parsed models: what stripping comes to.
void StripGraph(onnx::GraphProto& graph);

void StripTensor(onnx::TensorProto& tensor) {
  double elements = 1;
  for (const int64_t dim : tensor.dims()) {
    if (dim < 0) return;
    elements *= static_cast<double>(dim);
  }
  if (elements <= kStripKeepElements) return;
  tensor.clear_float_data();
  tensor.clear_int32_data();
  tensor.clear_string_data();
  tensor.clear_int64_data();
  tensor.clear_raw_data();
  tensor.clear_double_data();
  tensor.clear_uint64_data();
  tensor.clear_external_data();
  onnx::StringStringEntryProto& entry = *tensor.add_external_data();
  entry.set_key("location");
  entry.set_value("stripped");
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
}

void StripSparse(onnx::SparseTensorProto& tensor) {
  if (tensor.has_values()) StripTensor(*tensor.mutable_values());
  if (tensor.has_indices()) StripTensor(*tensor.mutable_indices());
}

void StripAttribute(onnx::AttributeProto& attribute) {
  if (attribute.has_t()) StripTensor(*attribute.mutable_t());
  if (attribute.has_g()) StripGraph(*attribute.mutable_g());
  if (attribute.has_sparse_tensor()) {
    StripSparse(*attribute.mutable_sparse_tensor());
  }
  for (auto& tensor : *attribute.mutable_tensors()) StripTensor(tensor);
  for (auto& graph : *attribute.mutable_graphs()) StripGraph(graph);
  for (auto& tensor : *attribute.mutable_sparse_tensors()) StripSparse(tensor);
}

void StripNodes(RepeatedPtrField<onnx::NodeProto>& nodes) {
  for (onnx::NodeProto& node : nodes) {
    for (auto& attribute : *node.mutable_attribute()) StripAttribute(attribute);
  }
}

void StripGraph(onnx::GraphProto& graph) {
  StripNodes(*graph.mutable_node());
  for (auto& tensor : *graph.mutable_initializer()) StripTensor(tensor);
  for (auto& tensor : *graph.mutable_sparse_initializer()) StripSparse(tensor);
}

void StripModel(onnx::ModelProto& model) {
  if (model.has_graph()) StripGraph(*model.mutable_graph());
  for (auto& training : *model.mutable_training_info()) {
    if (training.has_initialization()) {
      StripGraph(*training.mutable_initialization());
    }
    if (training.has_algorithm()) StripGraph(*training.mutable_algorithm());
  }
  for (auto& function : *model.mutable_functions()) {
    StripNodes(*function.mutable_node());
    for (auto& attribute : *function.mutable_attribute_proto()) {
      StripAttribute(attribute);
    }
  }
}

// What every client is held to.
std::vector<nlohmann::json> Vectors(const char* list) {
  return nlohmann::json::parse(ReadFile(DataPath("vectors/strip.json")))[list];
}

class S25Pairs : public testing::TestWithParam<nlohmann::json> {
 protected:
  std::string Read(const char* side) const {
    return ReadFile(SourcePath(GetParam()[side].get<std::string>()));
  }
};

TEST_P(S25Pairs, ByteForByte) {
  const absl::StatusOr<std::string> stripped = StripWeights(Read("in"));
  ASSERT_TRUE(stripped.ok()) << stripped.status();
  EXPECT_EQ(*stripped, Read("out"));
}

TEST_P(S25Pairs, TwiceIsOnce) { EXPECT_EQ(*StripWeights(Read("out")), Read("out")); }

// All but the tensors' fields is the same to protobuf, unknown fields included.
TEST_P(S25Pairs, EqualWhenParsed) {
  onnx::ModelProto expected;
  ASSERT_TRUE(expected.ParseFromString(Read("in")));
  StripModel(expected);
  onnx::ModelProto actual;
  ASSERT_TRUE(actual.ParseFromString(*StripWeights(Read("in"))));
  if (GetParam()["name"] == "unknown_fields") {
    // Its one field with a data field's number and another type is unknown to
    // protobuf; the rule goes by the number.
    expected.mutable_graph()->mutable_initializer(0)->mutable_unknown_fields()->DeleteByNumber(9);
  }
  EXPECT_TRUE(MessageDifferencer::Equals(expected, actual));
}

INSTANTIATE_TEST_SUITE_P(Strip, S25Pairs, testing::ValuesIn(Vectors("models")),
                         [](const auto& info) {
                           return info.param["name"].template get<std::string>();
                         });

TEST(Strip, S25MalformedBytes) {
  for (const nlohmann::json& hexadecimal : Vectors("malformed")) {
    const std::string bytes = absl::HexStringToBytes(hexadecimal.get<std::string>());
    EXPECT_TRUE(absl::IsInvalidArgument(StripWeights(bytes).status())) << hexadecimal;
  }
}

TEST(Strip, S25ModelsWithFilesBesideThem) {
  for (const nlohmann::json& test : Vectors("files")) {
    const std::string path = SourcePath(test["in"].get<std::string>());
    const absl::StatusOr<std::string> sent = StripModelFile(ReadFile(path), path);
    if (test.contains("refused")) {
      EXPECT_TRUE(absl::IsInvalidArgument(sent.status())) << test;
    } else {
      ASSERT_TRUE(sent.ok()) << sent.status();
      EXPECT_EQ(*sent, ReadFile(SourcePath(test["out"].get<std::string>()))) << test;
    }
  }
}

TEST(Strip, S25EveryTruncationIsRefusedOrHarmless) {
  const std::string whole = ReadFile(DataPath("strip/nested.out.onnx"));
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    const absl::StatusOr<std::string> stripped = StripWeights(part);
    if (stripped.ok()) {
      EXPECT_EQ(*stripped, part);
    }
  }
}

// A model with that many graphs within each other, around a large tensor.
std::string NestedModel(int depth) {
  onnx::ModelProto model;
  onnx::GraphProto* graph = model.mutable_graph();
  for (int i = 0; i < depth; ++i) {
    graph = graph->add_node()->add_attribute()->mutable_g();
  }
  onnx::TensorProto& tensor = *graph->add_initializer();
  tensor.add_dims(2000);
  tensor.set_raw_data(std::string(2000, 'x'));
  return model.SerializeAsString();
}

// Of each level there are three messages.
TEST(Strip, S25DeepModels) {
  EXPECT_LT(StripWeights(NestedModel(330))->size(), NestedModel(330).size() - 1900);
  EXPECT_TRUE(absl::IsInvalidArgument(StripWeights(NestedModel(340)).status()));
}

class RandomModel {
 public:
  explicit RandomModel(uint32_t seed) : random_(seed) {}

  std::string Make() {
    onnx::ModelProto model;
    FillGraph(2, *model.mutable_graph());
    if (Chance(3)) FillAttribute(1, *model.add_functions()->add_attribute_proto());
    if (Chance(3)) FillGraph(1, *model.add_training_info()->mutable_algorithm());
    return model.SerializeAsString();
  }

 private:
  int Below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  bool Chance(int one_in) { return Below(one_in) == 0; }

  void FillTensor(onnx::TensorProto& tensor) {
    for (int i = Below(4); i > 0; --i) tensor.add_dims(Below(40));
    if (Chance(2)) tensor.set_raw_data(std::string(Below(300), 'r'));
    for (int i = Below(3); i > 0; --i) tensor.add_float_data(1);
    if (Chance(3)) tensor.set_name("w");
    if (Chance(4)) tensor.set_doc_string(std::string(Below(200), 'd'));
    if (Chance(4)) tensor.set_data_location(onnx::TensorProto::DEFAULT);
    if (Chance(4)) tensor.add_external_data()->set_key("offset");
  }

  void FillSparse(onnx::SparseTensorProto& tensor) {
    FillTensor(*tensor.mutable_values());
    if (Chance(2)) FillTensor(*tensor.mutable_indices());
  }

  void FillAttribute(int depth, onnx::AttributeProto& attribute) {
    switch (Below(6)) {
      case 0:
        FillTensor(*attribute.mutable_t());
        break;
      case 1:
        FillTensor(*attribute.add_tensors());
        break;
      case 2:
        FillSparse(*attribute.mutable_sparse_tensor());
        break;
      case 3:
        FillSparse(*attribute.add_sparse_tensors());
        break;
      case 4:
        if (depth > 0) FillGraph(depth - 1, *attribute.mutable_g());
        break;
      default:
        if (depth > 0) FillGraph(depth - 1, *attribute.add_graphs());
    }
  }

  void FillGraph(int depth, onnx::GraphProto& graph) {
    for (int i = Below(4); i > 0; --i) {
      FillAttribute(depth, *graph.add_node()->add_attribute());
    }
    for (int i = Below(4); i > 0; --i) FillTensor(*graph.add_initializer());
    if (Chance(3)) FillSparse(*graph.add_sparse_initializer());
  }

  std::mt19937 random_;
};

TEST(Strip, S25RandomModelsAreEqualWhenParsed) {
  for (uint32_t seed = 0; seed < 10'000; ++seed) {
    const std::string bytes = RandomModel(seed).Make();
    const absl::StatusOr<std::string> stripped = StripWeights(bytes);
    ASSERT_TRUE(stripped.ok()) << seed;
    onnx::ModelProto expected;
    ASSERT_TRUE(expected.ParseFromString(bytes));
    StripModel(expected);
    onnx::ModelProto actual;
    ASSERT_TRUE(actual.ParseFromString(*stripped)) << seed;
    ASSERT_TRUE(MessageDifferencer::Equals(expected, actual)) << seed;
    ASSERT_EQ(*StripWeights(*stripped), *stripped) << seed;
  }
}

}  // namespace
}  // namespace shapewright

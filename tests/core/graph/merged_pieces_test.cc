// Rare but legal wire format: repeated fields unpacked, packed in several
// pieces, sub-messages in several pieces, scalars more than once.
#include <gmock/gmock.h>

#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"
#include "tests/core/graph/support/sample_models.h"

namespace shapewright::graph {
namespace {

using testing::ElementsAre;
using testing::Optional;

std::string Field(int number, const std::string& bytes) {
  std::string field(1, static_cast<char>(number << 3 | 2));
  field.push_back(static_cast<char>(bytes.size()));
  return field + bytes;
}

// A model whose main graph has the one initializer.
std::string ModelWith(const std::string& tensor) { return "\x08\x08" + Field(7, Field(5, tensor)); }

const Tensor& OnlyTensor(const ReadResult& model) { return *model->values.at(0).constant; }

TEST(MergedPieces, NumbersMayBeUnpackedOrInSeveralPieces) {
  // dims packed; int64_data 300 unpacked, then [-1] and [5] packed.
  const ReadResult model = ReadBytes(ModelWith(
      Field(1, "\x03") + "\x10\x07" + "\x38\xac\x02" +
      Field(7, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01") + Field(7, "\x05") + Field(8, "t")));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(DecodeIntegers(OnlyTensor(model), 3), Optional(ElementsAre(300, -1, 5)));
}

TEST(MergedPieces, FloatsMayBeUnpacked) {
  const ReadResult model = ReadBytes(
      ModelWith(std::string("\x08\x02\x10\x01\x25\0\0\x80\x3f\x25\0\0\0\x40", 14) + Field(8, "t")));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(DecodeFloats(OnlyTensor(model), 2), Optional(ElementsAre(1.0, 2.0)));
}

// The graph, node's attribute, its tensor and its type in two pieces each.
TEST(MergedPieces, ModelsAreMerged) {
  for (onnx::ModelProto (*make)() : {&ModelOfAllAttributes, &ModelOfAllTypes, &ModelOfSubgraphs}) {
    const onnx::ModelProto proto = make();
    onnx::ModelProto rest;
    rest.mutable_graph()->set_name("renamed");
    AddInput(rest.mutable_graph(), "more");
    const std::string bytes = proto.SerializeAsString() + rest.SerializeAsString();
    const ReadResult model = ReadBytes(bytes);
    ASSERT_TRUE(model.ok()) << model.status();
    onnx::ModelProto merged;
    ASSERT_TRUE(merged.ParseFromString(bytes));
    EXPECT_EQ(FirstDifference(DumpModel(*model), DumpProto(merged)), "");
  }
}

TEST(MergedPieces, AttributeValuesAreMerged) {
  onnx::AttributeProto first;
  first.set_name("value");
  first.set_type(onnx::AttributeProto::TENSOR);
  first.mutable_t()->add_dims(2);
  first.mutable_t()->set_data_type(onnx::TensorProto::INT64);
  first.mutable_t()->add_int64_data(1);
  onnx::AttributeProto second;
  second.mutable_t()->add_int64_data(2);
  const std::string attribute = first.SerializeAsString() + second.SerializeAsString();
  const ReadResult model =
      ReadBytes("\x08\x08" + Field(7, Field(1, Field(4, "Op") + Field(5, attribute))));
  ASSERT_TRUE(model.ok()) << model.status();
  const Attribute& read = model->graphs[0].nodes[0].attributes[0];
  EXPECT_THAT(DecodeIntegers(*read.tensor, 2), Optional(ElementsAre(1, 2)));
}

// As protobuf has it; without a type the first list that is there says what the attribute is.
TEST(MergedPieces, AnEmptyPackedListIsAsIfItWereNotThere) {
  const std::string attribute = Field(1, "a") + Field(7, "") + Field(8, "\x05");
  const std::string node = Field(2, "y") + Field(4, "Relu") + Field(5, attribute);
  const std::string bytes = "\x08\x08" + Field(7, Field(1, node));
  const ReadResult model = ReadBytes(bytes);
  ASSERT_TRUE(model.ok()) << model.status();
  onnx::ModelProto proto;
  ASSERT_TRUE(proto.ParseFromString(bytes));
  ASSERT_EQ(proto.graph().node(0).attribute(0).floats_size(), 0);
  EXPECT_EQ(FirstDifference(DumpModel(*model), DumpProto(proto)), "");
}

TEST(MergedPieces, LaterKindOfATypeReplacesTheEarlier) {
  onnx::TypeProto tensor;
  tensor.mutable_tensor_type()->set_elem_type(7);
  tensor.mutable_tensor_type()->mutable_shape()->add_dim();
  onnx::TypeProto sequence;
  sequence.mutable_sequence_type();
  onnx::ValueInfoProto name;
  name.set_name("X");
  for (const auto& [types, rank] : {std::pair(std::vector{tensor, tensor}, 2),
                                    std::pair(std::vector{tensor, sequence, tensor}, 1)}) {
    std::string type;
    for (const auto& piece : types) type += piece.SerializeAsString();
    const ReadResult model =
        ReadBytes("\x08\x08" + Field(7, Field(11, name.SerializeAsString() + Field(2, type))));
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ(model->values[0].declared->dims.size(), static_cast<size_t>(rank));
  }
}

// Costs grow with the bytes, not with their square.
TEST(MergedPieces, ManyPiecesAreJoinedOnce) {
  std::string bytes = "\x08\x08";
  for (int i = 0; i < 300'000; ++i) bytes += Field(7, Field(2, "g"));
  const ReadResult model = ReadBytes(bytes);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->graphs[0].name, "g");
}

}  // namespace
}  // namespace shapewright::graph

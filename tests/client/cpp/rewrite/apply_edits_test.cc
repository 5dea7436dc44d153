// Edits of models, by hand: what they say is done, and nothing else changes.
#include "client/cpp/rewrite/apply_edits.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "proto/onnx/onnx.pb.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using ::testing::HasSubstr;

constexpr char kBranchModel[] = R"(
  input x: float32[N, 4]
  input c: bool[]
  const k: float32[1] = 2
  a = Relu(x)
  z = If(c) then_branch={ h = Relu(a)
      o = Mul(h, k) output o } else_branch={ o = Neg(a) output o }
  y = Add(z, a)
  value a: float32[N, 4]
  output y: float32[N, 4]
)";

google::protobuf::RepeatedPtrField<v1::ModelEdit> Edits(const std::string& text) {
  v1::RewriteModelResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &response)) << text;
  return response.edits();
}

onnx::ModelProto Edited(const std::string& text) {
  const auto after = ApplyEdits(ParseModelText(kBranchModel).SerializeAsString(), Edits(text));
  EXPECT_TRUE(after.ok()) << after.status();
  onnx::ModelProto model;
  if (after.ok()) {
    EXPECT_TRUE(model.ParseFromString(*after));
  }
  return model;
}

std::string ErrorOf(const std::string& text) {
  return std::string(
      ApplyEdits(ParseModelText(kBranchModel).SerializeAsString(), Edits(text)).status().message());
}

TEST(ApplyEdits, NothingChangesNothing) {
  // With fields that nobody knows, of the model and of a node.
  onnx::ModelProto model = ParseModelText(kBranchModel);
  model.GetReflection()->MutableUnknownFields(&model)->AddLengthDelimited(999, "unknown");
  onnx::NodeProto* const node = model.mutable_graph()->mutable_node(0);
  node->GetReflection()->MutableUnknownFields(node)->AddVarint(998, 7);
  const std::string bytes = model.SerializeAsString();
  EXPECT_EQ(*ApplyEdits(bytes, {}), bytes);
}

TEST(ApplyEdits, OperandsNodesAndInitializers) {
  const onnx::ModelProto model = Edited(R"(
    edits { operand { node: 2 input: 1 value: "w" } }
    edits { added_initializer { name: "w" tensor {
        element_type: ELEMENT_TYPE_INT32 sizes: 2 ints: [3, -1] } } }
    edits { inserted_node { before: 2 node { op_type: "Identity" inputs: "a" outputs: "b" } } }
    edits { removed_value_info: "a" }
    edits { shape { value: "y" place: PLACE_OUTPUT dims { size: 8 } dims { expr: "M" } } })");
  const onnx::GraphProto& graph = model.graph();
  ASSERT_EQ(graph.node_size(), 4);
  EXPECT_EQ(graph.node(2).op_type(), "Identity");
  EXPECT_EQ(graph.node(3).input(1), "w");
  EXPECT_EQ(graph.value_info_size(), 0);
  ASSERT_EQ(graph.initializer_size(), 2);
  EXPECT_EQ(graph.initializer(1).raw_data(), std::string("\3\0\0\0\xff\xff\xff\xff", 8));
  EXPECT_EQ(graph.output(0).type().tensor_type().shape().dim(0).dim_value(), 8);
  EXPECT_EQ(graph.output(0).type().tensor_type().shape().dim(1).dim_param(), "M");
}

// Models of old IR versions list initializers among the inputs, others say their types too.
TEST(ApplyEdits, ARemovedInitializerTakesItsDeclarationsAlong) {
  onnx::ModelProto before = ParseModelText(kBranchModel);
  onnx::GraphProto& graph = *before.mutable_graph();
  *graph.add_input() = graph.value_info(0);
  graph.mutable_input(graph.input_size() - 1)->set_name("k");
  *graph.add_value_info() = graph.input(graph.input_size() - 1);
  const auto bytes =
      ApplyEdits(before.SerializeAsString(), Edits("edits { removed_initializer: 'k' }"));
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  onnx::ModelProto after;
  ASSERT_TRUE(after.ParseFromString(*bytes));
  EXPECT_EQ(after.graph().initializer_size(), 0);
  EXPECT_EQ(after.graph().input_size(), graph.input_size() - 1);
  EXPECT_EQ(after.graph().value_info_size(), graph.value_info_size() - 1);
}

TEST(ApplyEdits, BranchesAreInlinedWithTheirEdits) {
  const onnx::ModelProto model = Edited(R"(
    edits { inlined_branch { node: 1 attribute: "then_branch"
        renamings { from: "o" to: "z" } renamings { from: "h" to: "h_2" } } }
    edits { body { node: 1 attribute: "then_branch" }
        operand { node: 1 input: 1 value: "a" } })");
  const onnx::GraphProto& graph = model.graph();
  ASSERT_EQ(graph.node_size(), 4);
  EXPECT_EQ(graph.node(1).output(0), "h_2");
  EXPECT_EQ(graph.node(2).op_type(), "Mul");
  EXPECT_EQ(graph.node(2).input(0), "h_2");
  EXPECT_EQ(graph.node(2).input(1), "a");
  EXPECT_EQ(graph.node(2).output(0), "z");
}

TEST(ApplyEdits, AttributesOfBodies) {
  const onnx::ModelProto model = Edited(R"(
    edits { body { node: 1 attribute: "else_branch" }
        attribute { node: 0 attribute { name: "axis" int_value: 3 } } })");
  const onnx::GraphProto& branch = model.graph().node(1).attribute(1).g();
  ASSERT_EQ(branch.node(0).attribute_size(), 1);
  EXPECT_EQ(branch.node(0).attribute(0).i(), 3);
}

TEST(ApplyEdits, WhatDoesNotFitIsAnError) {
  EXPECT_THAT(ErrorOf("edits { removed_node { node: 3 } }"), HasSubstr("a node of"));
  EXPECT_THAT(ErrorOf("edits { operand { node: 0 input: 1 value: 'a' } }"),
              HasSubstr("an operand of"));
  EXPECT_THAT(ErrorOf("edits { removed_initializer: 'w' }"), HasSubstr("an initializer of"));
  EXPECT_THAT(ErrorOf("edits { removed_value_info: 'z' }"), HasSubstr("value_info of"));
  EXPECT_THAT(ErrorOf("edits { body { node: 0 attribute: 'body' } removed_node { node: 0 } }"),
              HasSubstr("a body of"));
  EXPECT_THAT(ErrorOf("edits { shape { value: 'y' place: PLACE_OUTPUT dims { size: 1 } } }"),
              HasSubstr("the rank"));
  EXPECT_THAT(ErrorOf("edits { shape { value: 'y' place: PLACE_INPUT dims { size: 1 } } }"),
              HasSubstr("a declared type"));
  EXPECT_THAT(ErrorOf("edits { removed_node { node: 1 } } edits { removed_node { node: 1 } }"),
              HasSubstr("what another edit says"));
  EXPECT_THAT(ErrorOf("edits { }"), HasSubstr("says nothing"));
  EXPECT_THAT(ErrorOf("edits { added_initializer { name: 'w' tensor { element_type: "
                      "ELEMENT_TYPE_INT64 sizes: 3 ints: 1 } } }"),
              HasSubstr("with their sizes"));
}

// protobuf joins such parts; on the wire their nodes have other numbers.
TEST(ApplyEdits, AGraphInPartsIsAnError) {
  const std::string model = ParseModelText(kBranchModel).SerializeAsString();
  EXPECT_THAT(std::string(ApplyEdits(model + model, {}).status().message()),
              HasSubstr("several parts"));
  EXPECT_FALSE(ApplyEdits("\xff\xff", {}).ok());
}

}  // namespace
}  // namespace shapewright

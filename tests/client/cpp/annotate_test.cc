#include "client/cpp/annotate.h"

#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

using google::protobuf::TextFormat;

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

onnx::ModelProto Annotate(const onnx::ModelProto& model, const v1::InferShapesResponse& response) {
  const absl::StatusOr<std::string> bytes = AnnotateModel(model.SerializeAsString(), response);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  onnx::ModelProto annotated;
  EXPECT_TRUE(annotated.ParseFromString(*bytes));
  return annotated;
}

template <typename Tensor>
std::string TensorText(const Tensor& tensor) {
  std::string text = std::to_string(tensor.elem_type());
  if (!tensor.has_shape()) return text;
  text += " [";
  for (const auto& dim : tensor.shape().dim()) {
    if (text.back() != '[') text += ", ";
    text += dim.has_dim_value()   ? std::to_string(dim.dim_value())
            : dim.has_dim_param() ? dim.dim_param()
                                  : "_";
  }
  return text + "]";
}

// The types in a list, by name: `1 [N, 3]`.
template <typename Values>
std::map<std::string, std::string> TypesOf(const Values& values) {
  std::map<std::string, std::string> types;
  for (const onnx::ValueInfoProto& value : values) {
    types[value.name()] = TensorText(value.type().tensor_type());
  }
  return types;
}

using Types = std::map<std::string, std::string>;

TEST(Annotate, AnOutputListedTwiceIsWrittenTwice) {
  const auto model = Parse<onnx::ModelProto>(
      R"(graph { output { name: "y" } output { name: "y" } node { output: "y" } })");
  const auto response = Parse<v1::InferShapesResponse>(
      R"(graphs { values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { size: 3 } } } } name: "y" node: 0 } })");
  const onnx::ModelProto annotated = Annotate(model, response);
  for (const onnx::ValueInfoProto& output : annotated.graph().output()) {
    EXPECT_EQ(TensorText(output.type().tensor_type()), "1 [3]");
  }
}

TEST(Annotate, FillsInValuesAndOutputs) {
  const auto model = Parse<onnx::ModelProto>(
      R"(graph { input { name: "x" } output { name: "y" }
                 node { output: "v" } node { output: "y" } })");
  const auto response = Parse<v1::InferShapesResponse>(
      R"(symbols { name: "N" kind: KIND_INPUT_DIM }
         graphs { values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "x" input: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "w" }
                  values { type { tensor { element_type: ELEMENT_TYPE_INT64 } } name: "v" node: 0 }
                  values { type { tensor { shape { dims { size: 3 } } } } name: "no_type" node: 0 }
                  values {  name: "no_index" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "y" node: 1 } })");
  const onnx::ModelProto annotated = Annotate(model, response);
  EXPECT_EQ(TypesOf(annotated.graph().value_info()), (Types{{"v", "7"}}));
  EXPECT_EQ(TypesOf(annotated.graph().output()), (Types{{"y", "1 [N, 3]"}}));
  EXPECT_FALSE(annotated.graph().input(0).has_type()) << "inputs stay";
}

TEST(Annotate, ReplacesWhatIsNotKnownBetter) {
  const auto model = Parse<onnx::ModelProto>(
      R"(graph {
           value_info { name: "refined" doc_string: "kept" type {
             denotation: "IMAGE" tensor_type { elem_type: 1 shape {
               dim { denotation: "BATCH" } dim { dim_value: 3 } } } } }
           value_info { name: "contradicted" type {
             tensor_type { elem_type: 1 shape { dim { dim_value: 9 }
                                                dim { dim_value: 9 } } } } }
           value_info { name: "known_better" type {
             tensor_type { elem_type: 1 shape { dim { dim_param: "foo" }
                                                dim { dim_value: 3 } } } } }
           value_info { name: "of_other_rank" type {
             tensor_type { elem_type: 7 shape { dim { dim_value: 1 } } } } }
           value_info { name: "of_other_kind" type { sequence_type {} } }
           value_info { name: "unrelated" type { tensor_type { elem_type: 7 } } }
         })");
  const auto response = Parse<v1::InferShapesResponse>(
      R"(symbols { name: "N" kind: KIND_INPUT_DIM }
         symbols { name: "?1" kind: KIND_ANONYMOUS }
         graphs { values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "refined" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "contradicted" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "?1" } dims { size: 3 } } } } name: "known_better" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "of_other_rank" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "of_other_kind" node: 0 }
         })");
  const onnx::GraphProto graph = Annotate(model, response).graph();
  EXPECT_EQ(TypesOf(graph.value_info()), (Types{{"refined", "1 [N, 3]"},
                                                {"contradicted", "1 [N, 3]"},
                                                {"known_better", "1 [foo, 3]"},
                                                {"of_other_rank", "1 [N, 3]"},
                                                {"of_other_kind", "1 [N, 3]"},
                                                {"unrelated", "7"}}));
  const onnx::ValueInfoProto& refined = graph.value_info(0);
  EXPECT_EQ(refined.doc_string(), "kept");
  EXPECT_EQ(refined.type().denotation(), "IMAGE");
  EXPECT_EQ(refined.type().tensor_type().shape().dim(0).denotation(), "BATCH");
}

TEST(Annotate, S7AnonymousDimsThatOccurTwiceGetANewName) {
  const auto model = Parse<onnx::ModelProto>(
      R"(graph { input { name: "x" type { tensor_type { elem_type: 1 shape {
                   dim { dim_param: "unk__1" } } } } } })");
  const auto response = Parse<v1::InferShapesResponse>(
      R"(symbols { name: "?1" kind: KIND_ANONYMOUS }
         symbols { name: "?2" kind: KIND_ANONYMOUS }
         symbols { name: "?3" kind: KIND_ANONYMOUS }
         graphs { values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "?1" } dims { expr: "?2" } } } } name: "a" node: 0 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "?1" } dims { expr: "?2" } } } } name: "b" node: 1 }
                  values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "?3" } } } } name: "c" node: 2 } })");
  EXPECT_EQ(TypesOf(Annotate(model, response).graph().value_info()),
            (Types{{"a", "1 [unk__1_, unk__2]"}, {"b", "1 [unk__1_, unk__2]"}, {"c", "1 [_]"}}));
}

TEST(Annotate, Subgraphs) {
  const auto model = Parse<onnx::ModelProto>(
      R"(graph {
           node {}
           node { attribute { name: "else_branch" g { output { name: "e" } } }
                  attribute { name: "then_branch" g {
                    node { attribute { name: "body" g {
                      input { name: "i" } output { name: "o" } } } } } } }
           node { attribute { name: "bodies" graphs {} graphs {} } } }
         functions { name: "f" node {} })");
  const auto response = Parse<v1::InferShapesResponse>(
      R"(graphs {}
         graphs { owner { node: 1 } attribute: "then_branch"
                  values { name: "t" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { graph: 1 node: 0 } attribute: "body"
                  values { name: "i" input: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } }
                  values { name: "o" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { node: 1 } attribute: "else_branch"
                  values { name: "e" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { node: 2 } attribute: "bodies"
                  values { name: "b0" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { node: 2 } attribute: "bodies"
                  values { name: "b1" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { function { op_type: "f" }
                  values { name: "in_f" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { graph: 6 node: 0 } attribute: "body"
                  values { name: "below_f" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } }
         graphs { owner { node: 77 } attribute: "body"
                  values { name: "nowhere" node: 0 type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } } })");
  const onnx::ModelProto annotated = Annotate(model, response);
  const onnx::GraphProto& graph = annotated.graph();
  const Types scalar = {{"e", "9 []"}};
  EXPECT_EQ(TypesOf(graph.node(1).attribute(0).g().output()), scalar);
  const onnx::GraphProto& then_branch = graph.node(1).attribute(1).g();
  EXPECT_EQ(TypesOf(then_branch.value_info()), (Types{{"t", "9 []"}}));
  const onnx::GraphProto& body = then_branch.node(0).attribute(0).g();
  EXPECT_EQ(TypesOf(body.input()), (Types{{"i", "9 []"}}));
  EXPECT_EQ(TypesOf(body.output()), (Types{{"o", "9 []"}}));
  const onnx::AttributeProto& bodies = graph.node(2).attribute(0);
  EXPECT_EQ(TypesOf(bodies.graphs(0).value_info()), (Types{{"b0", "9 []"}}));
  EXPECT_EQ(TypesOf(bodies.graphs(1).value_info()), (Types{{"b1", "9 []"}}));
  EXPECT_EQ(annotated.functions(0).value_info_size(), 0);
}

TEST(Annotate, OtherKindsOfTypes) {
  const auto response = Parse<v1::InferShapesResponse>(
      R"(symbols { name: "?1" kind: KIND_ANONYMOUS }
         graphs { values { type { sequence { element { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "?1" } dims { expr: "?1" } } } } } } name: "s" node: 0 }
                  values { type { optional { element { tensor { element_type: ELEMENT_TYPE_INT64 } } } } name: "o" node: 0 }
                  values { type { map { key: ELEMENT_TYPE_STRING value { tensor { element_type: ELEMENT_TYPE_FLOAT } } } } name: "m" node: 0 }
                  values { type { sparse_tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { size: 4 } } } } name: "p" node: 0 }
                  values { type { opaque { domain: "d" name: "n" } } name: "q" node: 0 }
                  values { type { sequence {} } name: "r" node: 0 } })");
  const auto expected = Parse<onnx::GraphProto>(
      R"(value_info { name: "s" type { sequence_type { elem_type { tensor_type {
           elem_type: 1 shape { dim { dim_param: "unk__1" }
                                dim { dim_param: "unk__1" } } } } } } }
         value_info { name: "o" type { optional_type { elem_type {
           tensor_type { elem_type: 7 } } } } }
         value_info { name: "m" type { map_type { key_type: 8 value_type {
           tensor_type { elem_type: 1 } } } } }
         value_info { name: "p" type { sparse_tensor_type {
           elem_type: 1 shape { dim { dim_value: 4 } } } } }
         value_info { name: "q" type { opaque_type {
           domain: "d" name: "n" } } })");
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(
      Annotate(Parse<onnx::ModelProto>("graph {}"), response).graph(), expected));
}

TEST(Annotate, UnknownFieldsSurvive) {
  auto model = Parse<onnx::ModelProto>("graph { node { op_type: 'X' } }");
  model.mutable_unknown_fields()->AddVarint(1000, 7);
  model.mutable_graph()->mutable_node(0)->mutable_unknown_fields()->AddLengthDelimited(1001,
                                                                                       "kept");
  EXPECT_EQ(AnnotateModel(model.SerializeAsString(), {}).value(), model.SerializeAsString());
}

TEST(Annotate, MalformedModel) {
  EXPECT_TRUE(absl::IsInvalidArgument(AnnotateModel("\x3a\x05", {}).status()));
}

}  // namespace
}  // namespace shapewright

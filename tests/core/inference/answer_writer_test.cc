// Answers about models that nobody would write, found by tests/fuzz.
#include <gmock/gmock.h>

#include <string>

#include "core/inference/infer.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/model_text.h"

namespace shapewright::inference {
namespace {

// ONNX's strings are not checked; those of an answer are, by every reader.
TEST(AnswerWriter, NamesThatAreNotUtf8AreReplaced) {
  onnx::ModelProto model =
      ParseModelText("opset 17\n input x: float32[N]\n y = Relu(x)\n output y");
  model.mutable_graph()->mutable_node(0)->set_name("caf\xe9");
  model.mutable_graph()->mutable_node(0)->set_output(0, "\xffy");
  model.mutable_graph()->mutable_output(0)->set_name("\xffy");
  model.mutable_graph()
      ->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_param("N\xfe");
  const auto answer = InferOnnxModel(model.SerializeAsString());
  ASSERT_TRUE(answer.ok()) << answer.status();
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(*answer));
  const v1::GraphInfo& graph = response.graphs(0);
  EXPECT_THAT(graph.node_names(), testing::ElementsAre("caf\xef\xbf\xbd"));
  EXPECT_EQ(graph.values(1).name(), "\xef\xbf\xbdy");
  EXPECT_EQ(response.symbols(0).name(), "N\xef\xbf\xbd");
}

// The graph stands at no node: there is none.
TEST(AnswerWriter, AGraphIsTheDefaultOfAFunctionWithoutNodes) {
  onnx::ModelProto model = ParseModelText("opset 17\n input x: float32[N]\n output x");
  onnx::FunctionProto& function = *model.add_functions();
  function.set_domain("my.domain");
  function.set_name("Empty");
  onnx::AttributeProto& attribute = *function.add_attribute_proto();
  attribute.set_name("body");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  attribute.mutable_g()->set_name("default");
  const auto answer = InferOnnxModel(model.SerializeAsString());
  ASSERT_TRUE(answer.ok()) << answer.status();
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(*answer));
  for (const v1::GraphInfo& graph : response.graphs()) EXPECT_EQ(graph.attribute(), "");
}

}  // namespace
}  // namespace shapewright::inference

#include "client/cpp/cli/page/model_wiring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/page/models.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;

ModelWiring Wired(const onnx::ModelProto& model, const v1::InferShapesResponse& response) {
  absl::StatusOr<ModelWiring> wiring = WireModel(model.SerializeAsString(), response);
  EXPECT_TRUE(wiring.ok()) << wiring.status();
  return wiring.ok() ? *std::move(wiring) : ModelWiring();
}

// Values are numbered over all graphs: x, c, h, y; t; e.
TEST(ModelWiring, BodiesReadWhatIsAroundThem) {
  const ModelWiring wiring = Wired(BranchModel(), BranchAnswer());
  ASSERT_EQ(wiring.graphs.size(), 3u);
  ASSERT_EQ(wiring.graphs[0].nodes.size(), 2u);
  EXPECT_THAT(wiring.graphs[0].nodes[0].inputs, ElementsAre(0));
  EXPECT_THAT(wiring.graphs[0].nodes[1].inputs, ElementsAre(1));
  EXPECT_THAT(wiring.graphs[0].outputs, ElementsAre(3));
  EXPECT_THAT(wiring.graphs[1].nodes[0].inputs, ElementsAre(2));
  EXPECT_THAT(wiring.graphs[1].outputs, ElementsAre(4));
  EXPECT_THAT(wiring.graphs[2].nodes[0].inputs, ElementsAre(2, -1, -1));
}

TEST(ModelWiring, KeepsWhatTheExporterWroteBesideANode) {
  const ModelWiring wiring = Wired(BranchModel(), BranchAnswer());
  const WiredNode& node = wiring.graphs[0].nodes[0];
  EXPECT_THAT(wiring.texts, ElementsAre("['', 'a', 'relu']", "File \"a.py\", line 3"));
  EXPECT_EQ(node.modules, 0);
  EXPECT_EQ(node.source, 1);
  EXPECT_EQ(wiring.graphs[0].nodes[1].source, -1);
}

TEST(ModelWiring, OperatorSets) {
  onnx::ModelProto model = BranchModel();
  model.clear_opset_import();
  model.add_opset_import()->set_version(17);
  onnx::OperatorSetIdProto& other = *model.add_opset_import();
  other.set_domain("com.microsoft");
  other.set_version(1);
  const ModelWiring wiring = Wired(model, BranchAnswer());
  ASSERT_EQ(wiring.opsets.size(), 2u);
  EXPECT_EQ(wiring.opsets[0].domain, "");
  EXPECT_EQ(wiring.opsets[0].version, 17);
  EXPECT_EQ(wiring.opsets[1].domain, "com.microsoft");
}

TEST(ModelWiring, OfALongTraceTheEnd) {
  onnx::ModelProto model = BranchModel();
  auto& note = *model.mutable_graph()->mutable_node(0)->mutable_metadata_props(1);
  note.set_value(std::string(100000, 'x') + "end");
  const ModelWiring wiring = Wired(model, BranchAnswer());
  EXPECT_EQ(wiring.texts[1].size(), 4096u);
  EXPECT_TRUE(wiring.texts[1].ends_with("xend"));
}

TEST(ModelWiring, AModelThatIsAnotherOneHasNoLines) {
  onnx::ModelProto model = BranchModel();
  model.mutable_graph()->mutable_node()->RemoveLast();
  const ModelWiring wiring = Wired(model, BranchAnswer());
  EXPECT_TRUE(wiring.graphs[0].nodes[0].inputs.empty());
  EXPECT_FALSE(WireModel("\xff\xff", BranchAnswer()).ok());
}

TEST(ModelWiring, FunctionsAreFoundByTheirKeys) {
  onnx::ModelProto model = BranchModel();
  onnx::FunctionProto& function = *model.add_functions();
  function.set_name("f");
  function.set_domain("d");
  function.add_output("b");
  onnx::NodeProto& node = *function.add_node();
  node.add_input("a");
  node.add_output("b");
  v1::InferShapesResponse response = BranchAnswer();
  v1::GraphInfo& graph = *response.add_graphs();
  graph.mutable_owner()->set_node(0);
  graph.mutable_function()->set_op_type("f");
  graph.mutable_function()->set_domain("d");
  graph.add_values()->set_name("a");
  graph.add_values()->set_name("b");
  graph.add_nodes()->set_op_type("Relu");
  const ModelWiring wiring = Wired(model, response);
  EXPECT_THAT(wiring.graphs[3].nodes[0].inputs, ElementsAre(6));
  EXPECT_THAT(wiring.graphs[3].outputs, ElementsAre(7));
}

}  // namespace
}  // namespace shapewright::cli

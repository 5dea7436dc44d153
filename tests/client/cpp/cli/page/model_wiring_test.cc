#include "client/cpp/cli/page/model_wiring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/page/models.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;

ModelWiring WithSources(const onnx::ModelProto& model, const v1::InferShapesResponse& response) {
  ModelWiring wiring = WiringOf(response);
  const absl::Status status = AddSources(model.SerializeAsString(), response, wiring);
  EXPECT_TRUE(status.ok()) << status;
  return wiring;
}

TEST(ModelWiring, KeepsTheLinesThatTheExporterWroteBesideANode) {
  const ModelWiring wiring = WithSources(BranchModel(), BranchAnswer());
  EXPECT_THAT(wiring.texts, ElementsAre("['', 'a', 'relu']", "File \"a.py\", line 3"));
  EXPECT_EQ(wiring.graphs[0].nodes[0].source, 1);
  EXPECT_EQ(wiring.graphs[0].nodes[1].source, -1);
}

TEST(ModelWiring, OfALongTraceTheEnd) {
  onnx::ModelProto model = BranchModel();
  auto& note = *model.mutable_graph()->mutable_node(0)->mutable_metadata_props(1);
  note.set_value(std::string(100000, 'x') + "end");
  const ModelWiring wiring = WithSources(model, BranchAnswer());
  EXPECT_EQ(wiring.texts[1].size(), 4096u);
  EXPECT_TRUE(wiring.texts[1].ends_with("xend"));
}

TEST(ModelWiring, AModelThatIsAnotherOneHasNoSources) {
  onnx::ModelProto model = BranchModel();
  model.mutable_graph()->mutable_node()->RemoveLast();
  ModelWiring wiring = WithSources(model, BranchAnswer());
  EXPECT_EQ(wiring.graphs[0].nodes[0].source, -1);
  EXPECT_FALSE(AddSources("\xff\xff", BranchAnswer(), wiring).ok());
}

TEST(ModelWiring, FunctionsAreFoundByTheirKeys) {
  onnx::ModelProto model = BranchModel();
  onnx::FunctionProto& function = *model.add_functions();
  function.set_name("f");
  function.set_domain("d");
  onnx::StringStringEntryProto& note = *function.add_node()->add_metadata_props();
  note.set_key("pkg.torch.onnx.stack_trace");
  note.set_value("File \"f.py\", line 1");
  v1::InferShapesResponse response = BranchAnswer();
  v1::GraphInfo& graph = *response.add_graphs();
  graph.mutable_owner()->set_node(0);
  graph.mutable_function()->set_op_type("f");
  graph.mutable_function()->set_domain("d");
  graph.add_nodes()->set_op_type("Relu");
  const ModelWiring wiring = WithSources(model, response);
  EXPECT_EQ(wiring.texts.at(static_cast<size_t>(wiring.graphs[3].nodes[0].source)),
            "File \"f.py\", line 1");
}

}  // namespace
}  // namespace shapewright::cli

#include "server/json/kept_page.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/graph/onnx/onnx_reader.h"
#include "proto/onnx/onnx.pb.h"
#include "server/cache/model_store.h"

namespace shapewright::server {
namespace {

using testing::ElementsAre;

// x -> Relu -> h -> If, whose branches read h -> y.
constexpr char kModel[] = R"pb(
  ir_version: 8
  opset_import { version: 17 }
  graph {
    name: "main"
    input {
      name: "x"
      type {
        tensor_type {
          elem_type: 1
          shape { dim { dim_param: "N" } }
        }
      }
    }
    input {
      name: "c"
      type {
        tensor_type {
          elem_type: 9
          shape {}
        }
      }
    }
    output { name: "y" }
    node {
      op_type: "Relu"
      input: "x"
      output: "h"
      metadata_props { key: "pkg.torch.onnx.name_scopes" value: "['', 'a', 'relu']" }
    }
    node {
      op_type: "If"
      input: "c"
      output: "y"
      attribute {
        name: "then_branch"
        type: GRAPH
        g {
          name: "t"
          output { name: "t" }
          node { op_type: "Neg" input: "h" output: "t" }
        }
      }
      attribute {
        name: "else_branch"
        type: GRAPH
        g {
          name: "e"
          output { name: "e" }
          node { op_type: "Clip" input: "h" input: "" input: "nowhere" output: "e" }
        }
      }
    }
  })pb";

std::shared_ptr<const StoredModel> Model() {
  onnx::ModelProto model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kModel, &model));
  auto stored = StoredModel::Import(model.SerializeAsString(), {});
  EXPECT_TRUE(stored.ok()) << stored.status();
  return *stored;
}

// As it answers: x, c, h, y; t; e.
v1::InferShapesResponse Shapes() {
  v1::InferShapesResponse shapes;
  const auto add = [&shapes](const std::vector<std::string>& values, int nodes) {
    v1::GraphInfo& graph = *shapes.add_graphs();
    for (const std::string& name : values) graph.add_values()->set_name(name);
    for (int i = 0; i < nodes; ++i) graph.add_nodes();
  };
  add({"x", "c", "h", "y"}, 2);
  add({"t"}, 1);
  add({"e"}, 1);
  return shapes;
}

TEST(KeptPage, WhoReadsWhat) {
  const ModelWiring wiring = WiringOf(Model()->model(), Shapes());
  ASSERT_EQ(wiring.graphs.size(), 3u);
  EXPECT_THAT(wiring.graphs[0].nodes[0].inputs, ElementsAre(0));
  EXPECT_THAT(wiring.graphs[0].nodes[1].inputs, ElementsAre(1));
  EXPECT_THAT(wiring.graphs[0].outputs, ElementsAre(3));
  EXPECT_THAT(wiring.graphs[1].nodes[0].inputs, ElementsAre(2));
  EXPECT_THAT(wiring.graphs[2].nodes[0].inputs, ElementsAre(2, -1, -1));
  EXPECT_THAT(wiring.graphs[2].outputs, ElementsAre(5));
  EXPECT_THAT(wiring.texts, ElementsAre("['', 'a', 'relu']"));
  ASSERT_EQ(wiring.opsets.size(), 1u);
  EXPECT_EQ(wiring.opsets[0].version, 17);
  EXPECT_EQ(wiring.graphs[0].nodes[0].modules, 0);
  EXPECT_EQ(wiring.graphs[0].nodes[1].modules, -1);
}

// The model may have been replaced between two answers: what does not fit is left out.
TEST(KeptPage, AnAnswerAboutAnotherModelHasNoLines) {
  v1::InferShapesResponse shapes = Shapes();
  shapes.mutable_graphs(0)->mutable_nodes()->Clear();
  shapes.mutable_graphs(1)->add_nodes();
  shapes.add_graphs()->add_nodes();
  const ModelWiring wiring = WiringOf(Model()->model(), shapes);
  EXPECT_TRUE(wiring.graphs[0].nodes.empty());
  EXPECT_TRUE(wiring.graphs[1].nodes[1].inputs.empty());
  EXPECT_TRUE(wiring.graphs[3].nodes[0].inputs.empty());
  EXPECT_TRUE(WiringOf(Model()->model(), {}).graphs.empty());
}

}  // namespace
}  // namespace shapewright::server

#include "tests/page/models.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace shapewright {
namespace {

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace

onnx::ModelProto BranchModel() {
  return FromText<onnx::ModelProto>(R"pb(
    graph {
      name: "main"
      input { name: "x" }
      input { name: "c" }
      output { name: "y" }
      node {
        name: "relu"
        op_type: "Relu"
        input: "x"
        output: "h"
        metadata_props { key: "pkg.torch.onnx.name_scopes" value: "['', 'a', 'relu']" }
        metadata_props { key: "pkg.torch.onnx.stack_trace" value: "File \"a.py\", line 3" }
        metadata_props { key: "other" value: "not kept" }
      }
      node {
        name: "if"
        op_type: "If"
        input: "c"
        output: "y"
        attribute {
          name: "then_branch"
          type: GRAPH
          g {
            output { name: "t" }
            node { op_type: "Neg" input: "h" output: "t" }
          }
        }
        attribute {
          name: "else_branch"
          type: GRAPH
          g {
            output { name: "e" }
            node { op_type: "Add" input: "h" input: "" input: "unknown" output: "e" }
          }
        }
      }
    }
  )pb");
}

v1::InferShapesResponse BranchAnswer() {
  const std::string type = R"(type {
    text: "float32[N, 4]"
    tensor {
      element_type: ELEMENT_TYPE_FLOAT
      shape { dims { expr: "N" } dims { size: 4 } }
    }
  })";
  return FromText<v1::InferShapesResponse>("inputs { name: \"x\" " + type +
                                           "} outputs { name: \"y\" " + type +
                                           R"(}
      symbols { name: "N" kind: KIND_INPUT_DIM origin { input: 0 value: "x" axis: 0 } }
      facts {
        text: "1 <= N"
        relation: RELATION_LESS_OR_EQUAL
        left { value: 1 }
        right { expr: "N" }
        basis: BASIS_REQUIRED
        state: STATE_OPEN
        sites { node: 0 node_name: "relu" op_type: "Relu" input: 0 value: "x" }
        reason: "somebody asks"
      }
      diagnostics {
        severity: SEVERITY_WARNING
        code: "A_CODE"
        message: "look <here>"
        site { node: 1 node_name: "if" op_type: "If" }
      }
      statistics { nodes: 4 values: 6 exact: 6 warnings: 1 }
      graphs {
        name: "main"
        values { name: "x" input: 0 )" + type +
                                           R"(}
        values { name: "c" input: 1 }
        values { name: "h" node: 0 )" + type +
                                           R"(}
        values { name: "y" node: 1 )" + type +
                                           R"(}
        nodes { name: "relu" op_type: "Relu" }
        nodes { name: "if" op_type: "If" }
      }
      graphs {
        owner { node: 1 }
        attribute: "then_branch"
        values { name: "t" node: 0 }
        nodes { op_type: "Neg" }
      }
      graphs {
        owner { node: 1 }
        attribute: "else_branch"
        values { name: "e" node: 0 }
        nodes { op_type: "Add" }
      })");
}

ModelWiring BranchWiring() {
  const auto graph = [](std::vector<WiredNode> nodes, int32_t output) {
    return WiredGraph{std::move(nodes), {output}};
  };
  return {{graph({{{0}, 0, 1}, {{1}, -1, -1}}, 3), graph({{{2}, -1, -1}}, 4),
           graph({{{2, -1, -1}, -1, -1}}, 5)},
          {"['', 'a', 'relu']", "File \"a.py\", line 3"},
          {{"", 17}, {"com.microsoft", 1}}};
}

}  // namespace shapewright

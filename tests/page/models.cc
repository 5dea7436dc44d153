#include "tests/page/models.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

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
        nodes { name: "relu" op_type: "Relu" inputs: 0 modules: "['', 'a', 'relu']" }
        nodes { name: "if" op_type: "If" inputs: 1 }
        outputs: 3
      }
      graphs {
        owner { node: 1 }
        attribute: "then_branch"
        values { name: "t" node: 0 }
        nodes { op_type: "Neg" inputs: 2 }
        outputs: 4
        is_branch: true
      }
      graphs {
        owner { node: 1 }
        attribute: "else_branch"
        values { name: "e" node: 0 }
        nodes { op_type: "Add" inputs: [ 2, -1, -1 ] }
        outputs: 5
        is_branch: true
      }
      opsets { version: 17 }
      opsets { domain: "com.microsoft" version: 1 })");
}

ModelWiring BranchWiring() {
  ModelWiring wiring = WiringOf(BranchAnswer());
  wiring.texts.emplace_back("File \"a.py\", line 3");
  wiring.graphs[0].nodes[0].source = 1;
  return wiring;
}

}  // namespace shapewright

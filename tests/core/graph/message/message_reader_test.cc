// The service's own Graph message: what it becomes, and what of it is refused
// with the path of the field.
#include "core/graph/message/message_reader.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>

#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"

namespace shapewright::graph {
namespace {

using symbolic::Interval;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

v1::Model Parse(const std::string& text) {
  v1::Model message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

// A graph with two inputs and a node.
constexpr char kAdd[] = R"pb(
  opsets { version: 17 }
  graph {
    name: "main"
    inputs {
      name: "X"
      type {
        tensor {
          element_type: ELEMENT_TYPE_FLOAT
          shape {
            dims { expr: "N + 5" }
            dims { size: 3 }
            dims {}
            dims { range { min: 2 max: 8 } }
            dims { expr: "2..8" }
            dims { expr: "<=8" }
            dims {
              expr: "q"
              range { min: 3 max: 4 }
            }
            dims { expr: "a..b" }
          }
        }
      }
    }
    inputs {
      name: "bias"
      constant { element_type: ELEMENT_TYPE_FLOAT floats: 0.1 }
    }
    outputs: "Y"
    nodes { domain: "ai.onnx" op_type: "Add" inputs: "X" inputs: "bias" outputs: "Y" }
    values {
      name: "Y"
      type { tensor { rank { min: 1 } } }
    }
  }
)pb";

TEST(MessageReader, ReadsAGraph) {
  const v1::Model message = Parse(kAdd);
  const auto model = ReadModelMessage(message);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT((*model)->findings, IsEmpty());
  EXPECT_EQ(FindInconsistency(**model), "");
  ASSERT_THAT((*model)->operators, ElementsAre(OperatorName{"", "Add", "", 17}));
  const auto dims = FindValue(**model, 0, "X")->declared->dims;
  ASSERT_EQ(dims.size(), 8u);
  EXPECT_EQ(dims[0].text, "N + 5");
  EXPECT_EQ(dims[1].size, 3);
  EXPECT_FALSE(dims[2].has_size);
  EXPECT_EQ(dims[3].bounds, (Interval{2, 8}));
  EXPECT_EQ(dims[4].bounds, (Interval{2, 8}));
  EXPECT_EQ(dims[4].text, "");
  EXPECT_EQ(dims[5].bounds, (Interval{0, 8}));
  EXPECT_EQ(dims[6].bounds, (Interval{3, 4}));
  EXPECT_EQ(dims[6].text, "q");
  EXPECT_EQ(dims[7].text, "a..b");
  const Value* bias = FindValue(**model, 0, "bias");
  EXPECT_EQ(bias->origin, ValueOrigin::kInput);
  // A float tensor has the elements of its type, whatever the double was.
  EXPECT_THAT(DecodeFloats(*bias->constant, 1), Optional(ElementsAre(static_cast<double>(0.1f))));
  const Value* result = FindValue(**model, 0, "Y");
  EXPECT_FALSE(result->declared->has_shape);
  EXPECT_EQ(result->declared->rank_bounds, Interval::AtLeast(1));
}

TEST(MessageReader, PacksIntegersOfEveryWidth) {
  for (const auto& [type, least, greatest] :
       {std::tuple(v1::ELEMENT_TYPE_BOOL, int64_t{0}, int64_t{1}),
        std::tuple(v1::ELEMENT_TYPE_INT2, int64_t{-2}, int64_t{1}),
        std::tuple(v1::ELEMENT_TYPE_UINT4, int64_t{0}, int64_t{15}),
        std::tuple(v1::ELEMENT_TYPE_INT8, int64_t{-128}, int64_t{127}),
        std::tuple(v1::ELEMENT_TYPE_UINT16, int64_t{0}, int64_t{65535}),
        std::tuple(v1::ELEMENT_TYPE_INT32, int64_t{INT32_MIN}, int64_t{INT32_MAX}),
        std::tuple(v1::ELEMENT_TYPE_INT64, INT64_MIN, INT64_MAX)}) {
    v1::Model message = Parse(R"pb(graph { values { name: "c" } })pb");
    v1::Tensor* tensor = message.mutable_graph()->mutable_values(0)->mutable_constant();
    tensor->set_element_type(type);
    tensor->add_sizes(3);
    for (const int64_t item : {least, greatest, int64_t{1}}) {
      tensor->add_ints(item);
    }
    const auto model = ReadModelMessage(message);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_THAT(DecodeIntegers(*FindValue(**model, 0, "c")->constant, 3),
                Optional(ElementsAre(least, greatest, 1)));
    if (greatest == INT64_MAX) continue;
    tensor->set_ints(1, greatest + 1);
    EXPECT_EQ(FieldOf(ReadModelMessage(message).status()), "graph.values[0].constant.ints[1]");
  }
}

TEST(MessageReader, FunctionTakesTheOpsetsOfTheModel) {
  const v1::Model message = Parse(R"pb(
    graph { nodes { op_type: "F" domain: "f" } }
    opsets { version: 17 }
    functions {
      name: "F"
      domain: "f"
      inputs: "x"
      nodes { op_type: "Neg" inputs: "x" outputs: "y" }
      outputs: "y"
    }
    functions {
      name: "G"
      opsets { version: 9 }
      nodes { op_type: "Neg" }
      nodes { op_type: "Op" domain: "other" }
    }
  )pb");
  const auto model = ReadModelMessage(message);
  ASSERT_TRUE(model.ok()) << model.status();
  // A domain that is not imported means its newest version: nothing is wrong.
  EXPECT_THAT((*model)->findings, IsEmpty());
  EXPECT_THAT(
      (*model)->operators,
      ElementsAre(OperatorName{"f", "F", "", kNewestOpset}, OperatorName{"", "Neg", "", 17},
                  OperatorName{"", "Neg", "", 9}, OperatorName{"other", "Op", "", kNewestOpset}));
}

TEST(MessageReader, WrongModelIsReadWithFindings) {
  const v1::Model message = Parse(R"pb(
    graph {
      nodes { op_type: "Neg" inputs: "ghost" outputs: "a" }
      nodes { op_type: "Neg" inputs: "a" outputs: "a" }
      outputs: "a"
    }
  )pb");
  const auto model = ReadModelMessage(message);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(CodesOf(**model), ElementsAre("UNDEFINED_VALUE", "DUPLICATE_VALUE"));
}

struct Refusal {
  const char* message;
  const char* field;
  const char* reason = reason::kMalformedModel;
};

class MessageRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(MessageRefusal, NamesTheField) {
  const v1::Model message = Parse(GetParam().message);
  ReaderOptions options;
  options.limits.max_subgraph_depth = 1;
  options.limits.max_rank = 2;
  options.limits.max_type_depth = 1;
  options.limits.max_nodes = 3;
  const absl::Status status = ReadModelMessage(message, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(FieldOf(status), GetParam().field);
  EXPECT_EQ(ReasonOf(status), GetParam().reason);
  EXPECT_THAT(std::string(status.message()), testing::StartsWith(FieldOf(status) + ": "));
}

INSTANTIATE_TEST_SUITE_P(
    Graphs, MessageRefusal,
    testing::Values(
        Refusal{"", "graph"}, Refusal{"graph {} opsets {}", "opsets[0].version"},
        Refusal{"graph {} opsets { version: 1 } opsets { version: 2 domain: "
                "\"ai.onnx\" }",
                "opsets[1].domain"},
        Refusal{"graph { inputs {} }", "graph.inputs[0].name"},
        Refusal{"graph { outputs: \"\" }", "graph.outputs[0]"},
        Refusal{"graph { nodes { op_type: \"A\" } nodes {} }", "graph.nodes[1].op_type"},
        Refusal{"graph { nodes { op_type: \"A\" attributes {} } }",
                "graph.nodes[0].attributes[0].name"},
        Refusal{"graph { nodes { op_type: \"A\" attributes { name: \"a\" } } }",
                "graph.nodes[0].attributes[0].value"},
        Refusal{"graph { nodes { op_type: \"A\" attributes { name: \"a\" int_value: 1 } "
                "attributes { name: \"a\" int_value: 1 } } }",
                "graph.nodes[0].attributes[1].name"},
        Refusal{"graph {} functions { domain: \"f\" }", "functions[0].name"},
        Refusal{"graph {} functions { name: \"f\" nodes { op_type: \"A\" "
                "inputs: \"a\" outputs: \"a\" } }",
                "functions[0].nodes[0]", reason::kCyclicGraph},
        Refusal{"graph { nodes { op_type: \"A\" attributes { name: \"g\" "
                "graphs { values {} values { nodes { op_type: \"B\" attributes "
                "{ name: \"h\" graph {} } } } } } } }",
                "graph.nodes[0].attributes[0].graphs.values[1].nodes[0]"
                ".attributes[0].graph",
                reason::kSubgraphTooDeep},
        Refusal{"graph { nodes {} nodes {} nodes {} nodes {} }", "graph", reason::kTooManyNodes}));

INSTANTIATE_TEST_SUITE_P(
    Types, MessageRefusal,
    testing::Values(Refusal{"graph { inputs { name: \"a\" type { tensor { shape { dims { "
                            "size: 2 } dims { size: -2 } } } } } }",
                            "graph.inputs[0].type.tensor.shape.dims[1].size"},
                    Refusal{"graph { inputs { name: \"a\" type { tensor { shape { dims { "
                            "range { min: 3 max: 2 } } } } } } }",
                            "graph.inputs[0].type.tensor.shape.dims[0].range.min"},
                    Refusal{"graph { inputs { name: \"a\" type { tensor { shape { dims { "
                            "size: 2 range { min: 3 } } } } } } }",
                            "graph.inputs[0].type.tensor.shape.dims[0].range"},
                    Refusal{"graph { inputs { name: \"a\" type { tensor { shape { dims {} } "
                            "rank {} } } } }",
                            "graph.inputs[0].type.tensor.rank"},
                    Refusal{"graph { inputs { name: \"a\" type { tensor { "
                            "rank { max: -1 } } } } }",
                            "graph.inputs[0].type.tensor.rank.max"},
                    Refusal{"graph { inputs { name: \"a\" type { program {} } } }",
                            "graph.inputs[0].type.program"},
                    Refusal{"graph { inputs { name: \"a\" type { sequence { element { "
                            "tensor { shape { dims {} dims {} dims {} } } } } } } }",
                            "graph.inputs[0].type.sequence.element.tensor.shape.dims",
                            reason::kRankTooLarge},
                    Refusal{"graph { inputs { name: \"a\" type { sequence { element { "
                            "optional { element { map { } } } } } } } }",
                            "graph.inputs[0].type.sequence.element.optional.element",
                            reason::kTypeTooDeep}));

INSTANTIATE_TEST_SUITE_P(
    Tensors, MessageRefusal,
    testing::Values(Refusal{"graph { values { name: \"c\" constant { sizes: [ 1, -1 ] } } }",
                            "graph.values[0].constant.sizes[1]"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_INT64 sizes: 2 ints: 1 } } }",
                            "graph.values[0].constant.ints"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_FLOAT ints: 1 } } }",
                            "graph.values[0].constant.ints"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_INT8 floats: 1 } } }",
                            "graph.values[0].constant.floats"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_INT8 strings: \"\" } } }",
                            "graph.values[0].constant.strings"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_INT16 raw: \"abc\" } } }",
                            "graph.values[0].constant.raw"},
                    Refusal{"graph { values { name: \"c\" constant { raw: \"a\" } } }",
                            "graph.values[0].constant.raw"},
                    Refusal{"graph { values { name: \"c\" constant { element_type: "
                            "ELEMENT_TYPE_INT8 ints: 1 stripped: true } } }",
                            "graph.values[0].constant"},
                    Refusal{"graph { values { name: \"c\" constant { sizes: 1 sizes: 1 "
                            "sizes: 1 } } }",
                            "graph.values[0].constant.sizes", reason::kRankTooLarge}));

TEST(MessageReader, InterruptionIsPassedOn) {
  v1::Model message;
  for (int i = 0; i < 5000; ++i) {
    message.mutable_graph()->add_nodes()->set_op_type("Neg");
  }
  ReaderOptions options;
  options.check_interrupt = [] { return absl::DeadlineExceededError("late"); };
  EXPECT_EQ(ReadModelMessage(message, options).status(), absl::DeadlineExceededError("late"));
}

TEST(MessageReader, CycleIsExplained) {
  const v1::Model message = Parse(R"pb(
    graph {
      nodes { name: "a" op_type: "A" inputs: "y" outputs: "x" }
      nodes { name: "b" op_type: "B" inputs: "x" outputs: "y" }
    }
  )pb");
  EXPECT_THAT(ReadModelMessage(message).status().message(),
              HasSubstr("\"a\" (A) needs \"b\" (B) needs \"a\" (A)"));
}

}  // namespace
}  // namespace shapewright::graph

#include "tests/core/graph/support/same_model.h"

#include <gmock/gmock.h>

#include <set>

#include "tests/core/graph/support/dump_text.h"

namespace shapewright::graph {
namespace {

constexpr int64_t kAllElements = 1 << 20;

template <typename Elements>
std::string Show(const std::optional<Elements>& elements) {
  return elements ? DumpNumbers(*elements) : "unknown";
}

std::string Describe(const Tensor& tensor) {
  return absl::StrCat(static_cast<int>(tensor.element), "[", absl::StrJoin(tensor.dims, ","), "] ",
                      tensor.is_sparse ? "sparse " : "", Show(DecodeIntegers(tensor, kAllElements)),
                      " ", Show(DecodeFloats(tensor, kAllElements)), " ",
                      Show(DecodeStrings(tensor, kAllElements)));
}

std::string Describe(const DeclaredType& type) {
  std::string text = absl::StrCat(static_cast<int>(type.kind), " of ",
                                  static_cast<int>(type.element), type.domain, type.name);
  if (type.has_shape) absl::StrAppend(&text, " of rank ", type.dims.size());
  for (const DeclaredDim& dim : type.dims) {
    absl::StrAppend(&text, " ", dim.has_size ? dim.size : -1, dim.text);
  }
  return type.inner == nullptr ? text : absl::StrCat(text, " <", Describe(*type.inner), ">");
}

std::string Describe(const Attribute& attribute) {
  // In the service's own form a reference has no kind.
  if (!attribute.reference.empty()) {
    return absl::StrCat(attribute.name, " takes ", attribute.reference);
  }
  std::string text = absl::StrCat(attribute.name, " ", static_cast<int>(attribute.kind));
  switch (attribute.kind) {
    case AttributeKind::kFloat:
      return absl::StrCat(text, " ", attribute.float_value);
    case AttributeKind::kInt:
      return absl::StrCat(text, " ", attribute.int_value);
    case AttributeKind::kString:
      return absl::StrCat(text, " ", attribute.string_value);
    case AttributeKind::kInts:
      return absl::StrCat(text, " ", DumpNumbers(attribute.int_list()));
    case AttributeKind::kFloats:
      return absl::StrCat(text, " ", DumpNumbers(attribute.float_list()));
    case AttributeKind::kStrings:
      return absl::StrCat(text, " ", DumpNames(attribute.string_list()));
    case AttributeKind::kGraph:
      return absl::StrCat(text, " ", attribute.graph);
    case AttributeKind::kTensor:
    case AttributeKind::kSparseTensor:
      return absl::StrCat(text, " ", Describe(*attribute.tensor));
    case AttributeKind::kType:
      return absl::StrCat(text, " ", Describe(*attribute.type));
    default:
      return absl::StrCat(text, " ", attribute.count);
  }
}

std::string Describe(const Model& model, absl::Span<const ValueId> ids) {
  std::string text;
  for (const ValueId id : ids) {
    if (id == kNoValue) {
      absl::StrAppend(&text, " -");
    } else {
      absl::StrAppend(&text, " ", model.values[id].graph, ":", model.values[id].name);
    }
  }
  return text;
}

std::string Describe(const Model& model, const Node& node) {
  const OperatorName& op = model.operators[node.op];
  std::string text =
      absl::StrCat(DumpOperator(op.domain, op.op_type, op.overload, op.opset_version), " ",
                   node.name, Describe(model, node.inputs), " ->", Describe(model, node.outputs));
  for (const Attribute& attribute : node.attributes) {
    absl::StrAppend(&text, "\n  ", Describe(attribute));
  }
  return text;
}

// The values of a graph, in the order of their names: that of their numbers
// may differ.
std::set<std::string> DescribeValues(const Model& model) {
  std::set<std::string> texts;
  for (const Value& value : model.values) {
    texts.insert(absl::StrCat(value.graph, ":", value.name, " ", static_cast<int>(value.origin),
                              " ", value.producer, ".", value.producer_output, " ",
                              value.declared == nullptr ? "" : Describe(*value.declared), " ",
                              value.constant == nullptr ? "" : Describe(*value.constant)));
  }
  return texts;
}

std::string DescribeGraph(const Model& model, const Graph& graph) {
  return absl::StrCat(graph.name, " in ", graph.parent, ":", graph.owner_node, " to ",
                      graph.end_graph, Describe(model, graph.inputs), " ->",
                      Describe(model, graph.outputs));
}

std::string DescribeFunction(const Function& function) {
  std::string text = absl::StrCat(function.domain, ".", function.name, "/", function.overload, " ",
                                  function.body, " ", absl::StrJoin(function.attributes, ","));
  for (const Attribute& attribute : function.defaults) {
    absl::StrAppend(&text, " ", Describe(attribute));
  }
  return text;
}

}  // namespace

void ExpectSameModel(const Model& a, const Model& b) {
  ASSERT_EQ(a.graphs.size(), b.graphs.size());
  for (size_t i = 0; i < a.graphs.size(); ++i) {
    EXPECT_EQ(DescribeGraph(a, a.graphs[i]), DescribeGraph(b, b.graphs[i]));
    ASSERT_EQ(a.graphs[i].nodes.size(), b.graphs[i].nodes.size());
    for (size_t j = 0; j < a.graphs[i].nodes.size(); ++j) {
      EXPECT_EQ(Describe(a, a.graphs[i].nodes[j]), Describe(b, b.graphs[i].nodes[j]));
    }
  }
  EXPECT_EQ(DescribeValues(a), DescribeValues(b));
  ASSERT_EQ(a.functions.size(), b.functions.size());
  for (size_t i = 0; i < a.functions.size(); ++i) {
    EXPECT_EQ(DescribeFunction(a.functions[i]), DescribeFunction(b.functions[i]));
  }
  EXPECT_EQ(a.node_count, b.node_count);
  EXPECT_EQ(a.findings.size(), b.findings.size());
}

}  // namespace shapewright::graph

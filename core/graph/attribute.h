#ifndef SHAPEWRIGHT_CORE_GRAPH_ATTRIBUTE_H_
#define SHAPEWRIGHT_CORE_GRAPH_ATTRIBUTE_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/declared_type.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

// The numbers are those of ONNX's AttributeProto.AttributeType.
enum class AttributeKind : uint8_t {
  kUndefined = 0,
  kFloat = 1,
  kInt = 2,
  kString = 3,
  kTensor = 4,
  kGraph = 5,
  kFloats = 6,
  kInts = 7,
  kStrings = 8,
  kTensors = 9,
  kGraphs = 10,
  kSparseTensor = 11,
  kSparseTensors = 12,
  kType = 13,
  kTypes = 14,
};

// An attribute of a node. `kind` says which one of the members below `reference` is used. A view,
// like all of a Model.
struct Attribute {
  absl::string_view name;
  AttributeKind kind = AttributeKind::kUndefined;
  // In a function's body: the attribute of the call that this one stands for.
  absl::string_view reference;

  union {
    int64_t int_value = 0;
    double float_value;
    uint32_t graph;  // a GraphId
    const Tensor* tensor;
    const DeclaredType* type;
    const int64_t* ints;
    const double* floats;
    const absl::string_view* strings;
    const uint32_t* graphs;
    const Tensor* tensors;
    const DeclaredType* types;
  };
  // The length of the array that the pointer leads to.
  uint32_t count = 0;
  absl::string_view string_value;

  absl::Span<const int64_t> int_list() const { return {ints, count}; }
  absl::Span<const double> float_list() const { return {floats, count}; }
  absl::Span<const absl::string_view> string_list() const { return {strings, count}; }
};

// Attributes by their kinds, for readers; what they view has to live as long.
inline Attribute AttributeOf(absl::string_view name, AttributeKind kind) {
  Attribute attribute;
  attribute.name = name;
  attribute.kind = kind;
  return attribute;
}
inline Attribute IntAttribute(absl::string_view name, int64_t value) {
  Attribute attribute = AttributeOf(name, AttributeKind::kInt);
  attribute.int_value = value;
  return attribute;
}
inline Attribute IntsAttribute(absl::string_view name, absl::Span<const int64_t> values) {
  Attribute attribute = AttributeOf(name, AttributeKind::kInts);
  attribute.ints = values.data();
  attribute.count = static_cast<uint32_t>(values.size());
  return attribute;
}
inline Attribute StringAttribute(absl::string_view name, absl::string_view value) {
  Attribute attribute = AttributeOf(name, AttributeKind::kString);
  attribute.string_value = value;
  return attribute;
}
inline Attribute TensorAttribute(absl::string_view name, const Tensor* tensor) {
  Attribute attribute = AttributeOf(name, AttributeKind::kTensor);
  attribute.tensor = tensor;
  return attribute;
}
inline Attribute GraphAttribute(absl::string_view name, uint32_t graph) {
  Attribute attribute = AttributeOf(name, AttributeKind::kGraph);
  attribute.graph = graph;
  return attribute;
}
inline Attribute GraphsAttribute(absl::string_view name, absl::Span<const uint32_t> graphs) {
  Attribute attribute = AttributeOf(name, AttributeKind::kGraphs);
  attribute.graphs = graphs.data();
  attribute.count = static_cast<uint32_t>(graphs.size());
  return attribute;
}
// The declared types of a node's results, of formats that say them at the node.
inline Attribute ResultTypesAttribute(absl::Span<const DeclaredType> types) {
  Attribute attribute = AttributeOf("result_types", AttributeKind::kTypes);
  attribute.types = types.data();
  attribute.count = static_cast<uint32_t>(types.size());
  return attribute;
}

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ATTRIBUTE_H_

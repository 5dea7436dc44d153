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

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ATTRIBUTE_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_TYPE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_TYPE_READER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/declared_type.h"
#include "core/graph/onnx/onnx_wire.h"

namespace shapewright::graph {

// Reads an onnx.TypeProto.
absl::Status ReadOnnxType(OnnxWire& wire, absl::string_view bytes, DeclaredType* type);

// An onnx.ValueInfoProto; `type` is null where it says nothing.
struct OnnxValueInfo {
  absl::string_view name;
  const DeclaredType* type = nullptr;
};
absl::Status ReadOnnxValueInfo(OnnxWire& wire, absl::string_view bytes, OnnxValueInfo* info);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_TYPE_READER_H_

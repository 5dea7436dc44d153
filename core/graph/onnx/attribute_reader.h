#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_ATTRIBUTE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_ATTRIBUTE_READER_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/attribute.h"
#include "core/graph/onnx/onnx_wire.h"

namespace shapewright::graph {

// Reads an onnx.GraphProto into the model and tells its number.
using ReadSubgraph = absl::FunctionRef<absl::Status(absl::string_view bytes, uint32_t* graph)>;

// Reads an onnx.AttributeProto. Of its fields only that which its kind names
// is read in full.
absl::Status ReadOnnxAttribute(OnnxWire& wire, absl::string_view bytes, ReadSubgraph read_subgraph,
                               Attribute* attribute);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_ATTRIBUTE_READER_H_

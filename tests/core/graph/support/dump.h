#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::graph {

// All that a model says, as text that can be compared: names instead of
// numbers, small tensors with their elements as stored.
std::string DumpModel(const Model& model);

// The same text from protobuf's view of the model, written independently.
std::string DumpProto(const onnx::ModelProto& model);

// What of the numbering of values and graphs is wrong; empty if nothing is.
std::string FindInconsistency(const Model& model);

// The first line in which two texts differ, with its number; empty if none.
std::string FirstDifference(absl::string_view a, absl::string_view b);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_OPENVINO_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_OPENVINO_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads an OpenVINO IR of version 10 or 11: the XML, and of the weights, the `.bin` beside it,
// small constants. Without weights the elements of all constants are unknown. `weights` must
// outlive the model, `xml` need not.
//
// INVALID_ARGUMENT for what is no such IR, a document type, edges and port maps that lead nowhere,
// a cycle, and breached limits.
absl::StatusOr<std::unique_ptr<Model>> ReadOpenVinoModel(absl::string_view xml,
                                                         absl::string_view weights,
                                                         const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_OPENVINO_READER_H_

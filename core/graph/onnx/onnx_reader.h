#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads a serialized onnx.ModelProto of any IR version straight off the wire:
// weights, doc strings and metadata are skipped, unknown fields passed over,
// external data never opened. `bytes` must outlive the model.
//
// INVALID_ARGUMENT for bytes that are no model, a graph that is not sorted
// topologically or has a cycle (naming the node), and breached limits. All else
// that is wrong with a model becomes a Finding in it.
absl::StatusOr<std::unique_ptr<Model>> ReadOnnxModel(absl::string_view bytes,
                                                     const ReaderOptions& options = {});

// Reads a serialized onnx.FunctionProto: a model whose main graph is the body of its one function.
// Domains that the function does not import have the version of `imports`. `bytes` must outlive the
// model.
absl::StatusOr<std::unique_ptr<Model>> ReadOnnxFunction(absl::string_view bytes,
                                                        absl::Span<const OpsetImport> imports,
                                                        const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_READER_H_

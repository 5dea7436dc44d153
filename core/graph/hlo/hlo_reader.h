#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads a module of HLO as XLA prints it. ENTRY is the graph; computations that instructions call
// are functions of the model, of domain `hlo`, named by the opcode that calls them, with their own
// name as the overload. `text` must outlive the model.
//
// INVALID_ARGUMENT for what is no such text, with its line and column, and breached limits; all
// else that is wrong with a module becomes a Finding in it.
absl::StatusOr<std::unique_ptr<Model>> ReadHloText(absl::string_view text,
                                                   const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_READER_H_

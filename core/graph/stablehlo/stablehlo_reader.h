#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STABLEHLO_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STABLEHLO_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads a StableHLO module as MLIR prints it, in its pretty or generic form: @main is the graph, or
// the only public function; other functions are those of the model, of domain `func`. Each dialect
// is a domain. `text` must outlive the model.
//
// INVALID_ARGUMENT for what is no such text, with its line and column, and breached limits; all
// else that is wrong with a module becomes a Finding in it.
absl::StatusOr<std::unique_ptr<Model>> ReadStablehloText(absl::string_view text,
                                                         const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STABLEHLO_READER_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads a StableHLO module as MLIR's bytecode: a portable artifact, which is of the dialect VHLO,
// or a module of StableHLO itself. The model is that of the module's text with its locations.
// `bytes` must outlive the model.
//
// INVALID_ARGUMENT for what is no such module, with the byte of the file, for a version of the
// format or an operator of VHLO that is not known, and for breached limits; all else that is wrong
// with a module becomes a Finding in it.
absl::StatusOr<std::unique_ptr<Model>> ReadStablehloBytecode(absl::string_view bytes,
                                                             const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_BYTECODE_READER_H_

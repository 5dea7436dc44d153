#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MODULE_GRAPHS_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MODULE_GRAPHS_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/graph/graph_builder.h"
#include "core/graph/model.h"
#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Makes the model of a file's operations: modules and functions. `cursor` has read them, and knows
// the aliases of locations.
absl::Status BuildModel(absl::Span<const MlirOperation> operations, MlirCursor& cursor,
                        GraphBuilder& builder, Model* model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MODULE_GRAPHS_H_

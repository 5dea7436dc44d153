#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_TYPE_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_TYPE_H_

#include <optional>
#include <vector>

#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// The element type that MLIR calls so: f32, ui8.
std::optional<shape::ElementType> ElementNamed(absl::string_view name);

// Reads one type. False: the cursor has failed.
bool ParseType(MlirCursor& cursor, const MlirType** type);
// Reads types with commas between them, at least one.
bool ParseTypes(MlirCursor& cursor, std::vector<const MlirType*>* types);
// Reads `(types)`, which may be none.
bool ParseTypesInParens(MlirCursor& cursor, std::vector<const MlirType*>* types);
// Reads what stands behind `->`: `(types)` or one type.
bool ParseResultTypes(MlirCursor& cursor, std::vector<const MlirType*>* types);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_TYPE_H_

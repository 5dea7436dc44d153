#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_ATTRIBUTE_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_ATTRIBUTE_H_

#include <vector>

#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Reads one attribute, with its type where it has one. False: the cursor has failed.
bool ParseAttribute(MlirCursor& cursor, MlirAttribute* attribute);
// Reads `{name = attribute, name}` and adds what is in it.
bool ParseDict(MlirCursor& cursor, std::vector<MlirNamedAttribute>* entries);
// Reads `loc(..)` if it stands here; `location` gets what is in it.
bool ParseLocation(MlirCursor& cursor, absl::string_view* location);
// The name that a location tells, through aliases: that of its operation, else its place in a file;
// empty if it is unknown.
absl::string_view LocationName(MlirCursor& cursor, absl::string_view location);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_ATTRIBUTE_H_

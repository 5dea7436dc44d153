#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_

#include "core/graph/hlo/hlo.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Whether a type begins here: `f32[`, `token[`, `(`. Names of instructions and opcodes do not.
bool BeginsHloType(const MlirCursor& cursor);

// Reads `f32[2,<=3]{1,0:T(8,128)}`, `token[]` or a tuple `(f32[2], s32[])`. False: the cursor has
// failed.
bool ReadHloType(MlirCursor& cursor, HloType* type);

// A tuple of the parts.
HloType HloTupleOf(absl::Span<const HloType> parts);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_

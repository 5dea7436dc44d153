#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_

#include <vector>

#include "core/graph/hlo/hlo.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Whether a type begins here: `f32[`, `token[`, `(`. Names of instructions and opcodes do not.
bool BeginsHloType(const MlirCursor& cursor);

// Reads `f32[2,<=3]{1,0:T(8,128)}`, `token[]` or a tuple `(f32[2], s32[])`. False: the cursor has
// failed.
bool ReadHloType(MlirCursor& cursor, HloType* type);

// Whether both are the same, whatever their layouts are. An open dim is any, as is a type that the
// text leaves out.
bool AreSameHloTypes(const HloType& a, const HloType& b);

// A tuple of the parts. Fails if tuples lie too deep within each other.
bool MakeHloTuple(MlirCursor& cursor, std::vector<HloType> parts, HloType* tuple);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_TYPE_H_

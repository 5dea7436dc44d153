#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_LITERAL_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_LITERAL_H_

#include "core/graph/hlo/hlo.h"
#include "core/graph/stablehlo/mlir_cursor.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

// Reads what stands in the parentheses of a constant of an array type: a number, lists in braces
// for each dim, or `{...}` for elements that are left out. Elements are kept where there are at
// most 1,024. False: the cursor has failed.
bool ReadHloLiteral(MlirCursor& cursor, const HloType& type, const Tensor** tensor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_LITERAL_H_

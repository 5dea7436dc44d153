#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_DENSE_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_DENSE_ELEMENTS_H_

#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Reads `dense<..> : type`, `dense_resource<..> : type` or `sparse<..> : type` as a tensor without
// a name. Its elements are kept where it has at most 1,024 of a type of whole bytes. False: the
// cursor has failed.
bool ParseElements(MlirCursor& cursor, const Tensor** tensor, const MlirType** type);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_DENSE_ELEMENTS_H_

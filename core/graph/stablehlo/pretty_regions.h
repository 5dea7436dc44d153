#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_REGIONS_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_REGIONS_H_

#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_operation.h"

namespace shapewright::graph {

// Reads an operation behind its name.
using RegionForm = bool (*)(OperationReader& reader, MlirOperation* operation);

// Of operations whose pretty form is like no other: `reduce`, `while`, `convolution`. Null: none.
RegionForm FindRegionForm(const MlirOperation& operation);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_REGIONS_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_FORMS_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_FORMS_H_

#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_operation.h"

namespace shapewright::graph {

// Reads an operation from its name on, in the form that its dialect prints: the same attributes and
// regions as the generic form has. False: the cursor has failed.
bool ReadPrettyForm(OperationReader& reader, MlirOperation* operation);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_PRETTY_FORMS_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_RAW_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_RAW_ELEMENTS_H_

#include "absl/strings/string_view.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"
#include "core/graph/stablehlo/mlir.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {

// A constant of a type that has the elements in `bytes`: all of them, or one for all. Bools are
// bytes or bits. Elements of large constants, and of types that are no whole bytes, are left out.
bool MakeTensor(BytecodeState& state, const MlirType& type, absl::string_view bytes,
                const Tensor** tensor);
// A constant of a type whose elements are not known.
bool MakeWeights(BytecodeState& state, const MlirType& type, const char* at, Tensor** tensor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_RAW_ELEMENTS_H_

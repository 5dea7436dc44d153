#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_ATTRIBUTES_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/mlir_bytecode/attribute_table.h"
#include "core/graph/mlir_bytecode/bytecode_file.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

// Adds the attributes that stand in an operation's properties. An operator whose properties are not
// known has none; one that is known, but with others, is an error. False: the state has failed.
bool ReadProperties(AttributeTable& table, const BytecodeFile::OperationName& name,
                    absl::string_view properties, std::vector<MlirNamedAttribute>* attributes);

// Sets the operator that an operation of a file is: those of VHLO are StableHLO's and functions'.
// An operator of VHLO that is not known is an error at `at`.
bool SetOperator(AttributeTable& table, const BytecodeFile::OperationName& name, const char* at,
                 MlirOperation* operation);
// Makes VHLO's attributes those that StableHLO's operator has: VHLO says defaults too, and has some
// by another name. Counts what it looks at, as any number of operations may name one attribute.
// False: the state has failed.
bool ConvertVhloAttributes(BytecodeState& state, const MlirOperation& operation,
                           std::vector<MlirNamedAttribute>* attributes);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_OPERATOR_ATTRIBUTES_H_

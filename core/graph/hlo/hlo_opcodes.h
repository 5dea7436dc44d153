#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_OPCODES_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_OPCODES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/graph/hlo/hlo.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// What an instruction does with a computation that it names.
enum class HloUse : uint8_t {
  kNone,    // nothing that tells a type
  kRegion,  // runs it as a part of itself: a graph among its attributes
  kBranch,  // the same, one of several, each with an operand of its own
  kCall,    // calls it with its operands: a function
};

struct HloCallRow {
  absl::string_view opcode;
  absl::string_view attribute;
  HloUse use = HloUse::kNone;
  absl::string_view region = {};  // the name of the graph, as rules know it
};

// How an opcode uses what an attribute names. kNone for attributes that are not in the table.
HloCallRow FindHloCall(absl::string_view opcode, absl::string_view attribute);

// The number of the operand that a conditional gives to the branch that a call of it names.
size_t OperandOfBranch(const HloInstruction& conditional, size_t call);

// Whether an attribute names computations.
bool NamesComputations(absl::string_view attribute);

// The type of a result that the text leaves out, as far as it says how many leaves there are. The
// operands and calls are complete. False: the instruction takes a part that is not there.
bool FindHloResultType(const HloInstruction& instruction, MlirCursor& cursor, HloType* type);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_OPCODES_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_PARSER_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_PARSER_H_

#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "core/graph/hlo/hlo.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Parses the text of a module. An instruction reads those before it, and names computations before
// its own, so that nothing runs itself. Functions return false if the cursor has failed.
class HloParser {
 public:
  explicit HloParser(MlirCursor& cursor);

  bool ReadModule(HloModule* module);

 private:
  // A body while it is read.
  struct Body {
    HloComputation* computation = nullptr;
    HashMap<absl::string_view, const HloInstruction*> names;
    std::vector<HloInstruction*> instructions;
  };

  bool ReadHeader();
  // `{(f32[2]{0})->f32[2]{0}}`.
  bool ReadEntryLayout();
  // Holds the entry to it.
  bool CompleteEntry();
  bool GivesType(HloComputation* computation, const HloType& type);
  bool CheckCalls(const HloInstruction& instruction);
  // FileNames, StackFrames and the like, as numbered lines.
  bool ReadSourceTable();
  bool ReadComputation();
  bool ReadSignature();
  // `{ instructions }`.
  bool ReadBody(HloComputation* computation);
  bool ReadInstruction(Body& body);
  // `type opcode(operands)`, whose type may have been read, and what follows. Only a line of a body
  // has attributes.
  bool ReadOperation(Body& body, bool has_attributes, HloInstruction* instruction);
  bool ReadOperands(Body& body, HloInstruction* instruction);
  // An instruction that stands in place of its name: `negate(x)`. Its name is that of the one that
  // reads it and the number of the operand: `sum@1`.
  bool ReadNested(Body& body, absl::string_view reader, size_t number, HloInstruction* instruction);
  // What stands in the parentheses of a parameter or a constant.
  bool ReadParameterNumber(HloInstruction* instruction);
  bool ReadConstant(HloInstruction* instruction, std::vector<Attribute>* attributes);
  bool ReadAttributes(HloInstruction* instruction, std::vector<Attribute>* attributes);
  bool ReadCalls(absl::string_view attribute, std::vector<HloCall>* calls);
  // A name of a computation, or its body in place.
  bool ReadCall(absl::string_view attribute, std::vector<HloCall>* calls);
  bool ReadMetadata(HloInstruction* instruction);
  // Of an instruction, a computation or an attribute: with `%` or without it.
  bool IsAtName() const {
    return cursor_.token() == MlirToken::kValue || cursor_.token() == MlirToken::kWord;
  }
  absl::string_view NameHere() const {
    return cursor_.token() == MlirToken::kValue ? cursor_.Name() : cursor_.text();
  }
  bool ReadName(absl::string_view expected, absl::string_view* name);
  // Parameters and root of a body whose instructions are read.
  bool Complete(HloComputation* computation);
  bool CountCalls(HloInstruction* instruction);
  // What the text leaves out: how many leaves a result has.
  bool CompleteType(HloInstruction* instruction);
  bool NameLeaves(const HloComputation& computation, HloInstruction* instruction);
  void AddLeafNames(const HloType& type, const std::string& name, char mark,
                    std::vector<absl::string_view>* leaves);

  MlirCursor& cursor_;
  std::vector<HloComputation*> computations_;
  HashMap<absl::string_view, HloComputation*> by_name_;
  // Of all instructions, whose values share one space of names.
  HashSet<absl::string_view> value_names_;
  HloComputation* entry_ = nullptr;
  // What the header says of it.
  bool has_entry_layout_ = false;
  std::vector<HloType> entry_parameters_;
  HloType entry_result_;
  // So many types, parts of tuples too, may yet come: all are in the text but those that it leaves
  // out.
  size_t types_left_;
  // So many bytes of names may yet be made.
  size_t name_bytes_left_;
  // Computations that stand in place of their names.
  size_t inline_count_ = 0;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_PARSER_H_

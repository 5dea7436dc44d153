#include "core/graph/hlo/hlo_opcodes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/hlo/hlo_type.h"

namespace shapewright::graph {
namespace {

constexpr HloCallRow kCalls[] = {
    {"all-reduce", "to_apply", HloUse::kRegion, "computation"},
    {"all-reduce-start", "to_apply", HloUse::kRegion, "computation"},
    {"call", "to_apply", HloUse::kCall},
    {"conditional", "branch_computations", HloUse::kBranch},
    {"conditional", "false_computation", HloUse::kBranch},
    {"conditional", "true_computation", HloUse::kBranch},
    {"fusion", "calls", HloUse::kCall},
    {"map", "to_apply", HloUse::kRegion, "computation"},
    {"reduce", "to_apply", HloUse::kRegion, "body"},
    {"reduce-scatter", "to_apply", HloUse::kRegion, "computation"},
    {"reduce-window", "to_apply", HloUse::kRegion, "body"},
    {"scatter", "to_apply", HloUse::kRegion, "update_computation"},
    {"select-and-scatter", "scatter", HloUse::kRegion, "scatter"},
    {"select-and-scatter", "select", HloUse::kRegion, "select"},
    {"sort", "to_apply", HloUse::kRegion, "comparator"},
    {"while", "body", HloUse::kRegion, "body"},
    {"while", "condition", HloUse::kRegion, "cond"},
};

constexpr absl::string_view kNames[] = {"body",
                                        "branch_computations",
                                        "called_computations",
                                        "calls",
                                        "condition",
                                        "decomposition",
                                        "false_computation",
                                        "scatter",
                                        "select",
                                        "to_apply",
                                        "true_computation"};

// What the result has of the operands.
enum class ResultForm : uint8_t {
  kOne,      // it is an array
  kOperand,  // the first operand's type
  kTuple,    // a tuple of the operands
  kPart,     // a part of the operand
  kCalled,   // what the last computation that is named gives
  kSeveral,  // as many arrays as the first of the operands, one array of one
};

struct ResultRow {
  absl::string_view opcode;
  ResultForm form;
  // kSeveral: operands that are no arrays of results, and of how many groups the others are.
  size_t others = 0;
  size_t groups = 1;
};

constexpr ResultRow kResults[] = {
    {"add-dependency", ResultForm::kOperand},
    {"all-reduce", ResultForm::kSeveral},
    {"call", ResultForm::kCalled},
    {"conditional", ResultForm::kCalled},
    {"copy", ResultForm::kOperand},
    {"domain", ResultForm::kOperand},
    {"fusion", ResultForm::kCalled},
    {"get-tuple-element", ResultForm::kPart},
    {"opt-barrier", ResultForm::kOperand},
    {"reduce", ResultForm::kSeveral, 0, 2},
    {"reduce-window", ResultForm::kSeveral, 0, 2},
    {"scatter", ResultForm::kSeveral, 1, 2},
    {"sort", ResultForm::kSeveral},
    {"tuple", ResultForm::kTuple},
    {"while", ResultForm::kOperand},
};

ResultRow FindResult(absl::string_view opcode) {
  for (const ResultRow& row : kResults) {
    if (row.opcode == opcode) return row;
  }
  return {opcode, ResultForm::kOne};
}

bool TupleOfFirst(const HloInstruction& instruction, size_t count, MlirCursor& cursor,
                  HloType* type) {
  std::vector<HloType> parts;
  for (size_t i = 0; i < count; ++i) parts.push_back(*instruction.operands[i]->type);
  return MakeHloTuple(cursor, std::move(parts), type);
}

}  // namespace

HloCallRow FindHloCall(absl::string_view opcode, absl::string_view attribute) {
  for (const HloCallRow& row : kCalls) {
    if (row.opcode == opcode && row.attribute == attribute) return row;
  }
  return {opcode, attribute};
}

size_t OperandOfBranch(const HloInstruction& conditional, size_t call) {
  const absl::string_view attribute = conditional.calls[call].attribute;
  // Whatever order these two stand in.
  if (attribute == "true_computation") return 1;
  return attribute == "false_computation" ? 2 : call + 1;
}

bool NamesComputations(absl::string_view attribute) {
  return std::find(std::begin(kNames), std::end(kNames), attribute) != std::end(kNames);
}

bool FindHloResultType(const HloInstruction& instruction, MlirCursor& cursor, HloType* type) {
  const ResultRow row = FindResult(instruction.opcode);
  const size_t count = instruction.operands.size();
  const bool has_operand = count > 0;
  switch (row.form) {
    case ResultForm::kOne:
      return true;
    case ResultForm::kOperand:
      if (has_operand) *type = *instruction.operands[0]->type;
      return true;
    case ResultForm::kTuple:
      return TupleOfFirst(instruction, count, cursor, type);
    case ResultForm::kPart: {
      if (!has_operand || instruction.number >= instruction.operands[0]->type->parts.size()) {
        return cursor.Fail(
            absl::StrCat("an index of a part of the operand before it, not ", instruction.number));
      }
      *type = instruction.operands[0]->type->parts[instruction.number];
      return true;
    }
    case ResultForm::kCalled:
      if (!instruction.calls.empty()) *type = *instruction.calls.back().computation->root->type;
      return true;
    case ResultForm::kSeveral: {
      const size_t arrays = count > row.others ? (count - row.others) / row.groups : 0;
      return arrays < 2 || MakeHloTuple(cursor, std::vector<HloType>(arrays), type);
    }
  }
  return true;
}

}  // namespace shapewright::graph

#include "core/graph/hlo/hlo_parser.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/hlo/hlo_attributes.h"
#include "core/graph/hlo/hlo_literal.h"
#include "core/graph/hlo/hlo_opcodes.h"
#include "core/graph/hlo/hlo_type.h"

namespace shapewright::graph {
namespace {

// A type takes some characters for each part of it.
constexpr size_t kFreeTypes = 64;
// Names of leaves repeat that of their tuple: so many times the text's size.
constexpr size_t kMostNameBytes = 64;
// Of the place of a leaf within its tuple, about.
constexpr size_t kPathLength = 4;

}  // namespace

HloParser::HloParser(MlirCursor& cursor)
    : cursor_(cursor),
      types_left_(cursor.Rest().size() + kFreeTypes),
      name_bytes_left_(types_left_ * kMostNameBytes) {}

bool HloParser::ReadModule(HloModule* module) {
  if (!ReadHeader()) return false;
  while (cursor_.token() != MlirToken::kEnd) {
    const bool is_table = cursor_.IsWord("FileNames") || cursor_.IsWord("FunctionNames") ||
                          cursor_.IsWord("FileLocations") || cursor_.IsWord("StackFrames");
    if (!(is_table ? ReadSourceTable() : ReadComputation())) return false;
  }
  if (entry_ == nullptr && computations_.size() == 1) entry_ = computations_[0];
  if (entry_ == nullptr) return cursor_.Fail("a computation that is the ENTRY");
  if (!CompleteEntry()) return false;
  module->entry = entry_;
  module->computations = CopyToArena(cursor_.arena(), computations_);
  return !cursor_.failed();
}

// `HloModule name, entry_computation_layout={..}, ...`
bool HloParser::ReadHeader() {
  absl::string_view name;
  if (!cursor_.ExpectWord("HloModule")) return false;
  if (!ReadName("the name of the module", &name)) return false;
  while (cursor_.Take(',')) {
    if (!ReadName("an attribute of the module", &name) || !cursor_.Expect('=')) return false;
    const bool is_layout = name == "entry_computation_layout" && cursor_.IsMark('{');
    if (!(is_layout ? ReadEntryLayout() : SkipHloValue(cursor_))) return false;
  }
  return true;
}

bool HloParser::ReadEntryLayout() {
  if (!cursor_.Expect('{') || !cursor_.Expect('(')) return false;
  if (!cursor_.IsMark(')')) {
    do {
      if (!ReadHloType(cursor_, &entry_parameters_.emplace_back())) return false;
    } while (cursor_.Take(','));
  }
  if (!cursor_.Expect(')')) return false;
  if (cursor_.token() != MlirToken::kArrow) return cursor_.Fail("`->`");
  has_entry_layout_ = true;
  return cursor_.Advance() && ReadHloType(cursor_, &entry_result_) && cursor_.Expect('}');
}

bool HloParser::CompleteEntry() {
  if (!has_entry_layout_) return true;
  const auto parameters = entry_->parameters;
  bool fits = parameters.size() == entry_parameters_.size();
  for (size_t i = 0; fits && i < parameters.size(); ++i) {
    fits = AreSameHloTypes(*parameters[i]->type, entry_parameters_[i]);
  }
  if (!fits) return cursor_.Fail("an ENTRY with the parameters of entry_computation_layout");
  return GivesType(entry_, entry_result_) ||
         cursor_.Fail("an ENTRY with the result of entry_computation_layout");
}

// Whether a computation gives the type. Where the text leaves out that of its root, it is that one.
bool HloParser::GivesType(HloComputation* computation, const HloType& type) {
  HloInstruction& root = *computation->root;
  if (!root.has_type && root.type->leaf_count == type.leaf_count) {
    auto* completed = New<HloType>(cursor_.arena());
    *completed = type;
    root.type = completed;
    root.has_type = true;
  }
  return AreSameHloTypes(*root.type, type);
}

// What runs a computation gives it operands of its parameters' types, and has its result.
bool HloParser::CheckCalls(const HloInstruction& instruction) {
  const auto operands = instruction.operands;
  for (size_t i = 0; i < instruction.calls.size(); ++i) {
    const HloCall& call = instruction.calls[i];
    const HloUse use = FindHloCall(instruction.opcode, call.attribute).use;
    const bool is_loop = instruction.opcode == "while";
    if (use == HloUse::kNone || (use == HloUse::kRegion && !is_loop)) continue;
    const bool is_branch = use == HloUse::kBranch;
    const size_t operand = is_branch ? OperandOfBranch(instruction, i) : 0;
    if (is_branch && operand >= operands.size()) return cursor_.Fail("both branches before it");
    const auto given = is_branch ? operands.subspan(operand, 1) : operands;
    const auto parameters = call.computation->parameters;
    bool fits = parameters.size() == given.size();
    for (size_t k = 0; fits && k < parameters.size(); ++k) {
      // Many branches may take one operand, whose type stands in the text once.
      if (!cursor_.Count(given[k]->type->type_count)) return false;
      fits = AreSameHloTypes(*given[k]->type, *parameters[k]->type);
    }
    if (!fits) return cursor_.Fail("operands as the computation has parameters, before it");
    const bool has_result = use != HloUse::kRegion && instruction.has_type;
    if (has_result && !cursor_.Count(instruction.type->type_count)) return false;
    if (has_result && !GivesType(call.computation, *instruction.type)) {
      return cursor_.Fail("the type that the computation gives, before it");
    }
    const bool goes_on = is_loop && call.attribute == "body" && !given.empty();
    if (goes_on && !AreSameHloTypes(*call.computation->root->type, *given[0]->type)) {
      return cursor_.Fail("a body that gives what it takes, before it");
    }
  }
  return true;
}

bool HloParser::ReadSourceTable() {
  if (!cursor_.Advance()) return false;
  while (cursor_.token() == MlirToken::kInteger) {
    absl::string_view body;
    if (!cursor_.Advance()) return false;
    if (!(cursor_.IsMark('{') ? cursor_.TakeBalanced(&body) : cursor_.Advance())) return false;
  }
  return true;
}

bool HloParser::ReadName(absl::string_view expected, absl::string_view* name) {
  if (!IsAtName()) return cursor_.Fail(expected);
  *name = NameHere();
  return cursor_.Advance();
}

bool HloParser::ReadComputation() {
  auto* computation = New<HloComputation>(cursor_.arena());
  const bool is_entry = cursor_.TakeWord("ENTRY");
  if (is_entry && entry_ != nullptr) return cursor_.Fail("no second ENTRY");
  if (IsAtName() && by_name_.contains(NameHere())) {
    return cursor_.Fail("a name that no other computation has");
  }
  if (!ReadName("a computation", &computation->name)) return false;
  if (!ReadSignature() || !ReadBody(computation)) return false;
  // execution_thread="main".
  absl::string_view attribute;
  while (cursor_.Take(',')) {
    if (!ReadName("an attribute of the computation", &attribute) || !cursor_.Expect('=') ||
        !SkipHloValue(cursor_)) {
      return false;
    }
  }
  by_name_[computation->name] = computation;
  if (is_entry) entry_ = computation;
  return true;
}

// `(x: f32[2]) -> f32[2]`, which the body says again.
bool HloParser::ReadSignature() {
  absl::string_view parameters;
  if (!cursor_.IsMark('(')) return true;
  if (!cursor_.TakeBalanced(&parameters)) return false;
  if (cursor_.token() != MlirToken::kArrow) return cursor_.Fail("`->`");
  HloType result;
  return cursor_.Advance() && ReadHloType(cursor_, &result);
}

bool HloParser::ReadBody(HloComputation* computation) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok() || !cursor_.Expect('{')) return false;
  Body body;
  body.computation = computation;
  while (!cursor_.IsMark('}')) {
    const bool is_root = cursor_.TakeWord("ROOT");
    if (is_root && computation->root != nullptr) return cursor_.Fail("no second ROOT");
    if (!ReadInstruction(body)) return false;
    if (is_root) computation->root = body.instructions.back();
  }
  if (body.instructions.empty()) return cursor_.Fail("an instruction");
  if (computation->root == nullptr) computation->root = body.instructions.back();
  computation->instructions = CopyToArena(cursor_.arena(), body.instructions);
  computations_.push_back(computation);
  return Complete(computation) && cursor_.Expect('}');
}

bool HloParser::Complete(HloComputation* computation) {
  size_t count = 0;
  for (const HloInstruction* instruction : computation->instructions) {
    count += instruction->opcode == "parameter" ? 1 : 0;
  }
  const auto parameters = NewArray<const HloInstruction*>(cursor_.arena(), count);
  for (const HloInstruction* instruction : computation->instructions) {
    if (instruction->opcode != "parameter") continue;
    const bool fits = instruction->number < count && parameters[instruction->number] == nullptr;
    if (!fits) {
      return cursor_.Fail(absl::StrCat("parameters with the numbers 0 to ", count - 1,
                                       " before it, not ", instruction->number));
    }
    parameters[instruction->number] = instruction;
  }
  computation->parameters = parameters;
  return true;
}

// `name = type opcode(operands), attributes`.
bool HloParser::ReadInstruction(Body& body) {
  auto* instruction = New<HloInstruction>(cursor_.arena());
  if (body.names.contains(NameHere())) {
    return cursor_.Fail("a name that no other instruction has");
  }
  if (!ReadName("an instruction", &instruction->name) || !cursor_.Expect('=')) return false;
  auto* type = New<HloType>(cursor_.arena());
  instruction->type = type;
  instruction->has_type = BeginsHloType(cursor_);
  if (instruction->has_type && !ReadHloType(cursor_, type)) return false;
  if (!ReadOperation(body, true, instruction)) return false;
  body.names[instruction->name] = instruction;
  return true;
}

bool HloParser::ReadOperation(Body& body, bool has_attributes, HloInstruction* instruction) {
  std::vector<Attribute> attributes;
  if (cursor_.token() != MlirToken::kWord) return cursor_.Fail("an opcode");
  instruction->opcode = cursor_.text();
  const bool needs_type = instruction->opcode == "parameter" || instruction->opcode == "constant";
  if (needs_type && !instruction->has_type) return cursor_.Fail("a type before this opcode");
  if (!cursor_.Advance() || !cursor_.Expect('(')) return false;
  if (instruction->opcode == "parameter") {
    if (!ReadParameterNumber(instruction)) return false;
  } else if (instruction->opcode == "constant") {
    if (!ReadConstant(instruction, &attributes)) return false;
  } else if (!ReadOperands(body, instruction)) {
    return false;
  }
  if (!cursor_.Expect(')')) return false;
  if (has_attributes && !ReadAttributes(instruction, &attributes)) return false;
  AddHloDefaults(instruction->opcode, &attributes);
  instruction->attributes = CopyToArena(cursor_.arena(), attributes);
  if (!CompleteType(instruction) || !CheckCalls(*instruction)) return false;
  body.instructions.push_back(instruction);
  return NameLeaves(*body.computation, instruction);
}

bool HloParser::ReadParameterNumber(HloInstruction* instruction) {
  int64_t number = 0;
  if (cursor_.IsMark('-')) return cursor_.Fail("the number of a parameter");
  if (!cursor_.ExpectInteger(&number)) return false;
  instruction->number = static_cast<size_t>(number);
  return true;
}

bool HloParser::ReadConstant(HloInstruction* instruction, std::vector<Attribute>* attributes) {
  const HloType& type = *instruction->type;
  if (type.is_tuple || type.declared.kind != shape::TypeKind::kTensor) {
    // XLA folds no constant of these.
    while (!cursor_.IsMark(')')) {
      if (!SkipHloValue(cursor_)) return false;
      cursor_.Take(',');
    }
    return true;
  }
  const Tensor* tensor = nullptr;
  if (!ReadHloLiteral(cursor_, type, &tensor)) return false;
  attributes->push_back(TensorAttribute("value", tensor));
  return true;
}

// `%a, %b`, or with their types, or instructions in place of names.
bool HloParser::ReadOperands(Body& body, HloInstruction* instruction) {
  std::vector<const HloInstruction*> operands;
  if (cursor_.IsMark(')')) return true;
  do {
    HloType type;
    const bool has_type = BeginsHloType(cursor_);
    if (has_type && !ReadHloType(cursor_, &type)) return false;
    const bool is_nested = cursor_.token() == MlirToken::kWord &&
                           cursor_.Rest().substr(cursor_.text().size(), 1) == "(";
    if (is_nested) {
      auto* nested = New<HloInstruction>(cursor_.arena());
      auto* nested_type = New<HloType>(cursor_.arena());
      *nested_type = type;
      nested->type = nested_type;
      nested->has_type = has_type;
      if (!ReadNested(body, instruction->name, operands.size(), nested)) return false;
      operands.push_back(nested);
      continue;
    }
    const auto found = IsAtName() ? body.names.find(NameHere()) : body.names.end();
    if (found == body.names.end()) return cursor_.Fail("an instruction before this one");
    if (has_type && !AreSameHloTypes(type, *found->second->type)) {
      return cursor_.Fail("an instruction of the type before its name");
    }
    operands.push_back(found->second);
    if (!cursor_.Advance()) return false;
  } while (cursor_.Take(','));
  instruction->operands = CopyToArena(cursor_.arena(), operands);
  return true;
}

bool HloParser::ReadNested(Body& body, absl::string_view reader, size_t number,
                           HloInstruction* instruction) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok()) return false;
  const std::string name = absl::StrCat(reader, "@", number);
  if (name.size() > name_bytes_left_) return cursor_.Fail("shorter names before it");
  name_bytes_left_ -= name.size();
  instruction->name = CopyText(cursor_.arena(), name);
  return ReadOperation(body, false, instruction);
}

bool HloParser::ReadAttributes(HloInstruction* instruction, std::vector<Attribute>* attributes) {
  std::vector<HloCall> calls;
  HashSet<absl::string_view> seen;
  while (cursor_.Take(',')) {
    const absl::string_view name = cursor_.text();
    if (cursor_.token() != MlirToken::kWord || !seen.insert(name).second) {
      return cursor_.Fail("another attribute");
    }
    if (!cursor_.Advance() || !cursor_.Expect('=')) return false;
    bool is_read = false;
    if (name == "metadata") {
      is_read = ReadMetadata(instruction);
    } else if (NamesComputations(name)) {
      is_read = ReadCalls(name, &calls);
    } else if (name == "index" && instruction->opcode == "get-tuple-element") {
      is_read = ReadParameterNumber(instruction);
    } else {
      is_read = ReadHloAttribute(cursor_, instruction->opcode, name, attributes);
    }
    if (!is_read) return false;
  }
  instruction->calls = CopyToArena(cursor_.arena(), calls);
  return CountCalls(instruction);
}

// `%f`, `{%f, %g}`, or the body itself.
bool HloParser::ReadCalls(absl::string_view attribute, std::vector<HloCall>* calls) {
  const bool is_list = attribute == "branch_computations" || attribute == "called_computations";
  if (!is_list || !cursor_.IsMark('{')) return ReadCall(attribute, calls);
  if (!cursor_.Advance()) return false;
  if (cursor_.Take('}')) return true;
  do {
    if (!ReadCall(attribute, calls)) return false;
  } while (cursor_.Take(','));
  return cursor_.Expect('}');
}

bool HloParser::ReadCall(absl::string_view attribute, std::vector<HloCall>* calls) {
  if (cursor_.IsMark('{')) {
    auto* computation = New<HloComputation>(cursor_.arena());
    computation->name = CopyText(cursor_.arena(), absl::StrCat(attribute, "/", inline_count_++));
    calls->push_back({attribute, computation});
    return ReadBody(computation);
  }
  const auto found = by_name_.find(NameHere());
  if (found == by_name_.end()) return cursor_.Fail("a computation before this one");
  calls->push_back({attribute, found->second});
  return cursor_.Advance();
}

bool HloParser::ReadMetadata(HloInstruction* instruction) {
  if (!cursor_.Expect('{')) return false;
  while (!cursor_.IsMark('}')) {
    absl::string_view name;
    if (!ReadName("a part of metadata", &name) || !cursor_.Expect('=')) return false;
    const bool is_text = cursor_.token() == MlirToken::kString;
    if (is_text && name == "op_name") instruction->op_name = cursor_.Name();
    if (!SkipHloValue(cursor_)) return false;
    cursor_.Take(',');
  }
  return cursor_.Expect('}');
}

bool HloParser::CountCalls(HloInstruction* instruction) {
  if (instruction->opcode == "conditional" &&
      instruction->operands.size() != instruction->calls.size() + 1) {
    return cursor_.Fail(absl::StrCat("a branch for each operand but the first before it, not ",
                                     instruction->calls.size()));
  }
  for (const HloCall& call : instruction->calls) {
    switch (FindHloCall(instruction->opcode, call.attribute).use) {
      case HloUse::kRegion:
      case HloUse::kBranch:
        ++call.computation->uses;
        break;
      case HloUse::kCall:
        call.computation->is_called = true;
        break;
      case HloUse::kNone:
        break;
    }
  }
  return true;
}

bool HloParser::CompleteType(HloInstruction* instruction) {
  const bool takes_part = instruction->opcode == "get-tuple-element";
  HloType found;
  if (!instruction->has_type || takes_part) {
    if (!FindHloResultType(*instruction, cursor_, &found)) return false;
  }
  if (!instruction->has_type) {
    auto* type = New<HloType>(cursor_.arena());
    *type = found;
    instruction->type = type;
  }
  if (instruction->type->type_count <= types_left_) {
    types_left_ -= instruction->type->type_count;
    return true;
  }
  return cursor_.Fail("fewer values in tuples whose types are left out, before it");
}

bool HloParser::NameLeaves(const HloComputation& computation, HloInstruction* instruction) {
  std::string name(instruction->name);
  // Names need to differ within a computation only.
  const bool is_new = value_names_.insert(instruction->name).second;
  if (!is_new) name = absl::StrCat(computation.name, "/", instruction->name);
  const HloType& type = *instruction->type;
  const bool has_parts = type.is_tuple && type.leaf_count != 1;
  const size_t copied = is_new && !has_parts ? 0 : type.leaf_count * (name.size() + kPathLength);
  if (copied > name_bytes_left_) return cursor_.Fail("shorter names before it");
  name_bytes_left_ -= copied;
  std::vector<absl::string_view> leaves;
  if (has_parts) {
    AddLeafNames(type, name, '#', &leaves);
  } else {
    leaves.push_back(is_new ? instruction->name : CopyText(cursor_.arena(), name));
  }
  instruction->leaves = CopyToArena(cursor_.arena(), leaves);
  return cursor_.Count(leaves.size() + copied / kBytesPerCount);
}

// `t#0`, `t#1.0` in a tuple within a tuple.
void HloParser::AddLeafNames(const HloType& type, const std::string& name, char mark,
                             std::vector<absl::string_view>* leaves) {
  if (!type.is_tuple) {
    leaves->push_back(CopyText(cursor_.arena(), name));
    return;
  }
  for (size_t i = 0; i < type.parts.size(); ++i) {
    AddLeafNames(type.parts[i], absl::StrCat(name, std::string(1, mark), i), '.', leaves);
  }
}

}  // namespace shapewright::graph

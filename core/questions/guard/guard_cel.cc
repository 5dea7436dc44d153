#include "core/questions/guard/guard_cel.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/questions/binding/bound_ranks.h"
#include "core/questions/guard/guard_ranges.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using v1::GuardInstruction;

// Longer texts are of no use to people or policies.
constexpr size_t kMaxBytes = 2048;
constexpr uint64_t kCountPerPrinted = 8;
constexpr int64_t kMaxRank = 1 << 20;

using Largest = google::protobuf::RepeatedPtrField<v1::InputSizes>;

absl::Status ReadLargest(const Largest& largest, const v1::GuardProgram& program,
                         std::vector<GuardRange>* slots) {
  HashSet<absl::string_view> inputs;
  for (const v1::GuardInput& input : program.inputs()) inputs.insert(input.name());
  HashMap<absl::string_view, int> by_name;
  for (int i = 0; i < largest.size(); ++i) {
    const bool is_new = by_name.emplace(largest[i].name(), i).second;
    if (is_new && inputs.contains(largest[i].name())) continue;
    return Within(Item("max_request", i),
                  FieldError("name", is_new ? absl::StrCat("the model has no input ",
                                                           graph::Quoted(largest[i].name()))
                                            : "it stands there twice"));
  }
  for (const v1::GuardSlot& slot : program.slots()) {
    const auto found = by_name.find(program.inputs(static_cast<int>(slot.input())).name());
    GuardRange& range = slots->emplace_back();
    if (!slot.has_axis() && !slot.has_element()) {
      range = {0, kMaxRank, true};
      continue;
    }
    if (found == by_name.end()) continue;
    const v1::InputSizes& input = largest[found->second];
    const auto axis = static_cast<int>(slot.axis());
    const auto element = static_cast<int>(slot.element());
    if (slot.has_axis() && axis < input.sizes_size() && input.sizes(axis) >= 0) {
      range = {0, input.sizes(axis), true};
    } else if (slot.has_element() && element < input.values_size()) {
      const int64_t value = input.values(element);
      // The least integer has no magnitude of 64 bits.
      if (value == std::numeric_limits<int64_t>::min()) continue;
      const int64_t most = std::max(value, -value);
      range = {-most, most, true};
    }
  }
  return absl::OkStatus();
}

std::string Quote(absl::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      absl::StrAppendFormat(&quoted, "\\u%04x", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// Writes instructions as text, those that others refer to within these.
class CelText {
 public:
  CelText(const v1::GuardProgram& program, const std::vector<GuardRange>& ranges)
      : program_(program), ranges_(ranges) {}

  // Empty: it cannot be said.
  std::string Truth(uint32_t instruction) {
    text_.clear();
    can_say_ = true;
    PutTruth(instruction);
    return can_say_ ? std::move(text_) : std::string();
  }

 private:
  const GuardInstruction& At(uint32_t instruction) const {
    return program_.instructions(static_cast<int>(instruction));
  }

  // Whether its text is of type bool.
  bool IsTruth(uint32_t instruction) const {
    switch (At(instruction).op()) {
      case GuardInstruction::OP_EQUAL:
      case GuardInstruction::OP_LESS_OR_EQUAL:
      case GuardInstruction::OP_DIVIDES:
        return true;
      default:
        return false;
    }
  }

  template <typename... Parts>
  void Put(const Parts&... parts) {
    (PutPart(parts), ...);
  }
  void PutPart(const char* part) {
    text_ += part;
    can_say_ &= text_.size() <= kMaxBytes;
  }
  void PutPart(uint32_t instruction) { PutNumber(instruction); }

  void PutTruth(uint32_t number) {
    if (!can_say_) return;
    const GuardInstruction& of = At(number);
    const auto operand = [&of](int i) { return of.operands(i); };
    switch (of.op()) {
      case GuardInstruction::OP_EQUAL:
        return Put("(", operand(0), " == ", operand(1), ")");
      case GuardInstruction::OP_LESS_OR_EQUAL:
        return Put("(", operand(0), " <= ", operand(1), ")");
      case GuardInstruction::OP_DIVIDES:
        return Put("(", operand(0), " != 0 && ", operand(1), " % ", operand(0), " == 0)");
      case GuardInstruction::OP_NOT:
        if (IsTruth(operand(0))) return PutWithin("(!", operand(0), ")");
        break;
      // Not `&&` and `||`, which pass over errors.
      case GuardInstruction::OP_MIN:
        if (AreTruths(of)) return PutChoice(operand(0), operand(1), "false");
        break;
      case GuardInstruction::OP_MAX:
        if (AreTruths(of)) return PutChoice(operand(0), "true", operand(1));
        break;
      case GuardInstruction::OP_SELECT:
        return PutChoice(operand(0), operand(1), operand(2));
      case GuardInstruction::OP_CONSTANT:
        return Put(of.constant() != 0 ? "true" : "false");
      default:
        break;
    }
    Put("(", number, " != 0)");
  }

  bool AreTruths(const GuardInstruction& of) const {
    return std::all_of(of.operands().begin(), of.operands().end(),
                       [this](uint32_t operand) { return IsZeroOrOne(operand); });
  }
  bool IsZeroOrOne(uint32_t instruction) const {
    const GuardRange& range = ranges_[instruction];
    return range.is_bounded && range.min >= 0 && range.max <= 1 &&
           At(instruction).op() != GuardInstruction::OP_SLOT;
  }

  void PutChoicePart(uint32_t instruction) { PutTruth(instruction); }
  void PutChoicePart(const char* part) { Put(part); }
  template <typename Then, typename Otherwise>
  void PutChoice(uint32_t condition, const Then& then, const Otherwise& otherwise) {
    Put("(");
    PutTruth(condition);
    Put(" ? ");
    PutChoicePart(then);
    Put(" : ");
    PutChoicePart(otherwise);
    Put(")");
  }
  void PutWithin(const char* before, uint32_t truth, const char* after) {
    Put(before);
    PutTruth(truth);
    Put(after);
  }

  void PutSlot(const v1::GuardSlot& slot) {
    const std::string input = absl::StrCat(
        "request.inputs[", Quote(program_.inputs(static_cast<int>(slot.input())).name()), "]");
    if (slot.has_axis()) {
      Put(absl::StrCat(input, ".shape[", slot.axis(), "]").c_str());
    } else if (slot.has_element()) {
      Put(absl::StrCat(input, ".data[", slot.element(), "]").c_str());
    } else {
      Put(absl::StrCat("size(", input, ".shape)").c_str());
    }
  }

  void PutNumber(uint32_t number) {
    if (!can_say_) return;
    const GuardInstruction& of = At(number);
    can_say_ = ranges_[number].is_bounded;
    if (!can_say_) return;
    if (IsTruth(number)) return PutTruthAsNumber(number);
    const auto operand = [&of](int i) { return of.operands(i); };
    switch (of.op()) {
      case GuardInstruction::OP_CONSTANT:
        // There is no literal for the least integer.
        can_say_ = of.constant() != std::numeric_limits<int64_t>::min();
        return Put(of.constant() < 0 ? absl::StrCat("(", of.constant(), ")").c_str()
                                     : absl::StrCat(of.constant()).c_str());
      case GuardInstruction::OP_SLOT:
        return PutSlot(program_.slots(static_cast<int>(of.constant())));
      case GuardInstruction::OP_ADD:
        return Put("(", operand(0), " + ", operand(1), ")");
      case GuardInstruction::OP_SUBTRACT:
        return Put("(", operand(0), " - ", operand(1), ")");
      case GuardInstruction::OP_MULTIPLY:
        return Put("(", operand(0), " * ", operand(1), ")");
      case GuardInstruction::OP_MIN:
        return Put("(", operand(0), " < ", operand(1), " ? ", operand(0), " : ", operand(1), ")");
      case GuardInstruction::OP_MAX:
        return Put("(", operand(0), " > ", operand(1), " ? ", operand(0), " : ", operand(1), ")");
      case GuardInstruction::OP_BROADCAST:
        return Put("(", operand(0), " == 1 ? ", operand(1), " : ", operand(0), ")");
      case GuardInstruction::OP_NOT:
        return Put("(1 - ", operand(0), ")");
      case GuardInstruction::OP_SELECT:
        Put("(");
        PutTruth(operand(0));
        return Put(" ? ", operand(1), " : ", operand(2), ")");
      case GuardInstruction::OP_FLOOR_DIVIDE:
      case GuardInstruction::OP_CEIL_DIVIDE:
      case GuardInstruction::OP_TRUNCATE_DIVIDE:
      case GuardInstruction::OP_MODULO:
        return PutDivision(of);
      default:
        can_say_ = false;
    }
  }

  void PutTruthAsNumber(uint32_t number) {
    Put("(");
    PutTruth(number);
    Put(" ? 1 : 0)");
  }

  // CEL's `/` and `%` round to 0.
  void PutDivision(const GuardInstruction& of) {
    const uint32_t a = of.operands(0);
    const uint32_t b = of.operands(1);
    const bool is_plain = ranges_[a].min >= 0;
    // Where the sides add up to more than 64 bits, or the divisor may not be positive, it is not
    // said.
    const bool is_bounded =
        ranges_[a].min > std::numeric_limits<int64_t>::min() &&
        symbolic::CheckedAdd(std::max(ranges_[a].max, -ranges_[a].min), ranges_[b].max).has_value();
    if (of.op() == GuardInstruction::OP_TRUNCATE_DIVIDE) return Put("(", a, " / ", b, ")");
    can_say_ &= ranges_[b].min > 0 && is_bounded;
    switch (of.op()) {
      case GuardInstruction::OP_MODULO:
        if (is_plain) return Put("(", a, " % ", b, ")");
        return Put("((", a, " % ", b, " + ", b, ") % ", b, ")");
      case GuardInstruction::OP_CEIL_DIVIDE:
        if (is_plain) return Put("((", a, " + ", b, " - 1) / ", b, ")");
        return Put("(", a, " <= 0 ? ", a, " / ", b, " : (", a, " + ", b, " - 1) / ", b, ")");
      default:
        if (is_plain) return Put("(", a, " / ", b, ")");
        return Put("(", a, " >= 0 ? ", a, " / ", b, " : (", a, " - ", b, " + 1) / ", b, ")");
    }
  }

  const v1::GuardProgram& program_;
  const std::vector<GuardRange>& ranges_;
  std::string text_;
  bool can_say_ = true;
};

}  // namespace

absl::Status AddCel(const Largest& largest, Work& work, v1::GuardProgram* program) {
  std::vector<GuardRange> slots;
  absl::Status status = ReadLargest(largest, *program, &slots);
  if (!status.ok()) return status;
  work.Count(kCountPerPrinted * static_cast<uint64_t>(program->instructions_size()));
  const std::vector<GuardRange> ranges = FindGuardRanges(*program, slots);
  CelText text(*program, ranges);
  for (int i = 0; i < program->checks_size(); ++i) {
    v1::GuardCheck* const check = program->mutable_checks(i);
    // A text that turns out too long was made up to there.
    if (!work.Count(kMaxBytes)) return work.status();
    check->set_cel(text.Truth(check->result()));
    if (check->cel().empty()) program->add_not_in_cel(static_cast<uint32_t>(i));
  }
  const bool is_bounded = std::all_of(ranges.begin(), ranges.end(),
                                      [](const GuardRange& range) { return range.is_bounded; });
  if (!is_bounded) return absl::OkStatus();
  for (const GuardRange& slot : slots) program->add_max_slots(slot.max);
  return absl::OkStatus();
}

}  // namespace shapewright::questions

#include "core/questions/guard/guard_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using symbolic::Int128;
using v1::GuardInstruction;

struct Wide {
  Int128 min;
  Int128 max;
};

Int128 Magnitude(const GuardRange& range) {
  return std::max<Int128>(range.max, -static_cast<Int128>(range.min));
}

Wide Products(const GuardRange& a, const GuardRange& b) {
  const Int128 corners[] = {static_cast<Int128>(a.min) * b.min, static_cast<Int128>(a.min) * b.max,
                            static_cast<Int128>(a.max) * b.min, static_cast<Int128>(a.max) * b.max};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

// Of all three divisions: a quotient is never farther from 0 than the dividend.
Wide Quotients(const GuardRange& a, const GuardRange& b) {
  if (a.min >= 0 && b.min >= 0) {
    const Int128 divisor = std::max<int64_t>(b.min, 1);
    return {0, symbolic::CeilDivide<Int128>(a.max, divisor)};
  }
  return {-Magnitude(a), Magnitude(a)};
}

Wide Rests(const GuardRange& b) {
  if (b.min >= 0) return {0, std::max<int64_t>(b.max - 1, 0)};
  return {-Magnitude(b), Magnitude(b)};
}

std::optional<Wide> Powers(const GuardRange& a, const GuardRange& b) {
  if (a.min != a.max || a.min < 2) return std::nullopt;
  const auto most = symbolic::CheckedPower(a.min, std::max<int64_t>(b.max, 0));
  if (!most) return std::nullopt;
  return Wide{0, *most};
}

std::optional<Wide> Of(GuardInstruction::Op op, const GuardRange& a, const GuardRange& b) {
  switch (op) {
    case GuardInstruction::OP_ADD:
      return Wide{static_cast<Int128>(a.min) + b.min, static_cast<Int128>(a.max) + b.max};
    case GuardInstruction::OP_SUBTRACT:
      return Wide{static_cast<Int128>(a.min) - b.max, static_cast<Int128>(a.max) - b.min};
    case GuardInstruction::OP_MULTIPLY:
      return Products(a, b);
    case GuardInstruction::OP_FLOOR_DIVIDE:
    case GuardInstruction::OP_CEIL_DIVIDE:
    case GuardInstruction::OP_TRUNCATE_DIVIDE:
      return Quotients(a, b);
    case GuardInstruction::OP_MODULO:
      return Rests(b);
    case GuardInstruction::OP_MIN:
      return Wide{std::min(a.min, b.min), std::min(a.max, b.max)};
    case GuardInstruction::OP_MAX:
      return Wide{std::max(a.min, b.min), std::max(a.max, b.max)};
    case GuardInstruction::OP_BROADCAST:
    case GuardInstruction::OP_SELECT:
      return Wide{std::min(a.min, b.min), std::max(a.max, b.max)};
    case GuardInstruction::OP_POWER:
      return Powers(a, b);
    case GuardInstruction::OP_NOT:
      return Wide{1 - static_cast<Int128>(a.max), 1 - static_cast<Int128>(a.min)};
    case GuardInstruction::OP_INTEGER_FROM_FLOAT:
      // Beyond these it is no number.
      return Wide{std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
    default:
      // Truths. Floats, which are asked by nothing else, have no range.
      return Wide{0, 1};
  }
}

GuardRange Narrow(const std::optional<Wide>& wide) {
  if (!wide) return {};
  const auto min = symbolic::Narrow(wide->min);
  const auto max = symbolic::Narrow(wide->max);
  return min && max ? GuardRange{*min, *max, true} : GuardRange{};
}

}  // namespace

std::vector<GuardRange> FindGuardRanges(const v1::GuardProgram& program,
                                        absl::Span<const GuardRange> slots) {
  std::vector<GuardRange> ranges;
  ranges.reserve(static_cast<size_t>(program.instructions_size()));
  for (const GuardInstruction& instruction : program.instructions()) {
    const int64_t constant = instruction.constant();
    if (instruction.op() == GuardInstruction::OP_CONSTANT) {
      ranges.push_back({constant, constant, true});
      continue;
    }
    if (instruction.op() == GuardInstruction::OP_SLOT) {
      ranges.push_back(slots[static_cast<size_t>(constant)]);
      continue;
    }
    bool is_bounded = true;
    for (const uint32_t operand : instruction.operands()) is_bounded &= ranges[operand].is_bounded;
    if (!is_bounded) {
      ranges.emplace_back();
      continue;
    }
    // Of OP_SELECT the condition does not count.
    const int count = instruction.operands_size();
    const GuardRange first =
        count == 0 ? GuardRange{} : ranges[instruction.operands(std::max(count - 2, 0))];
    const GuardRange last = count == 0 ? GuardRange{} : ranges[instruction.operands(count - 1)];
    ranges.push_back(Narrow(Of(instruction.op(), first, last)));
  }
  return ranges;
}

}  // namespace shapewright::questions

#include "core/query/merge/operand_layouts.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/layout/layout_text.h"

namespace shapewright::query {
namespace {

using shape::ParsedOperand;
using shape::Type;
using shape::TypeId;
using shape::TypeTable;

// What a scalar has without a word.
constexpr absl::string_view kLayoutOfScalar = "{}";

bool IsScalar(const Type& type) { return type.has_rank() && type.shape.rank() == 0; }

// What a type has whose text names no layout, or that was given as a message.
void AddUnnamed(const TypeTable& types, TypeId id, LayoutTexts& texts) {
  if (id == shape::kUnknownType) return;
  const Type& type = types.at(id);
  if (type.is_tensor()) texts.emplace_back(IsScalar(type) ? kLayoutOfScalar : absl::string_view());
  for (const TypeId position : type.positions) AddUnnamed(types, position, texts);
  if (!type.is_tuple()) AddUnnamed(types, type.inner, texts);
}

// Walks over two types side by side, tensor by tensor.
class LayoutComparison {
 public:
  LayoutComparison(const TypeTable& types, const LayoutTexts& left, const LayoutTexts& right)
      : types_(types), left_(left), right_(right) {}

  bool AreSame(TypeId a, TypeId b) {
    const Type& one = types_.at(a);
    const Type& other = types_.at(b);
    if (one.kind != other.kind || one.positions.size() != other.positions.size()) return false;
    if (one.is_tensor()) return HaveSame(one, other);
    for (size_t i = 0; i < one.positions.size(); ++i) {
      if (!AreSame(one.positions[i], other.positions[i])) return false;
    }
    const bool has_inner = !one.is_tuple() && one.inner != shape::kUnknownType;
    return !has_inner || AreSame(one.inner, other.inner);
  }

 private:
  bool HaveSame(const Type& one, const Type& other) {
    const size_t at = next_++;
    return one.has_rank() == other.has_rank() && one.shape.rank() == other.shape.rank() &&
           left_[at] == right_[at];
  }

  const TypeTable& types_;
  const LayoutTexts& left_;
  const LayoutTexts& right_;
  size_t next_ = 0;
};

}  // namespace

absl::StatusOr<LayoutTexts> ReadLayouts(const TypeTable& types, const ParsedOperand& operand) {
  LayoutTexts texts;
  if (operand.layouts.empty()) AddUnnamed(types, operand.type, texts);
  for (const shape::ParsedLayout& noted : operand.layouts) {
    texts.emplace_back();
    if (noted.text.empty() && noted.rank == 0 && noted.has_rank) {
      texts.back() = std::string(kLayoutOfScalar);
    }
    if (noted.text.empty()) continue;
    absl::StatusOr<layout::Layout> layout =
        layout::ParseLayout(absl::StrReplaceAll(noted.text, {{" ", ""}}));
    if (!layout.ok()) return layout.status();
    const auto fault = Complete(*layout, noted.rank);
    if (fault) {
      return absl::InvalidArgumentError(
          absl::StrCat("layout ", noted.text, ": ", fault->field, ": ", fault->message));
    }
    texts.back() = layout::FormatLayout(*layout);
  }
  return texts;
}

bool NamesLayouts(const ParsedOperand& operand) {
  return std::any_of(operand.layouts.begin(), operand.layouts.end(),
                     [](const shape::ParsedLayout& noted) { return !noted.text.empty(); });
}

bool HaveSameLayouts(const TypeTable& types, TypeId left, const LayoutTexts& left_layouts,
                     TypeId right, const LayoutTexts& right_layouts) {
  return LayoutComparison(types, left_layouts, right_layouts).AreSame(left, right);
}

bool HaveOtherLayouts(const LayoutTexts& left, const LayoutTexts& right) {
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (!left[i].empty() && !right[i].empty() && left[i] != right[i]) return true;
  }
  return false;
}

}  // namespace shapewright::query

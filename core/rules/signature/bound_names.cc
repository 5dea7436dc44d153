#include "core/rules/signature/bound_names.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace shapewright::rules {
namespace {

using graph::AttributeKind;
using Meaning = NameMeaning;

constexpr absl::string_view kUnknownReason = "not known from the operands";

}  // namespace

std::optional<absl::Span<const int64_t>> NumbersOf(const graph::Attribute* attribute,
                                                   const AttributeUse& use) {
  if (attribute == nullptr) {
    if (!use.has_default) return std::nullopt;
    return absl::MakeConstSpan(use.default_value);
  }
  if (attribute->kind == AttributeKind::kInts && use.is_list) return attribute->int_list();
  if (attribute->kind != AttributeKind::kInt || use.is_list) return std::nullopt;
  return absl::MakeConstSpan(&attribute->int_value, 1);
}

Expr AttributeValue(const std::optional<absl::Span<const int64_t>>& numbers,
                    const Meaning& meaning) {
  if (!numbers) return {};
  if (meaning.kind == Meaning::Kind::kLength) return static_cast<int64_t>(numbers->size());
  const size_t entry = meaning.entry == kNone ? 0 : meaning.entry;
  return entry < numbers->size() ? Expr((*numbers)[entry]) : Expr();
}

BoundNames::BoundNames(RuleContext& ctx, const Signature& signature)
    : ctx_(ctx), signature_(signature) {
  const uint32_t variadic = signature.variadic();
  if (variadic != kNone) {
    occurrences_ = std::max(0, ctx.input_count() - static_cast<int>(variadic));
  }
  const auto count = static_cast<size_t>(occurrences_);
  const size_t dims = signature.shared_dims + signature.own_dims * count;
  const size_t ranks = signature.shared_ranks + signature.own_ranks * count;
  is_ready_ = ctx.exprs().CountWork(signature.steps + dims + ranks);
  if (!is_ready_) return;
  dims_.resize(dims);
  ranks_.resize(ranks);
  elements_.resize(signature.elements.size());
  definitions_.resize(signature.definitions.size());
}

bool BoundNames::HasOperand(uint32_t operand) const {
  return operand == signature_.variadic() ? occurrences_ > 0
                                          : ctx_.HasInput(static_cast<int>(operand));
}

BoundDim& BoundNames::DimAt(uint32_t variable, int occurrence) {
  return dims_[signature_.PlaceOf(signature_.dims[variable], occurrence)];
}

BoundRank& BoundNames::RankAt(uint32_t variable, int occurrence) {
  return ranks_[signature_.PlaceOf(signature_.ranks[variable], occurrence)];
}

std::optional<absl::Span<const int64_t>> BoundNames::Numbers(const AttributeUse& use) const {
  return NumbersOf(ctx_.FindAttribute(use.name), use);
}

void BoundNames::CheckAttributes() {
  for (const AttributeUse& use : signature_.attributes) {
    if (!use.is_read && !use.is_type) continue;
    const graph::Attribute* const attribute = ctx_.FindAttribute(use.name);
    if (attribute == nullptr && !use.has_default) {
      if (use.may_be_absent) continue;
      ctx_.Error("MISSING_ATTRIBUTE", {},
                 absl::StrCat(ctx_.op().op_type, " needs the attribute ", use.name));
      continue;
    }
    const auto numbers = Numbers(use);
    if (!numbers) {
      ctx_.Error("INVALID_ATTRIBUTE", {},
                 absl::StrCat(ctx_.op().op_type, " needs ",
                              use.is_list ? "a list of integers" : "an integer",
                              " as the attribute ", use.name));
    } else if (numbers->size() < use.least_entries) {
      ctx_.Error(
          "INVALID_ATTRIBUTE", {},
          absl::StrCat(ctx_.op().op_type, " needs at least ", use.least_entries,
                       " entries in the attribute ", use.name, ", which has ", numbers->size()));
    }
  }
}

std::optional<int64_t> BoundNames::AttributeNumber(uint32_t attribute) const {
  const auto numbers = Numbers(signature_.attributes[attribute]);
  return numbers && numbers->size() == 1 ? std::optional<int64_t>((*numbers)[0]) : std::nullopt;
}

Expr BoundNames::ElementValue(const Meaning& meaning) {
  const auto input = static_cast<int>(meaning.index);
  if (!ctx_.HasInput(input)) return {};
  if (meaning.entry == kNone) return ctx_.OnlyElementOrFresh(input);
  const auto elements = ctx_.IntElementsOrFresh(input);
  return elements && meaning.entry < elements->size() ? (*elements)[meaning.entry] : Expr();
}

// An open variable of an operand that is left out is no size of anything.
bool BoundNames::IsOfAnOperand(uint32_t variable) const {
  const std::vector<uint32_t>& operands = signature_.dims[variable].operands;
  return std::any_of(operands.begin(), operands.end(),
                     [this](uint32_t operand) { return HasOperand(operand); });
}

Dim BoundNames::DimOrUnknown(uint32_t variable, int occurrence) {
  BoundDim& bound = DimAt(variable, occurrence);
  if (!bound.dim.is_unknown()) return ctx_.facts().Resolve(bound.dim);
  Place place;
  place.entry = static_cast<int>(variable) + 1;
  place.level = signature_.dims[variable].is_own ? occurrence : 0;
  bound = {ctx_.Fresh(place, kUnknownReason), {}};
  return bound.dim;
}

Expr BoundNames::SumOf(uint32_t variable) {
  Expr sum = 0;
  for (int i = 0; i < occurrences_; ++i) {
    const BoundDim& bound = DimAt(variable, i);
    if (bound.dim.is_unknown() && !makes_unknowns_) return {};
    sum = ctx_.Add(sum, DimOrUnknown(variable, i));
  }
  return sum;
}

Expr BoundNames::ValueOf(absl::string_view name, int occurrence) {
  const auto found = signature_.names.find(name);
  if (found == signature_.names.end()) return {};
  const Meaning& meaning = found->second;
  switch (meaning.kind) {
    case Meaning::Kind::kDim: {
      const bool is_open = DimAt(meaning.index, occurrence).dim.is_unknown();
      if (is_open && !(makes_unknowns_ && IsOfAnOperand(meaning.index))) return {};
      return DimOrUnknown(meaning.index, occurrence);
    }
    case Meaning::Kind::kDefinition:
      return definitions_[meaning.index];
    case Meaning::Kind::kAttribute:
    case Meaning::Kind::kLength:
      return AttributeValue(Numbers(signature_.attributes[meaning.index]), meaning);
    case Meaning::Kind::kHasAttribute:
      return ctx_.FindAttribute(signature_.attributes[meaning.index].name) != nullptr ? 1 : 0;
    case Meaning::Kind::kHasOperand:
      return HasOperand(meaning.index) ? 1 : 0;
    case Meaning::Kind::kCount:
      return occurrences_;
    case Meaning::Kind::kSum:
      return SumOf(meaning.index);
    case Meaning::Kind::kElement:
      return ElementValue(meaning);
    case Meaning::Kind::kOperandSize:
    case Meaning::Kind::kResultSize:
    case Meaning::Kind::kRankSize:
      break;
  }
  return {};
}

Expr BoundNames::Run(const symbolic::Program& program, int occurrence) {
  if (!ctx_.exprs().CountWork(program.steps.size())) return {};
  const absl::StatusOr<Expr> value = symbolic::RunProgram(
      ctx_.exprs(), program,
      [&](absl::string_view name) -> absl::StatusOr<Expr> { return ValueOf(name, occurrence); });
  return value.ok() ? *value : Expr();
}

Expr BoundNames::Evaluate(const Formula& formula, int occurrence) {
  return Run(formula.program, occurrence);
}

Expr BoundNames::EvaluateWithUnknowns(const Formula& formula) {
  makes_unknowns_ = true;
  const Expr value = Run(formula.program, 0);
  makes_unknowns_ = false;
  return value;
}

void BoundNames::Define() {
  makes_unknowns_ = true;
  for (size_t i = 0; i < signature_.definitions.size(); ++i) {
    definitions_[i] = Run(signature_.definitions[i].formula.program, 0);
  }
  makes_unknowns_ = false;
}

}  // namespace shapewright::rules

#include "core/rules/rule_context.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/state/diagnostic_class.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/facts/require_fact.h"

namespace shapewright::rules {
namespace {

using symbolic::Verdict;

std::string Describe(const Place& place) {
  std::string text;
  if (place.input >= 0) {
    absl::StrAppend(&text, "input ", place.input);
  } else if (place.output >= 0) {
    absl::StrAppend(&text, "output ", place.output);
  } else {
    absl::StrAppend(&text, "the operator");
  }
  if (place.axis >= 0) absl::StrAppend(&text, " axis ", place.axis);
  if (place.element >= 0) absl::StrAppend(&text, " element ", place.element);
  return text;
}

}  // namespace

void RuleContext::Apply(const OperatorRow& row) {
  const size_t before = workspace_.diagnostics().size();
  row.rule(*this);
  if (has_meaningless_attribute()) ForgetShapes();
  if (workspace_.diagnostics().size() > before) return;
  for (const OperandForm& form : row.traits.forms) {
    if (!HasInput(form.input)) continue;
    if (form.is_of_onnxruntime) {
      CheckFormInOnnxruntime(form.input, form.form);
    } else {
      CheckForm(form.input, form.form);
    }
  }
}

// The rule ran with the attribute's default, which is not what a runtime would do.
void RuleContext::ForgetShapes() {
  for (int i = 0; i < output_count(); ++i) {
    if (!HasOutput(i)) continue;
    const Type& type = types().at(workspace_.value(node_->outputs[i]).type());
    const shape::TypeId unknown = type.is_tensor() ? types().Tensor(type.element, Shape())
                                                   : shape::TypeId{shape::kUnknownType};
    SetOutputType(i, unknown);
  }
}

bool RuleContext::CheckRank(int input, int rank) { return CheckRankBetween(input, rank, rank); }

bool RuleContext::CheckRankBetween(int input, int min, int max) {
  const Shape shape = InputShape(input);
  const bool is_fine = shape.has_rank
                           ? shape.rank() >= min && shape.rank() <= max
                           : shape.rank_bounds.min <= max && shape.rank_bounds.max >= min;
  if (is_fine) return true;
  Error("RANK_MISMATCH", Place::Input(input),
        absl::StrCat(op().op_type, " needs rank ",
                     min == max        ? absl::StrCat(min)
                     : max >= kAnyRank ? absl::StrCat(min, " or more")
                                       : absl::StrCat(min, " to ", max),
                     " for input ", input, ", whose shape is ", Text(shape)));
  return false;
}

namespace {

// The ranks that a form allows.
Interval RanksOf(Form form) {
  const bool may_be_scalar = form != Form::kVector && form != Form::kVectorOrRow;
  return {may_be_scalar ? 0 : 1, form == Form::kScalar        ? 0
                                 : form == Form::kVectorOrRow ? 2
                                 : form == Form::kOneElement  ? kAnyRank
                                                              : 1};
}

}  // namespace

void RuleContext::NoteOnnxruntime(const Place& place, absl::string_view demand) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kInfo;
  diagnostic.code = "STRICTER_RUNTIME";
  diagnostic.message =
      absl::StrCat(op().op_type, ": onnxruntime asks for more than the specification: ", demand);
  diagnostic.site = SiteOf(place);
  Report(std::move(diagnostic));
}

void RuleContext::CheckFormInOnnxruntime(int input, Form form) {
  if (workspace_.as_onnxruntime()) return CheckForm(input, form);
  const Shape shape = InputShape(input);
  if (!shape.has_rank) return;
  const Interval ranks = RanksOf(form);
  bool holds = ranks.Contains(shape.rank());
  if (form == Form::kScalarOrOne || form == Form::kOneElement) {
    for (const Dim dim : shape.dims) holds &= dim.is_constant(1);
  }
  if (!holds) NoteOnnxruntime(Place::Input(input), "one element here");
}

void RuleContext::RequireEqualInOnnxruntime(Expr a, const Place& place_a, Expr b,
                                            const Place& place_b, const Check& check) {
  if (workspace_.as_onnxruntime()) {
    RequireEqual(a, place_a, b, place_b, check);
  } else if (!a.is_unknown() && !b.is_unknown() && !symbolic::IsEqual(exprs(), a, b)) {
    NoteOnnxruntime(place_a, absl::StrCat(check.sentence, ": ", Text(a), " = ", Text(b)));
  }
}

void RuleContext::CheckForm(int input, Form form) {
  const Interval ranks = RanksOf(form);
  if (!CheckRankBetween(input, static_cast<int>(ranks.min), static_cast<int>(ranks.max))) return;
  const Shape shape = InputShape(input);
  if (!shape.has_rank || form == Form::kVector || form == Form::kScalarOrVector) return;
  // The dims that are 1.
  const int count = form == Form::kVectorOrRow ? shape.rank() - 1 : shape.rank();
  for (int axis = 0; axis < count; ++axis) {
    const Place place = Place::Input(input, axis);
    if (!RequireEqual(shape.dims[axis], place, 1, place, "operand.one_element"_check)) {
      return;
    }
  }
}

bool RuleContext::CheckSameElement(int input, int other) {
  const ElementType a = InputElement(input);
  const ElementType b = InputElement(other);
  if (a == b || a == ElementType::kUndefined || b == ElementType::kUndefined) {
    return true;
  }
  Error(
      "ELEMENT_TYPE_MISMATCH", Place::Input(other),
      absl::StrCat(op().op_type, " needs one element type for inputs ", input, " and ", other,
                   ", which are ", shape::ElementTypeName(a), " and ", shape::ElementTypeName(b)));
  return false;
}

std::optional<int> RuleContext::NormalizeAxis(int64_t axis, int rank, int input) {
  if (axis >= -rank && axis < rank) {
    return static_cast<int>(axis < 0 ? axis + rank : axis);
  }
  Error("AXIS_OUT_OF_RANGE", Place::Input(input),
        absl::StrCat(op().op_type, " names axis ", axis, " of input ", input, ", whose rank is ",
                     rank));
  return std::nullopt;
}

bool RuleContext::Conclude(Verdict verdict, absl::string_view relation, Expr a,
                           const Place& place_a, Expr b, const Place& place_b, const Check& check) {
  if (verdict != Verdict::kRefuted) return true;
  Diagnostic diagnostic;
  diagnostic.code = "DIM_MISMATCH";
  diagnostic.check = check.id;
  diagnostic.message =
      absl::StrCat(op().op_type, ": ", check.sentence, ": ", Text(a), " (", Describe(place_a), ") ",
                   relation, " ", Text(b), " (", Describe(place_b), ") can never hold");
  diagnostic.site = SiteOf(place_a);
  diagnostic.related.push_back(SiteOf(place_b));
  diagnostic.refuted = static_cast<uint32_t>(facts().refuted().size() - 1);
  // It may run where the choice is another one (S10).
  if (facts().refuted().back().rests_on_choice) diagnostic.severity = Severity::kWarning;
  WarnUnderGuard(facts(), diagnostic);
  Report(std::move(diagnostic));
  return false;
}

Dim RuleContext::Unify(Dim a, const Place& place_a, Dim b, const Place& place_b,
                       const Check& check) {
  if (a == b && !a.is_unknown()) return a;
  if (!RequireEqual(a, place_a, b, place_b, check)) {
    return Fresh(place_a, "contradiction");
  }
  a = facts().Resolve(a);
  b = facts().Resolve(b);
  if (a.is_constant()) return a;
  if (b.is_constant() || a.is_unknown()) return b;
  const Interval bounds_b = Bounds(b);
  return Bounds(a).Contains(bounds_b) && !bounds_b.Contains(Bounds(a)) ? b : a;
}

bool RuleContext::HasNothingToCheck(Expr a, const Place& place_a, Expr b, const Place& place_b,
                                    const Check& check, symbolic::Basis basis) {
  if (has_meaningless_attribute()) return true;
  if (!a.is_unknown() && !b.is_unknown()) return false;
  // Of a dim that is unknown not even the rank is known, or its operand is left out.
  const auto is_element = [this](Expr e, const Place& place) {
    return e.is_unknown() && place.input >= 0 && place.axis < 0 && HasInput(place.input) &&
           InputShape(place.input).has_rank;
  };
  const bool is_open = is_element(a, place_a) || is_element(b, place_b);
  if (is_open && basis == symbolic::Basis::kRequired) NoteUnchecked(place_a, check.sentence);
  return true;
}

// The rule goes on with what it assumed, or without.
bool RuleContext::ConcludeAssumed(Verdict verdict, const Place& place, const Check& check) {
  if (verdict == Verdict::kRefuted) NoteUnchecked(place, check.sentence);
  return verdict != Verdict::kRefuted;
}

bool RuleContext::RequireEqual(Expr a, const Place& place_a, Expr b, const Place& place_b,
                               const Check& check, symbolic::Basis basis) {
  if (HasNothingToCheck(a, place_a, b, place_b, check, basis) || a == b) return true;
  const symbolic::FactSource source{basis, SiteOf(place_a), SiteOf(place_b), check};
  const Verdict verdict = facts().RequireEqual(a, b, source);
  if (basis == symbolic::Basis::kAssumed) return ConcludeAssumed(verdict, place_a, check);
  return Conclude(verdict, "=", a, place_a, b, place_b, check);
}

bool RuleContext::RequireAtMost(Expr a, const Place& place_a, Expr b, const Place& place_b,
                                const Check& check, symbolic::Basis basis) {
  if (HasNothingToCheck(a, place_a, b, place_b, check, basis)) return true;
  const symbolic::FactSource source{basis, SiteOf(place_a), SiteOf(place_b), check};
  const Verdict verdict = facts().RequireAtMost(a, b, source);
  if (basis == symbolic::Basis::kAssumed) return ConcludeAssumed(verdict, place_a, check);
  return Conclude(verdict, "<=", a, place_a, b, place_b, check);
}

bool RuleContext::RequireAtLeast(Expr a, const Place& place, int64_t bound, const Check& check,
                                 symbolic::Basis basis) {
  return RequireAtMost(bound, place, a, place, check, basis);
}

bool RuleContext::RequireDivisible(Expr a, const Place& place_a, Expr b, const Place& place_b,
                                   const Check& check, symbolic::Basis basis) {
  if (HasNothingToCheck(a, place_a, b, place_b, check, basis)) return true;
  const symbolic::FactSource source{basis, SiteOf(place_a), SiteOf(place_b), check};
  const Verdict verdict = facts().RequireDivisible(a, b, source);
  if (basis == symbolic::Basis::kAssumed) return ConcludeAssumed(verdict, place_a, check);
  return Conclude(verdict, "divisible by", a, place_a, b, place_b, check);
}

bool RuleContext::RequireNotZero(Expr a, const Place& place, const Check& check) {
  if (HasNothingToCheck(a, place, a, place, check, symbolic::Basis::kRequired)) return true;
  const symbolic::FactSource source{symbolic::Basis::kRequired, SiteOf(place), SiteOf(place),
                                    check};
  return Conclude(facts().RequireNotEqual(a, 0, source), "!=", a, place, 0, place, check);
}

bool RuleContext::RequireCondition(Expr condition, bool value, const Place& place,
                                   const Check& check) {
  const symbolic::FactSource source{symbolic::Basis::kRequired, SiteOf(place), SiteOf(place),
                                    check};
  const Verdict verdict = symbolic::RequireCondition(facts(), exprs(), condition, value, source);
  return Conclude(verdict, "=", condition, place, value ? 1 : 0, place, check);
}

Dim RuleContext::BroadcastDims(Dim a, const Place& place_a, Dim b, const Place& place_b) {
  if (a == b && !a.is_unknown()) return a;
  if (a.is_constant(1)) return b;
  if (b.is_constant(1) || has_meaningless_attribute()) return a;
  constexpr const Check& kReason = "broadcast"_check;
  HasNothingToCheck(a, place_a, b, place_b, kReason, symbolic::Basis::kRequired);
  const symbolic::FactSource source{symbolic::Basis::kRequired, SiteOf(place_a), SiteOf(place_b),
                                    kReason};
  if (!Conclude(facts().RequireBroadcastable(a, b, source), "broadcast with", a, place_a, b,
                place_b, kReason)) {
    return Fresh(place_a.As(Place::Part::kBroadcast), "contradiction");
  }
  a = facts().Resolve(a);
  b = facts().Resolve(b);
  // The fact may have made them equal: S and min(S, 512), where S <= 512.
  if (symbolic::IsEqual(exprs(), a, b)) return a;
  return symbolic::Broadcast(exprs(), a, b);
}

Shape RuleContext::BroadcastInputs(absl::Span<const int> inputs) {
  int64_t rank = 0;
  bool has_rank = true;
  for (const int input : inputs) {
    const Shape shape = InputShape(input);
    has_rank &= shape.has_rank;
    rank = std::max<int64_t>(rank, shape.has_rank ? shape.rank() : shape.rank_bounds.min);
  }
  if (!has_rank) return Shape::OfUnknownRank(Interval::AtLeast(rank));
  DimVector dims(static_cast<size_t>(rank), Dim(1));
  // The operand's axis that each dim other than 1 comes from.
  struct Origin {
    int input = -1;
    int axis = -1;
  };
  absl::InlinedVector<Origin, 6> origins(dims.size());
  for (const int input : inputs) {
    const Shape shape = InputShape(input);
    const int offset = static_cast<int>(rank) - shape.rank();
    for (int axis = 0; axis < shape.rank(); ++axis) {
      Dim& dim = dims[offset + axis];
      Origin& origin = origins[offset + axis];
      const Dim other = shape.dims[axis];
      if (dim == other && !dim.is_unknown()) continue;
      const Dim merged = BroadcastDims(dim, Place::Input(origin.input, origin.axis), other,
                                       Place::Input(input, axis));
      if (merged == dim) continue;
      dim = merged;
      origin = {input, axis};
    }
  }
  return Shape::Of(workspace_.Copy<Dim>(dims));
}

}  // namespace shapewright::rules

#include "core/rules/signature/match_operands.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::rules {
namespace {

using shape::TypeKind;

absl::string_view KindName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kTensor:
      return "a tensor";
    case TypeKind::kSequence:
      return "a sequence";
    case TypeKind::kOptional:
      return "an optional";
    case TypeKind::kMap:
      return "a map";
    default:
      return "another kind of value";
  }
}

class OperandMatcher {
 public:
  explicit OperandMatcher(BoundNames& names) : names_(names), ctx_(names.ctx()) {}

  void Run();

 private:
  // Which input is matched, and which occurrence of the variadic operand it is.
  struct Input {
    const Operand* operand;
    int index;
    int occurrence;
  };
  // A dim that is given by a formula.
  struct Equation {
    const DimItem* item;
    Dim dim;
    Place place;
    int occurrence;
    bool is_done = false;
  };

  void MatchType(const Input& input, const TypePattern& pattern, const Type& type);
  void MatchElement(const Input& input, const ElementPattern& pattern, ElementType element);
  void MatchShape(const Input& input, const TypePattern& pattern, const Shape& shape);
  void MatchDim(const Input& input, const DimItem& item, Dim dim, int axis);
  void MatchRank(const Input& input, const DimItem& item, absl::Span<const Dim> dims, int axis);
  void SolveAll();
  // False if several variables are open.
  bool Solve(const Equation& equation);
  void SolveFor(const Equation& equation, const Formula::Use& use);
  // The formula as factor * variable + first.
  struct Line {
    Expr first;
    Expr factor;
  };
  Line LineOf(const Equation& equation, BoundDim& variable);
  // Solves a * variable + b = dim; unknown if that does not determine the variable.
  Dim SolveLinear(const Equation& equation, BoundDim& variable);
  // For `4*H` that is 16: requires H = 4. False where the equation is another.
  bool Divide(const Equation& equation);
  void CheckElementSets();

  BoundNames& names_;
  RuleContext& ctx_;
  std::vector<Equation> equations_;
};

void OperandMatcher::MatchElement(const Input& input, const ElementPattern& pattern,
                                  ElementType element) {
  if (element == ElementType::kUndefined) return;
  ElementType wanted = pattern.type;
  std::string whose;
  if (pattern.kind == ElementPattern::Kind::kVariable) {
    BoundElement& bound = names_.ElementAt(pattern.index);
    if (bound.type == ElementType::kUndefined) bound = {element, input.index};
    wanted = bound.type;
    whose = absl::StrCat(" as for input ", bound.input);
  }
  if (wanted == ElementType::kUndefined || wanted == element) return;
  ctx_.Error("ELEMENT_TYPE_MISMATCH", Place::Input(input.index),
             absl::StrCat(ctx_.op().op_type, " needs ", shape::ElementTypeName(wanted),
                          " for input ", input.index, " (", input.operand->name, ")", whose,
                          ", which is ", shape::ElementTypeName(element)));
}

void OperandMatcher::MatchRank(const Input& input, const DimItem& item, absl::Span<const Dim> dims,
                               int axis) {
  BoundRank& bound = names_.RankAt(item.index, input.occurrence);
  if (!bound.is_bound) {
    bound = {true, DimVector(dims.begin(), dims.end()), Place::Input(input.index, axis)};
    return;
  }
  if (bound.dims.size() != dims.size()) {
    ctx_.Error("RANK_MISMATCH", Place::Input(input.index),
               absl::StrCat(ctx_.op().op_type, ": ", item.reason, " is ", dims.size(),
                            " dims, of input ", bound.place.input, " ", bound.dims.size()));
    return;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    const auto offset = static_cast<int>(i);
    Place place = bound.place;
    place.axis += offset;
    bound.dims[i] = ctx_.Unify(bound.dims[i], place, dims[i],
                               Place::Input(input.index, axis + offset), item.AsCheck());
  }
}

void OperandMatcher::MatchDim(const Input& input, const DimItem& item, Dim dim, int axis) {
  const Place place = Place::Input(input.index, axis);
  if (item.kind == DimItem::Kind::kFormula) {
    equations_.push_back({&item, dim, place, input.occurrence});
  } else if (item.kind == DimItem::Kind::kVariable) {
    BoundDim& bound = names_.DimAt(item.index, input.occurrence);
    if (bound.dim.is_unknown()) {
      bound = {dim, place};
    } else {
      bound.dim = ctx_.Unify(bound.dim, bound.place, dim, place, item.AsCheck());
    }
  }
}

void OperandMatcher::MatchShape(const Input& input, const TypePattern& pattern,
                                const Shape& shape) {
  if (!pattern.has_shape) return;
  const int many = pattern.has_many() ? 1 : 0;
  const int fixed = static_cast<int>(pattern.dims.size()) - many;
  const bool is_fine = shape.has_rank ? shape.rank() == fixed || (many > 0 && shape.rank() > fixed)
                                      : shape.rank_bounds.max >= fixed &&
                                            (many > 0 || shape.rank_bounds.min <= fixed);
  if (!is_fine) {
    ctx_.Error("RANK_MISMATCH", Place::Input(input.index),
               absl::StrCat(ctx_.op().op_type, " needs rank ", fixed, many > 0 ? " or more" : "",
                            " for input ", input.index, " (", input.operand->name,
                            "), whose shape is ", ctx_.Text(shape)));
    return;
  }
  if (!shape.has_rank || !ctx_.exprs().CountWork(shape.dims.size())) return;
  int axis = 0;
  for (const DimItem& item : pattern.dims) {
    if (item.is_many()) {
      const int count = shape.rank() - fixed;
      if (item.kind == DimItem::Kind::kRank) {
        MatchRank(input, item,
                  shape.dims.subspan(static_cast<size_t>(axis), static_cast<size_t>(count)), axis);
      }
      axis += count;
    } else {
      MatchDim(input, item, shape.dims[static_cast<size_t>(axis)], axis);
      ++axis;
    }
  }
}

void OperandMatcher::MatchType(const Input& input, const TypePattern& pattern, const Type& type) {
  if (pattern.kind == TypeKind::kUnknown || type.kind == TypeKind::kUnknown) return;
  if (pattern.kind != type.kind) {
    ctx_.Error(
        "TYPE_MISMATCH", Place::Input(input.index),
        absl::StrCat(ctx_.op().op_type, " needs ", KindName(pattern.kind), " for input ",
                     input.index, " (", input.operand->name, "), which is ", KindName(type.kind)));
    return;
  }
  if (pattern.kind != TypeKind::kTensor) {
    return MatchType(input, pattern.inner[0], ctx_.types().at(type.inner));
  }
  MatchElement(input, pattern.element, type.element);
  MatchShape(input, pattern, type.shape);
}

// With the variable at 0 and 1 the formula is b and a + b.
OperandMatcher::Line OperandMatcher::LineOf(const Equation& equation, BoundDim& variable) {
  const Formula& formula = equation.item->formula;
  const Dim before = variable.dim;
  Line line;
  line.factor = ctx_.IfItFits([&] {
    variable.dim = 0;
    line.first = names_.Evaluate(formula, equation.occurrence);
    variable.dim = 1;
    return ctx_.Subtract(names_.Evaluate(formula, equation.occurrence), line.first);
  });
  variable.dim = before;
  return line;
}

bool OperandMatcher::Divide(const Equation& equation) {
  const Formula& formula = equation.item->formula;
  const Dim dim = ctx_.facts().Resolve(equation.dim);
  if (!dim.is_constant() || formula.uses.size() != 1 || !formula.uses[0].is_linear) return false;
  BoundDim& variable = names_.DimAt(formula.uses[0].variable, equation.occurrence);
  // No structured binding: clang 14 lets no lambda use one.
  const Line line = LineOf(equation, variable);
  const Expr first = line.first;
  const Expr factor = line.factor;
  if (!first.is_constant() || !factor.is_constant() || factor.is_constant(0)) return false;
  const Expr rest = ctx_.IfItFits([&] { return ctx_.Subtract(dim, first); });
  const Expr quotient = ctx_.IfItFits([&] { return ctx_.FloorDiv(rest, factor); });
  if (!quotient.is_constant() || ctx_.Multiply(quotient, factor) != rest) return false;
  ctx_.RequireEqual(variable.dim, equation.place, quotient, equation.place,
                    equation.item->AsCheck());
  return true;
}

Dim OperandMatcher::SolveLinear(const Equation& equation, BoundDim& variable) {
  const auto [first, factor] = LineOf(equation, variable);
  if (factor.is_unknown()) return {};
  const Interval bounds = ctx_.Bounds(factor);
  if (bounds.Contains(0) || bounds.is_empty()) return {};
  const bool is_negative = bounds.max < 0;
  const Expr rest =
      is_negative ? ctx_.Subtract(first, equation.dim) : ctx_.Subtract(equation.dim, first);
  const Expr divisor = is_negative ? ctx_.Subtract(0, factor) : factor;
  if (!divisor.is_constant(1)) {
    ctx_.RequireDivisible(rest, equation.place, divisor, equation.place, equation.item->AsCheck());
  }
  ctx_.RequireAtMost(is_negative ? equation.dim : first, equation.place,
                     is_negative ? first : equation.dim, equation.place, equation.item->AsCheck());
  return ctx_.FloorDiv(rest, divisor);
}

void OperandMatcher::SolveFor(const Equation& equation, const Formula::Use& use) {
  BoundDim& variable = names_.DimAt(use.variable, equation.occurrence);
  const Dim solved = use.is_linear ? SolveLinear(equation, variable) : Dim();
  if (!solved.is_unknown()) {
    variable = {solved, equation.place};
    return;
  }
  const Dim unknown = names_.DimOrUnknown(use.variable, equation.occurrence);
  variable = {unknown, equation.place};
  ctx_.RequireEqual(names_.Evaluate(equation.item->formula, equation.occurrence), equation.place,
                    equation.dim, equation.place, equation.item->AsCheck());
}

bool OperandMatcher::Solve(const Equation& equation) {
  const Formula& formula = equation.item->formula;
  const Formula::Use* open = nullptr;
  for (const Formula::Use& use : formula.uses) {
    if (!names_.DimAt(use.variable, equation.occurrence).dim.is_unknown()) continue;
    if (open != nullptr) return false;
    open = &use;
  }
  if (open != nullptr) {
    SolveFor(equation, *open);
    return true;
  }
  if (Divide(equation)) return true;
  const Expr value = names_.Evaluate(formula, equation.occurrence);
  ctx_.RequireEqual(equation.dim, equation.place, value, equation.place, equation.item->AsCheck());
  return true;
}

void OperandMatcher::SolveAll() {
  bool is_new = true;
  while (is_new && ctx_.exprs().CountWork(equations_.size() + names_.signature().steps)) {
    is_new = false;
    for (Equation& equation : equations_) {
      if (equation.is_done) continue;
      equation.is_done = Solve(equation);
      is_new |= equation.is_done;
    }
  }
}

void OperandMatcher::CheckElementSets() {
  for (const ElementSet& set : names_.signature().element_sets) {
    const BoundElement& bound = names_.ElementAt(set.variable);
    Type type;
    type.kind = TypeKind::kTensor;
    type.element = bound.type;
    if (bound.type == ElementType::kUndefined || set.allowed.Allows(type)) continue;
    ctx_.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(bound.input),
               absl::StrCat(ctx_.op().op_type, ": input ", bound.input, " is ",
                            shape::ElementTypeName(bound.type), "; its rule allows ",
                            ToString(set.allowed)));
  }
}

void OperandMatcher::Run() {
  const Signature& signature = names_.signature();
  for (uint32_t i = 0; i < signature.operands.size(); ++i) {
    const bool is_variadic = i == signature.variadic();
    const int count = is_variadic ? names_.occurrences() : 1;
    for (int occurrence = 0; occurrence < count; ++occurrence) {
      const int index = names_.InputOf(i, occurrence);
      if (!ctx_.HasInput(index)) continue;
      const Operand& operand = signature.operands[i];
      MatchType({&operand, index, occurrence}, operand.type, ctx_.InputType(index));
    }
  }
  SolveAll();
  CheckElementSets();
}

}  // namespace

void MatchOperands(BoundNames& names) { OperandMatcher(names).Run(); }

}  // namespace shapewright::rules

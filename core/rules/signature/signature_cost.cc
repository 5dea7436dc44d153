#include "core/rules/signature/signature_cost.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/rules/signature/bound_names.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::rules {
namespace {

using shape::Shape;
using shape::Type;
using shape::TypeKind;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::Step;
using Meaning = NameMeaning;

// What the names of a signature stand for at a node that has been inferred. What the rule requires
// holds: nothing is checked here.
class FinalNames {
 public:
  FinalNames(const Signature& signature, CostContext& ctx);

  // False once the work is stopped: then there is nothing to read.
  bool is_ready() const { return is_ready_; }
  // Unknown where a name in it is.
  Expr Evaluate(const Formula& formula, int occurrence);
  // Within which the formula is by the bounds of the names in it. Their product may have lost what
  // they show of its sign, once it is a sum.
  Interval BoundsOf(const Formula& formula);

 private:
  struct BoundDims {
    bool is_bound = false;
    std::vector<Expr> dims;
  };
  // A dim of an operand that is given by a formula.
  struct Equation {
    const Formula* formula;
    Expr dim;
    int occurrence;
  };

  void BindOperands();
  void BindResults();
  void BindType(const TypePattern& pattern, const Type& type, int occurrence);
  void BindShape(const TypePattern& pattern, const Shape& shape, int occurrence);
  void BindItem(const DimItem& item, Expr dim, int occurrence);
  void BindRank(uint32_t rank, absl::Span<const Expr> dims, int occurrence);
  void SolveAll();
  // True if it says what a variable is.
  bool Solve(const Equation& equation);

  Expr ValueOf(absl::string_view name, int occurrence);
  Expr ElementValue(const Meaning& meaning);
  Expr SumOf(uint32_t variable);
  Expr OperandSize(uint32_t operand);
  Expr ResultSize(uint32_t result);
  bool HasOperand(uint32_t operand) const;
  Expr& DimAt(uint32_t variable, int occurrence) {
    return dims_[signature_.PlaceOf(signature_.dims[variable], occurrence)];
  }

  const Signature& signature_;
  CostContext& ctx_;
  bool is_ready_ = false;
  int occurrences_ = 0;
  std::vector<Expr> dims_;
  std::vector<BoundDims> ranks_;
  std::vector<Expr> definitions_;
  std::vector<Equation> equations_;
};

FinalNames::FinalNames(const Signature& signature, CostContext& ctx)
    : signature_(signature), ctx_(ctx) {
  if (signature.variadic() != kNone) {
    const auto inputs = static_cast<int>(ctx.input_count());
    occurrences_ = std::max(0, inputs - static_cast<int>(signature.variadic()));
  }
  const auto count = static_cast<size_t>(occurrences_);
  const size_t dims = signature.shared_dims + signature.own_dims * count;
  const size_t ranks = signature.shared_ranks + signature.own_ranks * count;
  is_ready_ = ctx.exprs().CountWork(signature.steps + dims + ranks);
  if (!is_ready_) return;
  dims_.resize(dims);
  ranks_.resize(ranks);
  BindOperands();
  SolveAll();
  // An equation that is not solved leaves a variable to the result that has it as a dim.
  BindResults();
  SolveAll();
  for (const Definition& definition : signature.definitions) {
    definitions_.push_back(Evaluate(definition.formula, 0));
  }
}

void FinalNames::BindOperands() {
  for (uint32_t i = 0; i < signature_.operands.size(); ++i) {
    const int count = i == signature_.variadic() ? occurrences_ : 1;
    for (int occurrence = 0; occurrence < count; ++occurrence) {
      const size_t input = i + static_cast<size_t>(occurrence);
      BindType(signature_.operands[i].type, ctx_.InputType(input), occurrence);
    }
  }
}

void FinalNames::BindResults() {
  for (size_t i = 0; i < signature_.results.size(); ++i) {
    BindType(signature_.results[i], ctx_.OutputType(i), 0);
  }
}

void FinalNames::BindType(const TypePattern& pattern, const Type& type, int occurrence) {
  if (pattern.kind == TypeKind::kUnknown || pattern.kind != type.kind) return;
  if (pattern.kind == TypeKind::kTensor) return BindShape(pattern, type.shape, occurrence);
  BindType(pattern.inner[0], ctx_.types().at(type.inner), occurrence);
}

void FinalNames::BindShape(const TypePattern& pattern, const Shape& shape, int occurrence) {
  if (!pattern.has_shape || !shape.has_rank || !ctx_.exprs().CountWork(shape.dims.size())) return;
  const std::vector<DimItem>& items = pattern.dims;
  const auto is_many = [](const DimItem& item) { return item.is_many(); };
  const auto many = static_cast<size_t>(std::count_if(items.begin(), items.end(), is_many));
  const size_t fixed = items.size() - many;
  const size_t rank = shape.dims.size();
  if (rank < fixed || (many == 0 && rank != fixed)) return;
  // Those before the first of any number of dims, then from the end those behind the last.
  for (size_t i = 0; i < items.size() && !items[i].is_many(); ++i) {
    BindItem(items[i], shape.dims[i], occurrence);
  }
  if (many == 0) return;
  for (size_t i = 1; i <= items.size() && !items[items.size() - i].is_many(); ++i) {
    BindItem(items[items.size() - i], shape.dims[rank - i], occurrence);
  }
  if (many == 1 && items[pattern.many].kind == DimItem::Kind::kRank) {
    BindRank(items[pattern.many].index, shape.dims.subspan(pattern.many, rank - fixed), occurrence);
  }
}

void FinalNames::BindItem(const DimItem& item, Expr dim, int occurrence) {
  if (item.kind == DimItem::Kind::kVariable) {
    Expr& bound = DimAt(item.index, occurrence);
    if (bound.is_unknown()) bound = dim;
  } else if (item.kind == DimItem::Kind::kFormula && !item.formula.uses.empty()) {
    equations_.push_back({&item.formula, dim, occurrence});
  }
}

void FinalNames::BindRank(uint32_t rank, absl::Span<const Expr> dims, int occurrence) {
  BoundDims& bound = ranks_[signature_.PlaceOf(signature_.ranks[rank], occurrence)];
  if (!bound.is_bound) {
    bound = {true, {dims.begin(), dims.end()}};
  } else if (bound.dims.size() == dims.size()) {
    for (size_t i = 0; i < dims.size(); ++i) {
      if (bound.dims[i].is_unknown()) bound.dims[i] = dims[i];
    }
  }
}

bool FinalNames::Solve(const Equation& equation) {
  const Formula::Use* open = nullptr;
  for (const Formula::Use& use : equation.formula->uses) {
    if (!DimAt(use.variable, equation.occurrence).is_unknown()) continue;
    if (open != nullptr) return false;
    open = &use;
  }
  if (open == nullptr || !open->is_linear || equation.dim.is_unknown()) return false;
  // With the variable at 0 and 1 the formula is b and a + b.
  Expr& variable = DimAt(open->variable, equation.occurrence);
  variable = 0;
  const Expr first = Evaluate(*equation.formula, equation.occurrence);
  variable = 1;
  const Expr second = Evaluate(*equation.formula, equation.occurrence);
  variable = Expr();
  if (first.is_unknown() || second.is_unknown()) return false;
  symbolic::ExprArena& exprs = ctx_.exprs();
  const Expr factor = ctx_.Quietly([&] { return symbolic::Subtract(exprs, second, first); });
  const Expr rest = ctx_.Quietly([&] { return symbolic::Subtract(exprs, equation.dim, first); });
  if (factor.is_unknown() || rest.is_unknown()) return false;
  const Interval bounds = exprs.Bounds(factor);
  if (bounds.Contains(0) || bounds.is_empty()) return false;
  const bool is_negative = bounds.max < 0;
  variable = is_negative ? ctx_.Divide(ctx_.Multiply(-1, rest), ctx_.Multiply(-1, factor))
                         : ctx_.Divide(rest, factor);
  return !variable.is_unknown();
}

void FinalNames::SolveAll() {
  bool is_new = true;
  while (is_new && ctx_.exprs().CountWork(equations_.size() + signature_.steps)) {
    is_new = false;
    for (const Equation& equation : equations_) is_new |= Solve(equation);
  }
}

bool FinalNames::HasOperand(uint32_t operand) const {
  return operand == signature_.variadic() ? occurrences_ > 0 : ctx_.HasInput(operand);
}

Expr FinalNames::ElementValue(const Meaning& meaning) {
  if (meaning.entry == kNone) return ctx_.InputInt(meaning.index);
  const absl::Span<const Expr> elements = ctx_.InputInts(meaning.index);
  return meaning.entry < elements.size() ? elements[meaning.entry] : Expr();
}

Expr FinalNames::SumOf(uint32_t variable) {
  Expr sum = 0;
  for (int i = 0; i < occurrences_; ++i) sum = ctx_.Add(sum, DimAt(variable, i));
  return sum;
}

Expr FinalNames::OperandSize(uint32_t operand) {
  if (operand != signature_.variadic()) return ctx_.InputSize(operand);
  Expr sum = 0;
  for (int i = 0; i < occurrences_; ++i) {
    sum = ctx_.Add(sum, ctx_.InputSize(operand + static_cast<size_t>(i)));
  }
  return sum;
}

Expr FinalNames::ResultSize(uint32_t result) {
  const bool is_last = result + 1 == signature_.results.size();
  if (!is_last || !signature_.has_variadic_result) return ctx_.OutputSize(result);
  Expr sum = 0;
  for (size_t i = result; i < ctx_.node().outputs.size(); ++i) {
    sum = ctx_.Add(sum, ctx_.OutputSize(i));
  }
  return sum;
}

Expr FinalNames::ValueOf(absl::string_view name, int occurrence) {
  const auto found = signature_.names.find(name);
  if (found == signature_.names.end()) return {};
  const Meaning& meaning = found->second;
  switch (meaning.kind) {
    case Meaning::Kind::kDim:
      return DimAt(meaning.index, occurrence);
    case Meaning::Kind::kDefinition:
      return meaning.index < definitions_.size() ? definitions_[meaning.index] : Expr();
    case Meaning::Kind::kAttribute:
    case Meaning::Kind::kLength: {
      const AttributeUse& use = signature_.attributes[meaning.index];
      return AttributeValue(NumbersOf(ctx_.FindAttribute(use.name), use), meaning);
    }
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
      return OperandSize(meaning.index);
    case Meaning::Kind::kResultSize:
      return ResultSize(meaning.index);
    case Meaning::Kind::kRankSize: {
      const BoundDims& rank = ranks_[signature_.PlaceOf(signature_.ranks[meaning.index], 0)];
      return rank.is_bound ? symbolic::Product(ctx_.exprs(), rank.dims) : Expr();
    }
  }
  return {};
}

Expr FinalNames::Evaluate(const Formula& formula, int occurrence) {
  if (!ctx_.exprs().CountWork(formula.program.steps.size())) return {};
  return ctx_.Quietly([&] {
    const absl::StatusOr<Expr> value = symbolic::RunProgram(
        ctx_.exprs(), formula.program,
        [&](absl::string_view name) -> absl::StatusOr<Expr> { return ValueOf(name, occurrence); });
    return value.ok() ? *value : Expr();
  });
}

// Of other operations nothing is known.
Interval RangeOf(absl::string_view op, Interval a, Interval b) {
  if (op == "+") return symbolic::Add(a, b);
  if (op == "-") return symbolic::Subtract(a, b);
  if (op == "*") return symbolic::Multiply(a, b);
  if (op == "//") return symbolic::FloorDiv(a, b);
  return Interval::All();
}

Interval FinalNames::BoundsOf(const Formula& formula) {
  std::vector<Interval> ranges;
  if (!ctx_.exprs().CountWork(formula.program.steps.size())) return Interval::All();
  for (const Step& step : formula.program.steps) {
    if (step.kind == Step::Kind::kConstant) {
      ranges.push_back(Interval::Point(step.constant));
    } else if (step.kind == Step::Kind::kName) {
      const Expr value = ValueOf(formula.program.names[step.count], 0);
      ranges.push_back(ctx_.exprs().Bounds(value));
    } else if (step.kind == Step::Kind::kOperator && step.count == 2) {
      const Interval right = ranges.back();
      ranges.pop_back();
      ranges.back() = RangeOf(step.op->name, ranges.back(), right);
    } else {
      return Interval::All();
    }
  }
  return ranges.back();
}

}  // namespace

void CountBySignature(const Signature& signature, CostContext& ctx) {
  if (signature.counts.empty()) return ctx.Refuse("its rule says no cost");
  FinalNames names(signature, ctx);
  if (!names.is_ready()) return;
  for (const Count& count : signature.counts) {
    Expr value = names.Evaluate(count.formula, 0);
    if (names.BoundsOf(count.formula).min < 0) {
      value = ctx.Quietly([&] { return symbolic::Max(ctx.exprs(), 0, value); });
    }
    ctx.Count(count.operation, value);
  }
}

}  // namespace shapewright::rules

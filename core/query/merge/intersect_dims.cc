#include "core/query/merge/intersect_dims.h"

#include <optional>

#include "core/query/merge/merge_facts.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using symbolic::Interval;

// What is taken to be true until it is destroyed.
class Trial {
 public:
  explicit Trial(MergeCase& run)
      : run_(run), mark_(run.scope.MarkPremises()), facts_(run.scope.facts()) {
    facts_.PushScope({});
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  ~Trial() {
    facts_.PopScope();
    facts_.ForgetFactsAfter(listed_);
    run_.scope.ForgetPremisesAfter(mark_);
  }

  // Takes the two as one number; false where that cannot be.
  bool Take(Dim a, Dim b) {
    return run_.scope.Take({symbolic::ParsedRelation::Kind::kEqual, a, b, {}});
  }
  // Whether what was taken can be beside all premises.
  bool Stands() {
    shape::Algebra algebra{run_.scope.exprs(), facts_, run_.scope.types()};
    MergeCase asked{run_.options, run_.scope, run_.message, run_.operands, run_.notation, algebra};
    CheckPremises(asked);
    return algebra.conflicts.empty();
  }

 private:
  MergeCase& run_;
  const SymbolScope::PremiseMark mark_;
  symbolic::FactStore& facts_;
  const size_t listed_ = facts_.facts().size();
};

// A dim as `factor * symbol + constant`.
struct Line {
  symbolic::SymbolId symbol = 0;
  int64_t factor = 1;
  int64_t constant = 0;
};

std::optional<Line> AsLine(const symbolic::ExprArena& arena, Dim dim) {
  const symbolic::ExprNode& node = arena.node(dim.node());
  if (node.kind == symbolic::NodeKind::kSymbol) return Line{node.symbol};
  if (node.kind != symbolic::NodeKind::kSum || node.defined || node.terms.size() > 2) {
    return std::nullopt;
  }
  const symbolic::Term& term = node.terms[0];
  const symbolic::ExprNode& monomial = arena.node(term.monomial);
  const bool has_constant = node.terms.size() == 2;
  if (monomial.kind != symbolic::NodeKind::kSymbol ||
      (has_constant && arena.node(node.terms[1].monomial).kind != symbolic::NodeKind::kUnit)) {
    return std::nullopt;
  }
  return Line{monomial.symbol, term.coefficient, has_constant ? node.terms[1].coefficient : 0};
}

// The values of the symbol for which the line is in the range.
Interval Inverse(const Line& line, Interval range) {
  Interval values = Subtract(range, Interval::Point(line.constant));
  if (line.factor < 0) values = Negate(values);
  const int64_t factor = line.factor < 0 ? -line.factor : line.factor;
  if (values.has_min()) {
    values.min = symbolic::CheckedCeilDiv(values.min, factor).value_or(values.min);
  }
  if (values.has_max()) {
    values.max = symbolic::CheckedFloorDiv(values.max, factor).value_or(values.max);
  }
  return values;
}

// The numbers in the range that the dim can be.
NumberRange NumbersOf(const MergeCase& run, Dim dim, Interval range) {
  if (range.is_empty()) return {range, 0};
  if (dim.is_constant()) return {range, 1};
  const symbolic::ExprArena& arena = run.scope.exprs();
  const std::optional<Line> line = AsLine(arena, dim);
  if (!line || line->factor == Interval::kMinusInfinity) return {range, std::nullopt};
  const AllowedValues* const allowed = run.scope.FindAllowed(line->symbol);
  const AllowedValues values = allowed == nullptr ? AllowedValues() : *allowed;
  const Interval within =
      values.Within(Intersect(Inverse(*line, range), arena.SymbolBounds(line->symbol)));
  if (within.is_empty()) return {within, 0};
  const Interval scaled = Multiply(within, Interval::Point(line->factor));
  range = Intersect(range, Add(scaled, Interval::Point(line->constant)));
  return {range, values.CountWithin(within)};
}

}  // namespace

absl::StatusOr<MergeOutcome> RunIntersectDims(MergeCase& run) {
  const v1::IntersectDims& question = run.message.intersect_dims();
  NumberRange none{Interval::Empty(), 0};
  if (question.has_number()) none.contains_number = false;
  if (!run.operands.ranges.empty()) return none;
  const auto dim_of = [&run](size_t i) {
    return run.scope.types().at(run.operands.types[i]).shape.dims[0];
  };
  Trial all(run);
  for (size_t i = 1; i < run.operands.size(); ++i) {
    if (!all.Take(dim_of(0), dim_of(i))) return none;
  }
  if (!all.Stands()) return none;
  symbolic::FactStore& facts = run.scope.facts();
  const Dim dim = facts.Finalize(dim_of(0));
  Interval range = Interval::All();
  // Whether the equations make all of them one dim.
  bool is_one_dim = true;
  for (size_t i = 0; i < run.operands.size(); ++i) {
    const Dim known = facts.Finalize(dim_of(i));
    is_one_dim &= known == dim;
    // A dim that is replaced by another one keeps its own range.
    range = Intersect(
        range, Intersect(run.scope.exprs().Bounds(dim_of(i)), run.scope.exprs().Bounds(known)));
  }
  NumberRange answer = NumbersOf(run, dim, range);
  if (!is_one_dim && !answer.range.is_empty()) answer.count.reset();
  if (question.has_number()) {
    Trial with_number(run);
    answer.contains_number = answer.range.Contains(question.number()) &&
                             with_number.Take(dim, question.number()) && with_number.Stands();
  }
  return answer;
}

}  // namespace shapewright::query

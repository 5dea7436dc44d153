#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_TREND_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_TREND_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/algebra/range_evaluator.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// How the value of an expression changes while one symbol grows and the others stay (S46). kUp: it
// never falls; kDown: it never rises; kOpen: neither is shown.
enum class Trend : uint8_t { kConstant, kUp, kDown, kOpen };

// The trend of a sum of two.
Trend Join(Trend a, Trend b);
// The trend of the negated expression.
Trend Flip(Trend trend);

// Finds the trends of expressions for all values of the symbols within a box, wherever they have a
// value. Each node is looked at once per symbol. Not thread-safe.
class TrendFinder {
 public:
  // Symbols beyond the end of the box have their own intervals. The arena outlives this; it grows.
  TrendFinder(ExprArena& arena, absl::Span<const Expr> roots, absl::Span<const Interval> box = {});

  // One trend per root, valid until the next call.
  absl::Span<const Trend> Find(SymbolId symbol);

 private:
  // A factor or divisor, as far as the rules need it.
  struct Part {
    Trend trend;
    Interval range;
  };

  Trend TrendOf(NodeId id) const;
  Trend TrendOf(Expr e) const { return e.is_symbolic() ? TrendOf(e.node()) : Trend::kConstant; }
  Part PartOf(Expr e) const;
  Trend ByRule(NodeId id);
  static Trend OfProduct(absl::Span<const Part> factors);
  static Trend OfQuotient(const Part& dividend, const Part& divisor);
  Trend OfBroadcast(Expr a, Expr b) const;
  Trend OfIf(Expr condition, Expr a, Expr b);
  Trend OfFloat(const ExprNode& node) const;
  // By the difference between the values at x + 1 and at x.
  Trend OfDifference(NodeId id);
  Interval RangeOf(Expr e) const;

  ExprArena& arena_;
  std::vector<Expr> roots_;
  std::vector<Interval> box_;
  // Whether the box is within the symbols' own intervals, so that expressions which are made anew,
  // and simplified by these, have the same values in it.
  bool is_within_bounds_ = true;
  RangeEvaluator ranges_;
  SymbolId symbol_ = 0;
  int differences_ = 0;
  std::vector<Trend> trends_;  // by place in ranges_.nodes()
  std::vector<Trend> results_;
};

// The trend of one expression, for all values of the symbols within their intervals.
Trend FindTrend(ExprArena& arena, Expr e, SymbolId symbol);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_TREND_H_

#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_BOUNDS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_BOUNDS_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/symbolic/algebra/range_evaluator.h"
#include "core/symbolic/algebra/trend.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::questions {

// An interval for each symbol, by SymbolId.
using Box = std::vector<symbolic::Interval>;
using BoxView = absl::Span<const symbolic::Interval>;

// The intervals of expressions over boxes in which some symbols vary. Where an expression has a
// trend in such a symbol (S46), its ends are those at the ends of the symbol; elsewhere interval
// arithmetic tells. What does not vary, but has a value, is put in first. Not thread-safe.
class BoxBounds {
 public:
  // Boxes will lie within `whole`. The arena outlives this; it grows.
  BoxBounds(symbolic::ExprArena& arena, absl::Span<const symbolic::Expr> roots,
            absl::Span<const symbolic::SymbolId> varying, BoxView whole);

  // One interval per root, valid until the next run. Counts on `work`; if that stops, intervals may
  // be wider than need be.
  absl::Span<const symbolic::Interval> Run(BoxView box, Work& work);

  // Whether all roots are constant or never fall as the symbol `varying[place]` grows.
  bool AllGrowWith(size_t place) const { return all_grow_[place]; }
  // Whether a root changes with none of the varying symbols.
  bool IsConstant(size_t root) const { return is_constant_[root]; }

 private:
  // The trends of a root in the symbols that it changes with: by place in varying_, rising.
  using Trends = std::vector<std::pair<size_t, symbolic::Trend>>;
  // Roots that have the same trends.
  struct Group {
    Trends trends;
    std::vector<size_t> places;
    std::vector<symbolic::Expr> roots;
    symbolic::RangeEvaluator ranges;
  };

  // The box with the symbols at the ends where the roots of the group are least, or greatest.
  void MoveToEnd(const Group& group, BoxView box, bool is_least);

  std::vector<symbolic::SymbolId> varying_;
  std::vector<Group> groups_;
  std::vector<bool> all_grow_;
  std::vector<bool> is_constant_;
  std::vector<symbolic::Interval> results_;
  Box end_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_BOUNDS_H_

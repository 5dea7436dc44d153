#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_GROWTH_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_GROWTH_H_

#include <optional>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::questions {

// A size of a value that a Loop carries, which grows by the same amount in each iteration; or the
// number of the iteration itself.
struct GrowingSize {
  symbolic::NodeId symbol;  // in the body
  symbolic::Expr first;
  symbolic::Expr step;
};

// Of the Loop `node`, whose body is `body`; `first_types` are those of the values that it begins
// with. A size is listed if the body gives it back as itself plus a number that no iteration
// changes.
std::vector<GrowingSize> FindGrowingSizes(inference::Engine& engine,
                                          const inference::CallFrame& body,
                                          const std::vector<shape::TypeId>& first_types);

// The numbers of iterations as the bodies of loops read them.
class IterationNumbers {
 public:
  explicit IterationNumbers(inference::Engine& engine)
      : engine_(engine), rewriter_(engine.workspace().exprs()) {}

  // Looks for that of a Loop with this body, which runs at most `trips` times. Nothing where the
  // body does not read it, or not as itself.
  std::optional<GrowingSize> Find(const inference::CallFrame& body, symbolic::Expr trips);
  // With the numbers that were found in the place of what the bodies read.
  symbolic::Expr Rewrite(symbolic::Expr e);

 private:
  inference::Engine& engine_;
  symbolic::Rewriter rewriter_;
  HashMap<symbolic::SymbolId, symbolic::Expr> numbers_;
};

// Whether one of the sizes is part of a number.
bool DependsOn(const symbolic::ExprArena& arena, symbolic::Expr e,
               const std::vector<GrowingSize>& sizes);
// Whether the inputs and the sizes decide a number.
bool IsDecidedBy(const symbolic::ExprArena& arena, symbolic::Expr e,
                 const std::vector<GrowingSize>& sizes);

// The sum of `e` over iterations 0, 1, ..., `trips` - 1: nothing where it is no polynomial of the
// sizes, or of too high a degree.
std::optional<symbolic::Expr> SumOfIterations(symbolic::ExprArena& arena, symbolic::Expr e,
                                              const std::vector<GrowingSize>& sizes,
                                              symbolic::Expr trips);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_GROWTH_H_

#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_SUM_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_SUM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {

// The parts of a cost that are added up (S51, S55).
enum class CostPart : uint8_t { kMacs, kAlu, kDiv, kSqrt, kSpecial, kFlops, kRead, kWritten };
inline constexpr size_t kCostParts = 8;

using CostVector = std::array<symbolic::Expr, kCostParts>;

inline symbolic::Expr& At(CostVector& cost, CostPart part) {
  return cost[static_cast<size_t>(part)];
}
inline symbolic::Expr At(const CostVector& cost, CostPart part) {
  return cost[static_cast<size_t>(part)];
}

// All parts 0.
constexpr CostVector NoCost() {
  CostVector none;
  for (symbolic::Expr& part : none) part = 0;
  return none;
}

// Adds expressions by monomial, in 128 bits.
class ExprSum {
 public:
  void Add(const symbolic::ExprArena& arena, symbolic::Expr e) { Add(arena, e, 1); }
  void Subtract(const symbolic::ExprArena& arena, symbolic::Expr e) { Add(arena, e, -1); }
  // Unknown where a coefficient leaves 64 bits. A sum over the caps is a defined symbol (S20).
  symbolic::Expr Take(symbolic::ExprArena& arena) const;

 private:
  void Add(const symbolic::ExprArena& arena, symbolic::Expr e, int64_t times);

  HashMap<symbolic::NodeId, symbolic::Int128> terms_;
};

// The cost of a model, a node, or another part; what is not counted is left out of `cost`.
struct Cost {
  CostVector cost = NoCost();
  uint32_t nodes = 0;
  // Nodes whose cost is not, or not completely, known.
  uint32_t uncounted = 0;
  // Whether a branch or trip count that only the data decide makes it an upper bound.
  bool is_upper = false;
  // The constants that it reads, each once.
  HashSet<graph::ValueId> constants = {};
};

// A sum of costs.
class CostSum {
 public:
  void Add(symbolic::ExprArena& arena, const Cost& cost);
  Cost Take(symbolic::ExprArena& arena);

 private:
  std::array<ExprSum, kCostParts> parts_;
  Cost rest_;
};

// Part by part: the greater one.
CostVector MaxOf(symbolic::ExprArena& arena, const CostVector& a, const CostVector& b);
// `a` where the condition is 1, else `b`.
CostVector Choose(symbolic::ExprArena& arena, symbolic::Expr condition, const CostVector& a,
                  const CostVector& b);
// Unknown where it leaves 64 bits.
symbolic::Expr Scaled(symbolic::ExprArena& arena, symbolic::Expr factor, symbolic::Expr part);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_COST_SUM_H_

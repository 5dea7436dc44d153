#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROW_SUMS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROW_SUMS_H_

#include <vector>

#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {

// Tightens the intervals of the arena's sums by inequalities between several symbols, which the
// intervals of symbols cannot hold: under K <= H, H - K + 1 is at least 1. So too of the quotients
// of what is divisible, which are not rounded: under mod(N, K) = 0, N//K is at least ceildiv of the
// least N and the greatest K. Only facts outside of all scopes count, and no assumption. For the
// end of an inference: there is no way back.
void NarrowSums(ExprArena& arena, const std::vector<Fact>& facts);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_NARROW_SUMS_H_

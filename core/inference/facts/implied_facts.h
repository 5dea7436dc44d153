#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// Which facts follow from others, and which cannot hold together.
struct Implications {
  // By fact: whether others that stay imply it.
  std::vector<bool> is_implied;
  // Irreducible sets of facts that contradict each other, ascending.
  std::vector<std::vector<size_t>> contradictions;
  // False: nothing was found, as there is too much to compare.
  bool is_whole = true;
};

// Decides it with a fact store of its own, from the symbols' intervals as
// `declared` gives them by SymbolId. A required fact is implied by required ones
// only, an assumed one by both, a declared one by nothing; and each by facts
// that hold wherever it is asked for. Of facts that imply each other the first
// stays. The arena's intervals are as before afterwards. Nothing is found where it
// takes more than its share of the work (S66), or there are too many facts.
Implications FindImplications(symbolic::ExprArena& arena, const symbolic::FactStore& facts,
                              absl::Span<const symbolic::Interval> declared, Work& work);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_

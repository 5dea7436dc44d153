#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// Sets the arena's intervals back to what they were before any fact, for its own lifetime: what
// facts say of intervals is told by these facts, so that none of it may simplify them.
class DeclaredBounds {
 public:
  DeclaredBounds(symbolic::ExprArena& arena, absl::Span<const symbolic::Interval> declared)
      : arena_(arena) {
    for (symbolic::SymbolId id = 0; id < declared.size(); ++id) {
      learned_.push_back(arena.SymbolBounds(id));
      arena.SetSymbolBounds(id, declared[id]);
    }
  }
  DeclaredBounds(const DeclaredBounds&) = delete;
  DeclaredBounds& operator=(const DeclaredBounds&) = delete;
  ~DeclaredBounds() {
    for (symbolic::SymbolId id = 0; id < learned_.size(); ++id)
      arena_.SetSymbolBounds(id, learned_[id]);
  }

 private:
  symbolic::ExprArena& arena_;
  std::vector<symbolic::Interval> learned_;
};

// Which facts follow from others, and which cannot hold together.
struct Implications {
  // By fact: whether facts that are not implied themselves imply it.
  std::vector<bool> is_implied;
  // Minimal sets of contradictory facts, as ascending indices.
  std::vector<std::vector<size_t>> contradictions;
  // Whether an assumption cannot hold beside what is required: another one is true in each run.
  bool has_broken_assumption = false;
  // False: nothing was found, as there is too much to compare.
  bool is_whole = true;
};

// Decides with a fact store of its own, starting from the symbols' intervals in
// `declared` (by SymbolId). A required fact is implied by required facts only, an
// assumed one by both kinds, one that rests on a choice by all three, all also by premises; a
// declared one and a premise never; and only by facts whose scope contains its own. Of facts that
// imply each other the first is kept. Restores the arena's intervals. Finds nothing if it exceeds
// its share of the work (S66) or there are too many facts.
Implications FindImplications(symbolic::ExprArena& arena, const symbolic::FactStore& facts,
                              absl::Span<const symbolic::Interval> declared, Work& work);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_IMPLIED_FACTS_H_

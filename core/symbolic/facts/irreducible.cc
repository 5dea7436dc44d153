#include "core/symbolic/facts/irreducible.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/symbolic/facts/require_fact.h"

namespace shapewright::symbolic {
namespace {

using Places = std::vector<size_t>;

bool IsRefuted(ExprArena& arena, absl::Span<const Fact> facts, const Places& taken) {
  arena.ForgetRows();
  for (SymbolId id = 0; id < arena.symbols().size(); ++id) {
    arena.SetSymbolBounds(id, arena.symbol(id).bounds);
  }
  FactStore store(arena);
  for (const size_t place : taken) {
    if (RequireFact(store, facts[place]) == Verdict::kRefuted) return true;
  }
  return RequireFact(store, facts.back()) == Verdict::kRefuted;
}

}  // namespace

std::vector<size_t> IrreducibleConflict(ExprArena& arena, absl::Span<const Fact> facts) {
  Places needed(facts.size() - 1);
  std::iota(needed.begin(), needed.end(), size_t{0});
  // Halves first, then ever smaller chunks, as most facts have nothing to do with it.
  for (size_t chunk = needed.size(); chunk > 0; chunk /= 2) {
    for (size_t begin = 0; begin < needed.size();) {
      if (!arena.CountWork(arena.symbols().size() + needed.size())) return needed;
      const size_t end = std::min(begin + chunk, needed.size());
      Places fewer = needed;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(begin),
                  fewer.begin() + static_cast<ptrdiff_t>(end));
      if (IsRefuted(arena, facts, fewer)) {
        needed = std::move(fewer);
      } else {
        begin = end;
      }
    }
  }
  return needed;
}

}  // namespace shapewright::symbolic

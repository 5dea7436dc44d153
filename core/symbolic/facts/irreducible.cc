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

std::vector<size_t> LeaveOut(
    std::vector<size_t> places,
    absl::FunctionRef<std::optional<bool>(const std::vector<size_t>&)> is_refuted) {
  for (size_t chunk = places.size(); chunk > 0; chunk /= 2) {
    for (size_t begin = 0; begin < places.size();) {
      const size_t end = std::min(begin + chunk, places.size());
      Places fewer = places;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(begin),
                  fewer.begin() + static_cast<ptrdiff_t>(end));
      const std::optional<bool> can_leave_out = is_refuted(fewer);
      if (!can_leave_out) return places;
      if (*can_leave_out) {
        places = std::move(fewer);
      } else {
        begin = end;
      }
    }
  }
  return places;
}

std::vector<size_t> IrreducibleConflict(ExprArena& arena, absl::Span<const Fact> facts) {
  Places all(facts.size() - 1);
  std::iota(all.begin(), all.end(), size_t{0});
  return LeaveOut(std::move(all), [&](const Places& fewer) -> std::optional<bool> {
    if (!arena.CountWork(arena.symbols().size() + fewer.size() + 1)) return std::nullopt;
    return IsRefuted(arena, facts, fewer);
  });
}

}  // namespace shapewright::symbolic

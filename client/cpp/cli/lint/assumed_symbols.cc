#include "client/cpp/cli/lint/assumed_symbols.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::cli {

using symbolic::Expr;

AssumedSymbols::AssumedSymbols(const v1::InferShapesResponse& response, AnswerSymbols& symbols)
    : symbols_(symbols) {
  std::vector<Expr> sides;
  for (const v1::Fact& fact : response.facts()) {
    if (fact.basis() != v1::Fact::BASIS_ASSUMED) continue;
    for (const Expr side : {symbols.ParseAmount(fact.left()), symbols.ParseAmount(fact.right())}) {
      if (side.is_symbolic()) sides.push_back(side);
    }
  }
  if (sides.empty()) return;
  absl::flat_hash_set<std::string> assumed;
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(symbols.arena(), sides)) {
    assumed.insert(symbols.arena().symbol(id).name);
  }
  v1::InferShapesResponse freed;
  *freed.mutable_symbols() = response.symbols();
  for (v1::Symbol& symbol : *freed.mutable_symbols()) {
    if (assumed.contains(symbol.name())) symbol.clear_range();
  }
  free_.emplace(freed);
}

bool AssumedSymbols::AreSurelyDifferent(Expr a, Expr b) {
  if (!symbolic::IsDifferent(symbols_.arena(), a, b)) return false;
  return !free_ || symbolic::IsDifferent(free_->arena(), Freed(a), Freed(b));
}

Expr AssumedSymbols::Freed(Expr e) {
  return e.is_symbolic() ? free_->Parse(symbolic::ToString(symbols_.arena(), e)) : e;
}

}  // namespace shapewright::cli

#include "client/cpp/cli/lint/assumed_symbols.h"

#include <algorithm>

#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/text/print.h"

namespace shapewright::cli {

using symbolic::Expr;

AssumedSymbols::AssumedSymbols(const v1::InferShapesResponse& response, AnswerSymbols& symbols)
    : symbols_(symbols) {
  const bool has_assumption =
      std::any_of(response.facts().begin(), response.facts().end(),
                  [](const v1::Fact& fact) { return fact.basis() == v1::Fact::BASIS_ASSUMED; });
  if (has_assumption) free_.emplace(SymbolsOfAllRuns(response));
}

bool AssumedSymbols::AreSurelyDifferent(Expr a, Expr b) {
  if (!symbolic::IsDifferent(symbols_.arena(), a, b)) return false;
  return !free_ || symbolic::IsDifferent(free_->arena(), Freed(a), Freed(b));
}

Expr AssumedSymbols::Freed(Expr e) {
  return e.is_symbolic() ? free_->Parse(symbolic::ToString(symbols_.arena(), e)) : e;
}

}  // namespace shapewright::cli

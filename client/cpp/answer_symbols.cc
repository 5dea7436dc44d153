#include "client/cpp/answer_symbols.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/parse.h"

namespace shapewright {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolKind;

SymbolKind KindOf(const v1::Symbol& symbol) {
  switch (symbol.kind()) {
    case v1::Symbol::KIND_INPUT_VALUE:
      return SymbolKind::kInputValue;
    case v1::Symbol::KIND_ANONYMOUS:
      return SymbolKind::kAnonymous;
    case v1::Symbol::KIND_DATA_DEPENDENT:
      return SymbolKind::kDataDependent;
    default:
      return SymbolKind::kInputDim;
  }
}

Interval BoundsOf(const v1::Symbol& symbol) {
  if (!symbol.has_range()) {
    return symbol.kind() == v1::Symbol::KIND_INPUT_VALUE ? Interval::All() : Interval::Size();
  }
  Interval bounds;
  if (symbol.range().has_min()) bounds.min = symbol.range().min();
  if (symbol.range().has_max()) bounds.max = symbol.range().max();
  return bounds;
}

}  // namespace

bool IsAnonymous(const v1::Symbol& symbol) {
  return symbol.kind() == v1::Symbol::KIND_ANONYMOUS ||
         symbol.kind() == v1::Symbol::KIND_DATA_DEPENDENT;
}

v1::InferShapesResponse SymbolsOfAllRuns(const v1::InferShapesResponse& response) {
  v1::InferShapesResponse told;
  *told.mutable_symbols() = response.symbols();
  std::vector<const v1::Fact*> assumptions;
  for (const v1::Fact& fact : response.facts()) {
    if (fact.basis() == v1::Fact::BASIS_ASSUMED) assumptions.push_back(&fact);
  }
  if (assumptions.empty()) return told;
  AnswerSymbols symbols(response);
  std::vector<Expr> sides;
  for (const v1::Fact* const fact : assumptions) {
    for (const Expr side :
         {symbols.ParseAmount(fact->left()), symbols.ParseAmount(fact->right())}) {
      if (side.is_symbolic()) sides.push_back(side);
    }
  }
  absl::flat_hash_set<std::string> assumed;
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(symbols.arena(), sides)) {
    assumed.insert(symbols.arena().symbol(id).name);
  }
  for (v1::Symbol& symbol : *told.mutable_symbols()) {
    if (assumed.contains(symbol.name())) symbol.clear_range();
  }
  return told;
}

AnswerSymbols::AnswerSymbols(const v1::InferShapesResponse& response, Work* work)
    : AnswerSymbols(
          response, [](const v1::Symbol& symbol) { return symbol.name(); }, work) {}

AnswerSymbols::AnswerSymbols(const v1::InferShapesResponse& response, Rename rename, Work* work)
    : arena_(symbolic::ExprLimits(), work) {
  // Each definition names symbols that stand before it.
  for (const v1::Symbol& symbol : response.symbols()) Add(symbol, rename);
}

void AnswerSymbols::Add(const v1::Symbol& symbol, Rename rename) {
  if (symbols_.contains(symbol.name())) return;
  const Expr equal = symbol.has_equals() ? ParseAmount(symbol.equals()) : Expr();
  const bool only_stands_for_another =
      symbol.has_equals() &&
      (symbol.kind() == v1::Symbol::KIND_ALIAS || symbol.kind() == v1::Symbol::KIND_DEFINED);
  if (only_stands_for_another || !equal.is_unknown()) {
    symbols_.emplace(symbol.name(), equal);
    return;
  }
  symbolic::Symbol entry;
  entry.name = rename(symbol);
  entry.kind = KindOf(symbol);
  entry.bounds = BoundsOf(symbol);
  symbols_.emplace(symbol.name(), arena_.AddSymbol(std::move(entry)));
}

Expr AnswerSymbols::Find(absl::string_view name) const {
  const auto symbol = symbols_.find(name);
  return symbol != symbols_.end() ? symbol->second : Expr();
}

absl::StatusOr<Expr> AnswerSymbols::Resolve(absl::string_view name) const {
  const auto symbol = symbols_.find(name);
  if (symbol != symbols_.end()) return symbol->second;
  return absl::NotFoundError(absl::StrCat("unknown symbol ", name));
}

Expr AnswerSymbols::Parse(absl::string_view text) {
  const absl::StatusOr<Expr> expr =
      symbolic::ParseExpr(arena_, text, [this](absl::string_view name) { return Resolve(name); });
  return expr.ok() ? *expr : Expr();
}

Expr AnswerSymbols::ParseOtherwise(absl::string_view text, Expr read) {
  const auto program = symbolic::ReadProgram(text);
  if (!program.ok()) return {};
  const auto other = symbolic::FindOtherReading(
      arena_, *program, read, [this](absl::string_view name) { return Resolve(name); });
  return other ? other->expr : Expr();
}

Expr AnswerSymbols::ParseDim(const v1::Dim& dim) {
  if (dim.has_size()) return dim.size();
  return dim.has_expr() ? Parse(dim.expr()) : Expr();
}

Expr AnswerSymbols::ParseAmount(const v1::Amount& amount) {
  if (amount.has_value()) return amount.value();
  return amount.has_expr() ? Parse(amount.expr()) : Expr();
}

}  // namespace shapewright

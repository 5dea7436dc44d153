#include "shapewright/expression.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/work.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;
using symbolic::SymbolKind;

bool IsElement(absl::string_view name) { return absl::EndsWith(name, "]"); }

symbolic::Symbol SymbolOf(absl::string_view name) {
  symbolic::Symbol symbol;
  symbol.name = std::string(name);
  symbol.bounds = IsElement(name) ? symbolic::Interval::All() : symbolic::Interval::Size();
  symbol.kind = IsElement(name)               ? SymbolKind::kInputValue
                : absl::StartsWith(name, "?") ? SymbolKind::kAnonymous
                                              : SymbolKind::kInputDim;
  return symbol;
}

absl::StatusOr<int64_t> ValueOf(const Evaluation& evaluation, const std::string& text) {
  switch (evaluation.status) {
    case Evaluation::Status::kOk:
      return evaluation.value;
    case Evaluation::Status::kUnknown:
    case Evaluation::Status::kUnbound:
      return absl::NotFoundError(absl::StrCat("a symbol of ", Printable(text), " has no size"));
    case Evaluation::Status::kDivisionByZero:
      return absl::FailedPreconditionError(absl::StrCat("a division by 0 in ", Printable(text)));
    case Evaluation::Status::kOverflow:
      break;
  }
  return absl::OutOfRangeError(absl::StrCat(Printable(text), " is beyond 64 bits"));
}

}  // namespace

struct Expression::State {
  symbolic::ExprArena arena;
  Expr root;
  std::string text;
  std::vector<std::string> symbols;
  // Of these, in the arena.
  std::vector<symbolic::SymbolId> ids;
};

absl::StatusOr<Expression> Expression::Parse(absl::string_view text) {
  const auto state = std::make_shared<State>();
  std::map<std::string, Expr, std::less<>> known;
  const auto resolve = [&](absl::string_view name) -> absl::StatusOr<Expr> {
    if (name == "?") return state->arena.AddAnonymous(symbolic::Interval::Size(), "", {});
    const auto [place, is_new] = known.try_emplace(std::string(name));
    if (is_new) {
      place->second = state->arena.AddSymbol(SymbolOf(name));
      state->symbols.emplace_back(name);
      state->ids.push_back(state->arena.node(place->second.node()).symbol);
    }
    return place->second;
  };
  const absl::StatusOr<Expr> root = symbolic::ParseExpr(state->arena, text, resolve);
  if (!root.ok()) return root.status();
  state->root = *root;
  state->text = symbolic::ExpandedText(state->arena, *root);
  return Expression(state);
}

const std::string& Expression::text() const { return state_->text; }

const std::vector<std::string>& Expression::symbols() const { return state_->symbols; }

absl::StatusOr<int64_t> Expression::Evaluate(const std::map<std::string, int64_t>& sizes) const {
  std::vector<std::optional<int64_t>> values(state_->arena.symbols().size());
  for (size_t i = 0; i < state_->symbols.size(); ++i) {
    const std::string& symbol = state_->symbols[i];
    const auto size = sizes.find(symbol);
    if (size == sizes.end()) continue;
    const bool is_size = size->second >= 0 && size->second < std::numeric_limits<int64_t>::max();
    if (!is_size && !IsElement(symbol)) {
      return absl::InvalidArgumentError(
          absl::StrCat(Printable(symbol), " is a size and cannot be ", size->second));
    }
    values[state_->ids[i]] = size->second;
  }
  Work unlimited;
  return ValueOf(symbolic::Evaluate(state_->arena, state_->root, values, &unlimited), state_->text);
}

}  // namespace shapewright

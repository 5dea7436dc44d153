#include "client/cpp/onnx_dims.h"

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"

namespace shapewright {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolKind;

bool IsAnonymous(const v1::Symbol& symbol) {
  return symbol.kind() == v1::Symbol::KIND_ANONYMOUS ||
         symbol.kind() == v1::Symbol::KIND_DATA_DEPENDENT;
}

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

// `?3` as a name that ONNX takes and the model does not use.
std::string NameOf(absl::string_view anonymous, const absl::flat_hash_set<std::string>& taken) {
  std::string name = absl::StrCat("unk__", absl::StripPrefix(anonymous, "?"));
  while (taken.contains(name)) name.push_back('_');
  return name;
}

}  // namespace

OnnxDims::OnnxDims(const v1::InferShapesResponse& response,
                   const absl::flat_hash_set<std::string>& taken) {
  // Each definition names symbols that stand before it.
  for (const v1::Symbol& symbol : response.symbols()) AddSymbol(symbol, taken);
}

void OnnxDims::AddSymbol(const v1::Symbol& symbol, const absl::flat_hash_set<std::string>& taken) {
  const bool stands_for_another =
      symbol.kind() == v1::Symbol::KIND_ALIAS || symbol.kind() == v1::Symbol::KIND_DEFINED;
  if (stands_for_another && symbol.equals().has_value()) {
    symbols_.try_emplace(symbol.name(), symbol.equals().value());
  } else if (stands_for_another && symbol.equals().has_expr()) {
    symbols_.try_emplace(symbol.name(), Parse(symbol.equals().expr()));
  } else if (!symbols_.contains(symbol.name())) {
    symbolic::Symbol entry;
    entry.name = IsAnonymous(symbol) ? NameOf(symbol.name(), taken) : symbol.name();
    entry.kind = KindOf(symbol);
    entry.bounds = BoundsOf(symbol);
    symbols_.emplace(symbol.name(), arena_.AddSymbol(std::move(entry)));
  }
}

// Unknown if the text is no expression over the symbols of the answer.
Expr OnnxDims::Parse(absl::string_view text) {
  const absl::StatusOr<Expr> expr =
      symbolic::ParseExpr(arena_, text, [this](absl::string_view name) -> absl::StatusOr<Expr> {
        const auto symbol = symbols_.find(std::string(name));
        if (symbol != symbols_.end()) return symbol->second;
        return absl::NotFoundError(absl::StrCat("unknown symbol ", name));
      });
  return expr.ok() ? *expr : Expr();
}

OnnxDims::Text& OnnxDims::Find(const std::string& text) {
  const auto [entry, is_new] = texts_.try_emplace(text);
  Text& found = entry->second;
  if (!is_new) return found;
  found.expr = Parse(text);
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena_, {found.expr})) {
    if (arena_.symbol(id).is_unknown()) found.anonymous.push_back(id);
  }
  return found;
}

void OnnxDims::Count(const v1::Dim& dim) {
  if (!dim.has_expr()) return;
  const Text& text = Find(dim.expr());
  occurrences_.resize(arena_.symbols().size());
  for (const symbolic::SymbolId symbol : text.anonymous) {
    occurrences_[symbol] += 1;
  }
}

void OnnxDims::Print(Text& text) {
  text.is_written = true;
  for (const symbolic::SymbolId symbol : text.anonymous) {
    if (symbol >= occurrences_.size() || occurrences_[symbol] < 2) return;
  }
  text.onnx = symbolic::ToOnnxText(arena_, text.expr).value_or("");
}

OnnxDim OnnxDims::Write(const v1::Dim& dim) {
  if (dim.has_size() && dim.size() >= 0) return dim.size();
  if (!dim.has_expr()) return {};
  Text& text = Find(dim.expr());
  if (text.expr.is_constant()) return text.expr.constant();
  if (text.expr.is_unknown()) return {};
  if (!text.is_written) Print(text);
  if (text.onnx.empty()) return {};
  return text.onnx;
}

bool OnnxDims::IsKnown(const v1::Dim& dim) {
  if (!dim.has_expr()) return dim.has_size() && dim.size() >= 0;
  const Text& text = Find(dim.expr());
  return !text.expr.is_unknown() && text.anonymous.empty();
}

}  // namespace shapewright

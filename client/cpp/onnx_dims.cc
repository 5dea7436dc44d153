#include "client/cpp/onnx_dims.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright {
namespace {

// `?3` as a name that ONNX takes and the model does not use.
std::string NameOf(absl::string_view anonymous, const absl::flat_hash_set<std::string>& taken) {
  std::string name = absl::StrCat("unk__", absl::StripPrefix(anonymous, "?"));
  while (taken.contains(name)) name.push_back('_');
  return name;
}

}  // namespace

OnnxDims::OnnxDims(const v1::InferShapesResponse& response,
                   const absl::flat_hash_set<std::string>& taken, symbolic::Dialect dialect)
    : symbols_(SymbolsOfAllRuns(response),
               [&taken](const v1::Symbol& symbol) {
                 return IsAnonymous(symbol) ? NameOf(symbol.name(), taken) : symbol.name();
               }),
      dialect_(dialect) {}

OnnxDims::Text& OnnxDims::Find(const std::string& text) {
  const auto [entry, is_new] = texts_.try_emplace(text);
  Text& found = entry->second;
  if (!is_new) return found;
  found.expr = symbols_.Parse(text);
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(symbols_.arena(), {found.expr})) {
    if (symbols_.arena().symbol(id).is_unknown()) found.anonymous.push_back(id);
  }
  return found;
}

void OnnxDims::Count(const v1::Dim& dim) {
  if (!dim.has_expr()) return;
  const Text& text = Find(dim.expr());
  occurrences_.resize(symbols_.arena().symbols().size());
  for (const symbolic::SymbolId symbol : text.anonymous) {
    occurrences_[symbol] += 1;
  }
}

void OnnxDims::Print(Text& text) {
  text.is_written = true;
  for (const symbolic::SymbolId symbol : text.anonymous) {
    if (symbol >= occurrences_.size() || occurrences_[symbol] < 2) return;
  }
  const symbolic::ExprArena& arena = symbols_.arena();
  const bool is_name = arena.AsSymbol(text.expr) != nullptr;
  if (dialect_ != symbolic::Dialect::kOurs && !is_name) {
    text.onnx = symbolic::ToDialectText(arena, text.expr, dialect_).value_or("");
  }
  if (text.onnx.empty()) text.onnx = symbolic::ToOnnxText(arena, text.expr).value_or("");
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

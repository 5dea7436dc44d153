#include "client/cpp/cli/lint/declared_dims.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/print.h"

namespace shapewright::cli {

using symbolic::Expr;

bool IsIdentifier(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(text[0]) || text[0] == '.') return false;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '_' || c == '.';
  });
}

bool IsPlaceholder(absl::string_view text) {
  return text.empty() || text == "?" || text == "-1" || text == "None";
}

DeclaredDims::DeclaredDims(const v1::InferShapesResponse& response, AnswerSymbols& symbols)
    : symbols_(symbols) {
  for (const v1::Symbol& symbol : response.symbols()) {
    if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM) continue;
    const std::string& name =
        symbol.declared_name().empty() ? symbol.name() : symbol.declared_name();
    texts_.try_emplace(name, symbols.Find(symbol.name()));
  }
}

DeclaredDim DeclaredDims::Read(const onnx::TensorShapeProto::Dimension& dim) {
  DeclaredDim read;
  if (dim.has_dim_value()) {
    if (dim.dim_value() < 0) return read;
    read.kind = DeclaredDim::Kind::kKnown;
    read.expr = dim.dim_value();
    return read;
  }
  read.text = dim.dim_param();
  if (IsPlaceholder(read.text)) return read;
  read.expr = ReadText(read.text);
  read.kind = read.expr.is_unknown() ? DeclaredDim::Kind::kName : DeclaredDim::Kind::kKnown;
  const bool is_expression = !read.expr.is_unknown() && !IsIdentifier(read.text);
  if (is_expression) read.other = symbols_.ParseOtherwise(read.text, read.expr);
  return read;
}

Expr DeclaredDims::ReadText(absl::string_view text) {
  const auto [found, is_new] = texts_.try_emplace(text);
  // Identifiers that are symbols of inputs are there already.
  const bool may_be_expression =
      !IsIdentifier(text) && !symbolic::IsPath(text) && text.find('?') == absl::string_view::npos;
  if (is_new && may_be_expression) found->second = symbols_.Parse(text);
  return found->second;
}

bool DeclaredDims::CanSay(Expr expr) {
  if (expr.is_constant()) return expr.constant() >= 0;
  if (expr.is_unknown()) return false;
  const auto [found, is_new] = can_say_.try_emplace(expr, false);
  if (!is_new) return found->second;
  const symbolic::ExprArena& arena = symbols_.arena();
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {expr})) {
    if (arena.symbol(id).is_unknown()) return false;
  }
  const std::optional<std::string> text = symbolic::ToOnnxText(arena, expr);
  found->second = text.has_value() && ReadText(*text) == expr;
  return found->second;
}

}  // namespace shapewright::cli

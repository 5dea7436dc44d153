#include "core/inference/given/symbol_names.h"

#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/nearest_name.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;

// Splits `x[3]`, or `x[]` of a scalar, into the input's name and the index of the element. A suffix
// such as `@2`, which keeps the name apart from an equal name of the model, is ignored.
bool SplitElement(absl::string_view name, absl::string_view* input, uint32_t* index) {
  const size_t suffix = name.find_last_not_of("0123456789");
  if (suffix != absl::string_view::npos && name[suffix] == '@') name = name.substr(0, suffix);
  const size_t open = name.rfind('[');
  if (open == absl::string_view::npos || !absl::EndsWith(name, "]")) return false;
  const absl::string_view digits = name.substr(open + 1, name.size() - open - 2);
  *input = name.substr(0, open);
  *index = 0;
  return digits.empty() || absl::SimpleAtoi(digits, index);
}

absl::string_view NameOf(Expr e, rules::Workspace& workspace) {
  if (!e.is_symbolic()) return "";
  const symbolic::ExprArena& exprs = workspace.exprs();
  return exprs.symbol(exprs.node(e.node()).symbol).name;
}

}  // namespace

SymbolNames::SymbolNames(rules::Workspace& workspace) : workspace_(workspace) {
  for (const symbolic::Symbol& symbol : workspace.exprs().symbols()) {
    symbols_.emplace(symbol.name, symbol.node);
  }
  for (const graph::ValueId input : workspace.model().graphs[0].inputs) {
    const shape::Type& type = workspace.types().at(workspace.value(input).type());
    const bool has_elements = shape::IsIntegerOrBool(type.element);
    if (!type.is_tensor() || !has_elements || !type.shape.has_rank) continue;
    inputs_.emplace(workspace.model().values[input].name, input);
  }
}

Expr SymbolNames::Find(absl::string_view name) {
  const auto symbol = symbols_.find(name);
  return symbol != symbols_.end() ? Expr::FromNode(symbol->second) : FindElement(name);
}

absl::StatusOr<Expr> SymbolNames::Resolve(absl::string_view name) {
  const Expr found = Find(name);
  if (!found.is_unknown()) return found;
  NearestName nearest(name);
  for (const symbolic::Symbol& symbol : workspace_.exprs().symbols()) nearest.Consider(symbol.name);
  return absl::InvalidArgumentError(
      absl::StrCat("no input of the model has a dim or element called ", graph::Quoted(name),
                   nearest.Question()));
}

Expr SymbolNames::FindElement(absl::string_view name) {
  absl::string_view input_name;
  uint32_t index = 0;
  if (!SplitElement(name, &input_name, &index)) return Expr();
  const auto input = inputs_.find(input_name);
  if (input == inputs_.end()) return Expr();
  const shape::Type& type = workspace_.types().at(workspace_.value(input->second).type());
  int64_t count = 1;
  for (const shape::Dim declared : type.shape.dims) {
    const shape::Dim dim = workspace_.facts().Resolve(declared);
    count = dim.is_constant() && dim.constant() <= rules::kMaxElements ? count * dim.constant() : 0;
    if (count > rules::kMaxElements) return Expr();
  }
  if (index >= count) return Expr();
  const Expr element = workspace_.FreshElement(input->second, index, {});
  const absl::string_view own = NameOf(element, workspace_);
  // If the model calls a dim `x[0]`, then that name is not the element's: it got a suffix.
  const bool has_yielded = !own.empty() && own.back() != ']';
  return name == own || (!has_yielded && absl::EndsWith(name, "]")) ? element : Expr();
}

}  // namespace shapewright::inference

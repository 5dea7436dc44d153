#include "client/cpp/cli/diff/matched_symbols.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/text/parse.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;
using MatchedValues = google::protobuf::RepeatedPtrField<v1::ValueInfo>;

const v1::Type* InnerType(const v1::Type& type) {
  if (type.has_sequence()) return &type.sequence().element();
  if (type.has_optional()) return &type.optional().element();
  return type.has_map() ? &type.map().value() : nullptr;
}

const v1::Shape* ShapeOf(const v1::Type& type) {
  if (type.has_tensor() && type.tensor().has_shape()) return &type.tensor().shape();
  if (type.has_sparse_tensor() && type.sparse_tensor().has_shape()) {
    return &type.sparse_tensor().shape();
  }
  return nullptr;
}

// Only symbols of one sort can be the same; an axis of an input may get a name, or lose it.
bool MayMatch(const v1::Symbol& before, const v1::Symbol& after) {
  const auto is_of_input = [](const v1::Symbol& symbol) {
    return symbol.kind() == v1::Symbol::KIND_INPUT_DIM ||
           (symbol.kind() == v1::Symbol::KIND_ANONYMOUS && !symbol.origin().has_node() &&
            symbol.origin().has_input());
  };
  if (before.kind() == v1::Symbol::KIND_INPUT_VALUE ||
      after.kind() == v1::Symbol::KIND_INPUT_VALUE) {
    return before.kind() == after.kind() && before.name() == after.name();
  }
  return is_of_input(before) == is_of_input(after);
}

}  // namespace

MatchedSymbols::MatchedSymbols(const v1::InferShapesResponse& before,
                               const v1::InferShapesResponse& after, Work& work)
    : work_(work), after_(after, &work), to_before_(after_.arena()), to_after_(after_.arena()) {
  for (const v1::Symbol& symbol : before.symbols()) before_symbols_[symbol.name()] = &symbol;
  for (const v1::Symbol& symbol : after.symbols()) after_symbols_[symbol.name()] = &symbol;
  for (const v1::Symbol& symbol : before.symbols()) {
    // Elements of inputs have the names of their inputs.
    if (symbol.kind() != v1::Symbol::KIND_INPUT_VALUE) continue;
    v1::Dim dim;
    dim.set_expr(symbol.name());
    MatchDims(dim, dim, true);
  }
  for (const bool by_name : {true, false}) MatchValues(before.inputs(), after.inputs(), by_name);
  for (const bool by_name : {true, false}) MatchValues(before.outputs(), after.outputs(), by_name);
  // Numbers of unknowns say nothing.
  if (!before.graphs().empty() && !after.graphs().empty()) {
    MatchValues(before.graphs(0).values(), after.graphs(0).values(), false);
  }
  for (const v1::Symbol& symbol : before.symbols()) {
    const auto found = forward_.find(symbol.name());
    if (found != forward_.end()) pairs_.emplace_back(&symbol, after_symbols_.at(found->second));
  }
  // In order, so that no definition waits for a chain of others.
  for (const v1::Symbol& symbol : before.symbols()) Resolve(symbol);
  FindReplacements(before, after);
}

const v1::Symbol* MatchedSymbols::SymbolOf(const v1::Dim& dim, const Symbols& symbols) {
  const auto found = dim.has_expr() ? symbols.find(dim.expr()) : symbols.end();
  if (found == symbols.end() || found->second->has_equals()) return nullptr;
  return found->second;
}

void MatchedSymbols::MatchDims(const v1::Dim& before, const v1::Dim& after, bool by_name) {
  const v1::Symbol* const old_symbol = SymbolOf(before, before_symbols_);
  const v1::Symbol* const new_symbol = SymbolOf(after, after_symbols_);
  if (old_symbol == nullptr || new_symbol == nullptr) return;
  if (by_name && old_symbol->name() != new_symbol->name()) return;
  if (!MayMatch(*old_symbol, *new_symbol)) return;
  if (forward_.contains(old_symbol->name()) || taken_.contains(new_symbol->name())) return;
  forward_.emplace(old_symbol->name(), new_symbol->name());
  taken_.insert(new_symbol->name());
}

void MatchedSymbols::MatchTypes(const v1::Type& before, const v1::Type& after, bool by_name) {
  const v1::Type* old_type = &before;
  const v1::Type* new_type = &after;
  while (InnerType(*old_type) != nullptr && InnerType(*new_type) != nullptr) {
    old_type = InnerType(*old_type);
    new_type = InnerType(*new_type);
  }
  const v1::Shape* const old_shape = ShapeOf(*old_type);
  const v1::Shape* const new_shape = ShapeOf(*new_type);
  if (old_shape == nullptr || new_shape == nullptr) return;
  const int rank = std::min(old_shape->dims_size(), new_shape->dims_size());
  work_.Count(static_cast<uint64_t>(rank) + 1);
  for (int axis = 0; axis < rank; ++axis) {
    MatchDims(old_shape->dims(axis), new_shape->dims(axis), by_name);
  }
}

void MatchedSymbols::MatchValues(const MatchedValues& before, const MatchedValues& after,
                                 bool by_name) {
  absl::flat_hash_map<std::string, const v1::ValueInfo*> values;
  for (const v1::ValueInfo& value : after) values.try_emplace(value.name(), &value);
  for (const v1::ValueInfo& value : before) {
    if (!work_.Count()) return;
    const auto found = values.find(value.name());
    if (found != values.end()) MatchTypes(value.type(), found->second->type(), by_name);
  }
}

void MatchedSymbols::FindReplacements(const v1::InferShapesResponse& before,
                                      const v1::InferShapesResponse& after) {
  absl::flat_hash_map<std::string, const v1::ValueInfo*> inputs;
  for (const v1::ValueInfo& input : before.inputs()) inputs.try_emplace(input.name(), &input);
  for (const v1::ValueInfo& input : after.inputs()) {
    const auto found = inputs.find(input.name());
    if (found == inputs.end()) continue;
    const v1::Shape* const old_shape = ShapeOf(found->second->type());
    const v1::Shape* const new_shape = ShapeOf(input.type());
    if (old_shape == nullptr || new_shape == nullptr) continue;
    const int rank = std::min(old_shape->dims_size(), new_shape->dims_size());
    for (int axis = 0; axis < rank; ++axis) {
      const Expr old_size = Before(old_shape->dims(axis));
      const Expr new_size = After(new_shape->dims(axis));
      const v1::Symbol* const old_symbol = SymbolOf(old_shape->dims(axis), before_symbols_);
      const v1::Symbol* const new_symbol = SymbolOf(new_shape->dims(axis), after_symbols_);
      if (old_size.is_unknown() || new_size.is_unknown()) continue;
      const bool is_new = new_symbol != nullptr && !taken_.contains(new_symbol->name());
      const bool is_gone = old_symbol != nullptr && !forward_.contains(old_symbol->name());
      if (is_new && arena().AsSymbol(new_size) != nullptr) {
        old_in_place_of_new_.try_emplace(arena().node(new_size.node()).symbol, old_size);
      } else if (is_gone && arena().AsSymbol(old_size) != nullptr) {
        new_in_place_of_old_.try_emplace(arena().node(old_size.node()).symbol, new_size);
      }
    }
  }
}

Expr MatchedSymbols::Resolve(const v1::Symbol& symbol) {
  const auto found = resolved_.find(symbol.name());
  if (found != resolved_.end()) return found->second;
  Expr expr;
  const auto match = forward_.find(symbol.name());
  if (match != forward_.end()) {
    expr = after_.Find(match->second);
  } else if (symbol.has_equals()) {
    // Definitions name symbols that stand before them, so that this ends.
    resolved_.emplace(symbol.name(), Expr());
    expr = Before(symbol.equals());
  } else {
    symbolic::Symbol entry;
    entry.name = after_symbols_.contains(symbol.name()) ? absl::StrCat(symbol.name(), " before")
                                                        : symbol.name();
    entry.kind = IsAnonymous(symbol) ? symbolic::SymbolKind::kDataDependent
                                     : symbolic::SymbolKind::kInputDim;
    if (symbol.has_range()) {
      if (symbol.range().has_min()) entry.bounds.min = symbol.range().min();
      if (symbol.range().has_max()) entry.bounds.max = symbol.range().max();
    } else if (symbol.kind() != v1::Symbol::KIND_INPUT_VALUE) {
      entry.bounds = symbolic::Interval::Size();
    }
    expr = arena().AddSymbol(std::move(entry));
  }
  resolved_[symbol.name()] = expr;
  return expr;
}

Expr MatchedSymbols::Parse(absl::string_view text) {
  const absl::StatusOr<Expr> expr =
      symbolic::ParseExpr(arena(), text, [this](absl::string_view name) -> absl::StatusOr<Expr> {
        const auto symbol = before_symbols_.find(name);
        if (symbol != before_symbols_.end()) return Resolve(*symbol->second);
        return absl::NotFoundError(absl::StrCat("unknown symbol ", name));
      });
  return expr.ok() ? *expr : Expr();
}

Expr MatchedSymbols::Before(const v1::Dim& dim) {
  if (dim.has_size()) return dim.size();
  return dim.has_expr() ? Parse(dim.expr()) : Expr();
}

Expr MatchedSymbols::Before(const v1::Amount& amount) {
  if (amount.has_value()) return amount.value();
  return amount.has_expr() ? Parse(amount.expr()) : Expr();
}

bool MatchedSymbols::IsFreeAfter(const std::string& input, int axis, const v1::Dim& dim) const {
  const v1::Symbol* const symbol = SymbolOf(dim, after_symbols_);
  return symbol != nullptr && !symbol->origin().has_node() && symbol->origin().has_input() &&
         symbol->origin().value() == input &&
         symbol->origin().axis() == static_cast<uint32_t>(axis);
}

bool MatchedSymbols::HasUnknown(Expr expr) {
  if (!expr.is_symbolic()) return expr.is_unknown();
  std::vector<symbolic::NodeId> open = {expr.node()};
  absl::flat_hash_set<symbolic::NodeId> seen = {expr.node()};
  for (size_t next = 0; next < open.size() && work_.Count(); ++next) {
    if (has_unknown_.contains(open[next])) continue;
    symbolic::ForEachOperandNode(arena().node(open[next]), [&](symbolic::NodeId operand) {
      if (operand != 0 && seen.insert(operand).second) open.push_back(operand);
    });
  }
  // Operands come before what uses them.
  std::sort(open.begin(), open.end());
  for (const symbolic::NodeId id : open) {
    const symbolic::ExprNode& node = arena().node(id);
    bool has_unknown =
        node.kind == symbolic::NodeKind::kSymbol && arena().symbol(node.symbol).is_unknown();
    symbolic::ForEachOperandNode(node, [&](symbolic::NodeId operand) {
      const auto found = has_unknown_.find(operand);
      has_unknown |= found != has_unknown_.end() && found->second;
    });
    has_unknown_.try_emplace(id, has_unknown);
  }
  return has_unknown_.at(expr.node());
}

Expr MatchedSymbols::Rewrite(Expr expr, const Replacements& replacements,
                             symbolic::Rewriter& rewriter) {
  if (replacements.empty() || !expr.is_symbolic()) return expr;
  return rewriter.Rewrite(expr, [&](symbolic::SymbolId id) {
    const auto found = replacements.find(id);
    return found != replacements.end() ? found->second : Expr::FromNode(arena().symbol(id).node);
  });
}

Expr MatchedSymbols::AsBefore(Expr expr) { return Rewrite(expr, old_in_place_of_new_, to_before_); }
Expr MatchedSymbols::AsAfter(Expr expr) { return Rewrite(expr, new_in_place_of_old_, to_after_); }

bool MatchedSymbols::IsSameWithin(Expr before, Expr after) {
  return before == after || AsAfter(before) == AsBefore(after);
}

}  // namespace shapewright::cli

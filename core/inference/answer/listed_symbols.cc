#include "core/inference/answer/listed_symbols.h"

#include <vector>

#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using symbolic::SymbolId;
using symbolic::SymbolKind;

std::vector<bool> UsedSymbols(const symbolic::ExprArena& arena, const AnswerText& text) {
  std::vector<bool> is_used(arena.symbols().size());
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, text.printed())) {
    const symbolic::ExprNode& node = arena.node(id);
    if (node.kind == symbolic::NodeKind::kSymbol || node.defined) is_used[node.symbol] = true;
  }
  return is_used;
}

bool IsListed(const symbolic::ExprArena& arena, const std::vector<bool>& is_used, SymbolId id) {
  return is_used[id] || arena.symbol(id).kind == SymbolKind::kInputDim;
}

// By symbol, of those that are listed, the range of a dim that is the symbol.
std::vector<symbolic::Interval> RangesOf(const symbolic::ExprArena& arena,
                                         const std::vector<bool>& is_used, AssumedRanges& ranges) {
  ranges.Apply();
  std::vector<symbolic::Interval> told(is_used.size());
  for (SymbolId id = 0; id < told.size() && arena.CountWork(1); ++id) {
    if (!IsListed(arena, is_used, id)) continue;
    told[id] = arena.Bounds(symbolic::Expr::FromNode(arena.symbol(id).node));
  }
  ranges.Lift();
  return told;
}

ListedSymbol ListedOf(rules::Workspace& workspace, SymbolId id, symbolic::Interval range,
                      const Given* given, AnswerText& text) {
  const symbolic::Symbol& symbol = workspace.exprs().symbol(id);
  ListedSymbol listed{symbol.name, symbol.kind};
  listed.origin = symbol.origin;
  listed.reason = symbol.reason;
  const symbolic::Expr self = symbolic::Expr::FromNode(symbol.node);
  listed.bounds = range;
  listed.given = given == nullptr ? nullptr : given->FindSymbol(symbol.name);
  if (listed.given != nullptr) {
    listed.bounds = symbolic::Intersect(*listed.bounds, listed.given->bounds);
  }
  if (symbol.kind == SymbolKind::kDefined) {
    listed.definition = text.printer().PrintDefinition(id);
    return listed;
  }
  const symbolic::Expr solved = workspace.facts().Finalize(self);
  if (!(solved == self)) listed.solved = solved;
  return listed;
}

}  // namespace

void VisitListedSymbols(rules::Workspace& workspace, const DeclaredTypes& declared,
                        const Given* given, AssumedRanges& ranges, AnswerText& text,
                        absl::FunctionRef<bool(const ListedSymbol&)> visit) {
  const symbolic::ExprArena& arena = workspace.exprs();
  const std::vector<bool> is_used = UsedSymbols(arena, text);
  const std::vector<symbolic::Interval> told = RangesOf(arena, is_used, ranges);
  for (SymbolId id = 0; id < told.size(); ++id) {
    if (!IsListed(arena, is_used, id)) continue;
    if (!visit(ListedOf(workspace, id, told[id], given, text))) return;
  }
  for (const auto& definition : text.printer().definitions()) {
    ListedSymbol listed{definition.name, SymbolKind::kDefined};
    listed.definition = definition.text;
    if (!visit(listed)) return;
  }
  for (const DeclaredTypes::Alias& alias : declared.aliases()) {
    ListedSymbol listed{alias.name, SymbolKind::kAlias};
    listed.solved = workspace.facts().Finalize(alias.dim);
    listed.origin = alias.site;
    if (!visit(listed)) return;
  }
}

}  // namespace shapewright::inference

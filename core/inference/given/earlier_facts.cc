#include "core/inference/given/earlier_facts.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/inference/given/symbol_names.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/facts/require_fact.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Fact;

std::vector<EarlierFact> FirmFactsOf(rules::Workspace& workspace) {
  const ExprArena& exprs = workspace.exprs();
  std::vector<EarlierFact> firm;
  for (const Fact& fact : workspace.facts().facts()) {
    if (!exprs.CountWork(1)) break;
    const bool is_known_before = fact.source.basis == symbolic::Basis::kPremise;
    if (is_known_before || !fact.is_firm() || fact.scope != symbolic::kRootScope ||
        !symbolic::DependsOnInputsOnly(exprs, fact.left) ||
        !symbolic::DependsOnInputsOnly(exprs, fact.right)) {
      continue;
    }
    firm.push_back({fact.relation, symbolic::ExpandedText(exprs, fact.left),
                    symbolic::ExpandedText(exprs, fact.right), fact.source});
    exprs.CountWork(firm.back().left.size() + firm.back().right.size());
  }
  return firm;
}

void LearnEarlierFacts(const std::vector<EarlierFact>& facts, rules::Workspace& workspace) {
  if (facts.empty()) return;
  ExprArena& exprs = workspace.exprs();
  SymbolNames names(workspace);
  const auto resolve = [&names](absl::string_view name) { return names.Resolve(name); };
  for (const EarlierFact& earlier : facts) {
    if (!exprs.CountWork(earlier.left.size() + earlier.right.size())) return;
    const absl::StatusOr<Expr> left = symbolic::ParseExpr(exprs, earlier.left, resolve);
    const absl::StatusOr<Expr> right = symbolic::ParseExpr(exprs, earlier.right, resolve);
    if (!left.ok() || !right.ok()) continue;
    const Fact fact{earlier.relation, *left, *right, earlier.source, symbolic::kRootScope, {}};
    symbolic::RequireFact(workspace.facts(), fact);
  }
}

}  // namespace shapewright::inference

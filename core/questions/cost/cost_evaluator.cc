#include "core/questions/cost/cost_evaluator.h"

#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"
#include "core/wire/utf8.h"

namespace shapewright::questions {

using symbolic::Expr;
using symbolic::SymbolKind;

CostEvaluator::CostEvaluator(const symbolic::ExprArena& arena, absl::Span<const Expr> numbers)
    : arena_(arena), evaluator_(arena, numbers), results_(numbers.size()) {
  std::vector<Expr> open;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i].is_symbolic() || symbolic::DependsOnInputsOnly(arena, numbers[i])) continue;
    open_.push_back(i);
    open.push_back(numbers[i]);
  }
  if (!open.empty()) ranges_.emplace(arena, open);
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, numbers)) {
    const SymbolKind kind = arena.symbol(id).kind;
    if (kind == SymbolKind::kInputDim || kind == SymbolKind::kInputValue) needed_.push_back(id);
  }
}

absl::Span<const CostNumber> CostEvaluator::Run(symbolic::Bindings bindings) {
  const absl::Span<const symbolic::Evaluation> values = evaluator_.Run(bindings);
  for (size_t i = 0; i < results_.size(); ++i) {
    results_[i] = CostNumber();
    if (values[i].ok()) results_[i].value = values[i].value;
  }
  if (!ranges_) return results_;
  const absl::Span<const symbolic::Interval> ranges = ranges_->Run(bindings);
  for (size_t i = 0; i < open_.size(); ++i) {
    CostNumber& number = results_[open_[i]];
    if (number.value || ranges[i].max == symbolic::Interval::kInfinity) continue;
    number = {ranges[i].max, true};
  }
  return results_;
}

std::vector<std::string> CostEvaluator::Unbound(symbolic::Bindings bindings) const {
  std::vector<std::string> names;
  for (const symbolic::SymbolId id : needed_) {
    if (id < bindings.size() && bindings[id]) continue;
    names.push_back(ToValidUtf8(arena_.symbol(id).name));
  }
  return names;
}

}  // namespace shapewright::questions

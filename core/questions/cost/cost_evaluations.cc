#include "core/questions/cost/cost_evaluations.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/work.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::FactReport;
using symbolic::Expr;

constexpr uint64_t kCountPerEvaluation = 32;

// The parts of all costs, what the states grow by, then the sets of values.
std::vector<Expr> NumbersOf(absl::Span<const Cost* const> costs, const StateGrowth& growth,
                            const PeakMemory& peak) {
  std::vector<Expr> numbers;
  for (const Cost* const cost : costs) {
    numbers.insert(numbers.end(), cost->cost.begin(), cost->cost.end());
  }
  numbers.push_back(growth.pairs.empty() ? Expr() : growth.bytes_per_token);
  for (const PeakMemory::Set& set : peak.evaluated()) numbers.push_back(set.bytes);
  return numbers;
}

}  // namespace

CostEvaluations::CostEvaluations(Engine& engine, const FactReport& report,
                                 absl::Span<const Cost* const> costs, const StateGrowth& growth,
                                 const PeakMemory& peak)
    : engine_(engine),
      needs_no_memory_(peak.bytes.is_constant(0)),
      binder_(engine),
      violations_(engine, report),
      errors_(ErrorsOf(engine.workspace())),
      evaluator_(engine.workspace().exprs(), NumbersOf(costs, growth, peak)) {
  for (const Cost* const cost : costs) marks_.emplace_back(*cost);
  for (const PeakMemory::Set& set : peak.evaluated()) peak_nodes_.push_back(set.node);
}

absl::Status CostEvaluations::Write(const v1::EstimateCostRequest& request, WireWriter* out) {
  Work& work = engine_.work();
  work.set_phase("evaluate");
  machine_ = request.measure().has_machine() ? &request.measure().machine() : nullptr;
  for (int i = 0; i < request.bindings_size(); ++i) {
    v1::CostEvaluation evaluation;
    evaluation.set_label(request.bindings(i).label());
    absl::Status status = Evaluate(request.bindings(i), &evaluation);
    if (absl::IsInvalidArgument(status)) {
      evaluation.clear_violations();
      status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedBinding));
      graph::WriteEntryError(status, evaluation.mutable_error());
    } else if (!status.ok()) {
      return status;
    }
    MakeTextValid(&evaluation);
    const std::string bytes = evaluation.SerializeAsString();
    out->Bytes(v1::EstimateCostResponse::kEvaluationsFieldNumber, bytes);
    const bool goes_on = work.Count(kCountPerEvaluation + evaluator_.steps() + binder_.steps() +
                                    violations_.steps() + bytes.size() / kBytesPerCount);
    if (!goes_on) work.SetSite(graph::Item("bindings", i));
    status = goes_on ? out->status() : work.status();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CostEvaluations::Evaluate(const v1::Binding& binding, v1::CostEvaluation* evaluation) {
  absl::Status status = binder_.Bind(binding, engine_.work(), &bound_);
  if (!status.ok()) return status;
  v1::Evaluation found;
  violations_.Find(bound_, engine_.work(), &found);
  *evaluation->mutable_violations() = std::move(*found.mutable_violations());
  for (const v1::Violation& error : errors_) *evaluation->add_violations() = error;
  if (bound_.tells_ranks) {
    return graph::FieldError("inputs", "the model declares no rank: say it in model.input_types");
  }
  // Then the model has other facts than inference found.
  if (violations_.breaks_assumptions()) return absl::OkStatus();
  values_ = evaluator_.Run(bound_.values);
  // Of sizes below 0, which are among the violations.
  const auto is_negative = [](const CostNumber& number) { return number.value.value_or(0) < 0; };
  if (std::any_of(values_.begin(), values_.end(), is_negative)) return absl::OkStatus();
  SetCost(0, evaluation->mutable_total());
  for (size_t i = 1; i < marks_.size(); ++i) SetCost(i, evaluation->add_groups());
  const CostNumber& per_token = values_[marks_.size() * kCostParts];
  if (per_token.value) evaluation->set_bytes_per_token(*per_token.value);
  SetPeak(evaluation);
  for (std::string& name : evaluator_.Unbound(bound_.values)) {
    evaluation->add_unbound(std::move(name));
  }
  const auto total = values_.first(kCostParts);
  const auto is_known = [](const CostNumber& number) { return number.value.has_value(); };
  if (evaluation->unbound().empty() && !std::all_of(total.begin(), total.end(), is_known)) {
    v1::Violation* const violation = evaluation->add_violations();
    violation->set_kind(v1::Violation::KIND_OVERFLOW);
    violation->set_message("the cost has numbers beyond 64 bits");
  }
  return absl::OkStatus();
}

void CostEvaluations::SetCost(size_t cost, v1::CostNumbers* numbers) const {
  SetNumbers(values_.subspan(cost * kCostParts, kCostParts), marks_[cost], machine_, numbers);
}

void CostEvaluations::SetPeak(v1::CostEvaluation* evaluation) const {
  const absl::Span<const CostNumber> sets = values_.subspan(marks_.size() * kCostParts + 1);
  if (sets.empty() && needs_no_memory_) evaluation->set_memory_bytes(0);
  std::optional<size_t> most;
  for (size_t i = 0; i < sets.size(); ++i) {
    if (!sets[i].value) return;
    if (!most || *sets[i].value > *sets[*most].value) most = i;
  }
  if (!most) return;
  evaluation->set_memory_bytes(*sets[*most].value);
  evaluation->set_peak_node(peak_nodes_[*most]);
}

}  // namespace shapewright::questions

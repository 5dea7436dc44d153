#include "core/inference/cost/cost_evaluations.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/wire/valid_text.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;

constexpr uint64_t kCountPerEvaluation = 32;
constexpr size_t kBytesPerCount = 16;
constexpr char kMalformedBindingReason[] = "MALFORMED_BINDING";

// The parts of all costs, then what the states grow by, then the memory.
std::vector<Expr> NumbersOf(absl::Span<const Cost* const> costs, const StateGrowth& growth,
                            Expr memory) {
  std::vector<Expr> numbers;
  for (const Cost* const cost : costs) {
    numbers.insert(numbers.end(), cost->cost.begin(), cost->cost.end());
  }
  numbers.push_back(growth.pairs.empty() ? Expr() : growth.bytes_per_token);
  numbers.push_back(memory);
  return numbers;
}

}  // namespace

CostEvaluations::CostEvaluations(Engine& engine, const FactReport& report,
                                 absl::Span<const Cost* const> costs, const StateGrowth& growth,
                                 Expr memory)
    : engine_(engine),
      binder_(engine),
      violations_(engine, report),
      evaluator_(engine.workspace().exprs(), NumbersOf(costs, growth, memory)) {
  for (const Cost* const cost : costs) is_upper_.push_back(cost->is_upper);
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
      status.SetPayload(graph::kReasonPayload, absl::Cord(kMalformedBindingReason));
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
  // Then the model has other ranks or facts than inference found.
  if (violations_.breaks_assumptions() || bound_.tells_ranks) return absl::OkStatus();
  values_ = evaluator_.Run(bound_.values);
  SetNumbers(0, evaluation->mutable_total());
  for (size_t i = 1; i < is_upper_.size(); ++i) SetNumbers(i, evaluation->add_groups());
  const CostNumber& per_token = values_[is_upper_.size() * kCostParts];
  const CostNumber& memory = values_[is_upper_.size() * kCostParts + 1];
  if (per_token.value) evaluation->set_bytes_per_token(*per_token.value);
  if (memory.value) evaluation->set_memory_bytes(*memory.value);
  for (std::string& name : evaluator_.Unbound(bound_.values)) {
    evaluation->add_unbound(std::move(name));
  }
  return absl::OkStatus();
}

void CostEvaluations::SetNumbers(size_t cost, v1::CostNumbers* numbers) const {
  using Message = v1::CostNumbers;
  using Setter = void (Message::*)(int64_t);
  constexpr Setter kSetters[kCostParts] = {&Message::set_macs,       &Message::set_alu,
                                           &Message::set_div,        &Message::set_sqrt,
                                           &Message::set_special,    &Message::set_flops,
                                           &Message::set_bytes_read, &Message::set_bytes_written};
  bool is_upper = is_upper_[cost];
  for (size_t part = 0; part < kCostParts; ++part) {
    const CostNumber& number = values_[cost * kCostParts + part];
    if (!number.value) continue;
    (numbers->*kSetters[part])(*number.value);
    is_upper |= number.is_upper;
  }
  numbers->set_upper_bound(is_upper);
  if (!numbers->has_flops() || !numbers->has_bytes_read() || !numbers->has_bytes_written()) return;
  const auto flops = static_cast<double>(numbers->flops());
  const double bytes =
      static_cast<double>(numbers->bytes_read()) + static_cast<double>(numbers->bytes_written());
  if (bytes > 0) numbers->set_intensity(flops / bytes);
  if (machine_ == nullptr) return;
  numbers->set_estimated_seconds(
      std::max(flops / machine_->flops_per_second(), bytes / machine_->bytes_per_second()));
}

}  // namespace shapewright::inference

#include "shapewright/evaluate.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/work.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/infer_run.h"
#include "core/library/inference_state.h"
#include "core/library/library_access.h"
#include "core/library/request.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/infer_again.h"

namespace shapewright {
namespace {

using questions::Evaluations;
using questions::ValueSizes;

// More would hold memory for threads that come rarely.
constexpr size_t kMaxIdle = 4;
constexpr uint64_t kCountPerEvaluation = 32;

using EvaluationsPointer = std::unique_ptr<Evaluations>;

std::optional<int64_t> Known(int64_t number) {
  return number < 0 ? std::nullopt : std::optional<int64_t>(number);
}

std::vector<int64_t> Sizes(absl::Span<const int64_t> numbers) {
  std::vector<int64_t> sizes;
  for (const int64_t number : numbers) sizes.push_back(std::max(number, kUnknownSize));
  return sizes;
}

void ReadViolations(const v1::Evaluation& rest, Evaluation& out) {
  for (const v1::Violation& from : rest.violations()) {
    Violation& violation = out.violations.emplace_back();
    violation.kind = static_cast<Violation::Kind>(from.kind() - 1);
    violation.message = from.message();
    violation.suggestion = from.suggestion();
    if (from.has_fact()) violation.fact = from.fact();
    if (from.has_left()) violation.left = from.left();
    if (from.has_right()) violation.right = from.right();
  }
}

Memory ReadMemory(const v1::Memory& from) {
  const auto known = [](bool is_known, int64_t bytes) {
    return is_known ? std::optional<int64_t>(bytes) : std::nullopt;
  };
  Memory memory;
  memory.total_bytes = known(from.has_total_bytes(), from.total_bytes());
  memory.weights_bytes = known(from.has_weights_bytes(), from.weights_bytes());
  memory.inputs_bytes = known(from.has_inputs_bytes(), from.inputs_bytes());
  memory.outputs_bytes = known(from.has_outputs_bytes(), from.outputs_bytes());
  memory.peak_bytes = known(from.has_peak_bytes(), from.peak_bytes());
  memory.lower_bound_bytes = known(from.has_lower_bound_bytes(), from.lower_bound_bytes());
  memory.intermediates_bytes = known(from.has_intermediates_bytes(), from.intermediates_bytes());
  memory.peak_node = from.peak_node();
  memory.is_upper_bound = from.upper_bound();
  for (const v1::Buffer& buffer : from.plan()) {
    memory.plan.push_back(
        {buffer.value(), buffer.offset(), buffer.bytes(), buffer.first_node(), buffer.last_node()});
  }
  return memory;
}

}  // namespace

class Evaluator::State {
 public:
  State(Inference inference, v1::EvaluateShapesRequest question)
      : inference_(std::move(inference)), question_(std::move(question)) {
    const auto& state = *LibraryAccess::Get(inference_);
    const std::lock_guard<std::shared_mutex> lock(state.engine_mutex());
    unsettled_.emplace(*state.run().engine);
  }

  absl::StatusOr<Evaluation> Evaluate(const Binding& binding,
                                      const EvaluateOptions& options) const {
    const auto& inference = *LibraryAccess::Get(inference_);
    Work work(inference.EvaluationLimit(options.work_limit),
              CheckUntil(options.deadline, options.check_interrupt));
    work.set_phase("evaluate");
    absl::Status status = work.Poll();
    if (!status.ok()) return status;
    const v1::Binding given = WriteBinding(binding);
    EvaluationsPointer evaluations = Take();
    Evaluation evaluation;
    {
      const std::shared_lock<std::shared_mutex> lock(inference.engine_mutex());
      work.Count(kCountPerEvaluation + evaluations->steps());
      inference::InferOptions engine;
      engine.reader.check_interrupt = CheckUntil(options.deadline, options.check_interrupt);
      engine.make_rule = inference.make_rule();
      evaluations->AnswerOwnCases(
          questions::InferAgain(inference.request().model(), inference.model(), engine, question_));
      status = evaluations->Evaluate(given, work);
      if (status.ok()) Read(*evaluations, evaluation);
    }
    GiveBack(std::move(evaluations));
    if (status.ok()) status = work.status();
    if (!status.ok()) return status;
    return evaluation;
  }

 private:
  EvaluationsPointer Take() const {
    {
      const std::lock_guard<std::mutex> lock(idle_mutex_);
      if (!idle_.empty()) {
        EvaluationsPointer evaluations = std::move(idle_.back());
        idle_.pop_back();
        return evaluations;
      }
    }
    const auto& inference = *LibraryAccess::Get(inference_);
    const std::lock_guard<std::shared_mutex> lock(inference.engine_mutex());
    return std::make_unique<Evaluations>(*inference.run().engine, *inference.run().report,
                                         inference.numbering(), question_, &*unsettled_);
  }

  void GiveBack(EvaluationsPointer evaluations) const {
    evaluations->ForgetLast();
    const std::lock_guard<std::mutex> lock(idle_mutex_);
    if (idle_.size() < kMaxIdle) idle_.push_back(std::move(evaluations));
  }

  void Read(const Evaluations& from, Evaluation& out) const {
    ReadViolations(from.rest(), out);
    const ValueSizes& sizes = from.sizes();
    out.values.reserve(from.numbers().size());
    size_t axis = 0;
    for (size_t i = 0; i < from.numbers().size(); ++i) {
      const Value& value = inference_.values()[from.numbers()[i]];
      ValueSize& size = out.values.emplace_back();
      size.name = value.name;
      if (value.type->is_tensor()) size.element_type = value.type->element_type;
      size.has_sizes = sizes.rank(i) >= 0;
      const auto rank = static_cast<size_t>(std::max(sizes.rank(i), 0));
      size.sizes = Sizes(sizes.sizes().subspan(axis, rank));
      size.upper_sizes = Sizes(sizes.upper_sizes().subspan(axis, rank));
      axis += rank;
      size.bytes = Known(sizes.Bytes(i));
    }
    out.unbound.assign(from.rest().unbound().begin(), from.rest().unbound().end());
    if (from.rest().has_memory()) out.memory = ReadMemory(from.rest().memory());
    out.verdict = static_cast<Evaluation::Verdict>(from.verdict());
  }

  const Inference inference_;
  // What is evaluated: values and memory.
  const v1::EvaluateShapesRequest question_;
  // Made in the constructor.
  std::optional<questions::UnsettledValues> unsettled_;
  mutable std::mutex idle_mutex_;
  mutable std::vector<EvaluationsPointer> idle_;  // guarded by idle_mutex_
};

Evaluator::Evaluator(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::StatusOr<Evaluator> Evaluator::Make(const Inference& inference,
                                          const EvaluatorOptions& options) {
  v1::EvaluateShapesRequest question;
  if (options.all_values) question.mutable_packed();
  for (size_t i = 0; i < options.values.size() && !options.all_values; ++i) {
    if (inference.FindValue(options.values[i]) == nullptr) {
      return inference::BlameRequest(graph::FieldError(
          graph::Item("values", static_cast<int>(i)),
          absl::StrCat("the main graph has no value ", graph::Quoted(options.values[i]))));
    }
    question.add_values(options.values[i]);
  }
  if (options.memory.has_value()) {
    const int64_t alignment = options.memory->alignment;
    if (alignment <= 0 || (alignment & (alignment - 1)) != 0) {
      return inference::BlameRequest(
          graph::FieldError("memory.alignment", "it is not a power of two"));
    }
    question.mutable_memory()->set_alignment_bytes(alignment);
    question.mutable_memory()->set_reuse_in_place(options.memory->reuse_in_place);
    question.mutable_memory()->set_with_plan(options.memory->plan);
  }
  return LibraryAccess::Make<Evaluator>(
      std::make_shared<const State>(inference, std::move(question)));
}

absl::StatusOr<Evaluation> Evaluator::Evaluate(const Binding& binding,
                                               const EvaluateOptions& options) const {
  return state_->Evaluate(binding, options);
}

}  // namespace shapewright

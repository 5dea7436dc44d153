#include "core/questions/evaluation/compiled_inference.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "core/inference/read_model.h"
#include "core/inference/request_size.h"
#include "core/questions/evaluation/infer_again.h"
#include "core/questions/rows/questions.h"

namespace shapewright::questions {
namespace {

using inference::BlameRequest;
using inference::BytesBesideModel;
using inference::FieldBytes;
using inference::FinishRun;
using inference::InferOptions;
using inference::InferRun;
using inference::PrepareRun;
using inference::ReadModel;
using inference::RequestLimit;

// Idle evaluations that are kept for reuse. weight() covers one more than the first, so more of
// them would hold memory that the cache does not count.
constexpr size_t kMaxIdle = 2;

v1::EvaluateShapesRequest QuestionOf(const v1::EvaluateShapesRequest& request) {
  v1::EvaluateShapesRequest question;
  const v1::ModelSpec& spec = request.model();
  v1::ModelSpec* const kept = question.mutable_model();
  *kept->mutable_input_types() = spec.input_types();
  *kept->mutable_constants() = spec.constants();
  *kept->mutable_premises() = spec.premises();
  *kept->mutable_operator_rules() = spec.operator_rules();
  if (spec.has_options()) *kept->mutable_options() = spec.options();
  *question.mutable_values() = request.values();
  if (request.has_memory()) *question.mutable_memory() = request.memory();
  if (request.has_packed()) *question.mutable_packed() = request.packed();
  if (request.has_cost()) *question.mutable_cost() = request.cost();
  *question.mutable_scenarios() = request.scenarios();
  return question;
}

uint64_t BoundBytes(const v1::EvaluateShapesRequest& request) {
  uint64_t bytes = 0;
  for (const v1::Binding& binding : request.bindings()) bytes += FieldBytes(binding);
  return bytes;
}

// The limit of the operations before bindings are evaluated. Bindings do not enter it, so that it
// is equal for all requests that one CompiledInference may answer (S67).
uint64_t InferenceLimit(const v1::EvaluateShapesRequest& request, const graph::Model& model,
                        const InferOptions& options) {
  const v1::ModelSpec* const spec = request.has_model() ? &request.model() : nullptr;
  const uint64_t bytes = BytesBesideModel(request, spec);
  return WorkLimit(options.max_work, request.limits().work(),
                   model.byte_size + bytes - std::min(bytes, BoundBytes(request)));
}

constexpr ListLimit kEvaluateShapesLists[] = {
    {ListKind::kBindings, "bindings", SizeBy<&v1::EvaluateShapesRequest::bindings_size>},
    {ListKind::kScenarios, "scenarios", SizeBy<&v1::EvaluateShapesRequest::scenarios_size>}};

}  // namespace

absl::StatusOr<std::unique_ptr<InferRun>> RunInference(const v1::EvaluateShapesRequest& request,
                                                       const graph::Model& model,
                                                       const InferOptions& options) {
  auto run = PrepareRun(request.model(), v1::STRICTNESS_UNSPECIFIED, request.limits(),
                        InferenceLimit(request, model, options), model, options);
  if (!run.ok()) return BlameRequest(run.status());
  absl::Status status = FinishRun(**run);
  if (!status.ok()) return BlameRequest(std::move(status));
  return run;
}

absl::StatusOr<std::unique_ptr<const CompiledInference>> CompiledInference::Compile(
    const v1::EvaluateShapesRequest& request, const graph::Model& model,
    const InferOptions& options) {
  const int64_t before = ThreadHeapBytes();
  auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  std::unique_ptr<CompiledInference> compiled(
      new CompiledInference(*std::move(run), model, QuestionOf(request)));
  if (absl::Status stopped = compiled->run_->work.status(); !stopped.ok()) return stopped;
  const int64_t before_evaluations = ThreadHeapBytes();
  EvaluationsPointer evaluations = compiled->Take();
  const int64_t evaluations_bytes = ThreadHeapBytes() - before_evaluations;
  absl::Status status = evaluations->question_status();
  if (!status.ok()) return BlameRequest(std::move(status));
  WireWriter index;
  evaluations->WriteIndex(v1::EvaluateShapesResponse::kPackedIndexFieldNumber, &index);
  compiled->index_ = index.Take();
  compiled->GiveBack(std::move(evaluations));
  compiled->Keep();
  compiled->made_ = ThreadHeapBytes() - before;
  compiled->evaluations_bytes_ = evaluations_bytes;
  return compiled;
}

CompiledInference::CompiledInference(std::unique_ptr<InferRun> run, const graph::Model& model,
                                     v1::EvaluateShapesRequest question)
    : run_(std::move(run)),
      model_(&model),
      numbering_(*run_->model),
      unsettled_(*run_->engine),
      question_(std::move(question)) {}

void CompiledInference::Keep() {
  work_ = run_->work.count();
  work_limit_ = run_->work.limit();
  answer_limit_ = run_->options.max_answer_bytes;
  // Options, work and limits belong to the call that made it; later calls bring their own.
  run_->options = InferOptions();
  run_->engine->ForgetWork();
  run_->work.Release();
}

CompiledInference::EvaluationsPointer CompiledInference::Take() const {
  if (EvaluationsPointer idle = TakeIdle(); idle != nullptr) return idle;
  const std::lock_guard<std::shared_mutex> lock(engine_mutex_);
  // If the HeapGuard stopped this halfway, the engine that all later calls share would be left
  // inconsistent.
  const HeapGuard::Pause pause;
  return std::make_unique<Evaluations>(*run_->engine, *run_->report, numbering_, question_,
                                       &unsettled_);
}

CompiledInference::EvaluationsPointer CompiledInference::TakeIdle() const {
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (idle_.empty()) return nullptr;
  EvaluationsPointer evaluations = std::move(idle_.back());
  idle_.pop_back();
  return evaluations;
}

void CompiledInference::GiveBack(EvaluationsPointer evaluations) const {
  evaluations->ForgetLast();
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (idle_.size() < kMaxIdle) idle_.push_back(std::move(evaluations));
}

absl::StatusOr<std::string> CompiledInference::Answer(const v1::EvaluateShapesRequest& request,
                                                      const InferOptions& options) const {
  Work work(WorkLimit(options.max_work, request.limits().work(), model_->byte_size),
            options.reader.check_interrupt, options.progress);
  // Counting the bytes of the request's bindings takes as long as a part of their evaluation, so
  // the limit that depends on it is computed only if the lower one is reached.
  const auto find_limit = [&] { return RequestLimit(request, *model_, options); };
  work.RaiseLimitLater(std::cref(find_limit));
  work.CountKept(work_);
  EvaluationsPointer evaluations = Take();
  evaluations->AnswerOwnCases(InferAgain(question_.model(), *model_, options, question_));
  AnswerBudget budget(answer_limit_);
  WireWriter answer(budget);
  absl::Status status;
  {
    const std::shared_lock<std::shared_mutex> lock(engine_mutex_);
    status = AnswerBy(*evaluations, request.bindings(), options.on_inferred, work, &answer);
  }
  GiveBack(std::move(evaluations));
  if (status.ok()) status = budget.CheckSize(answer.size());
  if (!status.ok()) return BlameRequest(std::move(status));
  return answer.Take();
}

bool CompiledInference::AnswerAtOnce(const Bindings& bindings, size_t max_steps,
                                     WireWriter* answer) const {
  if (question_.has_memory()) return false;
  const std::shared_lock<std::shared_mutex> lock(engine_mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  EvaluationsPointer evaluations = TakeIdle();
  if (evaluations == nullptr) return false;
  const size_t steps = evaluations->steps() * static_cast<size_t>(bindings.size());
  // work_limit_ is the limit for a request without bindings, so no limit of this request is lower.
  Work work(work_limit_);
  work.CountKept(work_);
  const bool is_answered =
      steps <= max_steps && AnswerBy(*evaluations, bindings, {}, work, answer).ok();
  GiveBack(std::move(evaluations));
  return is_answered && answer->size() <= answer_limit_;
}

absl::Status CompiledInference::AnswerBy(Evaluations& evaluations, const Bindings& bindings,
                                         const std::function<void()>& on_inferred, Work& work,
                                         WireWriter* answer) const {
  absl::Status status = evaluations.Write(
      bindings, v1::EvaluateShapesResponse::kEvaluationsFieldNumber, work, answer);
  if (!status.ok()) return status;
  if (on_inferred) on_inferred();
  answer->AppendBytes(index_);
  return answer->status();
}

absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const graph::Model& model,
                                            const InferOptions& options) {
  const auto compiled = CompiledInference::Compile(request, model, options);
  if (!compiled.ok()) return compiled.status();
  return (*compiled)->Answer(request, options);
}

absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const InferOptions& options) {
  const auto read = ReadModel(request.model(), options);
  if (!read.ok()) return read.status();
  return EvaluateRequest(request, **read, options);
}

ModelRpc EvaluateShapesRow() {
  return RowOf<v1::EvaluateShapesRequest, EvaluateRequest>("EvaluateShapes", kEvaluateShapesLists);
}

}  // namespace shapewright::questions

#include "core/inference/compiled_inference.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/request_size.h"

namespace shapewright::inference {
namespace {

// More would hold memory, which is not weighed, for threads that come rarely.
constexpr size_t kMaxIdle = 2;

}  // namespace

bool CompiledInference::Suits(const v1::InferShapesRequest& request) {
  const auto& sections = request.selection().sections();
  const bool has_more = std::any_of(sections.begin(), sections.end(), [](int section) {
    return section == v1::SECTION_AUDIT || section == v1::SECTION_PROFILE;
  });
  return Evaluations::IsAsked(request) && !has_more && request.explain_size() == 0;
}

absl::StatusOr<std::unique_ptr<const CompiledInference>> CompiledInference::Compile(
    const v1::InferShapesRequest& request, const graph::Model& model, const InferOptions& options) {
  auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  std::unique_ptr<CompiledInference> compiled(
      new CompiledInference(*std::move(run), model, request.has_memory()));
  InferRun& finished = *compiled->run_;
  // In the order of a request that is answered once: all expressions come up in the same order.
  EvaluationsPointer evaluations = compiled->Take(request);
  v1::InferShapesResponse values;
  v1::InferShapesResponse ranks;
  evaluations->Describe(&values, &ranks);
  compiled->evaluated_ = static_cast<size_t>(values.evaluated_values_size());
  finished.answer.evaluations = values.SerializeAsString();
  finished.answer.ranks = ranks.SerializeAsString();
  compiled->GiveBack(std::move(evaluations));
  auto answer = WriteAnswer(*finished.engine, *finished.model, *finished.report, finished.answer,
                            &compiled->evaluations_at_);
  if (!answer.ok()) return answer.status();
  compiled->answer_ = *std::move(answer);
  compiled->evaluations_at_ += finished.answer.evaluations.size();
  compiled->Keep();
  return compiled;
}

CompiledInference::CompiledInference(std::unique_ptr<InferRun> run, const graph::Model& model,
                                     bool has_memory)
    : run_(std::move(run)), model_(&model), numbering_(*run_->model), has_memory_(has_memory) {}

void CompiledInference::Keep() {
  work_ = run_->work.count();
  work_limit_ = run_->work.limit();
  // What belongs to this call alone.
  run_->options = InferOptions();
  run_->engine->ForgetWork();
  run_->work.Release();
}

CompiledInference::EvaluationsPointer CompiledInference::Take(
    const v1::InferShapesRequest& request) const {
  if (EvaluationsPointer idle = TakeIdle(); idle != nullptr) return idle;
  const std::lock_guard<std::shared_mutex> lock(engine_mutex_);
  return std::make_unique<Evaluations>(*run_->engine, *run_->report, numbering_, request);
}

CompiledInference::EvaluationsPointer CompiledInference::TakeIdle() const {
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (idle_.empty()) return nullptr;
  EvaluationsPointer evaluations = std::move(idle_.back());
  idle_.pop_back();
  return evaluations;
}

void CompiledInference::GiveBack(EvaluationsPointer evaluations) const {
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (idle_.size() < kMaxIdle) idle_.push_back(std::move(evaluations));
}

absl::StatusOr<std::string> CompiledInference::Answer(const v1::InferShapesRequest& request,
                                                      const InferOptions& options) const {
  Work work(RequestLimit(request, *model_, options), options.reader.check_interrupt,
            options.progress);
  work.CountKept(work_);
  EvaluationsPointer evaluations = Take(request);
  WireWriter answer;
  absl::Status status;
  {
    const std::shared_lock<std::shared_mutex> lock(engine_mutex_);
    status = AnswerBy(*evaluations, request, options.on_inferred, work, &answer);
  }
  GiveBack(std::move(evaluations));
  if (!status.ok()) return BlameRequest(std::move(status));
  return answer.Take();
}

bool CompiledInference::AnswerAtOnce(const v1::InferShapesRequest& bindings, size_t max_steps,
                                     WireWriter* answer) const {
  if (has_memory_) return false;
  const std::shared_lock<std::shared_mutex> lock(engine_mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  EvaluationsPointer evaluations = TakeIdle();
  if (evaluations == nullptr) return false;
  const size_t steps = evaluations->steps() * static_cast<size_t>(bindings.bindings_size());
  // The request's own limit is no lower.
  Work work(work_limit_);
  work.CountKept(work_);
  const bool is_answered =
      steps <= max_steps && AnswerBy(*evaluations, bindings, {}, work, answer).ok();
  GiveBack(std::move(evaluations));
  return is_answered;
}

absl::Status CompiledInference::AnswerBy(Evaluations& evaluations,
                                         const v1::InferShapesRequest& request,
                                         const std::function<void()>& on_inferred, Work& work,
                                         WireWriter* answer) const {
  const absl::string_view unbound = answer_;
  answer->AppendBytes(unbound.substr(0, evaluations_at_));
  absl::Status status = evaluations.Write(request, work, answer);
  if (status.ok() && request.histograms_size() > 0) {
    v1::InferShapesResponse advice;
    status = evaluations.Advise(request, work, &advice);
    answer->AppendBytes(advice.SerializeAsString());
  }
  if (!status.ok()) return status;
  if (on_inferred) on_inferred();
  answer->AppendBytes(unbound.substr(evaluations_at_));
  return status;
}

size_t CompiledInference::weight() const {
  // About what each takes with all that is noted of it; compiled_inference_test.cc compares with
  // what the heap says.
  constexpr size_t kBaseBytes = 12 << 10;
  constexpr size_t kValueBytes = 60;
  constexpr size_t kExpressionBytes = 60;
  constexpr size_t kFactBytes = 1200;
  constexpr size_t kTypeBytes = 480;
  constexpr size_t kEvaluatedBytes = 300;
  constexpr size_t kTimelineBytes = 360;
  ops::Workspace& workspace = run_->engine->workspace();
  const size_t values = run_->model->values.size();
  return kBaseBytes + answer_.capacity() + values * kValueBytes +
         workspace.exprs().node_count() * kExpressionBytes +
         workspace.facts().facts().size() * kFactBytes + workspace.types().size() * kTypeBytes +
         evaluated_ * kEvaluatedBytes + (has_memory_ ? values * kTimelineBytes : 0);
}

}  // namespace shapewright::inference

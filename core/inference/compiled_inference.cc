#include "core/inference/compiled_inference.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "core/inference/request_size.h"

namespace shapewright::inference {
namespace {

// More would hold memory, which is not weighed, for threads that come rarely.
constexpr size_t kMaxIdle = 2;

}  // namespace

bool CompiledInference::IsReusableFor(const v1::InferShapesRequest& request) {
  const auto& sections = request.selection().sections();
  const bool has_more = std::any_of(sections.begin(), sections.end(), [](int section) {
    return section == v1::SECTION_AUDIT || section == v1::SECTION_PROFILE;
  });
  return Evaluations::IsRequested(request) && !has_more && request.explain_size() == 0;
}

absl::StatusOr<std::unique_ptr<const CompiledInference>> CompiledInference::Compile(
    const v1::InferShapesRequest& request, const graph::Model& model, const InferOptions& options) {
  const int64_t before = ThreadHeapBytes();
  auto run = RunInference(request, model, options);
  if (!run.ok()) return run.status();
  std::unique_ptr<CompiledInference> compiled(
      new CompiledInference(*std::move(run), model, request.has_memory()));
  InferRun& finished = *compiled->run_;
  // In the order of a request that is answered once: all expressions come up in the same order.
  const int64_t before_evaluations = ThreadHeapBytes();
  EvaluationsPointer evaluations = compiled->Take(request);
  const int64_t evaluations_bytes = ThreadHeapBytes() - before_evaluations;
  {
    v1::InferShapesResponse values;
    v1::InferShapesResponse ranks;
    evaluations->Describe(&values, &ranks);
    finished.answer.evaluations = values.SerializeAsString();
    finished.answer.ranks = ranks.SerializeAsString();
  }
  compiled->GiveBack(std::move(evaluations));
  auto answer = WriteAnswer(*finished.engine, *finished.model, *finished.report, finished.answer,
                            &compiled->evaluations_at_);
  if (!answer.ok()) {
    // As when it is answered once: what is wrong with the bindings comes before the answer's size.
    compiled->Keep();
    compiled->evaluations_at_ = 0;
    absl::Status error = compiled->Answer(request, options).status();
    return error.ok() ? answer.status() : error;
  }
  compiled->answer_ = *std::move(answer);
  if (compiled->answer_.capacity() > compiled->answer_.size() + compiled->answer_.size() / 16) {
    compiled->answer_.shrink_to_fit();
  }
  compiled->evaluations_at_ += finished.answer.evaluations.size();
  compiled->Keep();
  finished.answer.budget = nullptr;
  compiled->made_ = ThreadHeapBytes() - before;
  compiled->evaluations_bytes_ = evaluations_bytes;
  return compiled;
}

CompiledInference::CompiledInference(std::unique_ptr<InferRun> run, const graph::Model& model,
                                     bool has_memory)
    : run_(std::move(run)), model_(&model), numbering_(*run_->model), has_memory_(has_memory) {}

void CompiledInference::Keep() {
  work_ = run_->work.count();
  work_limit_ = run_->work.limit();
  answer_limit_ = run_->options.max_answer_bytes;
  // What belongs to this call alone.
  run_->options = InferOptions();
  run_->engine->ForgetWork();
  run_->work.Release();
}

CompiledInference::EvaluationsPointer CompiledInference::Take(
    const v1::InferShapesRequest& request) const {
  if (EvaluationsPointer idle = TakeIdle(); idle != nullptr) return idle;
  const std::lock_guard<std::shared_mutex> lock(engine_mutex_);
  // Half done, this would leave the engine broken for the calls that come after.
  const HeapGuard::Pause pause;
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
  evaluations->ForgetLast();
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  if (idle_.size() < kMaxIdle) idle_.push_back(std::move(evaluations));
}

absl::StatusOr<std::string> CompiledInference::Answer(const v1::InferShapesRequest& request,
                                                      const InferOptions& options) const {
  Work work(WorkLimit(options.max_work, request.limits().work(), model_->byte_size),
            options.reader.check_interrupt, options.progress);
  // To count the bytes of a binding takes as long as a part of its evaluation.
  const auto find_limit = [&] { return RequestLimit(request, *model_, options); };
  work.RaiseLimitLater(std::cref(find_limit));
  work.CountKept(work_);
  EvaluationsPointer evaluations = Take(request);
  AnswerBudget budget(answer_limit_);
  WireWriter answer(budget);
  absl::Status status;
  {
    const std::shared_lock<std::shared_mutex> lock(engine_mutex_);
    status = AnswerBy(*evaluations, request, options.on_inferred, work, budget, &answer);
  }
  GiveBack(std::move(evaluations));
  if (status.ok()) status = budget.CheckSize(answer.size());
  if (!status.ok()) return BlameRequest(std::move(status));
  return answer.Take();
}

bool CompiledInference::AnswerAtOnce(const v1::InferShapesRequest& bindings, size_t max_steps,
                                     WireWriter* answer) const {
  if (has_memory_ || !Serves(bindings)) return false;
  const std::shared_lock<std::shared_mutex> lock(engine_mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  EvaluationsPointer evaluations = TakeIdle();
  if (evaluations == nullptr) return false;
  const size_t steps = evaluations->steps() * static_cast<size_t>(bindings.bindings_size());
  // The request's own limits are no lower.
  Work work(work_limit_);
  work.CountKept(work_);
  const size_t limit = answer_limit_;
  AnswerBudget budget(limit);
  const bool is_answered =
      steps <= max_steps && AnswerBy(*evaluations, bindings, {}, work, budget, answer).ok();
  GiveBack(std::move(evaluations));
  return is_answered && answer->size() <= limit;
}

absl::Status CompiledInference::AnswerBy(Evaluations& evaluations,
                                         const v1::InferShapesRequest& request,
                                         const std::function<void()>& on_inferred, Work& work,
                                         AnswerBudget& budget, WireWriter* answer) const {
  const absl::string_view unbound = answer_;
  answer->AppendBytes(unbound.substr(0, evaluations_at_));
  absl::Status status = evaluations.Write(request, work, answer);
  if (status.ok() && request.histograms_size() > 0) {
    v1::InferShapesResponse advice;
    status = evaluations.Advise(request, work, budget, &advice);
    answer->AppendCounted(advice.SerializeAsString());
  }
  if (!status.ok()) return status;
  if (on_inferred) on_inferred();
  answer->AppendBytes(unbound.substr(evaluations_at_));
  return status;
}

}  // namespace shapewright::inference

#include "server/call/answer_job.h"

#include <new>
#include <utility>

#include "core/base/heap.h"
#include "server/call/call_environment.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

SharedAnswer ErrorAnswer(const absl::Status& error) {
  auto answer = std::make_shared<SerializedAnswer>();
  answer->error = error;
  return answer;
}

}  // namespace

absl::Status AnswerJob::Read() {
  if (parsed_ != nullptr) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<ParsedRequest>> parsed = method_.Read(request_);
  if (parsed.ok()) parsed_ = *std::move(parsed);
  return parsed.status();
}

absl::StatusOr<ParsedRequest::Key> AnswerJob::FindKey() {
  try {
    if (absl::Status read = Read(); !read.ok()) return read;
    return parsed_->FindKey();
  } catch (const std::bad_alloc&) {
    return MemoryError("request");
  }
}

void AnswerJob::Run(const FlightPointer& flight) {
  flight_ = flight;
  origin_.begun = AnswerOrigin::Clock::now();
  if (!CheckWanted().ok()) return;
  // An equal flight may have landed after this call looked up the cache.
  const std::optional<SharedAnswer> kept = environment_.answers.Find(flight_->key());
  origin_.was_kept = kept.has_value();
  const SharedAnswer answer = kept.has_value() ? *kept : MakeAnswer();
  const HeapGuard::Pause pause;
  if (!kept.has_value()) Keep(answer);
  for (AnswerWaiter* waiter : environment_.flights.Land(*flight_)) {
    waiter->OnAnswer(answer, origin_);
  }
}

void AnswerJob::Drop() {
  parsed_.reset();
  request_.Clear();
}

void AnswerJob::Refuse(AnswerFlights::Flight& flight, const absl::Status& error) const {
  const SharedAnswer answer = ErrorAnswer(error);
  for (AnswerWaiter* waiter : environment_.flights.Land(flight)) waiter->OnAnswer(answer, origin_);
}

SharedAnswer AnswerJob::MakeAnswer() {
  const HeapGuard guard(environment_.work_memory);
  absl::StatusOr<SerializedAnswer> answer = FindAnswer();
  CountWork();
  origin_.written = AnswerOrigin::Clock::now();
  const HeapGuard::Pause pause;
  // Freed before the answer waits to be read by its callers.
  Drop();
  if (!answer.ok()) return ErrorAnswer(answer.status());
  return std::make_shared<SerializedAnswer>(*std::move(answer));
}

absl::StatusOr<SerializedAnswer> AnswerJob::FindAnswer() {
  try {
    if (absl::Status read = Read(); !read.ok()) return read;
    WorkHooks hooks;
    hooks.check = [this] { return Check(); };
    hooks.progress = &flight_->progress();
    hooks.metrics = &environment_.metrics;
    hooks.on_read = [this] { origin_.read = AnswerOrigin::Clock::now(); };
    hooks.on_inferred = [this] { origin_.inferred = AnswerOrigin::Clock::now(); };
    return parsed_->FindAnswer(hooks);
  } catch (const std::bad_alloc&) {
    return MemoryError("request");
  }
}

void AnswerJob::CountWork() {
  const uint64_t done = flight_->progress();
  environment_.metrics.Worked(done - counted_work_);
  counted_work_ = done;
}

absl::Status AnswerJob::Check() {
  CountWork();
  return HeapGuard::is_exceeded() ? MemoryError("request") : CheckWanted();
}

absl::Status AnswerJob::CheckWanted() {
  const auto now = AnswerFlights::Clock::now();
  for (AnswerWaiter* waiter : environment_.flights.TakeLate(*flight_, now)) {
    waiter->OnAnswer(
        ErrorAnswer(absl::DeadlineExceededError("the deadline of the call has passed")), origin_);
  }
  if (!flight_->is_abandoned()) return absl::OkStatus();
  const uint64_t done = flight_->progress();
  environment_.log.Write(
      LogLevel::kDebug, "work_stopped",
      {{"work", static_cast<int64_t>(done)},
       {"work_in_vain", static_cast<int64_t>(done - flight_->progress_when_abandoned())}});
  return absl::CancelledError("nobody waits for the answer any more");
}

// Keeps only answers that would be the same next time (S23).
void AnswerJob::Keep(const SharedAnswer& answer) {
  if (!answer->error.ok() && !DependsOnRequestOnly(answer->error)) return;
  const std::optional<size_t> evicted =
      environment_.answers.Insert(flight_->key(), answer, answer->weight());
  environment_.metrics.CacheEvicted(CacheKind::kAnswers, evicted.value_or(0));
}

}  // namespace shapewright::server

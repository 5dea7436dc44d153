#include "server/call/awaited_answer.h"

#include <new>
#include <optional>
#include <utility>

#include "core/base/heap.h"
#include "server/call/call_environment.h"
#include "server/errors/call_errors.h"

namespace shapewright::server {
namespace {

absl::StatusOr<Question::Key> FindKey(Question& question) {
  try {
    return question.FindKey();
  } catch (const std::bad_alloc&) {
    return MemoryError("request");
  }
}

}  // namespace

AwaitedAnswer::AwaitedAnswer(IncomingCall call, const AnswerMethod& method,
                             const grpc::ByteBuffer* request)
    : call_(std::move(call)),
      environment_(call_.environment()),
      method_(method),
      request_(request),
      interrupt_(call_.deadline()) {}

void AwaitedAnswer::AwaitAnswer(const CacheKey& key, Lane lane) {
  AnswerFlights::Joined joined = environment_.flights.Join(key, *this);
  if (joined.is_first) {
    auto job = std::make_shared<AnswerJob>(environment_, method_, joined.flight, *request_);
    const PlaceAnswer place = environment_.pool.TryRun(call_.TagOf(lane), [job] { job->Run(); });
    if (place != PlaceAnswer::kFree) return job->Refuse(call_.RefuseFullQueue(lane, place));
  }
  call_.LogAccepted();
  HoldFlight(joined.flight);
}

void AwaitedAnswer::AwaitSearch(Lane lane) {
  references_ = 2;
  const auto work = [this] {
    const HeapGuard guard(environment_.work_memory);
    Search();
    Unref();
  };
  const PlaceAnswer place = environment_.pool.TryRun(call_.TagOf(lane), work);
  if (place == PlaceAnswer::kFree) return call_.LogAccepted();
  references_ = 1;
  Refuse(call_.RefuseFullQueue(lane, place));
}

void AwaitedAnswer::OnAnswer(const SharedAnswer& answer, const AnswerTimes& times) {
  call_.record().CacheLookedUp(CacheKind::kAnswers,
                               is_joined_ ? CacheResult::kJoined : CacheResult::kMiss);
  if (!is_joined_) {
    TellPhases(times);
    call_.AddBytes(answer->size);
  }
  Deliver(*answer);
}

void AwaitedAnswer::Cancel() {
  interrupt_.Cancel();
  FlightPointer flight;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_cancelled_ = true;
    flight = flight_;
  }
  if (flight != nullptr) Abandon(*flight);
}

void AwaitedAnswer::Unref() {
  if (--references_ == 0) delete this;
}

void AwaitedAnswer::Search() {
  if (absl::Status wanted = interrupt_.Check(); !wanted.ok()) return Refuse(wanted);
  absl::StatusOr<std::unique_ptr<Question>> question = Read();
  if (!question.ok()) return Refuse(question.status());
  const absl::StatusOr<Question::Key> found = FindKey(**question);
  if (!found.ok()) return Refuse(found.status());
  // What follows allocates little, and nothing here catches bad_alloc.
  if (HeapGuard::is_exceeded()) return Refuse(MemoryError("request"));
  const CacheKey key(found->kind, found->bytes);
  if (const auto kept = environment_.answers.Find(key); kept.has_value()) {
    (*question)->OnAnswerKept([this] { return interrupt_.Check(); });
    call_.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kHit);
    // The cache may evict it before it is sent, so it counts among the bytes in flight.
    call_.AddBytes((*kept)->size);
    return Deliver(**kept);
  }
  AnswerFlights::Joined joined = environment_.flights.Join(key, *this);
  // The job finishes the flight even if this call has left it. The request's bytes may be gone by
  // then, so the job has the question.
  AnswerJob job(environment_, method_, joined.flight, *std::move(question));
  HoldFlight(joined.flight);
  if (joined.is_first) job.Run();
}

absl::StatusOr<std::unique_ptr<Question>> AwaitedAnswer::Read() {
  try {
    return method_.Read(*request_);
  } catch (const std::bad_alloc&) {
    return MemoryError("request");
  }
}

// Lets Cancel() know the flight; a call that was cancelled before leaves it now.
void AwaitedAnswer::HoldFlight(const FlightPointer& flight) {
  bool is_cancelled = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    flight_ = flight;
    is_cancelled = is_cancelled_;
  }
  if (is_cancelled) Abandon(*flight);
}

void AwaitedAnswer::Abandon(AnswerFlights::Flight& flight) {
  if (environment_.flights.Leave(flight, *this)) Refuse(interrupt_.Check());
}

void AwaitedAnswer::TellPhases(const AnswerTimes& times) {
  constexpr AnswerTimes::Clock::time_point kNever;
  if (times.read == kNever) return;
  CallRecord& record = call_.record();
  record.PhaseDone(Phase::kQueue, times.begun - record.start());
  record.PhaseDone(Phase::kRead, times.read - times.begun);
  const bool has_answer = times.inferred != kNever;
  record.PhaseDone(Phase::kInfer, (has_answer ? times.inferred : times.written) - times.read);
  if (has_answer) record.PhaseDone(Phase::kSerialize, times.written - times.inferred);
}

}  // namespace shapewright::server

#include "server/call/awaited_answer.h"

#include <optional>
#include <utility>

#include "core/base/heap.h"
#include "server/errors/call_errors.h"

namespace shapewright::server {

AwaitedAnswer::AwaitedAnswer(IncomingCall call, const AnswerMethod& method)
    : call_(std::move(call)),
      environment_(call_.environment()),
      job_(environment_, method),
      interrupt_(call_.deadline()) {}

void AwaitedAnswer::Await(const grpc::ByteBuffer& request, const std::optional<CacheKey>& key,
                          Lane lane) {
  FlightPointer flight;
  if (key.has_value()) {
    AnswerFlights::Joined joined = environment_.flights.Join(*key, *this);
    flight = std::move(joined.flight);
    if (!joined.is_first) {
      call_.LogAccepted();
      return HoldFlight(flight);
    }
  }
  job_.Take(request);
  const QueueAnswer place = environment_.pool.TryRun(
      call_.TagOf(lane), [self = shared_from_this(), flight] { self->Work(flight); });
  if (place != QueueAnswer::kFree) {
    const absl::Status error = call_.RefuseFullQueue(lane, place);
    return flight == nullptr ? Refuse(error) : job_.Refuse(*flight, error);
  }
  call_.LogAccepted();
  if (flight != nullptr) HoldFlight(flight);
}

void AwaitedAnswer::OnAnswer(const SharedAnswer& answer, const AnswerOrigin& origin) {
  const CacheResult found = is_joined_        ? CacheResult::kJoined
                            : origin.was_kept ? CacheResult::kHit
                                              : CacheResult::kMiss;
  call_.record().CacheLookedUp(CacheKind::kAnswers, found);
  if (!is_joined_) {
    TellPhases(origin);
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

void AwaitedAnswer::Done() {
  call_.Leave();
  const std::shared_ptr<AwaitedAnswer> self = std::move(held_by_grpc_);
}

void AwaitedAnswer::Work(FlightPointer flight) {
  std::optional<HeapGuard> guard;
  if (flight == nullptr) {
    guard.emplace(environment_.work_memory);
    flight = FindFlight();
  }
  // The job finishes the flight even if this call has left it.
  if (flight != nullptr) job_.Run(flight);
  job_.Drop();
}

AwaitedAnswer::FlightPointer AwaitedAnswer::FindFlight() {
  const auto refuse = [this](const absl::Status& error) {
    Refuse(error);
    return nullptr;
  };
  if (absl::Status wanted = interrupt_.Check(); !wanted.ok()) return refuse(wanted);
  const absl::StatusOr<ParsedRequest::Key> found = job_.FindKey();
  if (!found.ok()) return refuse(found.status());
  // What follows allocates little, and nothing here catches bad_alloc.
  if (HeapGuard::is_exceeded()) return refuse(MemoryError("request"));
  const CacheKey key(found->kind, found->bytes);
  if (const auto kept = environment_.answers.Find(key); kept.has_value()) {
    job_.OnAnswerKept([this] { return interrupt_.Check(); });
    call_.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kHit);
    // The cache may evict it before it is sent, so it counts among the bytes in flight.
    call_.AddBytes((*kept)->size);
    Deliver(**kept);
    return nullptr;
  }
  AnswerFlights::Joined joined = environment_.flights.Join(key, *this);
  HoldFlight(joined.flight);
  return joined.is_first ? std::move(joined.flight) : nullptr;
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

void AwaitedAnswer::TellPhases(const AnswerOrigin& origin) {
  constexpr AnswerOrigin::Clock::time_point kNever;
  if (origin.read == kNever) return;
  CallRecord& record = call_.record();
  record.PhaseDone(Phase::kQueue, origin.begun - record.start());
  record.PhaseDone(Phase::kRead, origin.read - origin.begun);
  const bool has_answer = origin.inferred != kNever;
  record.PhaseDone(Phase::kInfer, (has_answer ? origin.inferred : origin.written) - origin.read);
  if (has_answer) record.PhaseDone(Phase::kSerialize, origin.written - origin.inferred);
}

}  // namespace shapewright::server

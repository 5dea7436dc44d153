#include "server/call/unary_call.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "core/base/heap.h"
#include "server/admission/batch_scheduling.h"
#include "server/cache/byte_view.h"
#include "server/call/answer_job.h"
#include "server/call/call_state.h"
#include "server/call/incoming_call.h"
#include "server/call/sending_answer.h"
#include "server/errors/call_errors.h"
#include "server/errors/interrupt.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// The largest request that is hashed on gRPC's own threads.
constexpr size_t kInlineBytes = 64 << 10;

// The part of an answer that gRPC may send before the caller reads any of it. A caller that reads
// nothing holds no more than this.
constexpr size_t kWindowBytes = 64 << 10;

// Sets the response, and returns the status to finish with.
grpc::Status HandOut(IncomingCall& call, const Answer& answer, grpc::ByteBuffer* response) {
  if (!answer.error.ok()) return call.Fail(answer.error);
  *response = answer.body;
  return call.Succeed(answer.size);
}

// A call that waits for the answer of a flight. Either the flight ends it, or its caller cancels:
// the one that removes it from the flight finishes the call.
class WaitingCall final : public grpc::ServerUnaryReactor, public AnswerWaiter {
 public:
  WaitingCall(IncomingCall call, Lane lane, const AnswerMethod& method,
              grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
              grpc::ByteBuffer* response)
      : call_(std::move(call)),
        environment_(call_.environment()),
        lane_(lane),
        sending_(environment_, context),
        method_(method),
        request_(request),
        response_(response),
        interrupt_(call_.deadline()) {}

  // For a request that is its own cache key.
  void AwaitAnswer(const CacheKey& key) {
    AnswerFlights::Joined joined = environment_.state->flights.Join(key, *this);
    if (joined.is_first) {
      auto job = std::make_shared<AnswerJob>(environment_, method_, joined.flight, *request_);
      const PlaceAnswer place =
          environment_.pool->TryRun(call_.TagOf(lane_), [job] { job->Run(); });
      if (place != PlaceAnswer::kFree) return job->Refuse(call_.RefuseFullQueue(lane_, place));
    }
    call_.LogAccepted();
    HoldFlight(joined.flight);
  }

  // For a request whose key must be computed on the pool first.
  void AwaitSearch() {
    references_ = 2;
    const auto work = [this] {
      const HeapGuard guard(environment_.state->work_memory);
      Search();
      Unref();
    };
    const PlaceAnswer place = environment_.pool->TryRun(call_.TagOf(lane_), work);
    if (place == PlaceAnswer::kFree) return call_.LogAccepted();
    references_ = 1;
    Fail(call_.RefuseFullQueue(lane_, place));
  }

  Clock::time_point deadline() const override { return call_.deadline(); }
  void set_joined(bool joined) override { is_joined_ = joined; }

  void OnAnswer(const SharedAnswer& answer, const AnswerTimes& times) override {
    call_.record().CacheLookedUp(CacheKind::kAnswers,
                                 is_joined_ ? CacheResult::kJoined : CacheResult::kMiss);
    if (!is_joined_) {
      TellPhases(times);
      call_.AddBytes(answer->size);
    }
    FinishWith(*answer);
  }

  void OnCancel() override {
    interrupt_.Cancel();
    FlightPointer flight;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_cancelled_ = true;
      flight = flight_;
    }
    if (flight != nullptr) Abandon(*flight);
  }

  void OnDone() override {
    sending_.End();
    call_.Leave();
    Unref();
  }

 private:
  using FlightPointer = AnswerJob::FlightPointer;

  void Search() {
    if (absl::Status wanted = interrupt_.Check(); !wanted.ok()) return Fail(wanted);
    absl::StatusOr<std::unique_ptr<Question>> question = Read();
    if (!question.ok()) return Fail(question.status());
    const absl::StatusOr<Question::Key> found = FindKey(**question);
    if (!found.ok()) return Fail(found.status());
    // What follows allocates little, and nothing here catches bad_alloc.
    if (HeapGuard::is_exceeded()) return Fail(MemoryError("request"));
    const CacheKey key(found->kind, found->bytes);
    if (const auto kept = environment_.state->answers.Find(key); kept.has_value()) {
      (*question)->OnAnswerKept([this] { return interrupt_.Check(); });
      call_.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kHit);
      return FinishWith(**kept);
    }
    AnswerFlights::Joined joined = environment_.state->flights.Join(key, *this);
    // The job finishes the flight even if this call has left it. The request's bytes may be gone by
    // then, so the job has the question.
    AnswerJob job(environment_, method_, joined.flight, *std::move(question));
    HoldFlight(joined.flight);
    if (joined.is_first) job.Run();
  }

  absl::StatusOr<std::unique_ptr<Question>> Read() {
    try {
      return method_.Read(*request_);
    } catch (const std::bad_alloc&) {
      return MemoryError("request");
    }
  }

  static absl::StatusOr<Question::Key> FindKey(Question& question) {
    try {
      return question.FindKey();
    } catch (const std::bad_alloc&) {
      return MemoryError("request");
    }
  }

  // Lets OnCancel() know the flight; a call that was cancelled before leaves it now.
  void HoldFlight(const FlightPointer& flight) {
    bool is_cancelled = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      flight_ = flight;
      is_cancelled = is_cancelled_;
    }
    if (is_cancelled) Abandon(*flight);
  }

  void Abandon(AnswerFlights::Flight& flight) {
    if (environment_.state->flights.Leave(flight, *this)) Fail(interrupt_.Check());
  }

  void TellPhases(const AnswerTimes& times) {
    constexpr AnswerTimes::Clock::time_point kNever;
    if (times.read == kNever) return;
    CallRecord& record = call_.record();
    record.PhaseDone(Phase::kQueue, times.begun - record.start());
    record.PhaseDone(Phase::kRead, times.read - times.begun);
    const bool has_answer = times.inferred != kNever;
    record.PhaseDone(Phase::kInfer, (has_answer ? times.inferred : times.written) - times.read);
    if (has_answer) record.PhaseDone(Phase::kSerialize, times.written - times.inferred);
  }

  // These may destroy the call.
  void FinishWith(const Answer& answer) { Send(HandOut(call_, answer, response_)); }
  void Fail(const absl::Status& error) { Send(call_.Fail(error)); }
  void Send(grpc::Status status) {
    const HeapGuard::Pause pause;  // gRPC knows of no bad_alloc
    sending_.Begin();
    Finish(std::move(status));
  }

  void Unref() {
    if (--references_ == 0) delete this;
  }

  IncomingCall call_;
  const CallEnvironment& environment_;
  const Lane lane_;
  SendingAnswer sending_;
  const AnswerMethod& method_;
  const grpc::ByteBuffer* const request_;
  grpc::ByteBuffer* const response_;
  Interrupt interrupt_;
  bool is_joined_ = false;
  // One for gRPC, one for the pool while it looks for the answer.
  std::atomic<int> references_{1};
  std::mutex mutex_;
  // Guarded by mutex_.
  FlightPointer flight_;
  bool is_cancelled_ = false;
};

// A call that has its answer, one so large that it will not be sent at once.
class SendingCall final : public grpc::ServerUnaryReactor {
 public:
  SendingCall(IncomingCall call, grpc::CallbackServerContext* context)
      : call_(std::move(call)), sending_(call_.environment(), context) {}

  void Send(const Answer& answer, grpc::ByteBuffer* response) {
    grpc::Status status = HandOut(call_, answer, response);
    sending_.Begin();
    Finish(std::move(status));
  }
  void OnDone() override {
    sending_.End();
    delete this;
  }

 private:
  IncomingCall call_;
  SendingAnswer sending_;
};

// Ends a call on gRPC's thread with the default reactor, as one of its own would cost a tenth of a
// small call. The call leaves the gate before gRPC has sent the answer; Server::ShutDown() waits
// for that.
grpc::ServerUnaryReactor* FinishAtOnce(grpc::CallbackServerContext* context, grpc::Status status) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(std::move(status));
  return reactor;
}

// It allocates little: it throws bad_alloc only if even the reserve of counted_new.cc is used
// up.
grpc::ServerUnaryReactor* TakeOn(const CallEnvironment& environment, const AnswerMethod& method,
                                 grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  CallState& state = *environment.state;
  const size_t size = request->Length();
  IncomingCall call(environment, method.method(), context);
  absl::Status good = call.EnterWith(size, method.too_large_advice());
  if (!good.ok()) return FinishAtOnce(context, call.Fail(good));

  grpc::Slice bytes;
  std::optional<CacheKey> key;
  if (size <= kInlineBytes) {
    bytes = OnePiece(*request);
    key.emplace(method.key_kind(), View(bytes));
    if (const auto kept = state.answers.Find(*key); kept.has_value()) {
      call.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kHit);
      if ((*kept)->size > kWindowBytes) {
        // The cache may evict it before it is sent, so it counts among the bytes in flight.
        good = call.Admit((*kept)->size);
        if (!good.ok()) return FinishAtOnce(context, call.Fail(good));
        auto* const sending = new SendingCall(std::move(call), context);
        sending->Send(**kept, response);
        return sending;
      }
      return FinishAtOnce(context, HandOut(call, **kept, response));
    }
    if (const auto derived = method.AnswerAtOnce(View(bytes), response); derived.has_value()) {
      call.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kDerived);
      return FinishAtOnce(context, call.Succeed(*derived));
    }
    if (!method.IsKeyedByRequest(View(bytes))) key.reset();
  }

  good = call.Admit(size);
  const bool joins = key.has_value() && state.flights.IsUnderWay(*key);
  const Lane lane = size <= kInlineBytes ? method.Weigh(View(bytes)) : LaneOf({.bytes = size});
  if (good.ok() && !joins) {
    // Asked before the task exists, as refusing the call later costs more.
    const PlaceAnswer place = environment.pool->Ask(call.TagOf(lane));
    if (place != PlaceAnswer::kFree) good = call.RefuseFullQueue(lane, place);
  }
  if (!good.ok()) {
    SetBatchScheduling(true);
    return FinishAtOnce(context, call.Fail(good));
  }
  // Not as soon as one place is free, which an overload would take at once.
  if (environment.pool->is_half_empty()) SetBatchScheduling(false);
  auto* const waiting = new WaitingCall(std::move(call), lane, method, context, request, response);
  if (key.has_value()) {
    waiting->AwaitAnswer(*key);
  } else {
    waiting->AwaitSearch();
  }
  return waiting;
}

}  // namespace

grpc::ServerUnaryReactor* StartUnaryCall(const CallEnvironment& environment,
                                         const AnswerMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) {
  try {
    return TakeOn(environment, method, context, request, response);
  } catch (const std::bad_alloc&) {
    return FinishAtOnce(context, ToGrpcStatus(OutOfMemoryError("request")));
  }
}

}  // namespace shapewright::server

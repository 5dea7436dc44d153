#include "server/call/unary_call.h"

#include <new>
#include <optional>
#include <utility>

#include "core/base/heap.h"
#include "server/admission/batch_scheduling.h"
#include "server/cache/byte_view.h"
#include "server/call/awaited_answer.h"
#include "server/call/call_environment.h"
#include "server/call/incoming_call.h"
#include "server/call/sending_answer.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// The largest request that is hashed on gRPC's own threads.
constexpr size_t kInlineBytes = 64 << 10;

// The part of an answer that gRPC may send before the caller reads any of it. A caller that reads
// nothing holds no more than this.
constexpr size_t kWindowBytes = 64 << 10;

// Sets the response, and returns the status to finish with.
grpc::Status HandOut(IncomingCall& call, const SerializedAnswer& answer,
                     grpc::ByteBuffer* response) {
  if (!answer.error.ok()) return call.Fail(answer.error);
  *response = answer.body;
  call.record().Asked(answer.nodes);
  return call.Succeed(answer.size);
}

// A call that waits for its answer, or has one so large that it will not be sent at once.
class UnaryCall final : public grpc::ServerUnaryReactor, public AwaitedAnswer {
 public:
  UnaryCall(IncomingCall call, const AnswerMethod& method, grpc::CallbackServerContext* context,
            grpc::ByteBuffer* response)
      : AwaitedAnswer(std::move(call), method),
        sending_(environment(), context),
        response_(response) {}

  void Deliver(const SerializedAnswer& answer) override {
    Send(HandOut(call(), answer, response_));
  }

  void OnCancel() override { Cancel(); }
  void OnDone() override {
    sending_.End();
    Done();
  }

 private:
  void Refuse(const absl::Status& error) override { Send(call().Fail(error)); }
  void Send(grpc::Status status) {
    const HeapGuard::Pause pause;  // gRPC knows of no bad_alloc
    call().BeginSending();
    sending_.Begin();
    Finish(std::move(status));
  }

  SendingAnswer sending_;
  grpc::ByteBuffer* const response_;
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
grpc::ServerUnaryReactor* BeginUnaryCall(CallEnvironment& environment, const AnswerMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) {
  const size_t size = request->Length();
  IncomingCall call(environment, method.method(), context);
  const auto hold = [&] {
    auto held = std::make_shared<UnaryCall>(std::move(call), method, context, response);
    held->HoldForGrpc();
    return held;
  };
  absl::Status good = call.EnterWith(size, method.too_large_advice());
  if (!good.ok()) return FinishAtOnce(context, call.Fail(good));

  grpc::Slice bytes;
  std::optional<CacheKey> key;
  if (size <= kInlineBytes) {
    bytes = OnePiece(*request);
    key.emplace(method.key_kind(), View(bytes));
    if (const auto kept = environment.answers.Find(*key); kept.has_value()) {
      call.record().CacheLookedUp(CacheKind::kAnswers, CacheResult::kHit);
      if ((*kept)->size > kWindowBytes) {
        // The cache may evict it before it is sent, so it counts among the bytes in flight.
        good = call.Admit((*kept)->size);
        if (!good.ok()) return FinishAtOnce(context, call.Fail(good));
        const std::shared_ptr<UnaryCall> sending = hold();
        sending->Deliver(**kept);
        return sending.get();
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
  const bool joins = key.has_value() && environment.flights.IsUnderWay(*key);
  const Lane lane = size <= kInlineBytes ? method.Weigh(View(bytes)) : LaneOf({.bytes = size});
  if (good.ok() && !joins) {
    // Asked before the task exists, as refusing the call later costs more.
    const QueueAnswer place = environment.pool.Ask(call.TagOf(lane));
    if (place != QueueAnswer::kFree) good = call.RefuseFullQueue(lane, place);
  }
  if (!good.ok()) {
    SetBatchScheduling(true);
    return FinishAtOnce(context, call.Fail(good));
  }
  // Not as soon as one place is free, which an overload would take at once.
  if (environment.pool.is_half_empty()) SetBatchScheduling(false);
  const std::shared_ptr<UnaryCall> waiting = hold();
  waiting->Await(*request, key, lane);
  return waiting.get();
}

}  // namespace

grpc::ServerUnaryReactor* StartUnaryCall(CallEnvironment& environment, const AnswerMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) {
  try {
    return BeginUnaryCall(environment, method, context, request, response);
  } catch (const std::bad_alloc&) {
    return FinishAtOnce(context, ToGrpcStatus(OutOfMemoryError("request")));
  }
}

}  // namespace shapewright::server

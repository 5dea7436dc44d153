#include "server/call/stream_call.h"

#include <new>
#include <utility>
#include <vector>

#include "core/base/heap.h"
#include "server/cache/byte_view.h"
#include "server/call/awaited_answer.h"
#include "server/call/incoming_call.h"
#include "server/call/sending_answer.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// The largest request that is looked into on gRPC's own threads.
constexpr size_t kInlineStreamBytes = 64 << 10;

class StreamCall final : public grpc::ServerWriteReactor<grpc::ByteBuffer>, public AwaitedAnswer {
 public:
  StreamCall(CallEnvironment& environment, const StreamRpc& rpc, const AnswerMethod& method,
             grpc::CallbackServerContext* context)
      : AwaitedAnswer(IncomingCall(environment, method.method(), context), method),
        rpc_(rpc),
        method_(method),
        sending_(environment, context) {}

  void Start(const grpc::ByteBuffer& request) {
    grpc::ByteBuffer inner;
    absl::Status good = call().EnterWith(request.Length(), method_.too_large_advice());
    if (good.ok()) good = Unwrap(request, &inner);
    if (good.ok()) good = call().Admit(request.Length());
    if (!good.ok()) return End(call().Fail(good));
    const Lane lane = inner.Length() <= kInlineStreamBytes ? method_.Weigh(View(OnePiece(inner)))
                                                           : LaneOf({.bytes = inner.Length()});
    Await(inner, std::nullopt, lane);
  }

  void OnWriteDone(bool ok) override {
    sending_.End();
    if (!ok) interrupt().Cancel();
    if (absl::Status wanted = interrupt().Check(); !wanted.ok()) return End(call().Fail(wanted));
    call().record().Sent(messages_[next_].Length());
    messages_[next_].Clear();
    ++next_;
    WriteNext();
  }

  void OnCancel() override { Cancel(); }

  void OnDone() override {
    sending_.End();
    Done();
  }

 private:
  absl::Status Unwrap(const grpc::ByteBuffer& request, grpc::ByteBuffer* inner) {
    try {
      absl::StatusOr<grpc::ByteBuffer> unwrapped = rpc_.unwrap(request);
      if (unwrapped.ok()) *inner = *std::move(unwrapped);
      return unwrapped.status();
    } catch (const std::bad_alloc&) {
      return OutOfMemoryError("request");
    }
  }

  void Deliver(const SerializedAnswer& answer) override {
    if (!answer.error.ok()) return Refuse(answer.error);
    const HeapGuard::Pause pause;  // gRPC knows of no bad_alloc
    const auto limit = static_cast<size_t>(environment().options.stream_message_bytes);
    absl::StatusOr<std::vector<grpc::ByteBuffer>> messages = rpc_.split(answer.body, limit);
    if (!messages.ok()) return End(call().Fail(messages.status()));
    messages_ = *std::move(messages);
    call().record().Asked(answer.nodes);
    call().BeginSending();
    WriteNext();
  }

  void Refuse(const absl::Status& error) override {
    const HeapGuard::Pause pause;
    End(call().Fail(error));
  }

  // After these the call may be gone.
  void WriteNext() {
    if (next_ == messages_.size()) return End(call().Succeed());
    sending_.Begin();
    StartWrite(&messages_[next_]);
  }
  void End(grpc::Status status) {
    sending_.Begin();
    Finish(std::move(status));
  }

  const StreamRpc& rpc_;
  const AnswerMethod& method_;
  SendingAnswer sending_;
  // One thread at a time.
  std::vector<grpc::ByteBuffer> messages_;
  size_t next_ = 0;
};

}  // namespace

grpc::ServerWriteReactor<grpc::ByteBuffer>* StartStreamCall(CallEnvironment& environment,
                                                            const StreamRpc& rpc,
                                                            const AnswerMethod& method,
                                                            grpc::CallbackServerContext* context,
                                                            const grpc::ByteBuffer* request) {
  const auto call = std::make_shared<StreamCall>(environment, rpc, method, context);
  call->HoldForGrpc();
  call->Start(*request);
  return call.get();
}

}  // namespace shapewright::server

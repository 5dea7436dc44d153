#include "server/unary_call.h"

#include <google/protobuf/arena.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <new>

#include "server/call_errors.h"
#include "server/call_record.h"
#include "server/parse_request.h"

namespace shapewright::server {
namespace {

using google::protobuf::Message;

class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  UnaryCall(const CallEnvironment& environment, const UnaryMethod& method,
            grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
            grpc::ByteBuffer* response)
      : environment_(environment),
        method_(method),
        request_(request),
        response_(response),
        record_(environment, method.method, context),
        interrupt_(DeadlineOf(*context, *environment.options)) {}

  void Start() {
    const auto limit = static_cast<size_t>(environment_.options->max_message_bytes);
    const size_t size = request_->Length();
    record_.Received(size);
    is_inside_ = environment_.gate->TryEnter();
    if (!is_inside_) {
      Reject(Rejection::kDraining, DrainingError());
    } else if (size > limit) {
      Reject(Rejection::kMessageTooLarge, TooLargeError(size, limit, ""));
    } else if (!environment_.pool->TryRun([this] { Work(); })) {
      Reject(Rejection::kQueueFull, OverloadedError());
    }
  }

  void OnCancel() override { interrupt_.Cancel(); }
  void OnDone() override {
    if (is_inside_) environment_.gate->Leave();
    delete this;
  }

 private:
  using Clock = CallRecord::Clock;

  // On a thread of the pool. After Finish() the call may be gone.
  void Work() {
    absl::Status status;
    try {
      status = Answer();
    } catch (const std::bad_alloc&) {
      status = OutOfMemoryError("request");
    }
    Finish(status.ok() ? record_.Succeed(response_->Length()) : record_.Fail(status));
  }

  absl::Status Answer() {
    const Clock::time_point begun = Clock::now();
    absl::Status status = interrupt_.Check();
    if (!status.ok()) return status;
    google::protobuf::Arena arena;
    Message* const request = method_.request_prototype->New(&arena);
    Message* const response = method_.response_prototype->New(&arena);
    if (!ParseBuffer(*request_, request)) return MalformedError(*request);
    const Clock::time_point read = Clock::now();
    status = method_.answer(*request, *environment_.options, interrupt_, response);
    if (!status.ok()) return status;
    bool owns_buffer = false;
    const grpc::Status serialized = grpc::GenericSerialize<grpc::ProtoBufferWriter, Message>(
        *response, response_, &owns_buffer);
    if (!serialized.ok()) return absl::InternalError(serialized.error_message());
    record_.PhaseDone(Phase::kQueue, begun - record_.start());
    record_.PhaseDone(Phase::kRead, read - begun);
    record_.PhaseDone(Phase::kInfer, Clock::now() - read);
    return absl::OkStatus();
  }

  void Reject(Rejection rejection, const absl::Status& error) {
    environment_.metrics->Rejected(rejection);
    Finish(record_.Fail(error));
  }

  const CallEnvironment& environment_;
  const UnaryMethod& method_;
  const grpc::ByteBuffer* const request_;
  grpc::ByteBuffer* const response_;
  CallRecord record_;
  Interrupt interrupt_;
  bool is_inside_ = false;
};

}  // namespace

grpc::ServerUnaryReactor* StartUnaryCall(const CallEnvironment& environment,
                                         const UnaryMethod& method,
                                         grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) {
  auto* call = new UnaryCall(environment, method, context, request, response);
  call->Start();
  return call;
}

}  // namespace shapewright::server

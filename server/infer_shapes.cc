#include "server/infer_shapes.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <chrono>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/model_id.h"
#include "core/inference/infer.h"
#include "server/call_record.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

// Each graph within a graph is up to four messages within each other.
constexpr int kMaxMessageDepth = 200;
constexpr std::chrono::milliseconds kRetryDelay{100};

using SteadyClock = std::chrono::steady_clock;

inference::InferOptions EngineOptions(const Options& options, const Interrupt& interrupt) {
  inference::InferOptions result;
  graph::ReaderLimits& limits = result.reader.limits;
  limits.max_nodes = options.max_nodes;
  limits.max_subgraph_depth = static_cast<int>(options.max_subgraph_depth);
  limits.max_rank = static_cast<int>(options.max_rank);
  limits.max_type_depth = static_cast<int>(options.max_type_depth);
  result.reader.check_interrupt = [&interrupt] { return interrupt.Check(); };
  result.exprs.total_nodes = static_cast<uint32_t>(options.max_expression_nodes);
  result.max_function_depth = static_cast<int>(options.max_function_depth);
  return result;
}

// An error for the sources that are a name only; the engine sees to the others.
absl::Status CheckSource(const v1::ModelSource& source) {
  absl::Status error;
  if (source.has_model_id()) {
    error = CallError(absl::StatusCode::kNotFound, reason::kModelNotCached,
                      "the server does not keep this model; send it");
    SetField(error, "model.model_id");
  } else if (source.has_path()) {
    error = CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                      "the server was started without a model root");
    SetField(error, "model.path");
  }
  return error;
}

absl::StatusOr<std::string> InferWithinMemory(const v1::InferShapesRequest& request,
                                              const inference::InferOptions& options) {
  try {
    return inference::InferRequest(request, options);
  } catch (const std::bad_alloc&) {
    return CallError(absl::StatusCode::kResourceExhausted, reason::kOutOfMemory,
                     "the server has too little memory for this model");
  }
}

absl::Status ParseRequest(const grpc::ByteBuffer& bytes, v1::InferShapesRequest& request) {
  grpc::ByteBuffer slices(bytes);
  grpc::ProtoBufferReader reader(&slices);
  google::protobuf::io::CodedInputStream stream(&reader);
  stream.SetRecursionLimit(kMaxMessageDepth);
  if (request.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage()) {
    return absl::OkStatus();
  }
  return CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest,
                   absl::StrCat("the request is no InferShapesRequest of at most ",
                                kMaxMessageDepth, " messages within each other"));
}

// The answer without a copy of its large piece.
grpc::ByteBuffer ToByteBuffer(InferShapesAnswer answer) {
  v1::InferShapesResponse head;
  head.set_model_id(std::move(answer.model_id));
  auto rest = std::make_unique<std::string>(std::move(answer.rest));
  std::string* const data = rest.release();
  const grpc::Slice slices[] = {
      grpc::Slice(head.SerializeAsString()),
      grpc::Slice(
          data->data(), data->size(), [](void* owned) { delete static_cast<std::string*>(owned); },
          data)};
  return {slices, 2};
}

Interrupt::Clock::time_point DeadlineOf(const grpc::CallbackServerContext& context,
                                        const Options& options) {
  const Interrupt::Clock::time_point deadline = context.deadline();
  if (deadline != Interrupt::Clock::time_point::max()) return deadline;
  return Interrupt::Clock::now() + std::chrono::seconds(options.default_deadline_seconds);
}

class InferShapesCall final : public grpc::ServerUnaryReactor {
 public:
  InferShapesCall(const CallEnvironment& environment, grpc::CallbackServerContext* context,
                  const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
      : environment_(environment),
        request_(request),
        response_(response),
        record_(environment_, Method::kInferShapes, context),
        interrupt_(DeadlineOf(*context, *environment.options)) {}

  void Start() {
    const auto limit = static_cast<size_t>(environment_.options->max_message_bytes);
    record_.Received(request_->Length());
    is_inside_ = environment_.gate->TryEnter();
    if (!is_inside_) {
      Reject(Rejection::kDraining, Draining());
    } else if (request_->Length() > limit) {
      Reject(Rejection::kMessageTooLarge, TooLarge(request_->Length(), limit));
    } else if (!environment_.pool->TryRun([this] { Work(); })) {
      Reject(Rejection::kQueueFull, Overloaded());
    } else {
      environment_.log->Write(LogLevel::kDebug, "call_accepted",
                              {{"method", MethodName(Method::kInferShapes)}});
    }
  }

  void OnCancel() override { interrupt_.Cancel(); }
  void OnDone() override {
    if (is_inside_) environment_.gate->Leave();
    delete this;
  }

 private:
  static absl::Status Draining() {
    absl::Status error = CallError(absl::StatusCode::kUnavailable, reason::kDraining,
                                   "the server is about to stop; ask another one");
    SetRetryDelay(error, kRetryDelay);
    return error;
  }

  static absl::Status TooLarge(size_t bytes, size_t limit) {
    absl::Status error = CallError(absl::StatusCode::kInvalidArgument, reason::kMessageTooLarge,
                                   absl::StrCat("the request has ", bytes, " bytes; the limit is ",
                                                limit, ": strip the weights from the model"));
    SetFact(error, "limit", absl::StrCat(limit));
    SetFact(error, "actual", absl::StrCat(bytes));
    return error;
  }

  static absl::Status Overloaded() {
    absl::Status error = CallError(absl::StatusCode::kResourceExhausted, reason::kOverloaded,
                                   "too many calls wait for a thread already; try again later");
    SetRetryDelay(error, kRetryDelay);
    return error;
  }

  // On a thread of the pool. After Finish() the call may be gone.
  void Work() {
    const absl::Status status = Answer();
    if (status.ok()) {
      Finish(record_.Succeed(response_->Length()));
    } else {
      Finish(record_.Fail(status));
    }
  }

  absl::Status Answer() {
    const SteadyClock::time_point fetched = SteadyClock::now();
    absl::Status wanted = interrupt_.Check();
    if (!wanted.ok()) return wanted;
    google::protobuf::Arena arena;
    auto* request = google::protobuf::Arena::CreateMessage<v1::InferShapesRequest>(&arena);
    absl::Status parsed = ParseRequest(*request_, *request);
    if (!parsed.ok()) return parsed;
    const SteadyClock::time_point read = SteadyClock::now();
    absl::StatusOr<InferShapesAnswer> answer =
        AnswerInferShapes(*request, *environment_.options, interrupt_);
    if (!answer.ok()) return answer.status();
    const SteadyClock::time_point inferred = SteadyClock::now();
    *response_ = ToByteBuffer(*std::move(answer));
    record_.PhaseDone(Phase::kQueue, fetched - record_.start());
    record_.PhaseDone(Phase::kRead, read - fetched);
    record_.PhaseDone(Phase::kInfer, inferred - read);
    return absl::OkStatus();
  }

  void Reject(Rejection rejection, const absl::Status& error) {
    environment_.metrics->Rejected(rejection);
    Finish(record_.Fail(error));
  }

  const CallEnvironment environment_;
  const grpc::ByteBuffer* const request_;
  grpc::ByteBuffer* const response_;
  CallRecord record_;
  Interrupt interrupt_;
  bool is_inside_ = false;
};

}  // namespace

absl::StatusOr<InferShapesAnswer> AnswerInferShapes(const v1::InferShapesRequest& request,
                                                    const Options& options,
                                                    const Interrupt& interrupt) {
  absl::Status source = CheckSource(request.model());
  if (!source.ok()) return source;
  absl::StatusOr<std::string> rest = InferWithinMemory(request, EngineOptions(options, interrupt));
  if (!rest.ok()) {
    absl::Status error = rest.status();
    if (error.code() == absl::StatusCode::kInvalidArgument) {
      SetField(error, request.model().has_onnx() ? "model.onnx" : "model.model");
    }
    return error;
  }
  InferShapesAnswer answer;
  answer.rest = *std::move(rest);
  if (request.model().has_onnx()) {
    answer.model_id = ModelId(request.model().onnx());
  }
  return answer;
}

grpc::ServerUnaryReactor* StartInferShapes(const CallEnvironment& environment,
                                           grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) {
  auto* call = new InferShapesCall(environment, context, request, response);
  call->Start();
  return call;
}

}  // namespace shapewright::server

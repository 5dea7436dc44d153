#include "server/upload_model.h"

#include <grpcpp/alarm.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/model_id.h"
#include "server/call_errors.h"
#include "server/call_state.h"
#include "server/incoming_call.h"
#include "server/infer_answer.h"
#include "server/interrupt.h"
#include "server/sending_answer.h"
#include "server/status.h"
#include "shapewright/v1/service.pb.h"

namespace shapewright::server {
namespace {

absl::Status Malformed(absl::string_view field, absl::string_view message) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, message);
  if (!field.empty()) SetField(error, field);
  return error;
}

bool Parse(const grpc::ByteBuffer& bytes, v1::UploadModelRequest& request) {
  grpc::ByteBuffer slices(bytes);
  grpc::ProtoBufferReader reader(&slices);
  return request.ParseFromZeroCopyStream(&reader);
}

// The pieces of one model, in order.
class Pieces {
 public:
  explicit Pieces(size_t limit) : limit_(limit) {}

  absl::Status Begin(const v1::UploadHeader& header) {
    if (header.size_bytes() > limit_) return UploadTooLargeError(limit_);
    header_ = header;
    has_header_ = true;
    return absl::OkStatus();
  }

  absl::Status Append(const std::string& chunk) {
    if (!has_header_) return Malformed("header", "an upload begins with its header");
    if (chunk.size() > limit_ - model_.size()) return UploadTooLargeError(limit_);
    model_ += chunk;
    return absl::OkStatus();
  }

  // Whether all that was promised has come.
  absl::Status CheckSize() const {
    if (!has_header_) return Malformed("header", "an upload begins with its header");
    const uint64_t promised = header_.size_bytes();
    if (promised == 0 || promised == model_.size()) return absl::OkStatus();
    return Malformed("header.size_bytes", absl::StrCat("the header promises ", promised, " bytes, ",
                                                       model_.size(), " came"));
  }

  absl::Status CheckId(const std::string& id) const {
    if (header_.model_id().empty() || header_.model_id() == id) return absl::OkStatus();
    absl::Status error = CallError(absl::StatusCode::kInvalidArgument, reason::kModelIdMismatch,
                                   absl::StrCat("the bytes that came are the model ", id));
    SetField(error, "header.model_id");
    return error;
  }

  bool has_header() const { return has_header_; }
  const v1::UploadHeader& header() const { return header_; }
  std::string& model() { return model_; }

 private:
  const size_t limit_;
  bool has_header_ = false;
  v1::UploadHeader header_;
  std::string model_;
};

class UploadCall final : public grpc::ServerReadReactor<grpc::ByteBuffer>, public Stallable {
 public:
  UploadCall(const CallEnvironment& environment, grpc::CallbackServerContext* context,
             grpc::ByteBuffer* response)
      : environment_(environment),
        context_(context),
        response_(response),
        call_(environment, Method::kUploadModel, context),
        interrupt_(call_.deadline()),
        sending_(environment, context),
        pieces_(static_cast<size_t>(environment.options->max_upload_bytes)) {}

  void Start() {
    absl::Status good = call_.Enter();
    if (good.ok()) good = call_.Admit(0);
    if (!good.ok()) return Fail(good);
    SetAlarm(call_.deadline());
    ReadNext();
  }

  void OnReadDone(bool ok) override {
    environment_.uploads->Forget(*this);
    if (is_stalled_) return;
    if (!ok) return OnLastRead();
    call_.record().Received(message_.Length());
    absl::Status taken = call_.Admit(message_.Length());
    if (taken.ok()) taken = Take();
    if (!taken.ok()) return Fail(taken);
    if (IsKnown()) return Succeed(pieces_.header().model_id(), pieces_.header().size_bytes(), true);
    ReadNext();
  }

  // The next piece does not come; the read of it ends with the call.
  void OnStalled() override {
    is_stalled_ = true;
    Fail(UploadStalledError());
  }

  void OnCancel() override { interrupt_.Cancel(); }

  void OnDone() override {
    sending_.End();
    call_.Leave();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_done_ = true;
    }
    alarm_.Cancel();
    Unref();
  }

 private:
  void ReadNext() {
    environment_.uploads->Watch(*this);
    StartRead(&message_);
  }

  void SetAlarm(Interrupt::Clock::time_point deadline) {
    ++references_;
    alarm_.Set(deadline, [this](bool is_due) {
      if (is_due) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!is_done_) context_->TryCancel();
      }
      Unref();
    });
  }

  absl::Status Take() {
    v1::UploadModelRequest request;
    try {
      if (!Parse(message_, request)) return Malformed("", "the message is no UploadModelRequest");
      message_.Clear();
      if (request.has_chunk()) return pieces_.Append(request.chunk());
      if (request.has_header() && !pieces_.has_header()) return pieces_.Begin(request.header());
    } catch (const std::bad_alloc&) {
      return OutOfMemoryError();
    }
    return Malformed("part", "an upload is one header, then chunks");
  }

  bool IsKnown() const {
    const std::string& id = pieces_.header().model_id();
    return !id.empty() &&
           environment_.state->models.Find(CacheKey(KeyKind::kModelId, id)) != nullptr;
  }

  void OnLastRead() {
    // A client that vanished says nothing; one that is done says so.
    if (context_->IsCancelled()) interrupt_.Cancel();
    absl::Status wanted = interrupt_.Check();
    if (!wanted.ok()) return Fail(wanted);
    wanted = pieces_.CheckSize();
    if (!wanted.ok()) return Fail(wanted);
    const Lane lane = LaneOf({.bytes = pieces_.model().size()});
    const PlaceAnswer place = environment_.pool->TryRun(call_.TagOf(lane), [this] { Import(); });
    if (place != PlaceAnswer::kFree) Fail(call_.RefuseFullQueue(lane, place));
  }

  // On a thread of the pool.
  void Import() {
    const std::string id = ModelId(pieces_.model());
    absl::Status good = pieces_.CheckId(id);
    if (!good.ok()) return Fail(good);
    const size_t size = pieces_.model().size();
    const CacheKey key(KeyKind::kModelId, id);
    if (environment_.state->models.Find(key) != nullptr) return Succeed(id, size, true);
    absl::StatusOr<std::shared_ptr<const StoredModel>> model = ImportModel();
    if (!model.ok()) return Fail(model.status());
    const std::optional<size_t> evicted = environment_.state->models.Insert(key, *std::move(model));
    if (!evicted.has_value()) return Fail(NotKept());
    environment_.metrics->CacheEvicted(CacheKind::kModels, *evicted);
    Succeed(id, size, false);
  }

  absl::StatusOr<std::shared_ptr<const StoredModel>> ImportModel() {
    try {
      return StoredModel::Import(
          std::move(pieces_.model()),
          ImportOptions(*environment_.options, [this] { return interrupt_.Check(); }));
    } catch (const std::bad_alloc&) {
      return OutOfMemoryError();
    }
  }

  static absl::Status NotKept() {
    return CallError(absl::StatusCode::kResourceExhausted, reason::kModelNotKept,
                     "the model is larger than what the server keeps of all models");
  }

  // After these the call may be gone.
  void Succeed(const std::string& id, size_t size, bool was_known) {
    v1::UploadModelResponse response;
    response.set_model_id(id);
    response.set_size_bytes(size);
    response.set_already_known(was_known);
    const grpc::Slice bytes(response.SerializeAsString());
    *response_ = grpc::ByteBuffer(&bytes, 1);
    call_.ReleasePlace();
    Send(call_.Succeed(response_->Length()));
  }
  void Fail(const absl::Status& error) { Send(call_.Fail(error)); }
  void Send(grpc::Status status) {
    sending_.Begin();
    Finish(std::move(status));
  }

  void Unref() {
    if (--references_ == 0) delete this;
  }

  const CallEnvironment& environment_;
  grpc::CallbackServerContext* const context_;
  grpc::ByteBuffer* const response_;
  IncomingCall call_;
  Interrupt interrupt_;
  SendingAnswer sending_;
  Pieces pieces_;
  // Written while the call is watched, read when it is forgotten.
  bool is_stalled_ = false;
  grpc::ByteBuffer message_;
  // gRPC's, and that of the alarm.
  std::atomic<int> references_{1};
  grpc::Alarm alarm_;
  std::mutex mutex_;
  bool is_done_ = false;  // guarded by mutex_
};

}  // namespace

grpc::ServerReadReactor<grpc::ByteBuffer>* StartUploadModel(const CallEnvironment& environment,
                                                            grpc::CallbackServerContext* context,
                                                            grpc::ByteBuffer* response) {
  auto* call = new UploadCall(environment, context, response);
  call->Start();
  return call;
}

}  // namespace shapewright::server

#include "server/models/upload_model.h"

#include <grpcpp/alarm.h>

#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "core/base/heap.h"
#include "core/wire/model_id.h"
#include "server/call/call_environment.h"
#include "server/call/incoming_call.h"
#include "server/call/sending_answer.h"
#include "server/errors/call_errors.h"
#include "server/errors/interrupt.h"
#include "server/errors/status.h"
#include "server/methods/model_answer.h"
#include "server/methods/parse_request.h"
#include "server/models/upload_pieces.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {
namespace {

// It holds itself until gRPC is done with it; the alarm holds it too.
class UploadCall final : public grpc::ServerReadReactor<grpc::ByteBuffer>,
                         public Stallable,
                         public std::enable_shared_from_this<UploadCall> {
 public:
  UploadCall(CallEnvironment& environment, grpc::CallbackServerContext* context,
             grpc::ByteBuffer* response)
      : environment_(environment),
        context_(context),
        response_(response),
        call_(environment, Method::kUploadModel, context),
        interrupt_(call_.deadline()),
        sending_(environment, context),
        pieces_(static_cast<size_t>(environment.options.max_upload_bytes)) {}

  void Start() {
    held_by_grpc_ = shared_from_this();
    absl::Status good = call_.Enter();
    if (good.ok()) good = call_.Admit(0);
    if (!good.ok()) return Fail(good);
    SetAlarm(call_.deadline());
    ReadNext();
  }

  void OnReadDone(bool ok) override {
    environment_.uploads.Forget(*this);
    if (is_stalled_) return;
    if (!ok) return OnLastRead();
    call_.record().Received(message_.Length());
    absl::Status taken = call_.Admit(message_.Length());
    if (taken.ok()) taken = Take();
    if (!taken.ok()) return Fail(taken);
    const std::shared_ptr<const StoredModel> known = FindKnown();
    if (known == nullptr) return ReadNext();
    taken = pieces_.CheckKnownSize(known->size());
    if (!taken.ok()) return Fail(taken);
    Succeed(pieces_.promised_id(), known->size(), true);
  }

  // The next piece did not come in time. The pending read ends with the call.
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
    const std::shared_ptr<UploadCall> self = std::move(held_by_grpc_);
  }

 private:
  void ReadNext() {
    environment_.uploads.Watch(*this);
    StartRead(&message_);
  }

  void SetAlarm(Interrupt::Clock::time_point deadline) {
    alarm_.Set(deadline, [held = shared_from_this()](bool is_due) mutable {
      // The alarm, which the call owns, keeps this function.
      const std::shared_ptr<UploadCall> self = std::move(held);
      const std::lock_guard<std::mutex> lock(self->mutex_);
      if (is_due && !self->is_done_) self->context_->TryCancel();
    });
  }

  absl::Status Take() {
    v1::UploadModelRequest request;
    try {
      absl::Status parsed = ParseBuffer(message_, &request);
      if (!parsed.ok()) return parsed;
      message_.Clear();
      return pieces_.Take(request);
    } catch (const std::bad_alloc&) {
      return OutOfMemoryError();
    }
  }

  // The model that the upload's first message names, if it is kept; else null.
  std::shared_ptr<const StoredModel> FindKnown() const {
    const std::string& id = pieces_.promised_id();
    if (id.empty()) return nullptr;
    return environment_.models.Find(CacheKey(KeyKind::kModelId, id));
  }

  void OnLastRead() {
    // A failed read means the end of the stream or a lost client; only the latter is cancelled.
    if (context_->IsCancelled()) interrupt_.Cancel();
    absl::Status wanted = interrupt_.Check();
    if (!wanted.ok()) return Fail(wanted);
    wanted = pieces_.CheckSize();
    if (!wanted.ok()) return Fail(wanted);
    const Lane lane = LaneOf({.bytes = pieces_.size()});
    const QueueAnswer place = environment_.pool.TryRun(call_.TagOf(lane), [this] { Import(); });
    if (place != QueueAnswer::kFree) Fail(call_.RefuseFullQueue(lane, place));
  }

  // On a thread of the pool.
  void Import() {
    absl::StatusOr<Imported> done = ImportWithin();
    if (!done.ok()) return Fail(done.status());
    Succeed(done->id, done->size, done->was_known);
  }

  struct Imported {
    std::string id;
    size_t size;
    bool was_known;
  };

  absl::StatusOr<Imported> ImportWithin() {
    const HeapGuard guard(environment_.work_memory);
    try {
      return ImportModel();
    } catch (const std::bad_alloc&) {
      return MemoryError();
    }
  }

  absl::StatusOr<Imported> ImportModel() {
    std::string bytes = pieces_.TakeModel();
    Imported imported{ModelId(bytes), bytes.size(), false};
    absl::Status good = pieces_.CheckId(imported.id);
    if (!good.ok()) return good;
    const CacheKey key(KeyKind::kModelId, imported.id);
    imported.was_known = environment_.models.Find(key) != nullptr;
    if (imported.was_known) return imported;
    const auto check = [this] {
      return HeapGuard::is_exceeded() ? MemoryError() : interrupt_.Check();
    };
    auto model = StoredModel::Import(std::move(bytes), ImportOptions(environment_.options, check));
    if (!model.ok()) {
      absl::Status error = model.status();
      if (absl::IsInvalidArgument(error)) SetField(error, "chunk");
      return error;
    }
    const std::optional<size_t> evicted = environment_.models.Insert(key, *std::move(model));
    if (!evicted.has_value()) return NotKept();
    environment_.metrics.CacheEvicted(CacheKind::kModels, *evicted);
    return imported;
  }

  static absl::Status NotKept() {
    return CallError(absl::StatusCode::kResourceExhausted, reason::kModelNotKept,
                     "the model is larger than what the server keeps of all models");
  }

  // These may destroy the call.
  void Succeed(const std::string& id, size_t size, bool was_known) {
    v1::UploadModelResponse response;
    response.set_model_id(id);
    response.set_size_bytes(static_cast<int64_t>(size));
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

  CallEnvironment& environment_;
  grpc::CallbackServerContext* const context_;
  grpc::ByteBuffer* const response_;
  IncomingCall call_;
  Interrupt interrupt_;
  SendingAnswer sending_;
  UploadPieces pieces_;
  // Written while the StallWatch watches the call, read after Forget().
  bool is_stalled_ = false;
  grpc::ByteBuffer message_;
  std::shared_ptr<UploadCall> held_by_grpc_;
  grpc::Alarm alarm_;
  std::mutex mutex_;
  bool is_done_ = false;  // guarded by mutex_
};

}  // namespace

grpc::ServerReadReactor<grpc::ByteBuffer>* StartUploadModel(CallEnvironment& environment,
                                                            grpc::CallbackServerContext* context,
                                                            grpc::ByteBuffer* response) {
  const auto call = std::make_shared<UploadCall>(environment, context, response);
  call->Start();
  return call.get();
}

}  // namespace shapewright::server

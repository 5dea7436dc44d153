#include "server/infer_shapes.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/model_id.h"
#include "server/call_errors.h"
#include "server/call_record.h"
#include "server/call_state.h"
#include "server/infer_job.h"
#include "server/interrupt.h"
#include "server/split_request.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

// What is hashed on gRPC's own threads.
constexpr size_t kInlineBytes = 64 << 10;

// The bytes in one piece; they are copied only if they came in several.
grpc::Slice OnePiece(const grpc::ByteBuffer& bytes) {
  grpc::Slice slice;
  if (!bytes.TrySingleSlice(&slice).ok() && !bytes.DumpToSingleSlice(&slice).ok()) {
    return {};  // an empty request
  }
  return slice;
}

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The part of a call that finds out which answer is asked for, and waits for it.
//
// Two may want to end a call: the flight that it waits in, and its caller, who cancels. Whoever
// takes it out of the flight does.
class InferShapesCall final : public grpc::ServerUnaryReactor, public AnswerWaiter {
 public:
  InferShapesCall(const CallEnvironment& environment, grpc::CallbackServerContext* context,
                  const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
      : environment_(environment),
        request_(request),
        response_(response),
        deadline_(DeadlineOf(*context, *environment.options)),
        record_(environment, Method::kInferShapes, context),
        interrupt_(deadline_),
        ticket_(environment.state->admission) {}

  void Start() {
    const auto limit = static_cast<size_t>(environment_.options->max_message_bytes);
    const size_t size = request_->Length();
    record_.Received(size);
    is_inside_ = environment_.gate->TryEnter();
    if (!is_inside_) {
      Reject(Rejection::kDraining, DrainingError());
    } else if (size > limit) {
      Reject(Rejection::kMessageTooLarge, TooLargeError(size, limit));
    } else if (absl::Status wanted = interrupt_.Check(); !wanted.ok()) {
      Reject(Rejection::kDeadlinePassed, wanted);
    } else if (size <= kInlineBytes) {
      StartSmall();
    } else {
      StartLarge();
    }
  }

  Clock::time_point deadline() const override { return deadline_; }
  void set_joined(bool joined) override { is_joined_ = joined; }

  void OnAnswer(const SharedAnswer& answer, const AnswerTimes& times) override {
    record_.CacheAsked(CacheKind::kAnswers, is_joined_ ? CacheResult::kJoined : CacheResult::kMiss);
    if (!is_joined_) {
      TellPhases(times);
      ticket_.Add(answer->size);
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
    ticket_.Release();
    if (is_inside_) environment_.gate->Leave();
    Unref();
  }

 private:
  using FlightPointer = InferJob::FlightPointer;

  // On gRPC's thread.
  void StartSmall() {
    const grpc::Slice bytes = OnePiece(*request_);
    const CacheKey key(KeyKind::kInferShapes, View(bytes));
    if (FinishFromCache(key)) return;
    // The file may be another one by now: its answer has another key.
    if (NamesModelPath(*request_)) return StartLarge();
    if (!Admit()) return;
    AnswerFlights::Joined joined = environment_.state->flights.Join(key, *this);
    if (joined.is_first) {
      auto job = std::make_shared<InferJob>(environment_, joined.flight, *request_);
      if (!environment_.pool->TryRun([job] { job->Run(); })) {
        environment_.metrics->Rejected(Rejection::kQueueFull);
        job->Refuse(OverloadedError());
        return;
      }
    }
    LogAccepted();
    HoldFlight(std::move(joined.flight));
  }

  // What the answer depends on is found out on the pool.
  void StartLarge() {
    if (!Admit()) return;
    references_ = 2;
    const auto work = [this] {
      FindAnswer();
      Unref();
    };
    if (environment_.pool->TryRun(work)) return LogAccepted();
    references_ = 1;
    Reject(Rejection::kQueueFull, OverloadedError());
  }

  void FindAnswer() {
    if (absl::Status wanted = interrupt_.Check(); !wanted.ok()) return Fail(wanted);
    absl::StatusOr<InferQuestion> question = ReadInferQuestion(*request_);
    if (!question.ok()) return Fail(question.status());
    KeyKind kind = KeyKind::kInferShapesLarge;
    const absl::StatusOr<std::string> bytes = KeyBytes(*question, kind);
    if (!bytes.ok()) return Fail(bytes.status());
    const CacheKey key(kind, *bytes);
    KeepModel(*question, key);
    if (FinishFromCache(key)) return;
    AnswerFlights::Joined joined = environment_.state->flights.Join(key, *this);
    // The job lands the flight whether this call still waits for it or not; the request is gone
    // with the call.
    InferJob job(environment_, joined.flight, *request_, *std::move(question));
    HoldFlight(std::move(joined.flight));
    if (joined.is_first) job.Run();
  }

  // Where only the answer is still there: whoever sends a model may name it afterwards.
  void KeepModel(InferQuestion& question, const CacheKey& key) {
    ModelStore& models = environment_.state->models;
    if (!question.onnx.has_value() || !environment_.state->answers.Find(key).has_value()) return;
    const CacheKey id(KeyKind::kModelId, question.model_id);
    if (models.Find(id) != nullptr) return;
    try {
      const absl::StatusOr<std::shared_ptr<const StoredModel>> model = StoredModel::Import(
          *question.onnx,
          ImportOptions(*environment_.options, [this] { return interrupt_.Check(); }));
      if (!model.ok()) return;
      environment_.metrics->CacheEvicted(CacheKind::kModels, models.Insert(id, *model).value_or(0));
    } catch (const std::bad_alloc&) {
      return;  // it is not needed for this answer
    }
  }

  // Also finds the id of the model and opens the file, where there is one.
  absl::StatusOr<std::string> KeyBytes(InferQuestion& question, KeyKind& kind) const {
    if (question.onnx.has_value()) {
      kind = KeyKind::kInferShapesOnnx;
      question.model_id = ModelId(*question.onnx);
      return absl::StrCat(question.model_id, question.request.SerializeAsString());
    }
    const grpc::Slice bytes = OnePiece(*request_);
    if (!question.request.model().has_path()) return ModelId(View(bytes));
    kind = KeyKind::kInferShapesPath;
    absl::StatusOr<ModelFile> file = OpenModelFile(question.request.model().path());
    if (!file.ok()) return file.status();
    question.file = *std::move(file);
    return absl::StrCat(question.file->identity(), View(bytes));
  }

  absl::StatusOr<ModelFile> OpenModelFile(const std::string& path) const {
    const ModelRoot* root = environment_.state->model_root.get();
    absl::StatusOr<ModelFile> file =
        root != nullptr ? root->OpenFile(path)
                        : CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                                    "the server was started without a model root");
    if (file.ok()) return file;
    absl::Status error = file.status();
    SetField(error, "model.path");
    return error;
  }

  bool FinishFromCache(const CacheKey& key) {
    const std::optional<SharedAnswer> answer = environment_.state->answers.Find(key);
    if (!answer.has_value()) return false;
    record_.CacheAsked(CacheKind::kAnswers, CacheResult::kHit);
    FinishWith(**answer);
    return true;
  }

  bool Admit() {
    const Admitted admitted = ticket_.TryTake(request_->Length());
    if (admitted == Admitted::kYes) return true;
    Reject(
        admitted == Admitted::kTooManyCalls ? Rejection::kCallsInFlight : Rejection::kBytesInFlight,
        OverloadedError());
    return false;
  }

  // Lets OnCancel() know the flight; a call that was cancelled before leaves it now.
  void HoldFlight(FlightPointer flight) {
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
    if (times.read == AnswerTimes::Clock::time_point()) return;
    record_.PhaseDone(Phase::kQueue, times.begun - record_.start());
    record_.PhaseDone(Phase::kRead, times.read - times.begun);
    record_.PhaseDone(Phase::kInfer, times.inferred - times.read);
  }

  void LogAccepted() const {
    environment_.log->Write(LogLevel::kDebug, "call_accepted",
                            {{"method", MethodName(Method::kInferShapes)}});
  }

  // After these the call may be gone.
  void FinishWith(const Answer& answer) {
    if (!answer.error.ok()) return Fail(answer.error);
    *response_ = answer.body;
    Finish(record_.Succeed(answer.size));
  }
  void Reject(Rejection rejection, const absl::Status& error) {
    environment_.metrics->Rejected(rejection);
    Fail(error);
  }
  void Fail(const absl::Status& error) {
    // Whoever hears of it finds the place free.
    ticket_.Release();
    Finish(record_.Fail(error));
  }

  void Unref() {
    if (--references_ == 0) delete this;
  }

  const CallEnvironment& environment_;
  const grpc::ByteBuffer* const request_;
  grpc::ByteBuffer* const response_;
  const Clock::time_point deadline_;
  CallRecord record_;
  Interrupt interrupt_;
  AdmissionTicket ticket_;
  bool is_inside_ = false;
  bool is_joined_ = false;
  // gRPC's, and that of the pool while it looks for the answer.
  std::atomic<int> references_{1};
  std::mutex mutex_;
  // Guarded by mutex_.
  FlightPointer flight_;
  bool is_cancelled_ = false;
};

}  // namespace

grpc::ServerUnaryReactor* StartInferShapes(const CallEnvironment& environment,
                                           grpc::CallbackServerContext* context,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) {
  auto* call = new InferShapesCall(environment, context, request, response);
  call->Start();
  return call;
}

}  // namespace shapewright::server

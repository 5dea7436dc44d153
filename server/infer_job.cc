#include "server/infer_job.h"

#include <new>
#include <string>
#include <utility>

#include "server/call_errors.h"
#include "server/call_record.h"
#include "server/call_state.h"
#include "server/parse_request.h"
#include "server/split_request.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

bool ReadQuestion(const grpc::ByteBuffer& request, InferQuestion& question) {
  std::optional<SplitRequest> split = SplitInferShapesRequest(request);
  if (!split.has_value()) return ParseBuffer(request, &question.request);
  question.onnx = std::move(split->onnx);
  return ParseText(split->rest, &question.request);
}

// Without a copy of its large piece.
SharedAnswer Serialize(InferAnswer answer) {
  v1::InferShapesResponse head;
  head.set_model_id(std::move(answer.model_id));
  std::string head_bytes = head.SerializeAsString();
  auto* const rest = new std::string(std::move(answer.rest));
  const grpc::Slice slices[] = {
      grpc::Slice(head_bytes),
      grpc::Slice(
          rest->data(), rest->size(), [](void* owned) { delete static_cast<std::string*>(owned); },
          rest)};
  auto serialized = std::make_shared<Answer>();
  serialized->body = grpc::ByteBuffer(slices, 2);
  serialized->size = head_bytes.size() + rest->size();
  return serialized;
}

SharedAnswer ErrorAnswer(const absl::Status& error) {
  auto answer = std::make_shared<Answer>();
  answer->error = error;
  return answer;
}

}  // namespace

absl::StatusOr<InferQuestion> ReadInferQuestion(const grpc::ByteBuffer& request) {
  InferQuestion question;
  try {
    if (ReadQuestion(request, question)) return question;
  } catch (const std::bad_alloc&) {
    return OutOfMemoryError();
  }
  return MalformedError(question.request);
}

InferJob::InferJob(const CallEnvironment& environment, FlightPointer flight,
                   const grpc::ByteBuffer& request, std::optional<InferQuestion> question)
    : environment_(environment),
      flight_(std::move(flight)),
      request_(request),
      question_(std::move(question)) {}

void InferJob::Run() {
  times_.begun = AnswerTimes::Clock::now();
  if (!Check().ok()) return;
  // An equal flight may have landed between the look-up and the start of this one.
  const std::optional<SharedAnswer> kept = environment_.state->answers.Find(flight_->key());
  if (kept.has_value()) return Land(*kept);
  const SharedAnswer answer = MakeAnswer();
  Keep(answer);
  Land(answer);
}

void InferJob::Refuse(const absl::Status& error) { Land(ErrorAnswer(error)); }

SharedAnswer InferJob::MakeAnswer() {
  absl::StatusOr<InferAnswer> answer = Infer();
  times_.inferred = AnswerTimes::Clock::now();
  if (!answer.ok()) return ErrorAnswer(answer.status());
  environment_.metrics->Inferred(answer->nodes);
  return Serialize(*std::move(answer));
}

absl::StatusOr<InferAnswer> InferJob::Infer() {
  if (!question_.has_value()) {
    absl::StatusOr<InferQuestion> question = ReadInferQuestion(request_);
    if (!question.ok()) return question.status();
    question_ = *std::move(question);
  }
  InferHooks hooks;
  hooks.check = [this] { return Check(); };
  hooks.progress = &flight_->progress();
  hooks.on_evicted = [this](size_t models) {
    environment_.metrics->CacheEvicted(CacheKind::kModels, models);
  };
  hooks.on_model_asked = [this](bool found) {
    if (found) environment_.metrics->CacheHit(CacheKind::kModels);
    if (!found) environment_.metrics->CacheMiss(CacheKind::kModels);
  };
  hooks.on_read = [this] { times_.read = AnswerTimes::Clock::now(); };
  inference::UnknownDims unknown_dims;
  hooks.unknown_dims = &unknown_dims;
  absl::StatusOr<InferAnswer> answer = AnswerInferShapes(
      *std::move(question_), *environment_.options, environment_.state->models, hooks);
  for (const auto& [op, dims] : unknown_dims) environment_.metrics->UnknownDims(op, dims);
  return answer;
}

absl::Status InferJob::Check() {
  const auto now = AnswerFlights::Clock::now();
  for (AnswerWaiter* waiter : environment_.state->flights.TakeLate(*flight_, now)) {
    waiter->OnAnswer(
        ErrorAnswer(absl::DeadlineExceededError("the deadline of the call has passed")), times_);
  }
  if (!flight_->is_abandoned()) return absl::OkStatus();
  const size_t done = flight_->progress();
  environment_.log->Write(
      LogLevel::kDebug, "work_stopped",
      {{"nodes", static_cast<int64_t>(done)},
       {"nodes_in_vain", static_cast<int64_t>(done - flight_->progress_when_abandoned())}});
  return absl::CancelledError("nobody waits for the answer any more");
}

// Only what would be the same next time (S23).
void InferJob::Keep(const SharedAnswer& answer) {
  if (!answer->error.ok() && !absl::IsInvalidArgument(answer->error)) return;
  const std::optional<size_t> evicted = environment_.state->answers.Insert(
      flight_->key(), answer, sizeof(Answer) + answer->size + answer->error.message().size());
  environment_.metrics->CacheEvicted(CacheKind::kAnswers, evicted.value_or(0));
}

void InferJob::Land(const SharedAnswer& answer) {
  for (AnswerWaiter* waiter : environment_.state->flights.Land(*flight_)) {
    waiter->OnAnswer(answer, times_);
  }
}

}  // namespace shapewright::server

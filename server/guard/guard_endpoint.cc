#include "server/guard/guard_endpoint.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "core/wire/utf8.h"
#include "server/cache/byte_view.h"
#include "server/call/call_environment.h"
#include "server/errors/call_errors.h"
#include "server/guard/guard_request.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

using nlohmann::json;

constexpr absl::string_view kInferencePrefix = "inference:";
// Of all guards that are kept.
constexpr size_t kGuardBytes = size_t{64} << 20;
constexpr size_t kMaxWanted = 16;
constexpr size_t kMaxFailures = 16;
// Of one answer.
constexpr size_t kMaxProblems = 100;

HttpAnswer Json(int status, const json& body) {
  return {.status = status,
          .body = body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n",
          .type = "application/json"};
}

HttpAnswer Error(int status, absl::string_view message) {
  return Json(status, {{"error", std::string(message)}});
}

HttpAnswer ErrorOf(const absl::Status& error) {
  if (absl::IsNotFound(error)) return Error(kHttpNotFound, error.message());
  const bool is_final = absl::IsInvalidArgument(error) || absl::IsFailedPrecondition(error);
  return Error(is_final ? kHttpUnprocessable : kHttpUnavailable, error.message());
}

json OutputsOf(const guard::RequestCheck& check, const v1::GuardProgram& program) {
  json outputs = json::array();
  for (const v1::GuardOutput& output : program.outputs()) {
    json said = {{"name", output.name()}};
    const v1::GuardType* const type = check.TypeOf(output);
    if (type != nullptr && !type->unsized()) {
      json shape = json::array();
      for (const uint32_t size : type->sizes()) shape.push_back(check.SizeAt(size).value_or(-1));
      said["shape"] = std::move(shape);
    }
    outputs.push_back(std::move(said));
  }
  return outputs;
}

HttpAnswer Say(const std::shared_ptr<const guard::LoadedGuard>& guard,
               const GuardRequest& request) {
  guard::RequestCheck check(guard);
  const std::vector<guard::RequestTensor> tensors = request.Tensors();
  const guard::Verdict verdict = check.Check(tensors);
  json problems = json::array();
  std::string first;
  for (const guard::Problem& problem : check.problems()) {
    // The first failure is told in any case.
    if (problems.size() >= kMaxProblems && (!first.empty() || !problem.is_failure)) continue;
    std::string text = check.Describe(problem);
    if (problem.is_failure && first.empty()) first = text;
    problems.push_back(std::move(text));
  }
  if (verdict == guard::Verdict::kFail) {
    return Json(kHttpBadRequest, {{"error", first}, {"problems", std::move(problems)}});
  }
  json body = {{"verdict", verdict == guard::Verdict::kPass ? "pass" : "undecided"},
               {"outputs", OutputsOf(check, guard->message())}};
  if (!problems.empty()) body["problems"] = std::move(problems);
  return Json(200, body);
}

}  // namespace

GuardEndpoint::GuardEndpoint(CallEnvironment& environment)
    : environment_(environment),
      method_(Method::kCompileGuard, environment_),
      guards_(kGuardBytes),
      thread_([this] { Run(); }) {}

GuardEndpoint::~GuardEndpoint() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

HttpAnswer GuardEndpoint::Answer(absl::string_view body) {
  const absl::StatusOr<GuardRequest> request = ReadGuardRequest(body);
  if (!request.ok()) return Error(kHttpBadRequest, request.status().message());
  const absl::StatusOr<std::string> key = KeyOf(request->model);
  if (!key.ok()) return ErrorOf(key.status());
  const std::optional<absl::StatusOr<Guard>> guard = Find(*key, request->model);
  if (!guard) return Error(kHttpUnavailable, "the guard of the model is being compiled: ask again");
  return guard->ok() ? Say(**guard, *request) : ErrorOf(guard->status());
}

absl::StatusOr<std::string> GuardEndpoint::KeyOf(const std::string& model) const {
  if (absl::StartsWith(model, kInferencePrefix)) return model;
  const ModelRoot* const root = environment_.model_root.get();
  if (root == nullptr) return absl::NotFoundError("the server was started without a model root");
  const absl::StatusOr<ModelFile> file = root->OpenFile(model);
  if (!file.ok()) return file.status();
  return absl::StrCat(file->identity(), model);
}

std::optional<absl::StatusOr<GuardEndpoint::Guard>> GuardEndpoint::Find(const std::string& key,
                                                                        const std::string& model) {
  if (const std::optional<Guard> guard = guards_.Find({KeyKind::kGuard, key})) return *guard;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto failed = std::find_if(failures_.begin(), failures_.end(),
                                   [&key](const Failure& each) { return each.key == key; });
  if (failed != failures_.end()) {
    absl::Status error = std::move(failed->error);
    failures_.erase(failed);
    return error;
  }
  const bool is_wanted = std::any_of(wanted_.begin(), wanted_.end(),
                                     [&key](const Wanted& each) { return each.key == key; });
  if (is_wanted || wanted_.size() == kMaxWanted) return std::nullopt;
  wanted_.push_back({key, model});
  changed_.notify_all();
  return std::nullopt;
}

void GuardEndpoint::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_stopping_ || !wanted_.empty(); });
    if (is_stopping_) return;
    const Wanted wanted = wanted_.front();
    lock.unlock();
    absl::Status error = Add(wanted);
    lock.lock();
    wanted_.pop_front();
    if (error.ok()) continue;
    failures_.push_back({wanted.key, std::move(error)});
    if (failures_.size() > kMaxFailures) failures_.pop_front();
  }
}

absl::Status GuardEndpoint::Add(const Wanted& wanted) {
  absl::StatusOr<v1::GuardProgram> program = Compile(wanted.model);
  if (!program.ok()) return program.status();
  const size_t message_bytes = program->SpaceUsedLong();
  const int64_t before = ThreadHeapBytes();
  absl::StatusOr<Guard> guard = guard::LoadedGuard::Load(*std::move(program));
  if (!guard.ok()) return guard.status();
  const size_t bytes = message_bytes + static_cast<size_t>(ThreadHeapBytes() - before);
  if (guards_.Insert({KeyKind::kGuard, wanted.key}, *std::move(guard), bytes)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat("the guard takes ", bytes, " bytes: at most ", kGuardBytes, " are kept"));
}

absl::StatusOr<v1::GuardProgram> GuardEndpoint::Compile(const std::string& model) const {
  v1::CompileGuardRequest request;
  if (absl::StartsWith(model, kInferencePrefix)) {
    request.mutable_model()->set_inference_id(model);
  } else {
    request.mutable_model()->set_path(model);
  }
  grpc::Slice bytes(request.SerializeAsString());
  const grpc::ByteBuffer buffer(&bytes, 1);
  const HeapGuard heap(environment_.work_memory);
  try {
    const auto parsed = method_.Read(buffer);
    if (!parsed.ok()) return parsed.status();
    const absl::StatusOr<ParsedRequest::Key> key = (*parsed)->FindKey();
    if (!key.ok()) return key.status();
    WorkHooks hooks;
    hooks.metrics = &environment_.metrics;
    hooks.check = [] {
      return HeapGuard::is_exceeded() ? MemoryError("request") : absl::OkStatus();
    };
    const absl::StatusOr<SerializedAnswer> answer = (*parsed)->FindAnswer(hooks);
    if (!answer.ok()) return answer.status();
    v1::CompileGuardResponse response;
    const grpc::Slice serialized = OnePiece(answer->body);
    const absl::string_view view = View(serialized);
    if (!response.ParseFromArray(view.data(), static_cast<int>(view.size()))) {
      return absl::InternalError("the guard cannot be read");
    }
    return std::move(*response.mutable_program());
  } catch (const std::bad_alloc&) {
    return MemoryError("request");
  }
}

}  // namespace shapewright::server

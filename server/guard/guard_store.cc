#include "server/guard/guard_store.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "server/cache/byte_view.h"
#include "server/errors/call_errors.h"

namespace shapewright::server {
namespace {

constexpr absl::string_view kInferencePrefix = "inference:";
// Of all guards that are kept.
constexpr size_t kGuardBytes = size_t{64} << 20;
constexpr size_t kMaxWanted = 16;
constexpr size_t kMaxFailures = 64;
// A model that can have no guard is not compiled for each request.
constexpr std::chrono::seconds kKeepFailure{10};

}  // namespace

GuardStore::GuardStore(CallEnvironment& environment)
    : environment_(environment),
      method_(Method::kCompileGuard, environment_),
      guards_(kGuardBytes),
      thread_([this] { Run(); }) {}

GuardStore::~GuardStore() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

absl::StatusOr<std::string> GuardStore::KeyOf(const std::string& model) const {
  if (absl::StartsWith(model, kInferencePrefix)) return model;
  const ModelRoot* const root = environment_.model_root.get();
  if (root == nullptr) return absl::NotFoundError("the server was started without a model root");
  const absl::StatusOr<ModelFile> file = root->OpenFile(model);
  if (!file.ok()) return file.status();
  return absl::StrCat(file->identity(), model);
}

std::optional<absl::StatusOr<GuardStore::Guard>> GuardStore::Find(const std::string& model) {
  absl::StatusOr<std::string> key = KeyOf(model);
  if (!key.ok()) return key.status();
  if (const std::optional<Guard> guard = guards_.Find({KeyKind::kGuard, *key})) return *guard;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto failed = std::find_if(failures_.begin(), failures_.end(),
                                   [&key](const Failure& each) { return each.key == *key; });
  if (failed != failures_.end()) {
    absl::Status error = failed->error;
    if (failed->until < Clock::now()) failures_.erase(failed);
    return error;
  }
  const bool is_wanted = std::any_of(wanted_.begin(), wanted_.end(),
                                     [&key](const Wanted& each) { return each.key == *key; });
  if (is_wanted || wanted_.size() == kMaxWanted) return std::nullopt;
  wanted_.push_back({*std::move(key), model});
  changed_.notify_all();
  return std::nullopt;
}

void GuardStore::Run() {
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
    // Another time the inference may be there; a file stays as it is.
    const bool is_told_once = absl::StartsWith(wanted.model, kInferencePrefix);
    failures_.push_back({wanted.key, std::move(error),
                         is_told_once ? Clock::time_point() : Clock::now() + kKeepFailure});
    if (failures_.size() > kMaxFailures) failures_.pop_front();
  }
}

absl::Status GuardStore::Add(const Wanted& wanted) {
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

absl::StatusOr<v1::GuardProgram> GuardStore::Compile(const std::string& model) const {
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

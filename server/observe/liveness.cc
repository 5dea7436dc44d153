#include "server/observe/liveness.h"

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/generic/generic_stub.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::seconds kMostPause{2};

absl::Status Check(int connection, std::chrono::system_clock::time_point deadline) {
  grpc::GenericStub stub(grpc::CreateInsecureChannelFromFd("self", connection));
  grpc::ClientContext context;
  context.set_deadline(deadline);
  grpc::CompletionQueue queue;
  // An empty message asks for the server as a whole.
  const grpc::Slice empty;
  const auto call = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check",
                                          grpc::ByteBuffer(&empty, 1), &queue);
  grpc::ByteBuffer response;
  grpc::Status status;
  call->StartCall();
  call->Finish(&response, &status, &queue);
  void* tag = nullptr;
  bool is_ok = false;
  queue.Next(&tag, &is_ok);
  if (status.ok()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(status.error_message()));
}

}  // namespace

Liveness::Liveness(Acceptor& acceptor, std::chrono::seconds limit, Health& health, Metrics& metrics,
                   Log& log)
    : acceptor_(acceptor),
      limit_(limit),
      health_(health),
      metrics_(metrics),
      log_(log),
      thread_([this] { Run(); }) {}

Liveness::~Liveness() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Liveness::Run() {
  const auto pause = std::min<Clock::duration>(kMostPause, limit_ / 5);
  Clock::time_point last = Clock::now();
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopping_) {
    lock.unlock();
    const absl::Status called = CallAll();
    metrics_.LivenessChecked(called.ok());
    if (called.ok()) last = Clock::now();
    const bool is_live = Clock::now() - last < limit_;
    if (health_.SetLive(is_live)) {
      log_.Write(is_live ? LogLevel::kInfo : LogLevel::kError,
                 is_live ? "listeners_answer" : "listeners_silent",
                 {{"message", called.message()}});
    }
    lock.lock();
    changed_.wait_for(lock, pause, [this] { return is_stopping_; });
  }
}

absl::Status Liveness::CallAll() const {
  for (size_t i = 0; i < acceptor_.listener_count(); ++i) {
    absl::Status called = CallThrough(i);
    if (!called.ok()) return called;
  }
  return absl::OkStatus();
}

absl::Status Liveness::CallThrough(size_t listener) const {
  absl::StatusOr<FileDescriptor> connection = acceptor_.ConnectToSelf(listener);
  if (!connection.ok()) return connection.status();
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(limit_) / 4;
  return Check(connection->Release(), std::chrono::system_clock::now() + time);
}

}  // namespace shapewright::server

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
  // An empty HealthCheckRequest is about the server as a whole.
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
      last_(Clock::now()),
      thread_(std::min<Clock::duration>(kMostPause, limit_ / 5), [this] { CallAndTell(); }) {}

void Liveness::CallAndTell() {
  const absl::Status called = CallAll();
  metrics_.LivenessChecked(called.ok());
  if (called.ok()) last_ = Clock::now();
  const bool is_live = Clock::now() - last_ < limit_;
  if (!health_.SetLive(is_live)) return;
  log_.Write(is_live ? LogLevel::kInfo : LogLevel::kError,
             is_live ? "listeners_answer" : "listeners_silent", {{"message", called.message()}});
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

#include "server/server.h"

#include <grpc/grpc.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "absl/cleanup/cleanup.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/inference/infer.h"
#include "server/listen.h"

namespace shapewright::server {
namespace {

// gRPC's own limit lies this much above ours, so that what is a little too
// large gets an answer with details.
constexpr int64_t kMessageMargin = 1 << 20;
constexpr std::chrono::milliseconds kDrainPoll{20};

size_t ThreadCount(const Options& options) {
  if (options.threads > 0) return static_cast<size_t>(options.threads);
  return std::max(1U, std::thread::hardware_concurrency());
}

absl::StatusOr<std::vector<ListenAddress>> PrepareAddresses(const Options& options) {
  std::vector<ListenAddress> addresses;
  for (const std::string& text : options.listen) {
    absl::StatusOr<ListenAddress> address = ParseListenAddress(text);
    if (!address.ok()) return address.status();
    if (!address->socket_path.empty()) {
      const absl::Status cleared = ClearSocketPath(address->socket_path);
      if (!cleared.ok()) return cleared;
    }
    addresses.push_back(*std::move(address));
  }
  return addresses;
}

std::string BoundAddress(const ListenAddress& address, int port) {
  if (!address.socket_path.empty()) return address.text;
  return absl::StrCat(address.text.substr(0, address.text.rfind(':')), ":", port);
}

}  // namespace

Server::Server(const Options& options, Log& log)
    : options_(options),
      log_(log),
      pool_(ThreadCount(options), static_cast<size_t>(options.max_queued_calls)),
      metrics_(inference::EngineVersion()),
      access_log_(options, log, metrics_),
      service_({&options_, &pool_, &gate_, &log_, &metrics_, &access_log_}) {}

Server::~Server() { Stop(); }

absl::Status Server::Start() {
  const absl::StatusOr<std::vector<ListenAddress>> addresses = PrepareAddresses(options_);
  if (!addresses.ok()) return addresses.status();
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.RegisterService(&service_);
  builder.SetMaxReceiveMessageSize(static_cast<int>(options_.max_message_bytes + kMessageMargin));
  // Two servers on one port would each get some of the calls.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  std::vector<int> ports(addresses->size());
  for (size_t i = 0; i < addresses->size(); ++i) {
    builder.AddListeningPort((*addresses)[i].text, grpc::InsecureServerCredentials(), &ports[i]);
  }
  {
    // A socket has its permissions from the start.
    const mode_t old_mask = umask(static_cast<mode_t>(~options_.socket_mode & 0777));
    const absl::Cleanup restore = [old_mask] { umask(old_mask); };
    server_ = builder.BuildAndStart();
  }
  if (server_ == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", absl::StrJoin(options_.listen, ", ")));
  }
  for (size_t i = 0; i < addresses->size(); ++i) {
    addresses_.push_back(BoundAddress((*addresses)[i], ports[i]));
  }
  server_->GetHealthCheckService()->SetServingStatus(v1::ShapeService::service_full_name(), true);
  return absl::OkStatus();
}

void Server::Stop() {
  if (server_ == nullptr) return;
  gate_.Close();
  server_->GetHealthCheckService()->SetServingStatus(false);
  // gRPC goes on while accepted calls are worked on: once it shuts down it tells
  // late calls CANCELLED, where ours hear UNAVAILABLE.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(options_.drain_seconds);
  while (gate_.inside() > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kDrainPoll);
  }
  const std::future<void> shutdown = std::async(
      std::launch::async, [this] { server_->Shutdown(std::chrono::system_clock::now()); });
  // gRPC also waits for streams that never end, as of those who watch the
  // health. They are cut once all calls are answered.
  while (shutdown.wait_for(kDrainPoll) == std::future_status::timeout) {
    if (gate_.inside() == 0) grpc_server_cancel_all_calls(server_->c_server());
  }
  server_.reset();
  pool_.Stop();
}

}  // namespace shapewright::server

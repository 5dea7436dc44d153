#include "server/server.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "absl/cleanup/cleanup.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/inference/infer.h"
#include "server/admin_pages.h"
#include "server/cpu_quota.h"
#include "server/listen.h"
#include "server/tls.h"
#include "server/transport.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kDrainPoll{20};
constexpr std::chrono::seconds kFarewell{1};

size_t ThreadCount(const Options& options) {
  if (options.threads > 0) return static_cast<size_t>(options.threads);
  return UsableCpus();
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
      state_(options),
      metrics_(absl::StrCat(inference::EngineVersion())),
      pool_({.threads = ThreadCount(options),
             .max_queued = static_cast<size_t>(options.max_queued_calls),
             .observer =
                 [this](Lane lane, ThreadPool::Clock::duration waited) {
                   metrics_.LaneStarted(lane, waited);
                 }}),
      access_log_(options, log, metrics_),
      service_({&options_, &pool_, &gate_, &log_, &metrics_, &access_log_, &state_}) {}

Server::~Server() { Stop(); }

absl::Status Server::Start() {
  metrics_.SetSampler([this] { return SampleLevels(); });
  const absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> credentials =
      TcpCredentials(options_);
  if (!credentials.ok()) return credentials.status();
  if (!options_.model_root.empty()) {
    absl::StatusOr<std::unique_ptr<const ModelRoot>> root = ModelRoot::Open(options_.model_root);
    if (!root.ok()) return root.status();
    state_.model_root = *std::move(root);
  }
  if (!options_.http_listen.empty()) {
    absl::StatusOr<std::unique_ptr<AdminHttp>> http =
        AdminHttp::Start(options_.http_listen, AdminPages(options_, health_, metrics_));
    if (!http.ok()) return http.status();
    http_ = *std::move(http);
  }
  absl::Status listening = Listen(*credentials);
  if (!listening.ok()) return listening;
  health_.Serve(*server_->GetHealthCheckService());
  return absl::OkStatus();
}

absl::Status Server::Listen(const std::shared_ptr<grpc::ServerCredentials>& credentials) {
  const absl::StatusOr<std::vector<ListenAddress>> addresses = PrepareAddresses(options_);
  if (!addresses.ok()) return addresses.status();
  const std::unique_ptr<grpc::ServerBuilder> builder = MakeServerBuilder(options_);
  builder->RegisterService(&service_);
  std::vector<int> ports(addresses->size());
  for (size_t i = 0; i < addresses->size(); ++i) {
    const ListenAddress& address = (*addresses)[i];
    builder->AddListeningPort(
        address.text, address.socket_path.empty() ? credentials : grpc::InsecureServerCredentials(),
        &ports[i]);
  }
  {
    // A socket has its permissions from the start.
    const mode_t old_mask = umask(static_cast<mode_t>(~options_.socket_mode & 0777));
    const absl::Cleanup restore = [old_mask] { umask(old_mask); };
    server_ = builder->BuildAndStart();
  }
  if (server_ == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", absl::StrJoin(options_.listen, ", ")));
  }
  for (size_t i = 0; i < addresses->size(); ++i) {
    addresses_.push_back(BoundAddress((*addresses)[i], ports[i]));
  }
  return absl::OkStatus();
}

void Server::Stop() {
  if (server_ == nullptr) return;
  health_.Drain();
  std::this_thread::sleep_for(std::chrono::seconds(options_.drain_wait_seconds));
  DrainCalls();
  ShutDown();
  pool_.Stop();
  http_.reset();
}

void Server::DrainCalls() {
  gate_.Close();
  log_.Write(LogLevel::kInfo, "draining", {{"calls", static_cast<int64_t>(gate_.inside())}});
  // gRPC goes on while accepted calls are worked on: once it shuts down it tells
  // late calls CANCELLED, where ours hear UNAVAILABLE.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(options_.drain_seconds);
  while (gate_.inside() > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kDrainPoll);
  }
}

void Server::ShutDown() {
  // A connection that is closed at once takes answers along that its client has not read yet:
  // the client's next write fails, and it reads no more. So each gets the time to acknowledge
  // that the server goes; streams that never end, as of those who watch the health, are cut then.
  const auto farewell = gate_.inside() == 0 ? kFarewell : std::chrono::seconds::zero();
  server_->Shutdown(std::chrono::system_clock::now() + farewell);
  server_.reset();
}

Levels Server::SampleLevels() const {
  Levels levels;
  levels.queued_calls = pool_.queued();
  for (const Lane lane : kAllLanes) {
    levels.queued_by_lane[static_cast<size_t>(lane)] = pool_.queued(lane);
  }
  levels.calls_in_flight = gate_.inside();
  levels.bytes_in_flight = state_.admission.bytes();
  levels.pool_threads = ThreadCount(options_);
  levels.busy_threads = pool_.busy();
  levels.caches[static_cast<size_t>(CacheKind::kAnswers)] = {state_.answers.entries(),
                                                             state_.answers.bytes()};
  levels.caches[static_cast<size_t>(CacheKind::kModels)] = {state_.models.entries(),
                                                            state_.models.bytes()};
  levels.caches[static_cast<size_t>(CacheKind::kCompiled)] = {state_.compiled.entries(),
                                                              state_.compiled.bytes()};
  return levels;
}

}  // namespace shapewright::server

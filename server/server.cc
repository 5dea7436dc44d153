#include "server/server.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "server/net/descriptors.h"
#include "server/net/listen.h"
#include "server/net/listener.h"
#include "server/observe/admin_pages.h"
#include "server/process/cpu_quota.h"
#include "server/process/resident_bytes.h"
#include "server/process/stop_guard.h"
#include "server/tls/tcp_credentials.h"
#include "server/transport.h"
#include "server/warm_models.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kDrainPoll{20};
constexpr std::chrono::seconds kFarewell{1};
constexpr std::chrono::milliseconds kFarewellPoll{5};
// How long the end of the process may take after the time for draining.
constexpr std::chrono::seconds kStopGrace{5};
// Allowed memory that no limit counts, as a multiple of --transport-memory-bytes: that of gRPC,
// which bounds only a part of its memory, and of the program itself. Closing cut connections takes
// as much again.
constexpr double kTransportShare = 1.5;
// Connections younger than this are cut first: those that fill the memory have mostly just come.
constexpr std::chrono::seconds kYoung{60};

size_t ThreadCount(const Options& options) {
  if (options.threads > 0) return static_cast<size_t>(options.threads);
  return UsableCpus();
}

absl::StatusOr<std::vector<Listener>> ListenOnAll(const Options& options) {
  std::vector<Listener> listeners;
  for (const std::string& text : options.listen) {
    const absl::StatusOr<ListenAddress> address = ParseListenAddress(text);
    if (!address.ok()) return address.status();
    absl::StatusOr<Listener> listener = Listen(*address, static_cast<mode_t>(options.socket_mode));
    if (!listener.ok()) return listener.status();
    listeners.push_back(*std::move(listener));
  }
  return listeners;
}

size_t MaxJsonSessions(const Options& options) {
  return options.json_listen.empty() ? 0 : JsonDoor::SessionsFor(RaiseDescriptorLimit());
}

size_t MaxConnections(const Options& options) {
  const size_t descriptors = DescriptorsForConnections(RaiseDescriptorLimit());
  const size_t others = JsonDoor::DescriptorsOf(MaxJsonSessions(options));
  return std::min(static_cast<size_t>(options.max_connections),
                  std::max<size_t>(1, descriptors - std::min(descriptors, others)));
}

// At most three quarters of all connections.
size_t MaxConnectionsPerPeer(const Options& options) {
  const size_t most = MaxConnections(options);
  return std::min(static_cast<size_t>(options.max_connections_per_peer),
                  std::max<size_t>(1, most - most / 4));
}

}  // namespace

Server::Server(const Options& options, Log& log)
    : options_(options),
      log_(log),
      state_(options),
      metrics_(),
      pool_({.threads = ThreadCount(options),
             .max_queued = static_cast<size_t>(options.max_queued_calls),
             .observer =
                 [this](Lane lane, ThreadPool::Clock::duration waited) {
                   metrics_.LaneStarted(lane, waited);
                 }}),
      access_log_(options, log, metrics_),
      tracer_(options.otlp_endpoint.empty() ? nullptr : std::make_unique<Tracer>(options, log)),
      answers_(std::chrono::seconds(options.send_seconds)),
      uploads_(std::chrono::seconds(options.upload_idle_seconds)),
      guard_([this](absl::string_view service, const std::string& name) {
        CallerRefused(service, name);
      }),
      guard_lines_(options.log_failures_per_second),
      shapes_(Environment()),
      plans_(Environment()),
      models_(Environment()),
      connections_(MaxConnections(options), MaxConnectionsPerPeer(options)) {}

Server::~Server() { Stop(); }

CallEnvironment Server::Environment() {
  return {&options_, &pool_,    &gate_,    &log_,   &metrics_,    &access_log_,
          &state_,   &answers_, &uploads_, &guard_, tracer_.get()};
}

absl::Status Server::Start() {
  metrics_.SetSampler([this] { return SampleLevels(); });
  absl::StatusOr<std::unique_ptr<ServedPems>> pems =
      ServePems(options_, [this](const absl::Status& good) { TellPems(good); });
  if (!pems.ok()) return pems.status();
  pems_ = *std::move(pems);
  const std::shared_ptr<grpc::ServerCredentials> credentials = TcpCredentials(pems_.get());
  if (absl::Status good = guard_.Configure(options_); !good.ok()) return good;
  if (tracer_ != nullptr) {
    if (absl::Status good = tracer_->Start(); !good.ok()) return good;
  }
  if (guard_.policy().has_names()) guard_.Watch(*credentials);
  if (!options_.model_root.empty()) {
    absl::StatusOr<std::unique_ptr<const ModelRoot>> root = ModelRoot::Open(options_.model_root);
    if (!root.ok()) return root.status();
    state_.model_root = *std::move(root);
  }
  if (!options_.http_listen.empty()) {
    HttpPages pages = AdminPages(options_, health_, metrics_, [this] { return TellStatus(); });
    if (options_.status_page != 0) access_log_.Remember(history_);
    if (options_.http_guards != 0) {
      guard_door_ = std::make_unique<GuardDoor>(Environment());
      pages.doors["/v1/guard:check"] = [this](absl::string_view body) {
        return guard_door_->Answer(body);
      };
    }
    absl::StatusOr<std::unique_ptr<AdminHttp>> http =
        AdminHttp::Start(options_.http_listen, std::move(pages));
    if (!http.ok()) return http.status();
    http_ = *std::move(http);
  }
  absl::Status listening = Listen(credentials);
  if (!listening.ok()) return listening;
  trimmer_ = std::make_unique<MemoryTrimmer>(
      [this] { return pool_.busy() == 0 && pool_.queued() == 0; }, state_.work_memory.limit() / 2);
  memory_watch_ = std::make_unique<MemoryWatch>(
      static_cast<size_t>(kTransportShare * static_cast<double>(options_.transport_memory_bytes)),
      MemoryWatch::Handlers{
          [this] { return CountedBytes(); },
          [this](int step, size_t uncounted) { CutConnections(step, uncounted); }});
  return absl::OkStatus();
}

absl::Status Server::Listen(const std::shared_ptr<grpc::ServerCredentials>& credentials) {
  absl::StatusOr<std::vector<Listener>> listeners = ListenOnAll(options_);
  if (!listeners.ok()) return listeners.status();
  const absl::StatusOr<std::vector<std::string>> warm =
      options_.warm.empty() ? std::vector<std::string>() : ReadWarmList(options_.warm);
  if (!warm.ok()) return warm.status();
  const std::unique_ptr<grpc::ServerBuilder> builder = MakeServerBuilder(options_);
  builder->SetContextAllocator(open_calls_.Counter());
  builder->RegisterService(&shapes_);
  builder->RegisterService(&plans_);
  builder->RegisterService(&models_);
  router_ = std::make_unique<ConnectionRouter>(*builder, guard_, credentials);
  server_ = builder->BuildAndStart();
  if (server_ == nullptr) return absl::InternalError("gRPC does not start");
  if (!options_.warm.empty()) WarmModels(Environment(), RelayOf(), *warm);
  for (const Listener& listener : *listeners) addresses_.push_back(listener.text);
  health_.Serve(*server_->GetHealthCheckService());
  acceptor_ = std::make_unique<Acceptor>(
      *std::move(listeners), connections_,
      Acceptor::Handlers{[this](FileDescriptor connection, const Peer& peer, bool is_own) {
                           Serve(std::move(connection), peer, is_own);
                         },
                         [this](Refusal refusal, const Peer* peer) { Refused(refusal, peer); }});
  liveness_ = std::make_unique<Liveness>(
      *acceptor_, std::chrono::seconds(options_.liveness_seconds), health_, metrics_, log_);
  return options_.json_listen.empty() ? absl::OkStatus() : ListenForJson();
}

RelayedCalls::Relay Server::RelayOf() {
  return [this](FileDescriptor connection) { router_->Relay(std::move(connection)); };
}

absl::Status Server::ListenForJson() {
  absl::StatusOr<std::unique_ptr<JsonDoor>> json = JsonDoor::Start(
      Environment(),
      {RelayOf(), [this](Refusal refusal, const Peer* peer) { Refused(refusal, peer); },
       MaxJsonSessions(options_), pems_.get()});
  if (!json.ok()) return json.status();
  json_ = *std::move(json);
  return absl::OkStatus();
}

void Server::Serve(FileDescriptor connection, const Peer& peer, bool is_own) {
  if (!peer.is_unix && options_.keepalive_seconds > 0) {
    // Unacknowledged data close the connection after this time; by default the kernel tries for a
    // quarter of an hour.
    const auto timeout = static_cast<unsigned int>(options_.keepalive_timeout_seconds * 1000);
    setsockopt(connection.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof(timeout));
  }
  router_->Route(std::move(connection), peer, is_own);
}

void Server::Refused(Refusal refusal, const Peer* peer) {
  metrics_.ConnectionRefused(refusal);
  {
    const std::lock_guard<std::mutex> lock(refusal_mutex_);
    if (!refusal_lines_.TryTake(TokenBucket::Clock::now())) return;
  }
  const std::string key = peer == nullptr ? "" : peer->Key();
  log_.Write(LogLevel::kWarning, "connection_refused",
             {{"reason", RefusalName(refusal)}, {"peer", absl::string_view(key)}});
}

void Server::Stop() {
  if (server_ == nullptr) return;
  const StopGuard guard(
      std::chrono::seconds(options_.drain_wait_seconds + options_.drain_seconds) + kStopGrace,
      [this] { CutStop(); });
  health_.Drain();
  std::this_thread::sleep_for(std::chrono::seconds(options_.drain_wait_seconds));
  DrainCalls();
  ShutDown();
  pool_.Stop();
  if (tracer_ != nullptr) tracer_->Stop();
  trimmer_.reset();
  http_.reset();
  guard_door_.reset();
}

void Server::TellPems(const absl::Status& good) {
  log_.Write(good.ok() ? LogLevel::kInfo : LogLevel::kError,
             good.ok() ? "certificates_good" : "certificates_wrong", {{"message", good.message()}});
}

void Server::CallerRefused(absl::string_view service, const std::string& name) {
  constexpr size_t kMaxName = 256;
  metrics_.Rejected(Rejection::kCallerNotAllowed);
  {
    const std::lock_guard<std::mutex> lock(guard_mutex_);
    if (!guard_lines_.TryTake(TokenBucket::Clock::now())) return;
  }
  log_.Write(LogLevel::kWarning, "caller_refused",
             {{"service", service}, {"name", absl::string_view(name).substr(0, kMaxName)}});
}

void Server::DrainCalls() {
  gate_.Close();
  log_.Write(LogLevel::kInfo, "draining", {{"calls", static_cast<int64_t>(gate_.inside())}});
  // Our own methods answer late calls UNAVAILABLE.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(options_.drain_seconds);
  if (json_ != nullptr) json_->Drain();
  const auto is_busy = [this] {
    return gate_.inside() > 0 || (json_ != nullptr && json_->CountBusy() > 0);
  };
  while (is_busy() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kDrainPoll);
  }
}

void Server::CutStop() {
  log_.Write(LogLevel::kError, "stop_cut",
             {{"calls", static_cast<int64_t>(gate_.inside())},
              {"busy_threads", static_cast<int64_t>(pool_.busy())},
              {"queued_calls", static_cast<int64_t>(pool_.queued())}});
  log_.Flush();
}

void Server::ShutDown() {
  // Once gRPC is told to shut down it answers what comes as CANCELLED, as if the caller had given
  // up. So the connections end before: without a word of gRPC, which callers see as UNAVAILABLE. If
  // one were closed at once, its client's next write would fail, and answers that it has not read
  // yet would be lost: so it ends only once they are there, and is closed by the client. Streams
  // that never end, such as Health/Watch, and clients that do not close are cut after a while.
  liveness_.reset();
  acceptor_.reset();
  memory_watch_.reset();  // it asks for the connections of both
  json_.reset();
  const bool is_drained = gate_.inside() == 0;
  if (is_drained) open_calls_.AwaitBegun(std::chrono::steady_clock::now() + kFarewell);
  const auto due = std::chrono::steady_clock::now() + kFarewell;
  while (connections_.EndSending(!is_drained) > 0 && is_drained &&
         std::chrono::steady_clock::now() < due) {
    std::this_thread::sleep_for(kFarewellPoll);
  }
  server_->Shutdown(std::chrono::system_clock::now());
  server_.reset();
}

size_t Server::CountedBytes() {
  return state_.work_memory.used() + state_.admission.bytes() + state_.answers.bytes() +
         state_.models.bytes() + state_.compiled.bytes();
}

void Server::CutConnections(int step, size_t uncounted_bytes) {
  size_t count = json_ == nullptr ? 0 : json_->CutWaiting();
  if (step == 0) count += connections_.ShutDownYoungerThan(kYoung);
  if (count == 0) count = connections_.ShutDownYoungerThan(ConnectionTable::Clock::duration::max());
  metrics_.ConnectionsCut(count);
  if (!cut_lines_.TryTake(TokenBucket::Clock::now())) return;
  log_.Write(LogLevel::kWarning, "connections_cut",
             {{"connections", static_cast<int64_t>(count)},
              {"uncounted_bytes", static_cast<int64_t>(uncounted_bytes)}});
}

StatusFacts Server::TellStatus() {
  constexpr size_t kMostModels = 100;
  StatusFacts facts;
  facts.state = std::string(StateName(health_.state()));
  facts.started = started_;
  facts.now = std::chrono::system_clock::now();
  facts.resident_bytes = ResidentBytes();
  facts.work_bytes = state_.work_memory.used();
  facts.levels = SampleLevels();
  facts.cache_limits = {static_cast<size_t>(options_.result_cache_bytes),
                        static_cast<size_t>(options_.model_cache_bytes),
                        static_cast<size_t>(options_.compiled_cache_bytes)};
  facts.last = history_.Last();
  facts.slowest = history_.Slowest();
  const auto now = std::chrono::steady_clock::now();
  for (const KeptModel& model : state_.models.ListLast(kMostModels)) {
    facts.models.push_back({model.id, model.size, model.weight, model.hits,
                            std::chrono::duration_cast<std::chrono::seconds>(now - model.added),
                            std::chrono::duration_cast<std::chrono::seconds>(now - model.found)});
  }
  return facts;
}

Levels Server::SampleLevels() {
  Levels levels;
  levels.connections = connections_.CountOpen();
  levels.lost_lines = log_.lost();
  if (tracer_ != nullptr) levels.spans = tracer_->spans();
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

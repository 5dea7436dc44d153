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
#include "server/guard/guard_endpoint.h"
#include "server/net/descriptors.h"
#include "server/net/listen.h"
#include "server/net/listener.h"
#include "server/observe/admin_pages.h"
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

// A session of the JSON port has its connection, the two ends of that to gRPC, and one to wait for
// an answer.
constexpr HttpPort::Kind kJsonPort = {"--json-listen", 256, 4};
constexpr HttpPort::Kind kAdminPort = {"--http-listen", 64, 1};

size_t MaxJsonSessions(const Options& options) {
  return options.json_listen.empty() ? 0 : HttpPort::SessionsFor(kJsonPort, RaiseDescriptorLimit());
}

size_t MaxConnections(const Options& options) {
  const size_t descriptors = DescriptorsForConnections(RaiseDescriptorLimit());
  const size_t others = HttpPort::DescriptorsOf(kJsonPort, MaxJsonSessions(options));
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
      shared_(options, log),
      shapes_(shared_),
      plans_(shared_),
      models_(shared_),
      connections_(MaxConnections(options), MaxConnectionsPerPeer(options)) {}

Server::~Server() { Stop(); }

absl::Status Server::Start() {
  shared_.metrics.SetSampler([this] { return SampleLevels(); });
  absl::StatusOr<std::unique_ptr<ServedPems>> pems =
      ServePems(options_, [this](const absl::Status& good) { TellPems(good); });
  if (!pems.ok()) return pems.status();
  pems_ = *std::move(pems);
  const std::shared_ptr<grpc::ServerCredentials> credentials = TcpCredentials(pems_.get());
  if (absl::Status good = shared_.access.Configure(options_); !good.ok()) return good;
  if (shared_.tracer != nullptr) {
    if (absl::Status good = shared_.tracer->Start(); !good.ok()) return good;
  }
  if (shared_.access.policy().has_names()) shared_.access.Watch(*credentials);
  if (!options_.model_root.empty()) {
    absl::StatusOr<std::unique_ptr<const ModelRoot>> root = ModelRoot::Open(options_.model_root);
    if (!root.ok()) return root.status();
    shared_.model_root = *std::move(root);
  }
  if (absl::Status made = MakeDoors(); !made.ok()) return made;
  absl::Status listening = options_.http_listen.empty() ? absl::OkStatus() : ListenForAdmin();
  if (listening.ok()) listening = Listen(credentials);
  if (!listening.ok()) return listening;
  trimmer_ = std::make_unique<MemoryTrimmer>(
      [this] { return shared_.pool.busy() == 0 && shared_.pool.queued() == 0; },
      shared_.work_memory.limit() / 2);
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
  if (envoy_ != nullptr) builder->RegisterService(envoy_.get());
  router_ = std::make_unique<ConnectionRouter>(*builder, shared_.access, credentials);
  server_ = builder->BuildAndStart();
  if (server_ == nullptr) return absl::InternalError("gRPC does not start");
  if (!options_.warm.empty()) WarmModels(shared_, RelayOf(), *warm);
  for (const Listener& listener : *listeners) addresses_.push_back(listener.text);
  health_.Serve(*server_->GetHealthCheckService());
  acceptor_ = std::make_unique<Acceptor>(
      *std::move(listeners), connections_,
      Acceptor::Handlers{[this](FileDescriptor connection, const Peer& peer, bool is_own) {
                           Serve(std::move(connection), peer, is_own);
                         },
                         [this](Refusal refusal, const Peer* peer) { Refused(refusal, peer); }});
  liveness_ = std::make_unique<Liveness>(
      *acceptor_, std::chrono::seconds(options_.liveness_seconds), health_, shared_.metrics, log_);
  return options_.json_listen.empty() ? absl::OkStatus() : ListenForJson();
}

RelayedCalls::Relay Server::RelayOf() {
  return [this](FileDescriptor connection) { router_->Relay(std::move(connection)); };
}

absl::Status Server::MakeDoors() {
  const bool has_envoy = options_.envoy_guards != 0;
  if (has_envoy && options_.guard_models.empty()) {
    return absl::InvalidArgumentError("--envoy-guards needs --guard-models");
  }
  if (!has_envoy && options_.http_guards == 0) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<GuardModels>> models =
      GuardModels::Read(options_.guard_models, log_);
  if (!models.ok()) return models.status();
  guard_models_ = *std::move(models);
  guards_ = std::make_unique<GuardStore>(shared_);
  door_ = std::make_unique<GuardDoor>(shared_, *guard_models_, *guards_);
  if (has_envoy) envoy_ = std::make_unique<EnvoyAuthorization>(*door_);
  return absl::OkStatus();
}

absl::Status Server::ListenForAdmin() {
  pages_ = std::make_unique<AdminPages>(options_, health_, shared_.metrics,
                                        [this] { return TellStatus(); });
  if (options_.status_page != 0) shared_.access_log.Remember(history_);
  if (options_.http_guards != 0) {
    pages_->AddPost("/v1/guard:check",
                    [this](absl::string_view body) { return AnswerGuardCheck(*door_, body); });
  }
  return Listen({.flag = kAdminPort.flag,
                 .address = options_.http_listen,
                 .max_sessions = HttpPort::SessionsFor(kAdminPort, RaiseDescriptorLimit()),
                 .make =
                     [this](HttpShared& port, HttpConnection connection) {
                       return std::make_unique<AdminSession>(*pages_, port, std::move(connection));
                     }},
                &http_);
}

absl::Status Server::ListenForJson() {
  absl::StatusOr<AllowedOrigins> origins = AllowedOrigins::Make(options_.json_allow_origin);
  if (!origins.ok()) return origins.status();
  json_shared_ = std::make_unique<JsonShared>(shared_, *std::move(origins), RelayOf());
  return Listen({.flag = kJsonPort.flag,
                 .address = options_.json_listen,
                 .max_sessions = MaxJsonSessions(options_),
                 .max_connections = static_cast<size_t>(options_.max_connections),
                 .max_connections_per_peer = static_cast<size_t>(options_.max_connections_per_peer),
                 .make =
                     [this](HttpShared& port, HttpConnection connection) {
                       return std::make_unique<JsonSession>(*json_shared_, port,
                                                            std::move(connection));
                     },
                 .pems = pems_.get()},
                &json_);
}

absl::Status Server::Listen(HttpPort::Settings settings, std::unique_ptr<HttpPort>* port) {
  settings.on_refusal = [this](Refusal refusal, const Peer* peer) { Refused(refusal, peer); };
  absl::StatusOr<std::unique_ptr<HttpPort>> started =
      HttpPort::Start(options_, std::move(settings));
  if (started.ok()) *port = *std::move(started);
  return started.status();
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
  shared_.metrics.ConnectionRefused(refusal);
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
  shared_.pool.Stop();
  if (shared_.tracer != nullptr) shared_.tracer->Stop();
  trimmer_.reset();
  http_.reset();
  envoy_.reset();
  door_.reset();
  guards_.reset();
  guard_models_.reset();
}

void Server::TellPems(const absl::Status& good) {
  log_.Write(good.ok() ? LogLevel::kInfo : LogLevel::kError,
             good.ok() ? "certificates_good" : "certificates_wrong", {{"message", good.message()}});
}

void Server::DrainCalls() {
  shared_.gate.Close();
  log_.Write(LogLevel::kInfo, "draining", {{"calls", static_cast<int64_t>(shared_.gate.inside())}});
  // Our own methods answer late calls UNAVAILABLE.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(options_.drain_seconds);
  if (json_ != nullptr) json_->Drain();
  const auto is_busy = [this] {
    return shared_.gate.inside() > 0 || (json_ != nullptr && json_->CountBusy() > 0);
  };
  while (is_busy() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kDrainPoll);
  }
}

void Server::CutStop() {
  log_.Write(LogLevel::kError, "stop_cut",
             {{"calls", static_cast<int64_t>(shared_.gate.inside())},
              {"busy_threads", static_cast<int64_t>(shared_.pool.busy())},
              {"queued_calls", static_cast<int64_t>(shared_.pool.queued())}});
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
  const bool is_drained = shared_.gate.inside() == 0;
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
  return shared_.work_memory.used() + shared_.admission.bytes() + shared_.answers.bytes() +
         shared_.models.bytes() + shared_.inferences.bytes();
}

void Server::CutConnections(int step, size_t uncounted_bytes) {
  size_t count = json_ == nullptr ? 0 : json_->CutWaiting();
  if (step == 0) count += connections_.ShutDownYoungerThan(kYoung);
  if (count == 0) count = connections_.ShutDownYoungerThan(ConnectionTable::Clock::duration::max());
  shared_.metrics.ConnectionsCut(count);
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
  facts.work_bytes = shared_.work_memory.used();
  facts.levels = SampleLevels();
  facts.cache_limits = {static_cast<size_t>(options_.result_cache_bytes),
                        static_cast<size_t>(options_.model_cache_bytes),
                        static_cast<size_t>(options_.compiled_cache_bytes)};
  facts.last = history_.Last();
  facts.slowest = history_.Slowest();
  const auto now = std::chrono::steady_clock::now();
  for (const KeptModel& model : shared_.models.ListLast(kMostModels)) {
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
  if (shared_.tracer != nullptr) levels.spans = shared_.tracer->spans();
  levels.queued_calls = shared_.pool.queued();
  for (const Lane lane : kAllLanes) {
    levels.queued_by_lane[static_cast<size_t>(lane)] = shared_.pool.queued(lane);
  }
  levels.calls_in_flight = shared_.gate.inside();
  levels.bytes_in_flight = shared_.admission.bytes();
  levels.pool_threads = shared_.threads;
  levels.busy_threads = shared_.pool.busy();
  levels.caches[static_cast<size_t>(CacheKind::kAnswers)] = {shared_.answers.entries(),
                                                             shared_.answers.bytes()};
  levels.caches[static_cast<size_t>(CacheKind::kModels)] = {shared_.models.entries(),
                                                            shared_.models.bytes()};
  levels.caches[static_cast<size_t>(CacheKind::kCompiled)] = {shared_.inferences.entries(),
                                                              shared_.inferences.bytes()};
  return levels;
}

}  // namespace shapewright::server

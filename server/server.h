#ifndef SHAPEWRIGHT_SERVER_SERVER_H_
#define SHAPEWRIGHT_SERVER_SERVER_H_

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/call/call_environment.h"
#include "server/call/open_calls.h"
#include "server/callers/connection_router.h"
#include "server/config/options.h"
#include "server/guard/envoy_authorization.h"
#include "server/guard/guard_door.h"
#include "server/guard/guard_models.h"
#include "server/guard/guard_store.h"
#include "server/http/http_port.h"
#include "server/json/json_session.h"
#include "server/methods/service.h"
#include "server/models/model_service.h"
#include "server/net/acceptor.h"
#include "server/net/connection_table.h"
#include "server/net/file_descriptor.h"
#include "server/net/peer.h"
#include "server/observe/admin_pages.h"
#include "server/observe/call_history.h"
#include "server/observe/health.h"
#include "server/observe/liveness.h"
#include "server/observe/log.h"
#include "server/observe/status_page.h"
#include "server/process/memory_trimmer.h"
#include "server/process/memory_watch.h"
#include "server/tls/served_pems.h"

namespace shapewright::server {

// The gRPC server with its services, thread pool, caches and connections, and the HTTP port.
// Constructed, started and stopped by one thread; its callbacks run on others.
class Server {
 public:
  // `options` and `log` outlive the server.
  Server(const Options& options, Log& log);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  // As Stop().
  ~Server();

  // Listens and serves. FAILED_PRECONDITION if an address is in use, INVALID_ARGUMENT if one is
  // malformed.
  absl::Status Start();

  // Reports that it is not ready; goes on serving for --drain-wait-seconds; then accepts no more
  // calls, finishes those it has (for --drain-seconds; then they are cancelled), and removes the
  // sockets. If work still goes on five seconds later, it logs `stop_cut` and ends the process with
  // exit code 3.
  void Stop();

  // The addresses it listens on; port 0 is replaced by the actual port.
  const std::vector<std::string>& addresses() const { return addresses_; }
  // Empty without --json-listen, --http-listen.
  std::string json_address() const { return json_ == nullptr ? "" : json_->address(); }
  std::string http_address() const { return http_ == nullptr ? "" : http_->address(); }

 private:
  absl::Status MakeDoors();
  absl::Status ListenForAdmin();
  absl::Status ListenForJson();
  absl::Status Listen(HttpPort::Settings settings, std::unique_ptr<HttpPort>* port);
  // For calls of the server to itself.
  RelayedCalls::Relay RelayOf();
  absl::Status Listen(const std::shared_ptr<grpc::ServerCredentials>& credentials);
  // Hands a connection to gRPC. Called on the acceptor's thread; Refused() on those of
  // the HTTP ports too.
  void Serve(FileDescriptor connection, const Peer& peer, bool is_own);
  void Refused(Refusal refusal, const Peer* peer);
  // Whether new certificates can be served, or why not.
  void TellPems(const absl::Status& good);
  void DrainCalls();
  void CutStop();
  void ShutDown();
  Levels SampleLevels();
  StatusFacts TellStatus();
  // The memory that other limits bound.
  size_t CountedBytes();
  // Cuts connections: at step 0 the young ones, then all.
  void CutConnections(int step, size_t uncounted_bytes);

  const std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
  const Options& options_;
  Log& log_;
  // Written to when calls end.
  CallHistory history_;
  CallEnvironment shared_;
  OpenCalls open_calls_;
  ShapeService shapes_;
  PlanService plans_;
  ModelService models_;
  Health health_;
  ConnectionTable connections_;
  std::mutex refusal_mutex_;
  TokenBucket refusal_lines_{1};  // guarded by refusal_mutex_
  TokenBucket cut_lines_{1};      // used by the memory watch's thread
  // Null unless doors are served.
  std::unique_ptr<GuardModels> guard_models_;
  std::unique_ptr<GuardStore> guards_;
  std::unique_ptr<GuardDoor> door_;
  std::unique_ptr<EnvoyAuthorization> envoy_;
  std::unique_ptr<AdminPages> pages_;
  std::unique_ptr<HttpPort> http_;
  // Null without --tls-cert.
  std::unique_ptr<ServedPems> pems_;
  std::vector<std::string> addresses_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ConnectionRouter> router_;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<JsonShared> json_shared_;
  std::unique_ptr<HttpPort> json_;
  std::unique_ptr<Liveness> liveness_;
  std::unique_ptr<MemoryTrimmer> trimmer_;
  std::unique_ptr<MemoryWatch> memory_watch_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_SERVER_H_

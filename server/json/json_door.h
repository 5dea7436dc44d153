#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_DOOR_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_DOOR_H_

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/call/call_environment.h"
#include "server/json/json_session.h"
#include "server/net/acceptor.h"
#include "server/net/connection_table.h"
#include "server/net/listener.h"
#include "server/net/refusal.h"
#include "server/tls/tls_contexts.h"

namespace shapewright::server {

// The JSON port: the unary RPCs over HTTP/1.1 (docs/json.md). Each connection has a thread, so that
// a slow client holds nothing else. Beyond the most sessions a new connection takes the place of
// the oldest one that is not being answered, of the peer that has most of them; else of one that
// reads its answer slowly. Where bodies hold all of the memory that they may, those that come
// slowly give way (Pace).
class JsonDoor {
 public:
  static constexpr size_t kMaxSessions = 256;
  // How many sessions a process has that may open so many files, and how many of them these take.
  static size_t SessionsFor(size_t descriptors);
  static size_t DescriptorsOf(size_t sessions);

  struct Handlers {
    RelayedCalls::Relay relay;
    std::function<void(Refusal refusal, const Peer* peer)> on_refusal;
    size_t max_sessions = kMaxSessions;
    // Null: there is no TLS.
    const ServedPems* pems = nullptr;
  };

  // Listens on --json-listen. INVALID_ARGUMENT if that is no HOST:PORT, FAILED_PRECONDITION if it
  // cannot listen there. `environment` and the handlers' `pems` outlive it.
  static absl::StatusOr<std::unique_ptr<JsonDoor>> Start(CallEnvironment& environment,
                                                         Handlers handlers);
  JsonDoor(const JsonDoor&) = delete;
  JsonDoor& operator=(const JsonDoor&) = delete;
  // As StopAccepting(); waits for answers that are being sent, for a second, then cuts all.
  ~JsonDoor();

  // The address it listens on; port 0 is replaced by the actual port.
  const std::string& address() const { return address_; }
  // Connections end with their next answer.
  void Drain() { shared_.is_stopping = true; }
  // As Drain(), and takes on no more connections.
  void StopAccepting();
  // Requests that are there in full, and whose answers are not sent yet.
  size_t CountBusy();
  // Cuts the connections that are not being answered. Returns their number.
  size_t CutWaiting();

 private:
  struct Entry {
    JsonSession* session;
    std::string peer;
    bool is_cut = false;
    // Cut for the memory that it holds.
    bool makes_room = false;
  };
  using Entries = std::list<Entry>;

  JsonDoor(CallEnvironment& environment, Handlers handlers, Listener listener);
  void Begin(FileDescriptor connection, const Peer& peer);
  // False: there is none to be made.
  bool MakeRoom(std::unique_lock<std::mutex>& lock);
  // With the mutex.
  size_t CutAllWaiting();
  // JsonShared::cut_dawdling.
  bool CutDawdling();
  void Serve(Entries::iterator entry, std::unique_ptr<JsonSession> session);

  const Handlers handlers_;
  JsonShared shared_;
  const std::string address_;
  TlsContexts tls_;  // used by the acceptor's thread only
  ConnectionTable connections_;
  std::mutex mutex_;
  std::condition_variable ended_;
  // The oldest first; guarded by the mutex.
  Entries sessions_;
  std::unique_ptr<Acceptor> acceptor_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_DOOR_H_

#ifndef SHAPEWRIGHT_SERVER_HTTP_HTTP_PORT_H_
#define SHAPEWRIGHT_SERVER_HTTP_HTTP_PORT_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "server/config/options.h"
#include "server/http/http_session.h"
#include "server/net/acceptor.h"
#include "server/net/connection_table.h"
#include "server/net/listener.h"
#include "server/net/refusal.h"
#include "server/tls/tls_contexts.h"

namespace shapewright::server {

// A port of HTTP/1.1. Each connection has a thread, so that a slow client holds nothing else.
// Beyond the most sessions a new connection takes the place of the oldest one that is not being
// answered, of the peer that has most of them; else of one that reads its answer slowly. Where
// bodies hold all of the memory that they may, those that come slowly give way (Pace).
class HttpPort {
 public:
  // A kind of sessions.
  struct Kind {
    // The option with the address, such as `--json-listen`.
    const char* flag;
    size_t max_sessions;
    // Of a session: its connection, and what it opens for its answers.
    size_t descriptors;
  };
  // How many sessions a process has that may open so many files, and how many of them these take.
  static size_t SessionsFor(const Kind& kind, size_t descriptors);
  static size_t DescriptorsOf(const Kind& kind, size_t sessions);

  struct Settings {
    const char* flag;
    std::string address;
    size_t max_sessions;
    // Further connections are turned away. By default more than ever come at once, as it is the
    // sessions that are bounded.
    size_t max_connections = 4096;
    size_t max_connections_per_peer = 4096;
    std::function<std::unique_ptr<HttpSession>(HttpShared& shared, HttpConnection connection)> make;
    std::function<void(Refusal refusal, const Peer* peer)> on_refusal = {};
    // Null: there is no TLS.
    const ServedPems* pems = nullptr;
  };

  // INVALID_ARGUMENT if the address is no HOST:PORT, FAILED_PRECONDITION if it cannot listen there.
  // `options` and `pems` outlive it.
  static absl::StatusOr<std::unique_ptr<HttpPort>> Start(const Options& options, Settings settings);
  HttpPort(const HttpPort&) = delete;
  HttpPort& operator=(const HttpPort&) = delete;
  // As StopAccepting(); waits for answers that are being sent, for a second, then cuts all.
  ~HttpPort();

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
    HttpSession* session;
    std::string peer;
    bool is_cut = false;
    // Cut for the memory that it holds.
    bool makes_room = false;
  };
  using Entries = std::list<Entry>;

  HttpPort(const Options& options, Settings settings, Listener listener);
  void Begin(FileDescriptor connection, const Peer& peer);
  // False: there is none to be made.
  bool MakeRoom(std::unique_lock<std::mutex>& lock);
  // With the mutex.
  size_t CutAllWaiting();
  // HttpShared::cut_dawdling.
  bool CutDawdling();
  void Serve(Entries::iterator entry, std::unique_ptr<HttpSession> session);

  const Settings settings_;
  HttpShared shared_;
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

#endif  // SHAPEWRIGHT_SERVER_HTTP_HTTP_PORT_H_

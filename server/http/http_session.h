#ifndef SHAPEWRIGHT_SERVER_HTTP_HTTP_SESSION_H_
#define SHAPEWRIGHT_SERVER_HTTP_HTTP_SESSION_H_

#include <openssl/ssl.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "server/http/http_request.h"
#include "server/http/pace.h"
#include "server/net/byte_stream.h"
#include "server/net/file_descriptor.h"
#include "server/net/peer.h"

namespace shapewright::server {

struct HttpAnswer {
  int status = 200;
  std::string body = {};
  std::string type = "text/plain; charset=utf-8";
  bool is_gzip = false;
  bool ends_connection = false;
  // Further fields of the head, such as `Allow: POST`, each with its line end.
  std::string fields = {};
};

// What the sessions of a port share. Outlives them.
struct HttpShared {
  const std::chrono::seconds handshake_time;
  // For an answer.
  const std::chrono::seconds send_time;
  // Cuts the session that holds most of those whose bodies come slowly. False: no session is about
  // to end for that.
  const std::function<bool()> cut_dawdling;
  // Answers end their connections.
  std::atomic<bool> is_stopping{false};
};

struct HttpConnection {
  FileDescriptor socket;
  Peer peer;
  // Null: there is no TLS.
  std::shared_ptr<SSL_CTX> tls;
};

// One connection of a port: its requests, one after another. Kinds of ports override what answers
// them.
class HttpSession {
 public:
  // `shared` outlives it.
  HttpSession(HttpShared& shared, HttpConnection connection);
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;
  virtual ~HttpSession() = default;

  // Until the connection ends.
  void Run();

  // Any thread may ask and cut it, while it exists. It is waiting unless a request is there in full
  // whose answer is not sent yet.
  bool is_waiting() const { return is_waiting_.load(std::memory_order_relaxed); }
  // Its answer is read slowly, or not at all.
  bool is_stuck() const { return sending_.is_slow(); }
  // Its body comes slowly, or not at all.
  bool is_dawdling() const { return receiving_.is_slow(); }
  // What it holds that is large.
  size_t held_bytes() const { return held_bytes_.load(std::memory_order_relaxed); }
  void Cut() const;

 protected:
  // Answers up to this size are sent in one packet.
  static constexpr size_t kSmallBytes = 64 << 10;

  HttpShared& shared() { return shared_; }
  const ByteStream& stream() const { return stream_; }
  const Peer& peer() const { return peer_; }
  // HttpReader::ReadBody(), with the body's pace.
  int ReadBody(size_t max_bytes, const std::function<int(size_t)>& takes, HttpRequest* request);
  // The request is there in full: it is waiting no more.
  void BeginAnswer() { is_waiting_ = false; }
  void SetHeldBytes(size_t bytes) { held_bytes_.store(bytes, std::memory_order_relaxed); }

 private:
  // Before the first request.
  virtual void OnOpen() {}
  // Before each request.
  virtual void OnRequest() {}
  // Of a request whose head is there; reads its body.
  virtual HttpAnswer AnswerTo(HttpRequest& request) = 0;
  // For a request that is none, by the status.
  virtual HttpAnswer Refuse(int status) = 0;
  // When the answer is there, and when it is sent, or the connection has ended.
  virtual void OnAnswer(const HttpAnswer& /*answer*/) {}
  virtual void OnSent() {}
  // After the last one.
  virtual void OnClose() {}

  // False: the connection is to end.
  bool ServeOne();
  HttpAnswer Answer(HttpRequest& request, int head_status);
  // `has_body`: else only told how long it is.
  bool Send(const HttpAnswer& answer, bool has_body, bool keeps_alive);
  // Reads on until the client closes: closing first could discard the answer on its way.
  void Linger();

  HttpShared& shared_;
  const std::shared_ptr<SSL_CTX> tls_;
  ByteStream stream_;
  HttpReader reader_;
  const Peer peer_;
  std::atomic<bool> is_waiting_{true};
  std::atomic<size_t> held_bytes_{0};
  Pace sending_;
  Pace receiving_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_HTTP_HTTP_SESSION_H_

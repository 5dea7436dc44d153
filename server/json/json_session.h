#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_

#include <openssl/ssl.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/heap.h"
#include "server/call/call_environment.h"
#include "server/json/connect_request.h"
#include "server/json/http_request.h"
#include "server/json/json_shared.h"
#include "server/json/pace.h"
#include "server/json/relayed_calls.h"
#include "server/net/byte_stream.h"
#include "server/net/peer.h"

namespace shapewright::server {

// One connection of the JSON port: its requests, one after another.
class JsonSession {
 public:
  // `shared` outlives it.
  JsonSession(JsonShared& shared, FileDescriptor connection, const Peer& peer,
              const std::shared_ptr<SSL_CTX>& tls);
  JsonSession(const JsonSession&) = delete;
  JsonSession& operator=(const JsonSession&) = delete;

  // Until the connection ends.
  void Run();

  // Any thread may ask and cut it, while it exists.
  bool is_waiting() const { return is_waiting_.load(std::memory_order_relaxed); }
  // Its answer is read slowly, or not at all.
  bool is_stuck() const { return sending_.is_slow(); }
  // Its body comes slowly, or not at all.
  bool is_dawdling() const { return receiving_.is_slow(); }
  // What it holds that is large.
  size_t held_bytes() const { return held_bytes_.load(std::memory_order_relaxed); }
  void Cut() const;

 private:
  struct Answer {
    int status = 200;
    std::string body;
    absl::string_view type = "application/json";
    bool is_gzip = false;
    bool has_no_body = false;  // only told how long it is
    bool ends_connection = false;
    // Fields of the head, such as `Allow: POST`, without the last line end, and those of the call,
    // each with its line end.
    std::string field;
    std::string trailers;
  };

  // False: the connection is to end.
  bool ServeOne();
  Answer AnswerTo(HttpRequest& http);
  static Answer Refuse(int status);
  static Answer Fail(const grpc::Status& error);
  Answer RefuseLargeBody(bool is_json);
  // HttpReader::kGood or the status to refuse with; `refusal` gets the error that says why.
  int ReadBody(bool is_json, HttpRequest* http, absl::Status* refusal);
  // Holds what a body is about to take. While that is too much because others hold the rest, those
  // whose bodies come slowly give way.
  absl::Status HoldForBody(size_t needed, size_t more);
  // Counts what this session has now, and what it is about to take. RESOURCE_EXHAUSTED if that is
  // too much.
  absl::Status Hold(size_t more);
  void SetHeld(size_t bytes);
  // What this session holds from now on, and is about to take, counts as the memory of work. That
  // is charged in steps, so that even little is held as a step.
  absl::Status CountAsWork(size_t more);
  void GiveBack();
  // OK, or an error if nobody waits for the answer, or it takes too much.
  absl::Status CheckWanted();
  Answer Ask(ConnectRequest& request, const HttpRequest& http);
  // Before the call of a request that is there in full.
  void Begin();
  RelayedCalls::Reply Relay(const std::string& path, grpc::ByteBuffer message,
                            const HttpRequest& http);
  // The page about a model that is kept.
  Answer AnswerWithPage(const HttpRequest& http);
  absl::StatusOr<std::string> WritePage(const std::string& id, const RelayedCalls::Reply& shapes,
                                        const RelayedCalls::Reply& cost);
  // The message in binary form; frees that of the request.
  absl::Status TakeMessage(ConnectRequest& request, grpc::ByteBuffer* bytes);
  absl::StatusOr<std::string> Write(const ConnectRequest& request, const grpc::ByteBuffer& body,
                                    Answer* answer);
  bool Send(const Answer& answer, bool keeps_alive);
  // Reads on until the client closes: closing first could discard the answer on its way.
  void Linger();
  void FindCaller();

  JsonShared& shared_;
  const std::shared_ptr<SSL_CTX> tls_;
  ByteStream stream_;
  HttpReader reader_;
  const Peer peer_;
  std::unique_ptr<RelayedCalls> calls_;
  std::atomic<bool> is_waiting_{true};
  Pace sending_;
  Pace receiving_;
  const StillWanted wanted_ = [this] { return CheckWanted(); };
  // Of the call that is answered.
  std::optional<std::chrono::system_clock::time_point> deadline_;
  // Whether what it has counts as the memory of work, however little it is.
  bool is_work_ = false;
  // Of a request that is not small, until it is answered.
  std::optional<HeapGuard> heap_;
  // What this thread had when the request began, or its answer came.
  int64_t first_heap_bytes_ = 0;
  // Of an answer, what gRPC holds of it.
  size_t reply_bytes_ = 0;
  // Of the shared count, what this session has.
  std::atomic<size_t> held_bytes_{0};
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_

#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/heap.h"
#include "server/call/call_environment.h"
#include "server/http/http_session.h"
#include "server/json/connect_request.h"
#include "server/json/json_shared.h"
#include "server/json/relayed_calls.h"

namespace shapewright::server {

// One connection of the JSON port (docs/json.md): the unary RPCs, and pages about kept models.
class JsonSession final : public HttpSession {
 public:
  // Both `shared` outlive it.
  JsonSession(JsonShared& shared, HttpShared& port, HttpConnection connection)
      : HttpSession(port, std::move(connection)), shared_(shared) {}

 private:
  using Answer = HttpAnswer;

  void OnOpen() override;
  void OnRequest() override { first_heap_bytes_ = ThreadHeapBytes(); }
  Answer AnswerTo(HttpRequest& http) override;
  Answer Refuse(int status) override;
  void OnAnswer(const Answer& answer) override;
  void OnSent() override { GiveBack(); }
  void OnClose() override { calls_.reset(); }

  Answer AnswerWithin(HttpRequest& http);
  static Answer Fail(const grpc::Status& error);
  // The same for a request whose body stays unread.
  static Answer FailAndEnd(const grpc::Status& error);
  Answer RefuseLargeBody(bool is_json);
  // HttpReader::kGood or the status to refuse with; `refusal` gets the error that says why.
  int ReadMessage(bool is_json, HttpRequest* http, absl::Status* refusal);
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

  JsonShared& shared_;
  std::unique_ptr<RelayedCalls> calls_;
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
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_SESSION_H_

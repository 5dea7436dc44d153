#ifndef SHAPEWRIGHT_SERVER_CALL_ANSWER_METHOD_H_
#define SHAPEWRIGHT_SERVER_CALL_ANSWER_METHOD_H_

#include <grpcpp/support/byte_buffer.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/admission/lane.h"
#include "server/cache/answer_flight.h"
#include "server/cache/cache_key.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// Callbacks of the work on an answer.
struct WorkHooks {
  // Whether anybody still waits; an error ends the work.
  std::function<absl::Status()> check;
  // Gets the operations so far.
  std::atomic<uint64_t>* progress = nullptr;
  // Called when the model or message is read; and when the inference is done, before it is written.
  std::function<void()> on_read;
  std::function<void()> on_inferred;
};

// A request that was read. One thread at a time; on the pool only.
class Question {
 public:
  struct Key {
    KeyKind kind;
    std::string bytes;
  };

  virtual ~Question() = default;
  // The cache key of its answer.
  virtual absl::StatusOr<Key> FindKey() = 0;
  // Its answer was in the cache, so that FindAnswer() is not called.
  virtual void OnAnswerKept(const std::function<absl::Status()>& /*check*/) {}
  // Called once, last. Its errors are those of the call; what is told of the request alone is kept,
  // as answers are (DependsOnRequestOnly() in status.h).
  virtual absl::StatusOr<Answer> FindAnswer(const WorkHooks& hooks) = 0;
};

// A unary RPC whose answers can be kept. Thread-safe.
class AnswerMethod {
 public:
  // `key_kind` is that of a request as it came.
  AnswerMethod(Method method, KeyKind key_kind, absl::string_view too_large_advice)
      : method_(method), key_kind_(key_kind), too_large_advice_(too_large_advice) {}
  virtual ~AnswerMethod() = default;

  Method method() const { return method_; }
  KeyKind key_kind() const { return key_kind_; }
  // The end of the error message for a request that is too large.
  absl::string_view too_large_advice() const { return too_large_advice_; }

  // Called on gRPC's own threads for a small request: answers it if that takes next to no work, and
  // returns the size of the answer. Nothing otherwise and on any error.
  virtual std::optional<size_t> AnswerAtOnce(absl::string_view /*request*/,
                                             grpc::ByteBuffer* /*response*/) const {
    return std::nullopt;
  }
  // Whether the answer depends on nothing but the request.
  virtual bool IsKeyedByRequest(absl::string_view /*request*/) const { return true; }
  // Of a small request, on gRPC's own threads: how much work it looks like. `request` may be
  // malformed.
  virtual Lane Weigh(absl::string_view request) const { return LaneOf({.bytes = request.size()}); }
  // On the pool. Holds on to the request's bytes where it needs them.
  virtual absl::StatusOr<std::unique_ptr<Question>> Read(const grpc::ByteBuffer& request) const = 0;

 private:
  const Method method_;
  const KeyKind key_kind_;
  const absl::string_view too_large_advice_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_ANSWER_METHOD_H_

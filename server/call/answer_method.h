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
#include "core/inference/engine/options.h"
#include "server/admission/lane.h"
#include "server/cache/answer_flight.h"
#include "server/cache/cache_key.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// What work on an answer tells, on its thread. Each of them may be empty.
struct WorkHooks {
  void CountLookup(CacheKind cache, bool is_hit) const {
    if (metrics != nullptr) metrics->CacheLookedUp(cache, is_hit);
  }
  void CountEvicted(CacheKind cache, size_t entries) const {
    if (metrics != nullptr) metrics->CacheEvicted(cache, entries);
  }

  // Called at least every Work::kPollInterval operations: an error if nobody waits any more, which
  // ends the work.
  std::function<absl::Status()> check;
  // Is set to the number of operations so far.
  std::atomic<uint64_t>* progress = nullptr;
  // Called when the model or message is in memory, and when inference is done, before the answer is
  // written.
  std::function<void()> on_read;
  std::function<void()> on_inferred;
  // Counts what is found in the caches, and what they evict.
  Metrics* metrics = nullptr;
  // Gets the unknown dims by operator.
  inference::UnknownDims* unknown_dims = nullptr;
};

// A request that is read. Used by one thread at a time, on the pool only.
class ParsedRequest {
 public:
  struct Key {
    KeyKind kind;
    std::string bytes;
  };

  virtual ~ParsedRequest() = default;
  // The cache key of its answer.
  virtual absl::StatusOr<Key> FindKey() = 0;
  // Called instead of FindAnswer() if the answer was in the cache.
  virtual void OnAnswerKept(const std::function<absl::Status()>& /*check*/) {}
  // Called once, last. Its errors are those of the call; an error that depends on the request alone
  // is kept, as answers are (DependsOnRequestOnly() in status.h).
  virtual absl::StatusOr<SerializedAnswer> FindAnswer(const WorkHooks& hooks) = 0;
};

// A unary RPC whose answers can be kept. Thread-safe.
class AnswerMethod {
 public:
  // `key_kind` is that of a request as it was received.
  AnswerMethod(Method method, KeyKind key_kind, absl::string_view too_large_advice)
      : method_(method), key_kind_(key_kind), too_large_advice_(too_large_advice) {}
  virtual ~AnswerMethod() = default;

  Method method() const { return method_; }
  KeyKind key_kind() const { return key_kind_; }
  // The end of the error message for a request that is too large.
  absl::string_view too_large_advice() const { return too_large_advice_; }

  // Called on gRPC's own threads for a small request: answers it if that takes almost no work, and
  // returns the size of the answer. Otherwise, and on any error, nothing.
  virtual std::optional<size_t> AnswerAtOnce(absl::string_view /*request*/,
                                             grpc::ByteBuffer* /*response*/) const {
    return std::nullopt;
  }
  // Whether the answer depends on nothing but the request.
  virtual bool IsKeyedByRequest(absl::string_view /*request*/) const { return true; }
  // Estimates the work of a small request, on gRPC's own threads. `request` may be
  // malformed.
  virtual Lane Weigh(absl::string_view request) const { return LaneOf({.bytes = request.size()}); }
  // Called on the pool. Keeps the request's bytes if it needs them.
  virtual absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& request) const = 0;

 private:
  const Method method_;
  const KeyKind key_kind_;
  const absl::string_view too_large_advice_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_ANSWER_METHOD_H_

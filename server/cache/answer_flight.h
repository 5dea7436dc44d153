#ifndef SHAPEWRIGHT_SERVER_CACHE_ANSWER_FLIGHT_H_
#define SHAPEWRIGHT_SERVER_CACHE_ANSWER_FLIGHT_H_

#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "server/cache/sharded_cache.h"
#include "server/cache/single_flight.h"

namespace shapewright::server {

// The serialized answer of a unary method, which can be cached and sent without a copy.
struct SerializedAnswer {
  absl::Status error;
  // A serialized response; unset if there is an error.
  grpc::ByteBuffer body;
  size_t size = 0;
  // Of the model; 0: none, or not known.
  size_t nodes = 0;

  // The memory it takes, with the error and its payloads.
  size_t weight() const;
};

// The answer with a serialized response in two pieces. Large pieces are not copied.
SerializedAnswer MakeAnswer(const std::string& head, std::string rest);

using SharedAnswer = std::shared_ptr<const SerializedAnswer>;

// Answers by request.
using AnswerCache = ShardedCache<SharedAnswer>;

// How the answer of a flight was found.
struct AnswerOrigin {
  using Clock = std::chrono::steady_clock;

  // An equal flight landed before this one began: the answer is that of the cache.
  bool was_kept = false;
  // When the phases of the work ended; unset for phases that were not reached.
  Clock::time_point begun;
  Clock::time_point read;
  Clock::time_point inferred;
  Clock::time_point written;
};

// A call that waits for an answer.
class AnswerWaiter {
 public:
  using Clock = std::chrono::system_clock;

  virtual ~AnswerWaiter() = default;
  // After this time it needs no answer.
  virtual Clock::time_point deadline() const = 0;
  // Tells it whether it waits for work that an equal call has started.
  virtual void set_joined(bool joined) = 0;
  // Called once, unless the waiter has left. The waiter may be destroyed when this returns.
  virtual void OnAnswer(const SharedAnswer& answer, const AnswerOrigin& origin) = 0;
};

using AnswerFlights = SingleFlight<AnswerWaiter>;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_ANSWER_FLIGHT_H_

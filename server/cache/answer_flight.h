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
struct Answer {
  absl::Status error;
  // If there is no error: a serialized response.
  grpc::ByteBuffer body;
  size_t size = 0;

  // Its memory, with the error and its payloads.
  size_t weight() const;
};

// Of a serialized response in two pieces. Large ones are not copied.
Answer MakeAnswer(const std::string& head, std::string rest);

using SharedAnswer = std::shared_ptr<const Answer>;

// The first cache: answers by request.
using AnswerCache = ShardedCache<SharedAnswer>;

// When the phases of an answer's work ended; unset for phases that it did not reach.
struct AnswerTimes {
  using Clock = std::chrono::steady_clock;

  Clock::time_point begun;
  Clock::time_point read;
  Clock::time_point inferred;
  Clock::time_point written;
};

// Whoever waits for an answer.
class AnswerWaiter {
 public:
  using Clock = std::chrono::system_clock;

  virtual ~AnswerWaiter() = default;
  // When it has no more use for an answer.
  virtual Clock::time_point deadline() const = 0;
  // Whether it waits for work that an equal call has started.
  virtual void set_joined(bool joined) = 0;
  // Called once, unless the waiter has left. It may be gone when this returns.
  virtual void OnAnswer(const SharedAnswer& answer, const AnswerTimes& times) = 0;
};

using AnswerFlights = SingleFlight<AnswerWaiter>;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_ANSWER_FLIGHT_H_

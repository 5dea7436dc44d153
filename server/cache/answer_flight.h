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

// What a unary method answers, kept as it goes out: who hands it on parses and serializes nothing,
// and copies no bytes.
struct Answer {
  absl::Status error;
  // If there is no error: a serialized response.
  grpc::ByteBuffer body;
  size_t size = 0;

  // What it takes in memory, the error with all that is told of it.
  size_t weight() const;
};

// Of a serialized response in two pieces. Large ones are not copied.
Answer MakeAnswer(const std::string& head, std::string rest);

using SharedAnswer = std::shared_ptr<const Answer>;

// The first cache: answers by request.
using AnswerCache = ShardedCache<SharedAnswer>;

// When the work of an answer began, went on, and ended. What it did not come to has no time.
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

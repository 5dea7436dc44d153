#ifndef SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_
#define SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "server/cache/answer_flight.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"

namespace shapewright::server {

// Computes the answer of one flight, for all its waiters and the cache. Belongs to no call.
class AnswerJob {
 public:
  using FlightPointer = std::shared_ptr<AnswerFlights::Flight>;

  // `environment` and `method` outlive the job, which keeps the request's bytes.
  AnswerJob(CallEnvironment& environment, const AnswerMethod& method, FlightPointer flight,
            const grpc::ByteBuffer& request);
  // For a request that is read already.
  AnswerJob(CallEnvironment& environment, const AnswerMethod& method, FlightPointer flight,
            std::unique_ptr<Question> question);

  // Called once, on a thread of the pool.
  void Run();
  // Called instead of Run(): all waiters get the error.
  void Refuse(const absl::Status& error);

 private:
  SharedAnswer MakeAnswer();
  absl::StatusOr<Answer> FindAnswer();
  // Adds the operations since the last call to the metrics.
  void CountWork();
  // Answers waiters whose deadline has passed. An error if no waiter is left, or if the work takes
  // too much memory.
  absl::Status Check();
  absl::Status CheckWanted();
  void Keep(const SharedAnswer& answer);
  void Land(const SharedAnswer& answer);

  CallEnvironment& environment_;
  const AnswerMethod& method_;
  const FlightPointer flight_;
  grpc::ByteBuffer request_;
  std::unique_ptr<Question> question_;
  AnswerTimes times_;
  uint64_t counted_work_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_

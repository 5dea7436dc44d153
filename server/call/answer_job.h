#ifndef SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_
#define SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "server/cache/answer_flight.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"

namespace shapewright::server {

// Computes the answer of one flight, for all its waiters and the cache, whichever call began it.
class AnswerJob {
 public:
  using FlightPointer = std::shared_ptr<AnswerFlights::Flight>;

  // `environment` and `method` outlive the job.
  AnswerJob(CallEnvironment& environment, const AnswerMethod& method)
      : environment_(environment), method_(method) {}

  // Once, first. It keeps the bytes while they are needed.
  void Take(const grpc::ByteBuffer& request) { request_ = request; }

  // On a thread of the pool. The first two are for a request whose key is not known: they are
  // called before Run(), or instead of it.
  absl::StatusOr<ParsedRequest::Key> FindKey();
  void OnAnswerKept(const std::function<absl::Status()>& check) { parsed_->OnAnswerKept(check); }
  void Run(const FlightPointer& flight);
  // Last: frees the request.
  void Drop();
  // Called if the pool takes no work: all waiters get the error.
  void Refuse(AnswerFlights::Flight& flight, const absl::Status& error) const;

 private:
  // Reads the request if it is not read yet.
  absl::Status Read();
  SharedAnswer MakeAnswer();
  absl::StatusOr<SerializedAnswer> FindAnswer();
  // Adds the operations since the last call to the metrics.
  void CountWork();
  // Answers waiters whose deadline has passed. An error if no waiter is left, or if the work takes
  // too much memory.
  absl::Status Check();
  absl::Status CheckWanted();
  void Keep(const SharedAnswer& answer);

  CallEnvironment& environment_;
  const AnswerMethod& method_;
  // Since Run().
  FlightPointer flight_;
  grpc::ByteBuffer request_;
  std::unique_ptr<ParsedRequest> parsed_;
  AnswerOrigin origin_;
  uint64_t counted_work_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_ANSWER_JOB_H_

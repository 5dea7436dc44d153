#ifndef SHAPEWRIGHT_SERVER_INFER_JOB_H_
#define SHAPEWRIGHT_SERVER_INFER_JOB_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "server/call.h"
#include "server/infer_answer.h"
#include "server/infer_flight.h"

namespace shapewright::server {

// A request taken apart as far as parsing does.
absl::StatusOr<InferQuestion> ReadInferQuestion(const grpc::ByteBuffer& request);

// The work of one flight of InferShapes: whoever waits gets the answer, the cache too. It belongs
// to no call.
class InferJob {
 public:
  using FlightPointer = std::shared_ptr<AnswerFlights::Flight>;

  // `environment` outlives the job, which holds on to the request's bytes. Without a question it is
  // read from the request.
  InferJob(const CallEnvironment& environment, FlightPointer flight,
           const grpc::ByteBuffer& request, std::optional<InferQuestion> question = std::nullopt);

  // Once, on a thread of the pool.
  void Run();
  // In place of Run(): all who wait get the error.
  void Refuse(const absl::Status& error);

 private:
  SharedAnswer MakeAnswer();
  absl::StatusOr<InferAnswer> Infer();
  // Sees to late waiters; an error once nobody waits.
  absl::Status Check();
  void Keep(const SharedAnswer& answer);
  void Land(const SharedAnswer& answer);

  const CallEnvironment& environment_;
  const FlightPointer flight_;
  grpc::ByteBuffer request_;
  std::optional<InferQuestion> question_;
  AnswerTimes times_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_INFER_JOB_H_

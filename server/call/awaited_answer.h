#ifndef SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_
#define SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_

#include <grpcpp/support/byte_buffer.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/cache/answer_flight.h"
#include "server/call/answer_job.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/call/incoming_call.h"
#include "server/errors/interrupt.h"

namespace shapewright::server {

// A call that waits for the answer of a flight, however it is sent then. Either the flight ends the
// waiting, or its caller cancels: the one that removes it from the flight does.
class AwaitedAnswer : public AnswerWaiter {
 public:
  Clock::time_point deadline() const override { return call_.deadline(); }
  void set_joined(bool joined) override { is_joined_ = joined; }
  void OnAnswer(const SharedAnswer& answer, const AnswerTimes& times) override;

 protected:
  // `method` outlives it; `request` is not used after the call is done.
  AwaitedAnswer(IncomingCall call, const AnswerMethod& method, const grpc::ByteBuffer* request);

  // Begins to wait: for a request that is its own cache key.
  void AwaitAnswer(const CacheKey& key, Lane lane);
  // For a request whose key must be computed on the pool first.
  void AwaitSearch(Lane lane);
  // The caller cancels.
  void Cancel();
  // gRPC is done with it.
  void Unref();

  IncomingCall& call() { return call_; }
  Interrupt& interrupt() { return interrupt_; }
  CallEnvironment& environment() const { return environment_; }

 private:
  using FlightPointer = AnswerJob::FlightPointer;

  // One of these is called once. The call may be destroyed when they return.
  //
  // With the answer, which may be an error.
  virtual void Deliver(const Answer& answer) = 0;
  virtual void Refuse(const absl::Status& error) = 0;

  void Search();
  absl::StatusOr<std::unique_ptr<Question>> Read();
  void HoldFlight(const FlightPointer& flight);
  void Abandon(AnswerFlights::Flight& flight);
  void TellPhases(const AnswerTimes& times);

  IncomingCall call_;
  CallEnvironment& environment_;
  const AnswerMethod& method_;
  const grpc::ByteBuffer* const request_;
  Interrupt interrupt_;
  bool is_joined_ = false;
  // One for gRPC, one for the pool while it looks for the answer.
  std::atomic<int> references_{1};
  std::mutex mutex_;
  // Guarded by mutex_.
  FlightPointer flight_;
  bool is_cancelled_ = false;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_

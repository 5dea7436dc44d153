#ifndef SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_
#define SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_

#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "server/cache/answer_flight.h"
#include "server/call/answer_job.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/call/incoming_call.h"
#include "server/errors/interrupt.h"

namespace shapewright::server {

// A call that waits for the answer of a flight, however it is sent then. Either the flight ends the
// waiting, or its caller cancels: the one that removes it from the flight does.
//
// gRPC knows it by a plain pointer, so that it holds itself until gRPC is done with it. Work that
// it has begun holds it too, as the work may be that of other calls by then.
class AwaitedAnswer : public AnswerWaiter, public std::enable_shared_from_this<AwaitedAnswer> {
 public:
  Clock::time_point deadline() const override { return call_.deadline(); }
  void set_joined(bool joined) override { is_joined_ = joined; }
  void OnAnswer(const SharedAnswer& answer, const AnswerOrigin& origin) override;

  // Just before gRPC gets it. Done() ends this.
  void HoldForGrpc() { held_by_grpc_ = shared_from_this(); }
  // Begins to wait. `key` is that of a request that is its own; for others it is found on the pool,
  // where they are read.
  void Await(const grpc::ByteBuffer& request, const std::optional<CacheKey>& key, Lane lane);

 protected:
  // `method` outlives it.
  AwaitedAnswer(IncomingCall call, const AnswerMethod& method);

  // The caller cancels.
  void Cancel();
  // gRPC is done with it. It may be destroyed when this returns.
  void Done();

  IncomingCall& call() { return call_; }
  Interrupt& interrupt() { return interrupt_; }
  CallEnvironment& environment() const { return environment_; }

 private:
  using FlightPointer = AnswerJob::FlightPointer;

  // One of these is called once, with an answer, which may be an error, or without.
  virtual void Deliver(const SerializedAnswer& answer) = 0;
  virtual void Refuse(const absl::Status& error) = 0;

  // On the pool: finds the answer of a flight, or first the flight.
  void Work(FlightPointer flight);
  // The flight that is to be worked on. Null: the call is answered, or waits for another one's
  // work.
  FlightPointer FindFlight();
  void HoldFlight(const FlightPointer& flight);
  void Abandon(AnswerFlights::Flight& flight);
  void TellPhases(const AnswerOrigin& origin);

  IncomingCall call_;
  CallEnvironment& environment_;
  AnswerJob job_;
  Interrupt interrupt_;
  bool is_joined_ = false;
  std::shared_ptr<AwaitedAnswer> held_by_grpc_;
  std::mutex mutex_;
  // Guarded by mutex_.
  FlightPointer flight_;
  bool is_cancelled_ = false;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_AWAITED_ANSWER_H_

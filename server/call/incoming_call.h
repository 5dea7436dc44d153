#ifndef SHAPEWRIGHT_SERVER_CALL_INCOMING_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_INCOMING_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/admission/admission.h"
#include "server/admission/call_gate.h"
#include "server/call/call_environment.h"
#include "server/call/call_record.h"
#include "server/errors/interrupt.h"

namespace shapewright::server {

// A call from its arrival on: whether it is admitted, its place among the others, and its
// record for metrics and log. The first error is the reason for refusing it, is counted, and
// goes to Fail(). The destructor gives back its place and leaves the gate. One thread at a
// time.
class IncomingCall {
 public:
  // `environment` and `context` outlive it.
  IncomingCall(CallEnvironment& environment, Method method, grpc::CallbackServerContext* context);
  IncomingCall(IncomingCall&&) = default;

  // Whether the policy allows the caller.
  absl::Status CheckCaller();
  // The same of callers who may list and evict models.
  absl::Status CheckAdmin();
  // Must be called first: CheckCaller(), and an error while the server drains.
  absl::Status Enter();
  // The same for a call of one message, which may be too large, or too late. `advice` ends the
  // error message for one that is too large.
  absl::Status EnterWith(size_t request_bytes, absl::string_view advice);
  // Takes a place among the calls in flight or, if the call has one, further bytes.
  absl::Status Admit(size_t bytes);
  // The error if the pool accepts no more work of this lane; `answer` is not kFree.
  absl::Status RefuseFullQueue(Lane lane, QueueAnswer answer);
  // The call's tag for the pool, where it is to wait.
  WorkTag TagOf(Lane lane) {
    record_.Queued(lane);
    return {lane, peer()};
  }

  // Called just before Finish(). The place of a failed call is free before its caller reads the
  // error.
  grpc::Status Succeed(size_t response_bytes) { return record_.Succeed(response_bytes); }
  grpc::Status Succeed() { return record_.Succeed(); }
  grpc::Status Fail(const absl::Status& error);

  // Counts bytes that exist already.
  void AddBytes(size_t bytes) { ticket_.Add(bytes); }
  void ReleasePlace() { ticket_.Release(); }
  // Called before its answer is sent: from here on the call takes memory and no place.
  void BeginSending() { ticket_.GiveBackPlace(kSendingBytes); }
  // Does now what the destructor would do.
  void Leave();
  void LogAccepted() const;

  CallRecord& record() { return record_; }
  // The peer (PeerName), determined at the first call: calls that are answered from a cache do not
  // need it.
  const std::string& peer();
  Interrupt::Clock::time_point deadline() const { return deadline_; }
  CallEnvironment& environment() const { return *environment_; }

 private:
  // What gRPC takes for a call whose answer is not read, about.
  static constexpr size_t kSendingBytes = 16 << 10;

  absl::Status Rejected(Rejection rejection, absl::Status error);

  CallEnvironment* environment_;
  const grpc::CallbackServerContext* context_;
  std::string peer_;
  Method method_;
  Interrupt::Clock::time_point deadline_;
  CallRecord record_;
  GatePass pass_;
  AdmissionTicket ticket_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_INCOMING_CALL_H_

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
#include "server/call/call.h"
#include "server/call/call_record.h"
#include "server/errors/interrupt.h"

namespace shapewright::server {

// A call from its arrival on: whether it is let in, its place among the others, and what metrics
// and log tell about it. The first error says why it is turned away, is counted as that, and goes
// to Fail(). It gives back its place and leaves the gate when it is destroyed. One thread at a
// time.
class IncomingCall {
 public:
  // `environment` and `context` outlive it.
  IncomingCall(const CallEnvironment& environment, Method method,
               grpc::CallbackServerContext* context);
  IncomingCall(IncomingCall&&) = default;

  // Whether the caller may call at all.
  absl::Status CheckCaller();
  // Asked first: as CheckCaller(), and not while the server drains.
  absl::Status Enter();
  // The same for a call of one message, which may be too large, or late. `advice` ends what is said
  // of one that is too large.
  absl::Status EnterWith(size_t request_bytes, absl::string_view advice);
  // A place among the calls in flight; or, for a call that has one, further bytes.
  absl::Status Admit(size_t bytes);
  // The pool takes no more work of this lane; `answer` is not kFree.
  absl::Status RefuseFullQueue(Lane lane, PlaceAnswer answer);
  // How the pool knows it.
  WorkTag TagOf(Lane lane) { return {lane, peer()}; }

  // Just before Finish(). Whoever hears of a failure finds the place free.
  grpc::Status Succeed(size_t response_bytes) { return record_.Succeed(response_bytes); }
  grpc::Status Fail(const absl::Status& error);

  // Bytes that are there already.
  void AddBytes(size_t bytes) { ticket_.Add(bytes); }
  void ReleasePlace() { ticket_.Release(); }
  // What its destruction would do, now.
  void Leave();
  void LogAccepted() const;

  CallRecord& record() { return record_; }
  // Who calls (PeerName). Found out when it is first asked for: calls that are answered from a
  // cache need it not.
  const std::string& peer();
  Interrupt::Clock::time_point deadline() const { return deadline_; }
  const CallEnvironment& environment() const { return *environment_; }

 private:
  absl::Status Rejected(Rejection rejection, absl::Status error);

  const CallEnvironment* environment_;
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

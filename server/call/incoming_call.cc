#include "server/call/incoming_call.h"

#include "server/call/call_environment.h"
#include "server/callers/access_control.h"
#include "server/callers/peer_name.h"
#include "server/errors/call_errors.h"

namespace shapewright::server {

IncomingCall::IncomingCall(CallEnvironment& environment, Method method,
                           grpc::CallbackServerContext* context)
    : environment_(&environment),
      context_(context),
      method_(method),
      deadline_(DeadlineOf(*context, environment.options)),
      record_(environment, method, context),
      ticket_(environment.admission) {}

absl::Status IncomingCall::CheckCaller() {
  if (environment_->access.Allows(*context_)) return absl::OkStatus();
  return Rejected(Rejection::kCallerNotAllowed, CallerNotAllowedError());
}

absl::Status IncomingCall::CheckAdmin() {
  if (absl::Status allowed = CheckCaller(); !allowed.ok()) return allowed;
  if (environment_->access.IsAdmin(*context_)) return absl::OkStatus();
  return Rejected(Rejection::kCallerNotAllowed, NoAdminError());
}

absl::Status IncomingCall::Enter() {
  if (absl::Status allowed = CheckCaller(); !allowed.ok()) return allowed;
  pass_ = GatePass(environment_->gate);
  if (pass_.is_inside()) return absl::OkStatus();
  return Rejected(Rejection::kDraining, DrainingError());
}

absl::Status IncomingCall::EnterWith(size_t request_bytes, absl::string_view advice) {
  record_.Received(request_bytes);
  if (absl::Status entered = Enter(); !entered.ok()) return entered;
  const auto limit = static_cast<size_t>(environment_->options.max_message_bytes);
  if (request_bytes > limit) {
    return Rejected(Rejection::kMessageTooLarge, TooLargeError(request_bytes, limit, advice));
  }
  absl::Status wanted = Interrupt(deadline_).Check();
  if (wanted.ok()) return wanted;
  return Rejected(Rejection::kDeadlinePassed, wanted);
}

absl::Status IncomingCall::Admit(size_t bytes) {
  switch (ticket_.TryTake(bytes, peer())) {
    case Admitted::kTooManyCalls:
      return Rejected(Rejection::kCallsInFlight, OverloadedError());
    case Admitted::kTooManyBytes:
      return Rejected(Rejection::kBytesInFlight, OverloadedError());
    case Admitted::kTooManyOfPeer:
      return Rejected(Rejection::kPeerShare, OverloadedError());
    case Admitted::kYes:
      break;
  }
  return absl::OkStatus();
}

absl::Status IncomingCall::RefuseFullQueue(Lane lane, QueueAnswer answer) {
  environment_->metrics.LaneRefused(lane);
  return Rejected(
      answer == QueueAnswer::kShareTaken ? Rejection::kPeerShare : Rejection::kQueueFull,
      OverloadedError());
}

const std::string& IncomingCall::peer() {
  if (peer_.empty()) peer_ = PeerName(*context_);
  return peer_;
}

grpc::Status IncomingCall::Fail(const absl::Status& error) {
  ticket_.Release();
  return record_.Fail(error);
}

void IncomingCall::Leave() {
  ticket_.Release();
  pass_ = GatePass();
}

void IncomingCall::LogAccepted() const {
  environment_->log.Write(LogLevel::kDebug, "call_accepted", {{"method", MethodName(method_)}});
}

absl::Status IncomingCall::Rejected(Rejection rejection, absl::Status error) {
  environment_->metrics.Rejected(rejection);
  return error;
}

}  // namespace shapewright::server

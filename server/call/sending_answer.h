#ifndef SHAPEWRIGHT_SERVER_CALL_SENDING_ANSWER_H_
#define SHAPEWRIGHT_SERVER_CALL_SENDING_ANSWER_H_

#include <grpcpp/server_context.h>

#include "server/call/call_environment.h"

namespace shapewright::server {

// From the Finish() of a call until its OnDone(): gRPC sends the answer, which ends only when the
// caller has read it. If that takes longer than --send-seconds, the call is cancelled, so that it
// gives back its place and its memory; the caller gets no other status than CANCELLED.
class SendingAnswer final : public Stallable {
 public:
  // Both outlive it.
  SendingAnswer(CallEnvironment& environment, grpc::CallbackServerContext* context)
      : environment_(environment), context_(context) {}

  // Called just before Finish().
  void Begin() { environment_.sending.Watch(*this); }
  // Must be called first in OnDone(); the context is not used after it.
  void End() { environment_.sending.Forget(*this); }

  void OnStalled() override {
    environment_.metrics.AnswerUnread();
    context_->TryCancel();
  }

 private:
  CallEnvironment& environment_;
  grpc::CallbackServerContext* const context_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_SENDING_ANSWER_H_

#ifndef SHAPEWRIGHT_CALL_H_
#define SHAPEWRIGHT_CALL_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "shapewright/error.h"

namespace shapewright {

// What bounds a call besides its request.
struct CallOptions {
  // DEADLINE_EXCEEDED from then on.
  absl::Time deadline = absl::InfiniteFuture();
  // Asked again and again by the thread that calls; an error ends the call and is returned. May be
  // null.
  std::function<absl::Status()> check_interrupt;
};

// Answers a call of the service in this process: for callers that have the protos' messages, and
// for the questions that the typed headers do not ask. `method` is the name of an RPC of
// proto/shapewright/v1/service.proto, one of CallMethods(); `request` and the answer are its
// messages, serialized. The answer is, byte for byte, that of a server of the same answers_id with
// default limits, but without ids of models: nothing is kept from call to call, and the model has
// to be in the request. Any number of threads may call.
//
// Errors are those of the server, with the same ErrorReason() and ErrorField(), and a printable
// message; UNIMPLEMENTED for another method.
absl::StatusOr<std::string> AnswerCall(absl::string_view method, absl::string_view request,
                                       const CallOptions& options = {});

// The methods that AnswerCall() answers, by name.
std::vector<std::string> CallMethods();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CALL_H_

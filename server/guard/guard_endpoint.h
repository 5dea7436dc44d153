#ifndef SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_
#define SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_

#include "absl/strings/string_view.h"
#include "server/guard/guard_door.h"
#include "server/http/http_session.h"

namespace shapewright::server {

// POST /v1/guard:check for model servers: whether an inference request may be run. 200: it passes,
// or that is not decided, or the door of the model is in shadow mode; 400: it fails, or is
// malformed; 404: the model is not known; 422: it can have no guard; 503: its guard is being
// compiled, come again. Takes almost no time.
HttpAnswer AnswerGuardCheck(GuardDoor& door, absl::string_view body);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_GUARD_GUARD_ENDPOINT_H_

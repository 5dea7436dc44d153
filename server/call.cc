#include "server/call.h"

#include "absl/strings/str_cat.h"
#include "server/status.h"

namespace shapewright::server {
absl::Status NotImplemented(absl::string_view what) {
  return CallError(absl::StatusCode::kUnimplemented, reason::kNotImplemented,
                   absl::StrCat("this server does not have ", what, " yet"));
}

}  // namespace shapewright::server

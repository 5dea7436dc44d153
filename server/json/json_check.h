#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_

#include <google/protobuf/descriptor.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// INVALID_ARGUMENT unless `text` is one object of JSON (RFC 8259) in UTF-8, not too deep, in which
// no object names a field of its message twice, by either of the field's names, or a key twice.
// protobuf's own reader is more lenient: it takes single quotes, and of a repeated name the last.
absl::Status CheckJson(absl::string_view text, const google::protobuf::Descriptor& message);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_

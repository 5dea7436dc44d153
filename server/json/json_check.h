#ifndef SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_
#define SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_

#include <google/protobuf/descriptor.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// Whether a translation is still wanted; an error ends it. Asked about every 64 kB.
using StillWanted = std::function<absl::Status()>;

// INVALID_ARGUMENT unless `text` is one object of JSON (RFC 8259) in UTF-8, not too deep, that
// names fields of the message only, none of them twice, by either of the field's names. protobuf's
// own reader is more lenient: it takes single quotes, and of a repeated name the last. Messages
// with maps, or of protobuf's own types such as Struct, are not among those of the API.
//
// Returns places where a token begins, in ascending order, mostly about 64 kB apart: a reader that
// is given the text in the pieces between them never has half a token.
absl::StatusOr<std::vector<size_t>> CheckJson(absl::string_view text,
                                              const google::protobuf::Descriptor& message,
                                              const StillWanted& wanted);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_JSON_CHECK_H_

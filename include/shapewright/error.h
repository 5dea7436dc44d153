#ifndef SHAPEWRIGHT_ERROR_H_
#define SHAPEWRIGHT_ERROR_H_

#include <string>

#include "absl/status/status.h"

namespace shapewright {

// Why a call failed: a stable name such as `MALFORMED_MODEL` (docs/errors.md lists them); empty if
// the status says none.
std::string ErrorReason(const absl::Status& error);

// The part of the options, request or binding that is wrong: `input_types[0].type`; empty if none
// is to blame.
std::string ErrorField(const absl::Status& error);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_ERROR_H_

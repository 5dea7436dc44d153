#ifndef SHAPEWRIGHT_CORE_QUERY_TYPE_TEXT_H_
#define SHAPEWRIGHT_CORE_QUERY_TYPE_TEXT_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {

// Reads a type in any notation of operands. INVALID_ARGUMENT for what is no type; a shape alone is
// none.
absl::Status ReadTypeText(absl::string_view text, v1::Type* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_TYPE_TEXT_H_

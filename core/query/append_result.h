#ifndef SHAPEWRIGHT_CORE_QUERY_APPEND_RESULT_H_
#define SHAPEWRIGHT_CORE_QUERY_APPEND_RESULT_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright::query {

// Appends the result of a case, or its bytes, to the bytes of a response: an item of the list
// `results`, field 1 of them all.
void AppendResult(absl::string_view result, std::string* response);
// Its ByteSizeLong() was called since it was changed last.
void AppendResult(const google::protobuf::Message& result, std::string* response);

// Reads the bytes of a response that was written so.
absl::Status ReadResponse(absl::string_view bytes, google::protobuf::Message* response);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_APPEND_RESULT_H_

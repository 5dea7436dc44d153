#ifndef SHAPEWRIGHT_PAGE_GUARDED_MESSAGE_H_
#define SHAPEWRIGHT_PAGE_GUARDED_MESSAGE_H_

#include <google/protobuf/io/zero_copy_stream.h>
#include <google/protobuf/message.h>

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace shapewright {

// For large messages within a HeapGuard. protobuf knows of no bad_alloc, so that the limit is
// suspended while it works, and asked between pieces of the bytes that come and go.

// False: these are no bytes of such a message, or there is too little memory.
bool ParseMessage(google::protobuf::io::ZeroCopyInputStream& bytes,
                  google::protobuf::Message* message);

// protobuf's JSON mapping. RESOURCE_EXHAUSTED if it has more than `max_bytes`, or if there is too
// little memory.
absl::StatusOr<std::string> JsonOfMessage(const google::protobuf::Message& message,
                                          size_t max_bytes);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_GUARDED_MESSAGE_H_

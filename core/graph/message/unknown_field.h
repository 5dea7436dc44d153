#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace shapewright::graph {

// As many messages may lie within each other. Each graph within a graph is up to four.
inline constexpr int kMaxMessageDepth = 200;

// Begins to read the bytes of a request anew.
using OpenStream = absl::FunctionRef<std::unique_ptr<google::protobuf::io::ZeroCopyInputStream>()>;

// INVALID_ARGUMENT for the bytes of a request that say something in words that this build does not
// have, as a newer client may: UNKNOWN_FIELD with the path of the field and its number, or
// UNKNOWN_ENUM_VALUE with the path and the value. To pass over an option that somebody set would be
// a wrong answer. What protobuf does not parse, or only by dropping it, is no error here.
absl::Status CheckAllIsKnown(OpenStream open, const google::protobuf::Descriptor& type);

// MALFORMED_REQUEST with the path of the first string that is no UTF-8, for which protobuf refuses
// the bytes; OK if there is none.
absl::Status FindBadText(OpenStream open, const google::protobuf::Descriptor& type);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_UNKNOWN_FIELD_H_

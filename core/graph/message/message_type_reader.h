#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TYPE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TYPE_READER_H_

#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/graph/reader_options.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::graph {

// Reads a type of the service's own form: a kind, or a text. Names stay where they are in a kind.
// `work` counts what a text takes. Errors have the path of the field within the message.
absl::Status ReadTypeMessage(const v1::Type& message, const ReaderLimits& limits, Work* work,
                             Arena* arena, DeclaredType* type);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_TYPE_READER_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_TYPE_TEXT_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_TYPE_TEXT_READER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// Reads a type as text, in any notation of docs/notation.md; a shape alone is a tensor of any
// element type. The type stands within `depth` others. Names go to the arena, layouts nowhere.
// INVALID_ARGUMENT, with the field `text`, for what is no type of a value.
absl::Status ReadTypeText(absl::string_view text, const ReaderLimits& limits, int depth, Work* work,
                          Arena* arena, DeclaredType* type);

// Reads a dim as text: a range such as `2..8` or `<=8` is its bounds; any other text is its name or
// expression, which inference reads.
absl::Status ReadDimText(absl::string_view text, Work* work, Arena* arena, DeclaredDim* dim);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_TYPE_TEXT_READER_H_

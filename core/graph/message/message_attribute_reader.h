#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_ATTRIBUTE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_ATTRIBUTE_READER_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/attribute.h"
#include "core/graph/reader_options.h"
#include "shapewright/v1/graph.pb.h"

namespace shapewright::graph {

// Reads a graph into the model and tells its number.
using ReadGraphMessage = absl::FunctionRef<absl::Status(const v1::Graph& message, uint32_t* graph)>;

// Reads an attribute of the service's own form. Lists of numbers stay in the
// message. Errors have the path of the field within it. `work` counts what texts take.
absl::Status ReadAttributeMessage(const v1::Attribute& message, const ReaderLimits& limits,
                                  Work* work, ReadGraphMessage read_graph, Arena* arena,
                                  Attribute* attribute);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_ATTRIBUTE_READER_H_

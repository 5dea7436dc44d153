#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_READER_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_READER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "shapewright/v1/graph.pb.h"

namespace shapewright::graph {

// Reads a model in the service's own form, which must outlive what is made of
// it.
//
// INVALID_ARGUMENT for what the schema's documentation rules out, a graph that
// is not sorted topologically or has a cycle, and breached limits: the status
// has the path of the field in its payload kFieldPayload. All else that is
// wrong with a model becomes a Finding in it.
absl::StatusOr<std::unique_ptr<Model>> ReadModelMessage(const v1::Model& message,
                                                        const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_MESSAGE_READER_H_

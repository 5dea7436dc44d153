#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_GRAPHS_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_GRAPHS_H_

#include "absl/status/status.h"
#include "core/graph/graph_builder.h"
#include "core/graph/hlo/hlo.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// Makes the model of a module: the leaves of an instruction's type are the results of its node, so
// that no value is a tuple. `text_size` is that of the module.
absl::Status BuildHloModel(const HloModule& module, size_t text_size, GraphBuilder& builder,
                           Model* model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_GRAPHS_H_

#ifndef SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_
#define SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_

#include <string>

#include "absl/status/status.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// Values that were used while undefined, and those of the same name that a
// later node of the graph defines.
using LateDefinitions = HashMap<ValueId, ValueId>;

// The error for a graph whose nodes use values before they are made: a cycle, whose nodes it names,
// or only a wrong order. Called when all nodes are read.
absl::Status DescribeDisorder(const Model& model, GraphId graph, const LateDefinitions& late);

// How messages name a node: its name or number, and its operator.
std::string NodeLabel(const Model& model, const Node& node, uint32_t index);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_

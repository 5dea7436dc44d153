#ifndef SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_
#define SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// Values that were used while undefined, and those of the same name that a
// later node of the graph defines.
using LateDefinitions = HashMap<ValueId, ValueId>;

// An order of a graph's nodes.
struct SortedNodes {
  std::vector<uint32_t> order;  // empty: they are in order as they stand
  // The first use of a value before it is made, in words, and the node that uses it.
  std::string first_use;
  uint32_t first_user = 0;
};

// Finds an order for a graph whose nodes use values before they are made (S72): of the nodes that
// read nothing which is still to be made, the first one goes next. CYCLIC_GRAPH, with the nodes of
// the cycle, if there is none. Called when all nodes are read.
absl::StatusOr<SortedNodes> SortNodes(const Model& model, GraphId graph,
                                      const LateDefinitions& late);

// How messages name a node: its name or number, and its operator.
std::string NodeLabel(const Model& model, const Node& node, uint32_t index);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ORDER_CHECK_H_

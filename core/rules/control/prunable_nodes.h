#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_PRUNABLE_NODES_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_PRUNABLE_NODES_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/rules/state/workspace.h"

namespace shapewright::rules {

using NodeSet = HashSet<std::pair<graph::GraphId, uint32_t>>;

// The nodes of a body, of the bodies within it and of the functions that it calls, that a runtime
// may leave out: no output of the body depends on them. Of a function that is called several times
// those that any call does not need. Nothing where calls are nested too deep.
std::optional<NodeSet> FindPrunableNodes(Workspace& workspace, graph::GraphId body);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_PRUNABLE_NODES_H_

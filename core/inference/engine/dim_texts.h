#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DIM_TEXTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DIM_TEXTS_H_

#include <string>

#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/inference/given/given.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// Tells of each dim_param of the main graph that looks like arithmetic, but is taken for a name
// (S8): it cannot be read; or it is of an input or an output and has a name that none of
// `declared_names`, those that inputs declare, is. `given` may be null.
void TellUnreadableDims(rules::Workspace& workspace, const graph::Graph& graph, const Given* given,
                        const HashSet<std::string>& declared_names);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DIM_TEXTS_H_

#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_

#include <optional>
#include <vector>

#include "core/inference/engine/engine.h"
#include "core/inference/given/given.h"

namespace shapewright::inference {

// By refuted fact: what contradicts it, where that is known.
using Conflicts = std::vector<std::optional<std::vector<size_t>>>;

// For each fact that a finished inference refuted: a minimal set of facts that together contradict
// it, as ascending indices into FactStore::facts(). Found by inferring the model again without some
// of the facts. Only for the first 8. If this exceeds its share of the work (S66), none is found
// and `is_whole` becomes false. `given` may be null.
Conflicts FindConflicts(Engine& engine, const InferOptions& options, const Given* given,
                        bool* is_whole);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_

#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_

#include <optional>
#include <vector>

#include "core/inference/engine/engine.h"
#include "core/inference/engine/given.h"

namespace shapewright::inference {

// By refuted fact: what contradicts it, where that is known.
using Conflicts = std::vector<std::optional<std::vector<size_t>>>;

// Of each fact that a finished inference refuted: the places in FactStore::facts() of an
// irreducible set of those that refute it, ascending. Found by inferring the model again with some
// facts left out. Only of the first 8; of none, with `is_whole` false, where that takes more than
// its share of the work (S66). `given` may be null.
Conflicts FindConflicts(Engine& engine, const InferOptions& options, const Given* given,
                        bool* is_whole);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_CONFLICTS_H_

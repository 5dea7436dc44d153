#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_

#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {

// A type that was inferred as a model would declare it: expressions as texts, unknown
// dims by their range. Null where nothing is known. In the arena's memory.
const graph::DeclaredType* DeclareType(Engine& engine, shape::TypeId id, graph::Arena* arena);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_

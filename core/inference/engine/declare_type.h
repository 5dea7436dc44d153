#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_

#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {

// Turns an inferred type into a declaration, as an exporter would write it: expressions as text,
// unknown dims by their bounds. Null if nothing is known of the type. Allocated in `arena`.
const graph::DeclaredType* DeclareType(Engine& engine, shape::TypeId id, graph::Arena* arena);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_DECLARE_TYPE_H_

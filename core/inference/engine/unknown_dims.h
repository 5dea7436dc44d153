#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_

#include "core/graph/model.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/options.h"

namespace shapewright::graph {
struct Model;
}  // namespace shapewright::graph

namespace shapewright::inference {

// Counts over the types of all values. The engine has run.
UnknownDims CountUnknownDims(Engine& engine, const graph::Model& model);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_

#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_STRICTNESS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_STRICTNESS_H_

#include "absl/status/status.h"
#include "core/graph/model.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/options.h"

namespace shapewright::inference {

// Checks a finished engine against a strictness: INVALID_ARGUMENT with the first few errors or
// unknown values and their count; reason MODEL_HAS_ERRORS or MODEL_INCOMPLETE.
absl::Status CheckStrictness(Strictness strictness, Engine& engine, const graph::Model& model);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_STRICTNESS_H_

#ifndef SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_AUDIT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_AUDIT_H_

#include "core/inference/engine/engine.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Fills in `audit`: for each dim of the outputs of the main graph whether it is
// constant, follows the inputs or depends on data; then each named dim of an
// input that the model forces to a constant, with the node that does. The engine
// has run.
void AuditModel(Engine& engine, v1::InferShapesResponse* answer);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_AUDIT_H_

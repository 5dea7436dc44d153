#ifndef SHAPEWRIGHT_SERVER_MODELS_KEPT_MODELS_H_
#define SHAPEWRIGHT_SERVER_MODELS_KEPT_MODELS_H_

#include "absl/status/statusor.h"
#include "server/call/call_environment.h"
#include "shapewright/v1/kept.pb.h"

namespace shapewright::server {

// A page of the models that are kept by their ids. INVALID_ARGUMENT for a token that is none.
absl::StatusOr<v1::ListModelsResponse> ListKeptModels(const v1::ListModelsRequest& request,
                                                      const CallEnvironment& environment);

// Forgets a model and all inferences of it. Calls that use them go on, as each holds what it uses.
// INVALID_ARGUMENT for an id that is none.
absl::StatusOr<v1::EvictModelResponse> EvictKeptModel(const v1::EvictModelRequest& request,
                                                      CallEnvironment& environment);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_MODELS_KEPT_MODELS_H_

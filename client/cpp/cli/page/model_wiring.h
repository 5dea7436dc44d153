#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "page/wiring.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// `response` is the answer for this model with all graphs and their nodes. Nodes of graphs that
// cannot be found in the model, and those of formats other than ONNX, have no inputs.
// INVALID_ARGUMENT if the bytes are no model.
absl::StatusOr<ModelWiring> WireModel(absl::string_view model,
                                      const v1::InferShapesResponse& response);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

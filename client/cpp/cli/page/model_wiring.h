#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "page/wiring.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Adds the lines of the program that the nodes of an ONNX model come from, where its exporter wrote
// them; nothing for other formats. `wiring` is that of the answer `response` for this model, which
// has all graphs and their nodes. INVALID_ARGUMENT if the bytes are no model.
absl::Status AddSources(absl::string_view model, const v1::InferShapesResponse& response,
                        ModelWiring& wiring);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

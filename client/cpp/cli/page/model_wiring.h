#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// A node of a model, as far as an answer does not tell of it.
struct WiredNode {
  // What it reads: the places of values among all values of the answer, graph after graph; -1: left
  // out, or not found.
  std::vector<int32_t> inputs;
  // What the exporter wrote beside it, as places in ModelWiring::texts; -1: nothing.
  int32_t modules = -1;  // the modules that it comes from
  int32_t source = -1;   // the lines of the program that it comes from
};

struct WiredGraph {
  std::vector<WiredNode> nodes;  // as the answer has them
  // What it gives, as the inputs of a node are told.
  std::vector<int32_t> outputs;
};

// What an answer about a model does not say and pictures of it need: who reads what.
struct ModelWiring {
  std::vector<WiredGraph> graphs;  // as the answer has them
  std::vector<std::string> texts;
};

// `response` is the answer for this model with all graphs and their nodes. Nodes of graphs that
// cannot be found in the model have no inputs. INVALID_ARGUMENT if the bytes are no model.
absl::StatusOr<ModelWiring> WireModel(absl::string_view model,
                                      const v1::InferShapesResponse& response);

// One JSON object: client/report/src/data.ts says what is in it.
std::string WiringJson(const ModelWiring& wiring, const v1::InferShapesResponse& response);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_MODEL_WIRING_H_

#ifndef SHAPEWRIGHT_CLIENT_CPP_MODEL_GRAPHS_H_
#define SHAPEWRIGHT_CLIENT_CPP_MODEL_GRAPHS_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// INVALID_ARGUMENT if the bytes are no model, or one of over 2 GB.
absl::Status ParseModel(absl::string_view bytes, onnx::ModelProto* model);

// A graph of a model and where it stands. Null: a function's body, or one within it.
struct ModelGraph {
  onnx::GraphProto* graph = nullptr;
  // Of a body: the graph that holds it, the node there, its attribute, and of a list of graphs
  // the place in it.
  int parent = -1;
  int node = -1;
  int attribute = -1;
  int item = -1;
};

// The graphs of the model in the order of the answer, the main graph first.
std::vector<ModelGraph> FindGraphs(const v1::InferShapesResponse& response,
                                   onnx::ModelProto& model);

// The names of dims in the model and the answer.
absl::flat_hash_set<std::string> TakenNames(const std::vector<ModelGraph>& graphs,
                                            const v1::InferShapesResponse& response);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_MODEL_GRAPHS_H_

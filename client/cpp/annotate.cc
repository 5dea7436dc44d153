#include "client/cpp/annotate.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "client/cpp/model_graphs.h"
#include "client/cpp/onnx_dims.h"
#include "client/cpp/onnx_types.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

// Writes the values of an answer into the graphs of a model.
class Annotator {
 public:
  Annotator(const v1::InferShapesResponse& response, const std::vector<ModelGraph>& graphs,
            symbolic::Dialect dialect)
      : response_(response),
        graphs_(graphs),
        dims_(response, TakenNames(graphs, response), dialect) {}

  void Run() {
    CountDimsOfAll();
    for (size_t i = 0; i < graphs_.size(); ++i) {
      if (graphs_[i].graph != nullptr) WriteGraph(i);
    }
  }

 private:
  // A graph may list a value among its outputs more than once.
  using Places = absl::flat_hash_map<std::string, std::vector<onnx::ValueInfoProto*>>;

  // Constants have their type anyway, and inputs of the main graph keep theirs.
  static bool IsWritten(const v1::ValueInfo& value, bool is_main_graph) {
    if (value.name().empty()) return false;
    return value.has_node() || (value.has_input() && !is_main_graph);
  }

  void CountDimsOfAll() {
    for (size_t i = 0; i < graphs_.size(); ++i) {
      if (graphs_[i].graph == nullptr) continue;
      for (const v1::ValueInfo& value : response_.graphs(static_cast<int>(i)).values()) {
        if (IsWritten(value, i == 0)) CountDims(value.type(), dims_);
      }
    }
  }

  // Where types of values stand in the graph by now.
  static Places FindPlaces(onnx::GraphProto& graph, bool is_main_graph) {
    Places places;
    for (auto& value : *graph.mutable_output()) {
      places[value.name()].push_back(&value);
    }
    if (!is_main_graph) {
      for (auto& value : *graph.mutable_input()) {
        places.try_emplace(value.name(), std::vector{&value});
      }
    }
    for (auto& value : *graph.mutable_value_info()) {
      places.try_emplace(value.name(), std::vector{&value});
    }
    return places;
  }

  void WriteGraph(size_t index) {
    onnx::GraphProto& graph = *graphs_[index].graph;
    const bool is_main_graph = index == 0;
    // Repeated fields keep pointers to their elements valid while they grow.
    const Places places = FindPlaces(graph, is_main_graph);
    for (const v1::ValueInfo& value : response_.graphs(static_cast<int>(index)).values()) {
      if (!IsWritten(value, is_main_graph)) continue;
      const v1::Type& type = value.type();
      if (!CanWriteType(type)) continue;
      const auto found = places.find(value.name());
      if (found == places.end()) {
        onnx::ValueInfoProto& added = *graph.add_value_info();
        added.set_name(value.name());
        WriteType(type, dims_, *added.mutable_type());
        continue;
      }
      for (onnx::ValueInfoProto* place : found->second) {
        if (!IsAtLeastAsKnown(type, place->type(), dims_)) continue;
        WriteType(type, dims_, *place->mutable_type());
      }
    }
  }

  const v1::InferShapesResponse& response_;
  const std::vector<ModelGraph>& graphs_;
  OnnxDims dims_;
};

}  // namespace

absl::StatusOr<std::string> AnnotateModel(absl::string_view model,
                                          const v1::InferShapesResponse& response,
                                          symbolic::Dialect dialect) {
  onnx::ModelProto proto;
  absl::Status parsed = ParseModel(model, &proto);
  if (!parsed.ok()) return parsed;
  const std::vector<ModelGraph> graphs = FindGraphs(response, proto);
  Annotator(response, graphs, dialect).Run();
  std::string out;
  if (!proto.SerializeToString(&out)) {
    return absl::InvalidArgumentError("the annotated model is over 2 GB");
  }
  return out;
}

}  // namespace shapewright

#include "client/cpp/annotate.h"

#include <google/protobuf/io/coded_stream.h>

#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "client/cpp/onnx_dims.h"
#include "client/cpp/onnx_types.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

// Enough for 32 graphs within each other, each four messages deep.
constexpr int kMaxMessageDepth = 200;

bool ParseModel(absl::string_view bytes, onnx::ModelProto& model) {
  if (bytes.size() > std::numeric_limits<int>::max()) return false;
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMaxMessageDepth);
  return model.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

// The graph that an attribute of a node holds; of a list the n-th one.
onnx::GraphProto* FindSubgraph(onnx::NodeProto& node, const std::string& name, int n) {
  for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
    if (attribute.name() != name) continue;
    if (attribute.has_g() && n == 0) return attribute.mutable_g();
    if (n < attribute.graphs_size()) return attribute.mutable_graphs(n);
  }
  return nullptr;
}

// The graphs of the model in the order of the answer; null for those that are
// not written: functions and what is within them.
std::vector<onnx::GraphProto*> FindGraphs(const v1::InferShapesResponse& response,
                                          onnx::ModelProto& model) {
  std::vector<onnx::GraphProto*> graphs;
  std::map<std::tuple<uint32_t, uint32_t, std::string>, int> seen;
  for (const v1::GraphInfo& info : response.graphs()) {
    const v1::Site& owner = info.owner();
    onnx::GraphProto* found = nullptr;
    if (graphs.empty()) {
      found = model.mutable_graph();
    } else if (info.has_owner() && !info.has_function() && owner.graph() < graphs.size() &&
               graphs[owner.graph()] != nullptr) {
      onnx::GraphProto& parent = *graphs[owner.graph()];
      const int n = seen[{owner.graph(), owner.node(), info.attribute()}]++;
      if (owner.node() < static_cast<uint32_t>(parent.node_size())) {
        found =
            FindSubgraph(*parent.mutable_node(static_cast<int>(owner.node())), info.attribute(), n);
      }
    }
    graphs.push_back(found);
  }
  return graphs;
}

void CollectNames(const onnx::TypeProto& type, absl::flat_hash_set<std::string>& names) {
  if (type.has_sequence_type()) {
    CollectNames(type.sequence_type().elem_type(), names);
  } else if (type.has_optional_type()) {
    CollectNames(type.optional_type().elem_type(), names);
  } else if (type.has_map_type()) {
    CollectNames(type.map_type().value_type(), names);
  }
  for (const auto& dim : type.tensor_type().shape().dim()) {
    names.insert(dim.dim_param());
  }
  for (const auto& dim : type.sparse_tensor_type().shape().dim()) {
    names.insert(dim.dim_param());
  }
}

// The names of dims in the model and the answer.
absl::flat_hash_set<std::string> TakenNames(const std::vector<onnx::GraphProto*>& graphs,
                                            const v1::InferShapesResponse& response) {
  absl::flat_hash_set<std::string> names;
  for (const onnx::GraphProto* graph : graphs) {
    if (graph == nullptr) continue;
    for (const auto& value : graph->input()) CollectNames(value.type(), names);
    for (const auto& value : graph->output()) CollectNames(value.type(), names);
    for (const auto& value : graph->value_info()) {
      CollectNames(value.type(), names);
    }
  }
  for (const v1::Symbol& symbol : response.symbols()) {
    names.insert(symbol.name());
  }
  return names;
}

// Writes the values of an answer into the graphs of a model.
class Annotator {
 public:
  Annotator(const v1::InferShapesResponse& response, const std::vector<onnx::GraphProto*>& graphs)
      : response_(response), graphs_(graphs), dims_(response, TakenNames(graphs, response)) {}

  void Run() {
    CountDimsOfAll();
    for (size_t i = 0; i < graphs_.size(); ++i) {
      if (graphs_[i] != nullptr) WriteGraph(i);
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
      if (graphs_[i] == nullptr) continue;
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
    onnx::GraphProto& graph = *graphs_[index];
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
  const std::vector<onnx::GraphProto*>& graphs_;
  OnnxDims dims_;
};

}  // namespace

absl::StatusOr<std::string> AnnotateModel(absl::string_view model,
                                          const v1::InferShapesResponse& response) {
  onnx::ModelProto proto;
  if (!ParseModel(model, proto)) {
    return absl::InvalidArgumentError("not an ONNX model of at most 2 GB");
  }
  const std::vector<onnx::GraphProto*> graphs = FindGraphs(response, proto);
  Annotator(response, graphs).Run();
  std::string out;
  if (!proto.SerializeToString(&out)) {
    return absl::InvalidArgumentError("the annotated model is over 2 GB");
  }
  return out;
}

}  // namespace shapewright

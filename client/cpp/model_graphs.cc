#include "client/cpp/model_graphs.h"

#include <google/protobuf/io/coded_stream.h>

#include <limits>
#include <map>
#include <tuple>

namespace shapewright {
namespace {

// Enough for 32 graphs within each other, each four messages deep.
constexpr int kMaxMessageDepth = 200;

// The graph that an attribute of a node holds; of a list the n-th one.
void FindSubgraph(onnx::NodeProto& node, const std::string& name, int n, ModelGraph* out) {
  for (int i = 0; i < node.attribute_size(); ++i) {
    onnx::AttributeProto& attribute = *node.mutable_attribute(i);
    if (attribute.name() != name) continue;
    out->attribute = i;
    if (attribute.has_g() && n == 0) {
      out->graph = attribute.mutable_g();
    } else if (n < attribute.graphs_size()) {
      out->graph = attribute.mutable_graphs(n);
      out->item = n;
    } else {
      continue;
    }
    return;
  }
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

}  // namespace

absl::Status ParseModel(absl::string_view bytes, onnx::ModelProto* model) {
  const auto error = absl::InvalidArgumentError("not an ONNX model of at most 2 GB");
  if (bytes.size() > std::numeric_limits<int>::max()) return error;
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMaxMessageDepth);
  const bool parsed = model->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
  return parsed ? absl::OkStatus() : error;
}

std::vector<ModelGraph> FindGraphs(const v1::InferShapesResponse& response,
                                   onnx::ModelProto& model) {
  std::vector<ModelGraph> graphs;
  std::map<std::tuple<uint32_t, uint32_t, std::string>, int> seen;
  for (const v1::GraphInfo& info : response.graphs()) {
    const v1::Site& owner = info.owner();
    ModelGraph found;
    if (graphs.empty()) {
      found.graph = model.mutable_graph();
    } else if (info.has_owner() && !info.has_function() && owner.graph() < graphs.size() &&
               graphs[owner.graph()].graph != nullptr) {
      onnx::GraphProto& parent = *graphs[owner.graph()].graph;
      const int n = seen[{owner.graph(), owner.node(), info.attribute()}]++;
      if (owner.node() < static_cast<uint32_t>(parent.node_size())) {
        found.parent = static_cast<int>(owner.graph());
        found.node = static_cast<int>(owner.node());
        FindSubgraph(*parent.mutable_node(found.node), info.attribute(), n, &found);
      }
    }
    graphs.push_back(found);
  }
  return graphs;
}

absl::flat_hash_set<std::string> TakenNames(const std::vector<ModelGraph>& graphs,
                                            const v1::InferShapesResponse& response) {
  absl::flat_hash_set<std::string> names;
  for (const ModelGraph& each : graphs) {
    const onnx::GraphProto* const graph = each.graph;
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

}  // namespace shapewright

#include "client/cpp/cli/page/model_wiring.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "client/cpp/model_graphs.h"
#include "core/wire/model_format.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

// A trace ends with the innermost call, which is what people look for.
constexpr size_t kMostTraceBytes = 4096;

constexpr absl::string_view kModules = "pkg.torch.onnx.name_scopes";
constexpr absl::string_view kTrace = "pkg.torch.onnx.stack_trace";

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

class Wirer {
 public:
  Wirer(onnx::ModelProto& model, const v1::InferShapesResponse& response)
      : model_(model), response_(response), graphs_(FindGraphs(response, model)) {}

  ModelWiring Run() {
    int32_t first = 0;
    for (const v1::GraphInfo& graph : response_.graphs()) {
      auto& places = places_.emplace_back();
      for (int i = 0; i < graph.values_size(); ++i) {
        places.try_emplace(graph.values(i).name(), first + i);
      }
      first += graph.values_size();
    }
    for (int i = 0; i < response_.graphs_size(); ++i) WireGraph(i);
    for (const onnx::OperatorSetIdProto& opset : model_.opset_import()) {
      wiring_.opsets.push_back({opset.domain(), opset.version()});
    }
    return std::move(wiring_);
  }

 private:
  struct Found {
    const Nodes* nodes = nullptr;  // null: the graph is not in the model, or another one
    std::vector<std::string> outputs;
  };

  Found FindGraph(int index) const {
    const v1::GraphInfo& info = response_.graphs(index);
    Found found;
    if (const onnx::GraphProto* const graph = graphs_[static_cast<size_t>(index)].graph) {
      found.nodes = &graph->node();
      for (const auto& output : graph->output()) found.outputs.push_back(output.name());
    }
    for (const onnx::FunctionProto& function : model_.functions()) {
      const bool is_meant = info.has_function() && function.name() == info.function().op_type() &&
                            function.domain() == info.function().domain() &&
                            function.overload() == info.function().overload();
      if (!is_meant) continue;
      found.nodes = &function.node();
      found.outputs = {function.output().begin(), function.output().end()};
    }
    const bool fits = found.nodes != nullptr && found.nodes->size() == info.nodes_size();
    return fits ? found : Found();
  }

  void WireGraph(int index) {
    WiredGraph& out = wiring_.graphs.emplace_back();
    out.nodes.resize(static_cast<size_t>(response_.graphs(index).nodes_size()));
    const Found found = FindGraph(index);
    for (const std::string& name : found.outputs) out.outputs.push_back(Find(index, name));
    if (found.nodes == nullptr) return;
    for (int i = 0; i < found.nodes->size(); ++i) {
      const onnx::NodeProto& node = found.nodes->at(i);
      WiredNode& wired = out.nodes[static_cast<size_t>(i)];
      for (const std::string& name : node.input()) wired.inputs.push_back(Find(index, name));
      KeepNotes(node, wired);
    }
  }

  void KeepNotes(const onnx::NodeProto& node, WiredNode& wired) {
    for (const auto& note : node.metadata_props()) {
      if (note.key() == kModules) {
        wired.modules = texts_.KeepModules(note.value());
      } else if (note.key() == kTrace) {
        const size_t size = note.value().size();
        wired.source = texts_.Keep(note.value().substr(size - std::min(size, kMostTraceBytes)));
      }
    }
  }

  // A body sees what the graphs around it have; a function does not.
  int32_t Find(int graph, const std::string& name) const {
    if (name.empty()) return -1;
    while (true) {
      const auto& places = places_[static_cast<size_t>(graph)];
      const auto found = places.find(name);
      if (found != places.end()) return found->second;
      const v1::GraphInfo& info = response_.graphs(graph);
      const bool is_inner = info.has_owner() && !info.has_function() &&
                            info.owner().graph() < static_cast<uint32_t>(graph);
      if (!is_inner) return -1;
      graph = static_cast<int>(info.owner().graph());
    }
  }

  onnx::ModelProto& model_;
  const v1::InferShapesResponse& response_;
  const std::vector<ModelGraph> graphs_;
  std::vector<absl::flat_hash_map<std::string, int32_t>> places_;  // of values, by graph and name
  ModelWiring wiring_;
  WiringTexts texts_{wiring_.texts};
};

}  // namespace

absl::StatusOr<ModelWiring> WireModel(absl::string_view model,
                                      const v1::InferShapesResponse& response) {
  onnx::ModelProto parsed;
  if (FormatOf(model) == ModelFormat::kOnnx) {
    absl::Status status = ParseModel(model, &parsed);
    if (!status.ok()) return status;
  }
  return Wirer(parsed, response).Run();
}

}  // namespace shapewright::cli

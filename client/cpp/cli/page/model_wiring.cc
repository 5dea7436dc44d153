#include "client/cpp/cli/page/model_wiring.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/json/json_text.h"
#include "client/cpp/cli/report/knowledge.h"
#include "client/cpp/model_graphs.h"
#include "core/wire/printable.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

// A trace ends with the innermost call, which is what people look for.
constexpr size_t kMostTraceBytes = 4096;
constexpr size_t kMostModuleBytes = 4096;
// Of all notes of a model together.
constexpr size_t kMostTextBytes = size_t{16} << 20;

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
        wired.modules = Keep(note.value().substr(0, kMostModuleBytes));
      } else if (note.key() == kTrace) {
        const size_t size = note.value().size();
        wired.source = Keep(note.value().substr(size - std::min(size, kMostTraceBytes)));
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

  int32_t Keep(std::string text) {
    const auto known = kept_.find(text);
    if (known != kept_.end()) return known->second;
    if (text_bytes_ + text.size() > kMostTextBytes) return -1;
    text_bytes_ += text.size();
    const auto place = static_cast<int32_t>(wiring_.texts.size());
    wiring_.texts.push_back(text);
    kept_.emplace(std::move(text), place);
    return place;
  }

  onnx::ModelProto& model_;
  const v1::InferShapesResponse& response_;
  const std::vector<ModelGraph> graphs_;
  std::vector<absl::flat_hash_map<std::string, int32_t>> places_;  // of values, by graph and name
  absl::flat_hash_map<std::string, int32_t> kept_;
  size_t text_bytes_ = 0;
  ModelWiring wiring_;
};

std::string GraphJson(const WiredGraph& wired, const v1::GraphInfo& graph, KnowledgeOf& knowledge) {
  const auto list = [&](const auto& text_of) {
    return absl::StrCat("[",
                        absl::StrJoin(wired.nodes, ",",
                                      [&](std::string* out, const WiredNode& node) {
                                        absl::StrAppend(out, text_of(node));
                                      }),
                        "]");
  };
  const auto write_knowledge = [&](std::string* out, const v1::ValueInfo& value) {
    absl::StrAppend(out, static_cast<int>(knowledge.Type(value.type())));
  };
  return JsonObject()
      .Json("inputs", list([](const WiredNode& node) {
              return absl::StrCat("[", absl::StrJoin(node.inputs, ","), "]");
            }))
      .Json("outputs", absl::StrCat("[", absl::StrJoin(wired.outputs, ","), "]"))
      .Json("modules", list([](const WiredNode& node) { return node.modules; }))
      .Json("sources", list([](const WiredNode& node) { return node.source; }))
      .Json("known", absl::StrCat("[", absl::StrJoin(graph.values(), ",", write_knowledge), "]"))
      .Take();
}

}  // namespace

absl::StatusOr<ModelWiring> WireModel(absl::string_view model,
                                      const v1::InferShapesResponse& response) {
  onnx::ModelProto parsed;
  absl::Status status = ParseModel(model, &parsed);
  if (!status.ok()) return status;
  return Wirer(parsed, response).Run();
}

std::string WiringJson(const ModelWiring& wiring, const v1::InferShapesResponse& response) {
  KnowledgeOf knowledge(response);
  std::string graphs;
  for (int i = 0; i < response.graphs_size(); ++i) {
    absl::StrAppend(
        &graphs, i == 0 ? "" : ",",
        GraphJson(wiring.graphs[static_cast<size_t>(i)], response.graphs(i), knowledge));
  }
  const auto write_text = [](std::string* out, const std::string& text) {
    absl::StrAppend(out, JsonString(PrintableLines(text)));
  };
  return JsonObject()
      .Json("graphs", absl::StrCat("[", graphs, "]"))
      .Json("texts", absl::StrCat("[", absl::StrJoin(wiring.texts, ",", write_text), "]"))
      .Take();
}

}  // namespace shapewright::cli

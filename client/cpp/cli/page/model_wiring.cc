#include "client/cpp/cli/page/model_wiring.h"

#include <algorithm>
#include <vector>

#include "client/cpp/model_graphs.h"
#include "core/wire/model_format.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

// A trace ends with the innermost call, which is what people look for.
constexpr size_t kMostTraceBytes = 4096;

constexpr absl::string_view kTrace = "pkg.torch.onnx.stack_trace";

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

// Null: the graph is not in the model, or another one.
const Nodes* NodesOf(const onnx::ModelProto& model, const onnx::GraphProto* graph,
                     const v1::GraphInfo& info) {
  const Nodes* nodes = graph == nullptr ? nullptr : &graph->node();
  for (const onnx::FunctionProto& function : model.functions()) {
    const bool is_meant = info.has_function() && function.name() == info.function().op_type() &&
                          function.domain() == info.function().domain() &&
                          function.overload() == info.function().overload();
    if (is_meant) nodes = &function.node();
  }
  return nodes != nullptr && nodes->size() == info.nodes_size() ? nodes : nullptr;
}

}  // namespace

absl::Status AddSources(absl::string_view model, const v1::InferShapesResponse& response,
                        ModelWiring& wiring) {
  if (FormatOf(model) != ModelFormat::kOnnx) return absl::OkStatus();
  onnx::ModelProto parsed;
  if (absl::Status status = ParseModel(model, &parsed); !status.ok()) return status;
  const std::vector<ModelGraph> graphs = FindGraphs(response, parsed);
  WiringTexts texts(wiring.texts);
  for (size_t i = 0; i < wiring.graphs.size(); ++i) {
    const Nodes* const nodes =
        NodesOf(parsed, graphs[i].graph, response.graphs(static_cast<int>(i)));
    for (int n = 0; nodes != nullptr && n < nodes->size(); ++n) {
      for (const auto& note : nodes->at(n).metadata_props()) {
        if (note.key() != kTrace) continue;
        const size_t size = note.value().size();
        wiring.graphs[i].nodes[static_cast<size_t>(n)].source =
            texts.Keep(note.value().substr(size - std::min(size, kMostTraceBytes)));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace shapewright::cli

#include "server/json/kept_page.h"

#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "page/guarded_message.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// `sha256:` and as many digits as people compare.
constexpr size_t kShortId = 7 + 12;

class Wirer {
 public:
  Wirer(const graph::Model& model, const v1::InferShapesResponse& shapes)
      : model_(model), shapes_(shapes) {
    int32_t place = 0;
    for (const v1::GraphInfo& graph : shapes.graphs()) {
      auto& places = places_.emplace_back();
      for (const v1::ValueInfo& value : graph.values()) places.try_emplace(value.name(), place++);
    }
  }

  ModelWiring Run() {
    for (const v1::GraphInfo& info : shapes_.graphs()) {
      const size_t index = wiring_.graphs.size();
      WiredGraph& out = wiring_.graphs.emplace_back();
      out.nodes.resize(static_cast<size_t>(info.nodes_size()));
      if (index < model_.graphs.size()) WireGraph(model_.graphs[index], out);
    }
    for (const graph::OpsetImport& opset : model_.opsets) {
      wiring_.opsets.push_back({std::string(opset.domain), opset.version});
    }
    return std::move(wiring_);
  }

 private:
  void WireGraph(const graph::Graph& graph, WiredGraph& out) {
    out.outputs = PlacesOf(graph.outputs);
    const size_t count = std::min(out.nodes.size(), graph.nodes.size());
    for (size_t i = 0; i < count; ++i) {
      const graph::Node& node = graph.nodes[i];
      out.nodes[i].inputs = PlacesOf(node.inputs);
      if (!node.scopes.empty()) out.nodes[i].modules = texts_.KeepModules(node.scopes);
    }
  }

  std::vector<int32_t> PlacesOf(absl::Span<const graph::ValueId> values) const {
    std::vector<int32_t> places;
    places.reserve(values.size());
    for (const graph::ValueId id : values) places.push_back(PlaceOf(id));
    return places;
  }

  int32_t PlaceOf(graph::ValueId id) const {
    if (id == graph::kNoValue) return -1;
    const graph::Value& value = model_.values[id];
    if (value.graph >= places_.size()) return -1;
    const auto& places = places_[value.graph];
    const auto found = places.find(value.name);
    return found == places.end() ? -1 : found->second;
  }

  const graph::Model& model_;
  const v1::InferShapesResponse& shapes_;
  // Of values among all of the answer, by graph and name.
  std::vector<absl::flat_hash_map<absl::string_view, int32_t>> places_;
  ModelWiring wiring_;
  WiringTexts texts_{wiring_.texts};
};

// Many exporters give all graphs one name, so that the beginning of the id stands beside it.
std::string NameOf(const std::string& model_id, const v1::InferShapesResponse& shapes) {
  const std::string id = model_id.substr(0, kShortId);
  const std::string graph = shapes.graphs().empty() ? "" : shapes.graphs(0).name();
  return graph.empty() ? id : absl::StrCat(graph, " ", id);
}

bool Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  grpc::ByteBuffer copy = bytes;
  grpc::ProtoBufferReader reader(&copy);
  return ParseMessage(reader, message);
}

}  // namespace

v1::InferShapesRequest ShapesForPage(const std::string& model_id) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(model_id);
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  request.add_include(v1::PART_NODES);
  request.add_include(v1::PART_ELEMENTS);
  return request;
}

v1::EstimateCostRequest CostForPage(const std::string& model_id) {
  v1::EstimateCostRequest request;
  request.mutable_model()->set_model_id(model_id);
  for (const v1::CostGrouping grouping :
       {v1::COST_GROUPING_NODE, v1::COST_GROUPING_SCOPE, v1::COST_GROUPING_OPERATOR}) {
    request.mutable_parts()->add_group_by(grouping);
  }
  return request;
}

ModelWiring WiringOf(const graph::Model& model, const v1::InferShapesResponse& shapes) {
  return Wirer(model, shapes).Run();
}

absl::StatusOr<std::string> KeptPage(const std::string& model_id, const graph::Model& model,
                                     const PageAnswers& answers, const PageOptions& options) {
  PageModel shown;
  const bool is_message = Parse(answers.shapes, &shown.response);
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  if (!is_message) return absl::InternalError("the answer is broken");
  if (answers.cost != nullptr && !Parse(*answers.cost, &shown.cost.emplace())) shown.cost.reset();
  shown.name = NameOf(model_id, shown.response);
  shown.wiring = WiringOf(model, shown.response);
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  absl::StatusOr<std::string> page = RenderPage({&shown, 1}, options);
  if (!absl::IsResourceExhausted(page.status())) return page;
  // Too large, or too little memory.
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  return CallError(absl::StatusCode::kResourceExhausted, reason::kAnswerTooLarge,
                   page.status().message());
}

}  // namespace shapewright::server

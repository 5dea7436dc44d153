#include "page/wiring.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/wire/printable.h"
#include "page/json_text.h"
#include "page/knowledge.h"

namespace shapewright {
namespace {

constexpr size_t kMostModuleBytes = 4096;
// Of all notes of a model together.
constexpr size_t kMostTextBytes = size_t{16} << 20;

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
      .Json("constants", list([](const WiredNode& node) { return node.is_constant ? 1 : 0; }))
      .Json("branch", wired.is_branch ? "true" : "false")
      .Json("known", absl::StrCat("[", absl::StrJoin(graph.values(), ",", write_knowledge), "]"))
      .Take();
}

}  // namespace

ModelWiring WiringOf(const v1::InferShapesResponse& response) {
  ModelWiring wiring;
  WiringTexts texts(wiring.texts);
  int32_t value_count = 0;
  for (const v1::GraphInfo& graph : response.graphs()) value_count += graph.values_size();
  const auto places_of = [value_count](const google::protobuf::RepeatedField<int32_t>& numbers) {
    std::vector<int32_t> places(numbers.begin(), numbers.end());
    for (int32_t& place : places) place = place < value_count ? place : -1;
    return places;
  };
  for (const v1::GraphInfo& graph : response.graphs()) {
    WiredGraph& wired = wiring.graphs.emplace_back();
    wired.outputs = places_of(graph.outputs());
    wired.is_branch = graph.is_branch();
    wired.nodes.reserve(static_cast<size_t>(graph.nodes_size()));
    for (const v1::NodeInfo& node : graph.nodes()) {
      WiredNode& to = wired.nodes.emplace_back();
      to.inputs = places_of(node.inputs());
      if (!node.modules().empty()) to.modules = texts.KeepModules(node.modules());
      to.is_constant = node.is_constant();
    }
  }
  for (const v1::OpsetImport& opset : response.opsets()) {
    wiring.opsets.push_back({opset.domain(), opset.version()});
  }
  return wiring;
}

int32_t WiringTexts::KeepModules(absl::string_view text) {
  return Keep(text.substr(0, kMostModuleBytes));
}

int32_t WiringTexts::Keep(absl::string_view text) {
  const auto known = kept_.find(text);
  if (known != kept_.end()) return known->second;
  if (bytes_ + text.size() > kMostTextBytes) return -1;
  bytes_ += text.size();
  const auto place = static_cast<int32_t>(texts_.size());
  texts_.emplace_back(text);
  kept_.emplace(texts_.back(), place);
  return place;
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
  const auto write_opset = [](std::string* out, const WiredOpset& opset) {
    absl::StrAppend(out, JsonObject()
                             .Text("domain", opset.domain)
                             .Json("version", absl::StrCat(opset.version))
                             .Take());
  };
  return JsonObject()
      .Json("graphs", absl::StrCat("[", graphs, "]"))
      .Json("texts", absl::StrCat("[", absl::StrJoin(wiring.texts, ",", write_text), "]"))
      .Json("opsets", absl::StrCat("[", absl::StrJoin(wiring.opsets, ",", write_opset), "]"))
      .Take();
}

}  // namespace shapewright

#include "core/inference/answer/selection.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {
namespace {

AnswerOptions::Scope ScopeOf(v1::Scope scope) {
  switch (scope) {
    case v1::SCOPE_OUTPUTS:
      return AnswerOptions::Scope::kOutputs;
    case v1::SCOPE_ALL_GRAPHS:
      return AnswerOptions::Scope::kAllGraphs;
    default:
      return AnswerOptions::Scope::kMainGraph;
  }
}

// Only names of the main graph's values are unique.
absl::Status CheckNames(const v1::InferShapesRequest& request, const graph::Model& model) {
  if (request.values().empty()) return absl::OkStatus();
  // Whether each was asked for; in the order of the names, so that a suggestion depends on no hash.
  BtreeMap<absl::string_view, bool> known;
  for (const graph::Value& value : model.values) {
    // A value that nothing defines has neither type nor number.
    const bool is_defined = value.origin != graph::ValueOrigin::kUndefined;
    if (value.graph == 0 && is_defined) known.emplace(value.name, false);
  }
  for (int i = 0; i < request.values_size(); ++i) {
    const std::string& name = request.values(i);
    const auto found = known.find(name);
    if (found == known.end()) {
      NearestName nearest(name);
      for (const auto& [candidate, is_asked] : known) nearest.Consider(candidate);
      return graph::FieldError(
          graph::Item("values", i),
          absl::StrCat("the main graph has no value ", graph::Quoted(name), nearest.Question()));
    }
    if (std::exchange(found->second, true)) {
      return graph::FieldError(graph::Item("values", i),
                               absl::StrCat(graph::Quoted(name), " stands there twice"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AnswerOptions> ReadSelection(const v1::InferShapesRequest& request,
                                            const graph::Model& model) {
  for (int i = 0; i < request.include_size(); ++i) {
    if (request.include(i) != v1::PART_UNSPECIFIED) continue;
    return graph::FieldError(graph::Item("include", i), "it names no part of an answer");
  }
  if (absl::Status names = CheckNames(request, model); !names.ok()) return names;
  AnswerOptions answer;
  answer.scope = ScopeOf(request.scope());
  answer.values.assign(request.values().begin(), request.values().end());
  answer.nodes = Includes(request, v1::PART_NODES);
  answer.wiring = Includes(request, v1::PART_WIRING);
  answer.elements = Includes(request, v1::PART_ELEMENTS);
  return answer;
}

bool Includes(const v1::InferShapesRequest& request, v1::Part part) {
  const auto& parts = request.include();
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

}  // namespace shapewright::inference

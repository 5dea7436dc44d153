#include "core/query/read_premises.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::query {
namespace {

constexpr char kMalformedPremise[] = "MALFORMED_PREMISE";
// What a relation takes beside its expressions, about; lists have a number every few bytes.
constexpr uint64_t kCountPerPremise = 32;

absl::Status NeverHolds(const std::string& text) {
  return graph::ReadError(kMalformedPremise,
                          absl::StrCat(graph::Quoted(text), " never holds beside the others"));
}

absl::Status ReadPremise(SymbolScope& scope, const std::string& text) {
  if (!scope.exprs().CountWork(kCountPerPremise + text.size())) return scope.exprs().work_status();
  const absl::StatusOr<std::vector<symbolic::ParsedRelation>> relations = symbolic::ParseRelations(
      scope.exprs(), text, [&scope](absl::string_view name) { return scope.Resolve(name); });
  if (!relations.ok()) {
    if (!absl::IsInvalidArgument(relations.status())) return relations.status();
    return graph::ReadError(kMalformedPremise, relations.status().message());
  }
  for (const symbolic::ParsedRelation& relation : *relations) {
    if (scope.Take(relation)) continue;
    return NeverHolds(text);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadPremises(SymbolScope& scope,
                          const google::protobuf::RepeatedPtrField<std::string>& premises) {
  // By text: how many relations were kept before it.
  std::vector<size_t> begins;
  for (int i = 0; i < premises.size(); ++i) {
    begins.push_back(scope.premises().size());
    absl::Status status = ReadPremise(scope, premises[i]);
    if (!status.ok()) return graph::Within(graph::Item("premises", i), std::move(status));
  }
  begins.push_back(scope.premises().size());
  // A later range may have left no value to an earlier list.
  for (int i = 0; i < premises.size(); ++i) {
    for (size_t at = begins[static_cast<size_t>(i)]; at < begins[static_cast<size_t>(i) + 1];
         ++at) {
      if (scope.CanHold(scope.premises()[at])) continue;
      return graph::Within(graph::Item("premises", i), NeverHolds(premises[i]));
    }
  }
  scope.PlaceNewSymbols({});
  return absl::OkStatus();
}

}  // namespace shapewright::query

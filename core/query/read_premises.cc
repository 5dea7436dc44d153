#include "core/query/read_premises.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::query {
namespace {

// What a relation takes beside its expressions, about; lists have a number every few bytes.
constexpr uint64_t kCountPerPremise = 32;
constexpr uint64_t kCountPerStep = 2;
// Names are looked up, and copied.
constexpr size_t kNameBytesPerCount = 16;

uint64_t WorkToBuild(const symbolic::Program& program) {
  uint64_t work = program.steps.size() * kCountPerStep;
  for (const std::string& name : program.names) work += 1 + name.size() / kNameBytesPerCount;
  return work;
}

uint64_t WorkToBuild(const symbolic::RelationText& relations) {
  uint64_t work = kCountPerPremise;
  for (const symbolic::Program& side : relations.sides) work += WorkToBuild(side);
  for (const auto& sign : relations.signs) work += WorkToBuild(sign.dividend);
  return work;
}

absl::Status NeverHolds(const SymbolScope& scope, size_t index, const std::string& text) {
  if (scope.exprs().is_stopped()) return scope.exprs().work_status();
  absl::Status error =
      graph::ReadError(graph::reason::kMalformedPremise,
                       absl::StrCat(graph::Quoted(text), " never holds beside the others"));
  return graph::Within(graph::Item("premises", static_cast<int>(index)), std::move(error));
}

}  // namespace

absl::StatusOr<Premises> Premises::Read(const symbolic::ExprArena& counted, const Texts& texts) {
  Premises read;
  for (int i = 0; i < texts.size(); ++i) {
    if (!counted.CountWork(kCountPerPremise + texts[i].size())) return counted.work_status();
    absl::StatusOr<symbolic::RelationText> relations = symbolic::ReadRelations(texts[i]);
    if (!relations.ok()) {
      return graph::Within(
          graph::Item("premises", i),
          graph::ReadError(graph::reason::kMalformedPremise, relations.status().message()));
    }
    const uint64_t work = WorkToBuild(*relations);
    read.premises_.push_back({&texts[i], *std::move(relations), work});
  }
  return read;
}

absl::Status Premises::Take(SymbolScope& scope) const {
  if (premises_.empty()) return absl::OkStatus();
  const auto resolve = [&scope](absl::string_view name) { return scope.Resolve(name); };
  for (size_t i = 0; i < premises_.size(); ++i) {
    const Premise& premise = premises_[i];
    if (!scope.exprs().CountWork(premise.work)) return scope.exprs().work_status();
    const auto relations = symbolic::BuildRelations(scope.exprs(), premise.relations, resolve);
    if (!relations.ok()) {
      if (!absl::IsInvalidArgument(relations.status())) return relations.status();
      return graph::Within(
          graph::Item("premises", static_cast<int>(i)),
          graph::ReadError(graph::reason::kMalformedPremise, relations.status().message()));
    }
    for (const symbolic::ParsedRelation& relation : *relations) {
      if (!scope.Take(relation)) return NeverHolds(scope, i, *premise.text);
    }
  }
  // All of them together may have left no value of a list.
  symbolic::Expr refuted;
  if (!scope.HasValues(&refuted)) {
    return NeverHolds(scope, premises_.size() - 1, *premises_.back().text);
  }
  scope.PlaceNewSymbols({});
  return absl::OkStatus();
}

absl::Status ReadPremises(SymbolScope& scope, const Premises::Texts& texts) {
  if (texts.empty()) return absl::OkStatus();
  const absl::StatusOr<Premises> premises = Premises::Read(scope.exprs(), texts);
  return premises.ok() ? premises->Take(scope) : premises.status();
}

}  // namespace shapewright::query

#include "core/query/read_premises.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
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

// Which premises have to do with what stands outside of them, as they share names with it, or with
// another such premise.
class PremiseNames {
 public:
  explicit PremiseNames(const SymbolScope& scope) : scope_(scope) {}

  void Add(const symbolic::RelationText& relations) {
    firsts_.emplace_back();
    for (const symbolic::Program& side : relations.sides) AddNames(side);
    for (const auto& sign : relations.signs) AddNames(sign.dividend);
  }
  // The first of so many premises that has nothing to do with it.
  std::optional<size_t> FindApart(size_t count);
  absl::string_view FirstOf(size_t premise) const { return firsts_[premise]; }

 private:
  void AddNames(const symbolic::Program& program);

  const SymbolScope& scope_;
  HashMap<absl::string_view, std::vector<size_t>> premises_of_;
  std::vector<absl::string_view> firsts_;
  // Not looked at yet.
  std::vector<size_t> joined_;
};

void PremiseNames::AddNames(const symbolic::Program& program) {
  const size_t premise = firsts_.size() - 1;
  for (const std::string& name : program.names) {
    if (firsts_.back().empty()) firsts_.back() = name;
    premises_of_[name].push_back(premise);
    if (scope_.IsNamedOutsidePremises(name)) joined_.push_back(premise);
  }
}

std::optional<size_t> PremiseNames::FindApart(size_t count) {
  std::vector<std::vector<absl::string_view>> names_of(firsts_.size());
  for (const auto& [name, premises] : premises_of_) {
    for (const size_t premise : premises) names_of[premise].push_back(name);
  }
  std::vector<bool> is_joined(firsts_.size());
  while (!joined_.empty()) {
    const size_t premise = joined_.back();
    joined_.pop_back();
    if (is_joined[premise]) continue;
    is_joined[premise] = true;
    for (const absl::string_view name : names_of[premise]) {
      // Once for each name.
      for (const size_t other : std::exchange(premises_of_[name], {})) joined_.push_back(other);
    }
  }
  const auto apart = std::find(is_joined.begin(), is_joined.begin() + count, false);
  if (apart == is_joined.begin() + count) return std::nullopt;
  return static_cast<size_t>(apart - is_joined.begin());
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
  const auto resolve = [&scope](absl::string_view name) { return scope.ResolveInPremise(name); };
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

absl::Status Premises::CheckNames(const SymbolScope& scope, const Premises& known) const {
  std::vector<const Premise*> all;
  for (const Premise& premise : premises_) all.push_back(&premise);
  for (const Premise& premise : known.premises_) all.push_back(&premise);
  PremiseNames names(scope);
  for (const Premise* premise : all) names.Add(premise->relations);
  const std::optional<size_t> apart = names.FindApart(premises_.size());
  if (!apart) return absl::OkStatus();
  const std::string name(names.FirstOf(*apart));
  absl::Status error = graph::ReadError(
      graph::reason::kMalformedPremise,
      absl::StrCat(graph::Quoted(*premises_[*apart].text), " is about nothing in the case: ",
                   name.empty() ? "it names nothing" : absl::StrCat("there is no ", name)));
  SetSuggestion(error, DidYouMean(name, scope.NamesOutsidePremises()));
  return graph::Within(graph::Item("premises", static_cast<int>(*apart)), std::move(error));
}

absl::StatusOr<Premises> ReadPremises(SymbolScope& scope, const Premises::Texts& texts) {
  if (texts.empty()) return Premises();
  absl::StatusOr<Premises> premises = Premises::Read(scope.exprs(), texts);
  if (!premises.ok()) return premises;
  absl::Status taken = premises->Take(scope);
  if (!taken.ok()) return taken;
  return premises;
}

bool NameUnknowns(const Premises::Texts& texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return absl::StrContains(text, '?'); });
}

}  // namespace shapewright::query

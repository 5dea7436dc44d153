#include "client/cpp/cli/diff/diff.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "client/cpp/cli/diff/compare_facts.h"
#include "client/cpp/cli/diff/compare_values.h"
#include "client/cpp/cli/diff/matched_symbols.h"

namespace shapewright::cli {

void AskForDiff(v1::InferShapesRequest* request) { request->set_scope(v1::SCOPE_MAIN_GRAPH); }

absl::StatusOr<std::vector<Change>> DiffAnswers(const v1::InferShapesResponse& before,
                                                const v1::InferShapesResponse& after, Work& work) {
  work.set_phase("diff");
  MatchedSymbols symbols(before, after, work);
  std::vector<Change> changes;
  std::vector<Change> facts;
  CompareSignatures(before, after, symbols, changes);
  const absl::flat_hash_set<std::string> told = CompareFacts(before, after, symbols, facts);
  CompareSymbols(before, after, symbols, told, changes);
  changes.insert(changes.end(), facts.begin(), facts.end());
  CompareDiagnostics(before, after, changes);
  CompareInnerValues(before, after, symbols, changes);
  if (absl::Status status = work.Poll(); !status.ok()) return status;
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.effect < b.effect; });
  return changes;
}

bool HasBreaking(const std::vector<Change>& changes) {
  return std::any_of(changes.begin(), changes.end(),
                     [](const Change& each) { return each.effect == Effect::kBreaks; });
}

}  // namespace shapewright::cli

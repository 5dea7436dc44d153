#include "core/inference/facts/conflicts.h"

#include <algorithm>
#include <utility>

#include "core/base/hash_map.h"
#include "core/symbolic/facts/irreducible.h"

namespace shapewright::inference {
namespace {

using symbolic::Basis;
using symbolic::Fact;
using symbolic::FactSource;

constexpr size_t kMaxExplained = 8;
// At most this fraction of the request's work limit (S66).
constexpr uint64_t kConflictShare = 16;
constexpr uint64_t kCountPerSource = 8;

using ConflictPlaces = std::vector<size_t>;

class ConflictFinder {
 public:
  ConflictFinder(Engine& engine, const InferOptions& options, const Given* given)
      : model_(engine.workspace().model()),
        facts_(engine.workspace().facts().facts()),
        options_(options),
        given_(given),
        earlier_(engine.earlier_facts()) {
    options_.work = &engine.work();
    options_.unknown_dims = nullptr;
  }

  std::optional<ConflictPlaces> Find(const Fact& refuted) {
    ConflictPlaces all;
    for (size_t i = 0; i < facts_.size(); ++i) {
      if (facts_[i].source.basis != Basis::kDeclared) all.push_back(i);
    }
    if (IsRefuted(refuted, {})) return ConflictPlaces();
    ConflictPlaces needed = symbolic::LeaveOut(std::move(all), [&](const ConflictPlaces& fewer) {
      const bool is_refuted = IsRefuted(refuted, fewer);
      return has_failed_ ? std::nullopt : std::optional<bool>(is_refuted);
    });
    if (has_failed_) return std::nullopt;
    return needed;
  }

 private:
  bool IsRefuted(const Fact& refuted, const ConflictPlaces& taken) {
    if (has_failed_) return false;
    // The filter is asked for every fact of the run, so it must not search a list of such a length.
    HashSet<FactSource> sources;
    for (const size_t i : taken) sources.insert(facts_[i].source);
    Engine engine(model_, options_, given_, earlier_);
    engine.work().Count(taken.size() * kCountPerSource);
    engine.workspace().facts().SetFilter([&](const FactSource& source) {
      return source.basis == Basis::kDeclared || source == refuted.source ||
             sources.contains(source);
    });
    if (!engine.Run().ok()) has_failed_ = true;
    const std::vector<Fact>& found = engine.workspace().facts().refuted();
    return std::any_of(found.begin(), found.end(), [&](const Fact& fact) {
      return fact.relation == refuted.relation && fact.source == refuted.source;
    });
  }

  const graph::Model& model_;
  const std::vector<Fact>& facts_;
  InferOptions options_;
  const Given* given_;
  const std::vector<EarlierFact>& earlier_;
  bool has_failed_ = false;
};

}  // namespace

Conflicts FindConflicts(Engine& engine, const InferOptions& options, const Given* given,
                        bool* is_whole) {
  const std::vector<Fact>& refuted = engine.workspace().facts().refuted();
  Conflicts conflicts(refuted.size());
  ConflictFinder finder(engine, options, given);
  const Work::Share share(engine.work(), engine.work().limit() / kConflictShare);
  for (size_t i = 0; i < std::min(refuted.size(), kMaxExplained); ++i) {
    conflicts[i] = finder.Find(refuted[i]);
  }
  *is_whole = !share.is_exhausted();
  if (!*is_whole) std::fill(conflicts.begin(), conflicts.end(), std::nullopt);
  return conflicts;
}

}  // namespace shapewright::inference

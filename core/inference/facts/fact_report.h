#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/engine/given.h"
#include "core/inference/facts/conflicts.h"
#include "core/inference/facts/implied_facts.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// Numbers = shapewright.v1.Fact.State.
enum class FactState : uint8_t { kProved = 1, kOpen = 2, kDataDependent = 3, kRefuted = 4 };

// A fact as it is answered, with all known equalities substituted.
struct ReportedFact : symbolic::Fact {
  FactState state = FactState::kOpen;
  // How a caller satisfies it; empty where no caller needs to or can.
  std::string suggestion = {};
  // kRefuted: places in the report of an irreducible set that contradicts it.
  std::vector<uint32_t> conflicts_with = {};
};

// The facts of a finished inference, ready to be answered: those that others of
// the same basis or a firmer one imply are left out, as far as core/symbolic can
// decide that (of more than 2,000 facts none is). Never changes once made.
//
// The order: facts as inference recorded them; upper bounds of data-dependent symbols; refuted
// facts.
class FactReport {
 public:
  // The engine has run. Contradictions that only facts together show are added
  // to its diagnostics. To tell what a contradiction rests on, the model is
  // inferred again with some of the facts left out: nothing is told of more than
  // 8 of them, or beyond 400,000 nodes. `given` may be null.
  FactReport(Engine& engine, const InferOptions& options, const Given* given);

  const std::vector<ReportedFact>& facts() const { return facts_; }
  // Left out as implied by those above.
  const std::vector<ReportedFact>& implied() const { return implied_; }
  // Places of the facts that a caller checks per call: over the inputs alone,
  // always needed, and not proved.
  std::vector<uint32_t> Preconditions() const;
  // The place of the contradiction that a diagnostic of the inference is about.
  std::optional<uint32_t> PlaceOf(const ops::Diagnostic& diagnostic, size_t number) const;

 private:
  static std::vector<bool> LeftOut(const Implications& found, const Conflicts& conflicts);
  void AddFacts(Engine& engine, const Conflicts& conflicts, const Given* given);
  void AddUpperBounds(Engine& engine);
  void AddRefuted(Engine& engine, const Conflicts& conflicts);
  void ReportLateContradiction(Engine& engine, const std::vector<size_t>& facts);

  std::vector<ReportedFact> facts_;
  std::vector<ReportedFact> implied_;
  uint32_t first_refuted_ = 0;
  // By place in FactStore::facts(): the place in facts_, or kLeftOut.
  std::vector<uint32_t> places_;
  // Diagnostics, by number, of what only facts together show.
  HashMap<size_t, uint32_t> late_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_

#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/conflicts.h"
#include "core/inference/facts/implied_facts.h"
#include "core/inference/given/given.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// Numbers = shapewright.v1.Fact.State.
enum class FactState : uint8_t { kProved = 1, kOpen = 2, kDataDependent = 3, kRefuted = 4 };

// A fact as it is reported, with all known equalities substituted.
struct ReportedFact : symbolic::Fact {
  FactState state = FactState::kOpen;
  // What a caller must do to satisfy it; empty if that is not needed or not possible.
  std::string suggestion = {};
  // For kRefuted: indices into the report of a minimal set of facts that contradicts it.
  std::vector<uint32_t> conflicts_with = {};
};

// The facts of a finished inference, ready to be answered: first those
// that inference recorded, then upper bounds of data-dependent
// symbols, then refuted facts. A fact that others of the same or a
// firmer basis imply is left out, as far as core/symbolic decides that
// (not at all if there are more than 2,000 facts). Immutable, hence
// thread-safe.
class FactReport {
 public:
  // The engine has run. Adds to its diagnostics the contradictions that only several facts together
  // show. To find what a contradiction rests on, the model is inferred again without some of the
  // facts: for 8 contradictions at most, within a share of the request's work (S66). `given` may be
  // null.
  FactReport(Engine& engine, const InferOptions& options, const Given* given);

  const std::vector<ReportedFact>& facts() const { return facts_; }
  // Facts that were left out, as facts() imply them.
  const std::vector<ReportedFact>& implied() const { return implied_; }
  // Indices of the facts that a caller must check for each call: they depend on inputs only, hold
  // under no condition, and are not proved.
  std::vector<uint32_t> Preconditions() const;
  // Whether InferShapes answers the same facts: no binding told a rank or a length.
  bool is_of_model_alone() const { return is_of_model_alone_; }
  // Whether no run that succeeds keeps all assumptions.
  bool has_broken_assumption() const { return has_broken_assumption_; }
  // The index of the fact that a diagnostic reports as contradicted; `number` is the index of the
  // diagnostic.
  std::optional<uint32_t> PlaceOf(const rules::Diagnostic& diagnostic, size_t number) const;

 private:
  static std::vector<bool> LeftOut(const Implications& found, const Conflicts& conflicts);
  void AddFacts(Engine& engine, const Conflicts& conflicts, const Given* given);
  void AddUpperBounds(Engine& engine);
  void AddRefuted(Engine& engine, const Conflicts& conflicts);
  void ReportLateContradiction(Engine& engine, const std::vector<size_t>& facts);

  std::vector<ReportedFact> facts_;
  std::vector<ReportedFact> implied_;
  uint32_t first_refuted_ = 0;
  const bool is_of_model_alone_;
  bool has_broken_assumption_ = false;
  // By index in FactStore::facts(): the index in facts_, or kLeftOut.
  std::vector<uint32_t> places_;
  // By number of a diagnostic about several facts: the index of the refuted fact.
  HashMap<size_t, uint32_t> late_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_FACT_REPORT_H_

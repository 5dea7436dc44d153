#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_FACTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_FACTS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/planning/box_bounds.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::questions {

// What is known of the facts of an inference at all points of a box.
struct FactsInBox {
  // A fact that inputs decide fails at every point.
  bool fails = false;
  // All of them hold at every point, and each assumption too (S5).
  bool holds = false;
  // Each assumption holds at every point: an evaluation rests on this inference alone.
  bool assumptions_hold = false;
  // A premise fails at every point: the box has no sizes that the request speaks of.
  bool is_excluded = false;
};

// Decides the facts of a finished inference for boxes of symbols by intervals and trends. Facts
// that data decide are left out. Not thread-safe.
class BoxFacts {
 public:
  // Boxes will lie within `whole`. Engine and report outlive this; the engine's expressions grow.
  BoxFacts(inference::Engine& engine, const inference::FactReport& report,
           absl::Span<const symbolic::SymbolId> varying, BoxView whole, Work& work);

  FactsInBox Decide(BoxView box, Work& work);

  // Whether each fact about several of the varying symbols that need not hold in the whole box is
  // of the form `a <= b` and, once it fails, fails for greater values of any of them too.
  bool joint_facts_close() const { return joint_facts_close_; }

 private:
  enum class Verdict : uint8_t { kOpen, kHolds, kFails };
  // A fact, and the place of the first of its expressions in the bounds: right - left, or left mod
  // right, then left and right.
  struct Entry {
    symbolic::Relation relation;
    bool is_assumed;
    bool is_premise;
    bool is_guarded;
    size_t first;
  };

  void Add(const inference::ReportedFact& fact, std::vector<symbolic::Expr>* roots);
  Verdict DecideOne(const Entry& entry, absl::Span<const symbolic::Interval> ranges) const;
  void KeepOpen(std::vector<symbolic::Expr> roots, absl::Span<const symbolic::SymbolId> varying,
                BoxView whole, Work& work);
  void LookAtJointFacts(const std::vector<symbolic::Expr>& roots,
                        absl::Span<const symbolic::SymbolId> varying, BoxView whole);

  inference::Engine& engine_;
  bool is_within_bounds_ = true;
  // What no box decides: a fact that may fail under a branch, though no input satisfies it.
  bool has_undecidable_ = false;
  bool joint_facts_close_ = true;
  std::vector<Entry> entries_;
  std::optional<BoxBounds> bounds_;
  bool fails_always_ = false;
  bool is_always_excluded_ = false;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_BOX_FACTS_H_

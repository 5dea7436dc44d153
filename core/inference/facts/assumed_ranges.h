#ifndef SHAPEWRIGHT_CORE_INFERENCE_FACTS_ASSUMED_RANGES_H_
#define SHAPEWRIGHT_CORE_INFERENCE_FACTS_ASSUMED_RANGES_H_

#include <optional>
#include <vector>

#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// For its lifetime the symbols of a finished inference have only the ranges that its assumptions
// about inputs leave them: these are told, and looked at where a question is about ranges, as
// beyond them each binding needs an inference of its own (S5). A range with several values keeps
// several: it becomes no number (S4).
class AssumedRanges {
 public:
  explicit AssumedRanges(rules::Workspace& workspace);
  AssumedRanges(const AssumedRanges&) = delete;
  AssumedRanges& operator=(const AssumedRanges&) = delete;
  ~AssumedRanges() { Lift(); }

  // Sets the symbols' own ranges again, until Apply(): for what may make a number of a range.
  void Lift();
  void Apply();

 private:
  struct Range {
    symbolic::SymbolId symbol;
    symbolic::Interval own;
    symbolic::Interval assumed;
  };

  void Narrow(const symbolic::Fact& fact);
  void NarrowByUpperBounds();
  // By what its upper bound comes to now; nothing if it stays as it is.
  std::optional<Range> NarrowedByUpper(symbolic::SymbolId id) const;

  symbolic::ExprArena& arena_;
  // In the order in which they were narrowed; a symbol may occur several times.
  std::vector<Range> ranges_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_FACTS_ASSUMED_RANGES_H_

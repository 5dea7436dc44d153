#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_FITTING_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_FITTING_SIZES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/planning/box_bounds.h"
#include "core/questions/planning/box_facts.h"
#include "core/questions/planning/quantity_in_box.h"
#include "core/questions/planning/size_search.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// The values of the symbols of a FindLargestSizesRequest, each of which is valid or not, and fits
// the budget or not (S47). Parts of their ranges are decided by intervals and trends where the
// evaluations in them rest on the engine's inference alone; all else by evaluating values one by
// one. Not thread-safe.
class FittingSizes {
 public:
  // All arguments outlive this; the engine's expressions grow.
  FittingSizes(inference::Engine& engine, const inference::FactReport& report,
               const inference::AnswerNumbering& numbering, Evaluations& evaluations,
               const v1::FindLargestSizesRequest& request, Work& work);

  // INVALID_ARGUMENT, with the path of the field within the request.
  const absl::Status& status() const { return status_; }

  // A symbol and the values to look at.
  struct Axis {
    symbolic::SymbolId symbol;
    std::string name;
    inference::Given::Symbol allowed;
    // As asked for, with finite ends; and without what facts rule out at both ends.
    symbolic::Interval range;
    symbolic::Interval searched;
    bool has_end = false;

    std::optional<int64_t> Nearest(int64_t value, bool is_upwards) const {
      return allowed.From(value, is_upwards);
    }
  };
  const std::vector<Axis>& axes() const { return axes_; }
  int64_t budget() const { return request_.budget().amount(); }

  // The values of all axes; that of the axis which a search is along does not count.
  using Values = std::vector<int64_t>;
  enum class Wanted : uint8_t {
    kFits,   // valid, and within the budget
    kValid,  // valid
    kBad,    // valid, and not known to be within the budget
  };
  // Searches a part of an axis with the other axis at `values`.
  absl::StatusOr<SearchResult> Search(size_t axis, symbolic::Interval part, Wanted wanted,
                                      bool is_upwards, const Values& values, int64_t* steps_left);

  // What is known of one point.
  struct Point {
    bool is_valid = false;
    QuantityInBox::Amount amount;
  };
  absl::StatusOr<Point> Evaluate(const Values& values);
  // Why the amount is not known at a point, which was evaluated last: the path of the field.
  absl::Status WhyUnknown(const Values& values) const;
  // INVALID_ARGUMENT if the amount depends on a symbol of the inputs that the binding leaves open.
  absl::Status CheckSymbolsHaveValues() const;
  v1::Binding BindingAt(const Values& values) const;
  // Writes the point as a PlanPoint.
  absl::Status Write(const Values& values, uint32_t field, WireWriter* out);
  // That of the point that was evaluated last.
  std::optional<int64_t> LastAmount() const;

  // Whether everything fits as far as the axis goes, which has no end; the other axis is as the
  // binding says.
  bool FitsWithoutEnd(size_t axis);
  // Whether more never fits where less does not, and what is valid is decided for each axis apart,
  // or fails for all greater values of both.
  bool IsStaircase();
  bool GrowsWith(size_t axis) { return MayCut(whole_) && quantity_.GrowsWith(axis); }
  // The greatest value whose amount is not known, where one was met.
  std::optional<int64_t> greatest_unknown() const { return greatest_unknown_; }

 private:
  absl::Status ReadAxis(const v1::SizeRange& range);
  absl::Status ReadBinding();
  void LeaveOutFailing(size_t axis);
  // Whether the engine's expressions hold in the box: they are simplified by the bounds of symbols,
  // which rest on assumptions too.
  bool IsDecidable(BoxView box) const;
  // Whether evaluations in the box rest on the engine's inference, so that parts may be decided.
  bool MayCut(BoxView box);
  bool IsDismissed(BoxView box, Wanted wanted);

  inference::Engine& engine_;
  const inference::FactReport& report_;
  Evaluations& evaluations_;
  const v1::FindLargestSizesRequest& request_;
  Work& work_;
  SymbolBinder binder_;
  QuantityInBox quantity_;
  absl::Status status_;
  std::vector<Axis> axes_;
  Box whole_;
  std::optional<BoxFacts> facts_;
  // By symbol: whether it has a value once all axes have one.
  std::vector<bool> has_value_;
  bool is_decidable_ = true;
  // Whether no evaluation finds more than the engine's inference: what it knows is valid, is.
  const bool is_settled_;
  std::optional<int64_t> greatest_unknown_;
  QuantityInBox::Amount last_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_FITTING_SIZES_H_

#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_QUANTITY_IN_BOX_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_QUANTITY_IN_BOX_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/planning/box_bounds.h"
#include "core/questions/planning/memory_bounds.h"
#include "core/questions/planning/size_products.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// What a request measures: its amount at a binding, and its least and greatest in a box (S47). Not
// thread-safe.
class QuantityInBox {
 public:
  // What has to be evaluated for it.
  static v1::EvaluateShapesRequest QuestionOf(const v1::FindLargestSizesRequest& request);

  // INVALID_ARGUMENT, with the path of the field within the request, for a value or an expression
  // that the model does not have. All arguments outlive this.
  QuantityInBox(inference::Engine& engine, const inference::AnswerNumbering& numbering,
                const SymbolBinder& binder, const Evaluations& evaluations,
                const v1::FindLargestSizesRequest& request);
  const absl::Status& status() const { return status_; }

  // Before Over(): boxes will lie within `whole`. Which sizes that data decide evaluations tell as
  // the engine's inference does, `known` says. The engine's expressions grow.
  void Prepare(absl::Span<const symbolic::SymbolId> varying, BoxView whole, KnownSizes known);
  // The symbols that it depends on, as far as it is known as an expression.
  std::vector<symbolic::SymbolId> Symbols() const;
  // Holds the amounts of all points in a box, where evaluations rest on the engine's inference.
  symbolic::Interval Over(BoxView box, Work& work);
  bool GrowsWith(size_t place) const;

  enum class Status : uint8_t { kKnown, kUnknown, kTooLarge };
  struct Amount {
    Status status = Status::kUnknown;
    int64_t value = 0;

    bool FitsInto(int64_t budget) const { return status == Status::kKnown && value <= budget; }
  };
  // That of the last evaluation.
  Amount Last(Work& work) const;

 private:
  absl::Status ReadExpression(const SymbolBinder& binder);
  Amount OfMemory() const;
  Amount OfElements() const;

  inference::Engine& engine_;
  const inference::AnswerNumbering& numbering_;
  const Evaluations& evaluations_;
  const v1::FindLargestSizesRequest& request_;
  const v1::Quantity& quantity_;
  absl::Status status_;
  // Of a value; of an expression.
  shape::TypeId type_ = shape::kUnknownType;
  symbolic::Expr expression_;
  std::optional<SizeProducts> products_;
  std::optional<BoxBounds> bounds_;
  std::optional<MemoryBounds> memory_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_QUANTITY_IN_BOX_H_

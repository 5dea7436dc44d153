#ifndef SHAPEWRIGHT_CORE_LIBRARY_TYPED_TEXT_H_
#define SHAPEWRIGHT_CORE_LIBRARY_TYPED_TEXT_H_

#include <memory>
#include <vector>

#include "core/base/answer_budget.h"
#include "core/inference/text/answer_text.h"
#include "core/inference/text/precision.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/site.h"
#include "shapewright/fact.h"
#include "shapewright/type.h"

namespace shapewright {

// Dims, types and sites of a finished inference in the words of the library, each type once.
class TypedText {
 public:
  // Both outlive it.
  TypedText(rules::Workspace& workspace, AnswerBudget& budget);

  Dim DimOf(symbolic::Expr expr);
  std::shared_ptr<const Type> TypeOf(shape::TypeId id);
  Site SiteOf(const symbolic::Site& site) const;
  // That of a constant, or of a dim that nothing is known of; of an expression the range alone.
  static Dim PlainDim(symbolic::Expr expr, const symbolic::ExprArena& arena);
  static Interval IntervalOf(symbolic::Interval interval);

  inference::AnswerText& text() { return text_; }
  inference::PrecisionTable& precision() { return precision_; }
  // By TypeId; null for those that nobody asked for.
  std::vector<std::shared_ptr<const Type>> TakeTypes() { return std::move(types_); }

 private:
  void ReadTensor(const shape::Type& from, Type* to);

  rules::Workspace& workspace_;
  AnswerBudget& budget_;
  inference::AnswerText text_;
  inference::PrecisionTable precision_;
  std::vector<std::shared_ptr<const Type>> types_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_TYPED_TEXT_H_

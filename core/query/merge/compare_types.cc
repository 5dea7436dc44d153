#include "core/query/merge/compare_types.h"

#include <algorithm>
#include <vector>

#include "core/graph/message/message_text.h"
#include "core/query/known_value.h"
#include "core/query/merge/operand_layouts.h"
#include "core/shape/algebra/merge_types.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/algebra/relaxes.h"
#include "core/shape/element_type.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::ElementType;
using shape::Type;
using shape::TypeId;
using symbolic::Interval;

bool AreSame(Interval a, Interval b) { return (a.is_empty() && b.is_empty()) || a == b; }

// Of dims of which one holds nothing at least.
TypeRelations CompareRanges(Interval left, Interval right) {
  TypeRelations answer;
  answer.compatible = !Intersect(left, right).is_empty();
  answer.equal = AreSame(left, right);
  answer.relaxes = left.Contains(right);
  answer.refines = right.Contains(left);
  answer.same_scheme = !left.is_point() && !right.is_point();
  answer.same_layout = true;
  return answer;
}

// Whether they have a type in common. A symbol that both mention is the same symbol (S16 says how
// far that is decided).
bool Merge(MergeCase& run, TypeId left, TypeId right) {
  const symbolic::QuestionScope scope(run.scope.facts());
  shape::Algebra trial{run.scope.exprs(), run.scope.facts(), run.scope.types()};
  MergeTypes(trial, {left, right}, shape::MergePolicy::kStrict);
  return trial.conflicts.empty();
}

// Whether the question says that types may differ in this.
bool Ignores(const v1::CompareTypes& question, v1::CompareTypes::Aspect aspect) {
  const auto& ignored = question.ignored();
  return std::find(ignored.begin(), ignored.end(), aspect) != ignored.end();
}

ElementType Blurred(const v1::CompareTypes& question, ElementType element) {
  if (Ignores(question, v1::CompareTypes::ASPECT_ELEMENT_TYPE)) return ElementType::kUndefined;
  const bool is_any_float =
      Ignores(question, v1::CompareTypes::ASPECT_FLOAT_PRECISION) && shape::IsFloat(element);
  return is_any_float ? ElementType::kFloat : element;
}

// The type with one value for each of what the question ignores: types that differ in
// nothing else become the same.
TypeId WithoutIgnored(SymbolScope& scope, const v1::CompareTypes& question, TypeId type_id) {
  if (type_id == shape::kUnknownType || question.ignored().empty()) return type_id;
  Type type = scope.types().at(type_id);
  type.element = Blurred(question, type.element);
  std::vector<Dim> dims(type.shape.dims.begin(), type.shape.dims.end());
  if (Ignores(question, v1::CompareTypes::ASPECT_DYNAMIC)) {
    for (Dim& dim : dims) {
      const symbolic::Interval bounds = scope.exprs().Bounds(dim);
      if (bounds.has_max()) dim = bounds.max;
    }
  }
  type.shape.dims = dims;
  type.inner = WithoutIgnored(scope, question, type.inner);
  std::vector<TypeId> positions;
  for (const TypeId position : type.positions) {
    positions.push_back(WithoutIgnored(scope, question, position));
  }
  type.positions = positions;
  return scope.types().Intern(type);
}

absl::Status CheckIgnored(const v1::CompareTypes& question) {
  for (int i = 0; i < question.ignored_size(); ++i) {
    absl::Status known = CheckSaid(graph::Item("compare.ignored", i), question.ignored(i),
                                   v1::CompareTypes::Aspect_IsValid);
    if (!known.ok()) return known;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MergeOutcome> RunCompare(MergeCase& run) {
  const v1::CompareTypes& question = run.message.compare();
  absl::Status known = CheckIgnored(question);
  if (!known.ok()) return known;
  const auto& ranges = run.operands.ranges;
  if (!ranges.empty()) return CompareRanges(ranges[0], ranges[1]);
  const TypeId left = run.operands.types[0];
  const TypeId right = run.operands.types[1];
  const TypeId seen_left = WithoutIgnored(run.scope, question, left);
  const TypeId seen_right = WithoutIgnored(run.scope, question, right);
  const LayoutTexts& left_layouts = run.operands.layouts[0];
  const LayoutTexts& right_layouts = run.operands.layouts[1];
  TypeRelations answer;
  answer.compatible = Merge(run, seen_left, seen_right);
  answer.equal = (Ignores(question, v1::CompareTypes::ASPECT_LAYOUT) ||
                  !HaveOtherLayouts(left_layouts, right_layouts)) &&
                 AreEqual(run.algebra, seen_left, seen_right);
  answer.relaxes = Relaxes(run.algebra, left, right);
  answer.refines = Refines(run.algebra, left, right);
  answer.same_scheme = HaveSameScheme(run.algebra, left, right);
  answer.same_layout = HaveSameLayouts(run.scope.types(), left, left_layouts, right, right_layouts);
  return answer;
}

absl::StatusOr<MergeOutcome> RunInspect(MergeCase& run) { return TypeFacts{run.operands.types[0]}; }

}  // namespace shapewright::query

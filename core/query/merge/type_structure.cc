#include "core/query/merge/type_structure.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"
#include "core/query/merge/type_properties.h"
#include "core/shape/algebra/axes.h"
#include "core/shape/element_values.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {
namespace {

using shape::Type;
using shape::TypeId;
using shape::TypeTable;
using Outcome = absl::StatusOr<MergeOutcome>;

// A type within an operand, and the number of the first tensor in it.
struct Place {
  TypeId type;
  size_t tensor = 0;
};

// What stands at a position of a tuple.
absl::StatusOr<Place> ElementOfTuple(const TypeTable& types, const Place& tuple, int64_t position) {
  const Type& type = types.at(tuple.type);
  if (!type.is_tuple()) return absl::InvalidArgumentError("leads into what is no tuple");
  const auto size = static_cast<int64_t>(type.positions.size());
  const absl::StatusOr<size_t> found = shape::ResolveAxis(position, size);
  if (!found.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no element ", position, " in a tuple of ", size));
  }
  Place element{type.positions[*found], tuple.tensor};
  for (size_t i = 0; i < *found; ++i) {
    element.tensor += shape::TensorCount(types, type.positions[i]);
  }
  return element;
}

absl::StatusOr<Place> AtPath(const MergeCase& run) {
  Place place{run.operands.types[0]};
  for (int i = 0; i < run.message.axes_size(); ++i) {
    const absl::StatusOr<Place> element =
        ElementOfTuple(run.scope.types(), place, run.message.axes(i));
    if (!element.ok()) return CaseError(graph::Item("axes", i), element.status().message());
    place = *element;
  }
  return place;
}

void AddLeaves(const TypeTable& types, TypeId type_id, std::vector<TypeId>& leaves) {
  const Type& type = types.at(type_id);
  if (!type.is_tuple()) return leaves.push_back(type_id);
  for (const TypeId position : type.positions) AddLeaves(types, position, leaves);
}

int64_t CountSubshapes(const TypeTable& types, TypeId type_id) {
  const Type& type = types.at(type_id);
  int64_t count = 1;
  if (!type.is_tuple()) return count;
  for (const TypeId position : type.positions) count += CountSubshapes(types, position);
  return count;
}

// The element type of an operand that is a tensor; INVALID_ARGUMENT where it has none.
absl::StatusOr<shape::ElementType> ElementOfOperand(const MergeCase& run, size_t operand) {
  const Type& type = run.scope.types().at(run.operands.types[operand]);
  if (type.is_tensor() && type.element != shape::ElementType::kUndefined) return type.element;
  return CaseError(graph::Item(OperandsField(run.message), static_cast<int>(operand)),
                   "has no element type");
}

// Walks over two types side by side, tensor by tensor.
class LayoutComparison {
 public:
  LayoutComparison(const TypeTable& types, const LayoutTexts& left, const LayoutTexts& right)
      : types_(types), left_(left), right_(right) {}

  bool AreSame(TypeId a, TypeId b) {
    const Type& one = types_.at(a);
    const Type& other = types_.at(b);
    if (one.kind != other.kind || one.positions.size() != other.positions.size()) return false;
    if (one.is_tensor()) return HaveSame(one, other);
    for (size_t i = 0; i < one.positions.size(); ++i) {
      if (!AreSame(one.positions[i], other.positions[i])) return false;
    }
    const bool has_inner = !one.is_tuple() && one.inner != shape::kUnknownType;
    return !has_inner || AreSame(one.inner, other.inner);
  }

 private:
  bool HaveSame(const Type& one, const Type& other) {
    const size_t at = next_++;
    return one.has_rank() == other.has_rank() && one.shape.rank() == other.shape.rank() &&
           left_[at] == right_[at];
  }

  const TypeTable& types_;
  const LayoutTexts& left_;
  const LayoutTexts& right_;
  size_t next_ = 0;
};

}  // namespace

Outcome RunIndexOfTuple(MergeCase& run) {
  if (run.message.axes().empty()) {
    const absl::StatusOr<Place> element =
        ElementOfTuple(run.scope.types(), {run.operands.types[0]}, run.message.axis());
    if (!element.ok()) return CaseError("axis", element.status().message());
    return element->type;
  }
  const absl::StatusOr<Place> element = AtPath(run);
  if (!element.ok()) return element.status();
  return element->type;
}

Outcome RunHasProperty(MergeCase& run) {
  const absl::StatusOr<Place> place = AtPath(run);
  if (!place.ok()) return place.status();
  const absl::StatusOr<bool> holds = HasProperty(run, place->type, place->tensor);
  if (!holds.ok()) return holds.status();
  return *holds;
}

Outcome RunCastPreservesValues(MergeCase& run) {
  const absl::StatusOr<shape::ElementType> from = ElementOfOperand(run, 0);
  if (!from.ok()) return from.status();
  const absl::StatusOr<shape::ElementType> to = ElementOfOperand(run, 1);
  if (!to.ok()) return to.status();
  const std::optional<bool> preserves = shape::CastPreservesValues(*from, *to);
  if (preserves) return *preserves;
  return CaseError(OperandsField(run.message),
                   absl::StrCat("the values of ", shape::ElementTypeName(*from), " and ",
                                shape::ElementTypeName(*to), " are not compared"));
}

Outcome RunSameLayout(MergeCase& run) {
  const auto& layouts = run.operands.layouts;
  if (layouts.empty()) return CaseError("texts", "layouts are named by texts alone");
  for (size_t i = 1; i < layouts.size(); ++i) {
    LayoutComparison comparison(run.scope.types(), layouts[i - 1], layouts[i]);
    if (!comparison.AreSame(run.operands.types[i - 1], run.operands.types[i])) return false;
  }
  return true;
}

Outcome RunFlatten(MergeCase& run) {
  std::vector<TypeId> leaves;
  AddLeaves(run.scope.types(), run.operands.types[0], leaves);
  Type tuple;
  tuple.kind = shape::TypeKind::kSequence;
  tuple.length = shape::Dim(static_cast<int64_t>(leaves.size()));
  tuple.positions = leaves;
  return run.scope.types().Intern(tuple);
}

Outcome RunTupleSize(MergeCase& run) {
  const Type& type = run.scope.types().at(run.operands.types[0]);
  if (type.is_tuple()) return Count{static_cast<int64_t>(type.positions.size())};
  return CaseError(graph::Item(OperandsField(run.message), 0), "is no tuple");
}

Outcome RunCountLeaves(MergeCase& run) {
  std::vector<TypeId> leaves;
  AddLeaves(run.scope.types(), run.operands.types[0], leaves);
  return Count{static_cast<int64_t>(leaves.size())};
}

Outcome RunCountSubshapes(MergeCase& run) {
  return Count{CountSubshapes(run.scope.types(), run.operands.types[0])};
}

}  // namespace shapewright::query

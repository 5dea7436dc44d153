#include "core/shape/algebra/merge_types.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/shape/algebra/merge.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

// One side of a merge of two types.
struct Side {
  TypeId type;
  uint32_t operand;
};

class TypeMerger {
 public:
  TypeMerger(Algebra& algebra, MergePolicy policy) : algebra_(algebra), policy_(policy) {}

  TypeId Merge(const Side& existing, const Side& added);

 private:
  bool replaces() const { return policy_ == MergePolicy::kOverride; }
  bool keeps() const { return policy_ == MergePolicy::kSkip; }

  // The result where the sides contradict each other; adds a conflict unless the policy picks a
  // side silently.
  TypeId Disagree(const Side& existing, const Side& added, absl::string_view what);
  TypeId MergeTensors(const Side& existing, const Side& added);
  TypeId MergeSequences(const Side& existing, const Side& added);
  TypeId MergeOptionals(const Side& existing, const Side& added);
  TypeId MergeMaps(const Side& existing, const Side& added);
  TypeId MergePrograms(const Side& existing, const Side& added);
  std::vector<TypeId> MergePositions(const Side& existing, const Side& added);
  ElementType MergeElements(const Side& existing, const Side& added);
  ShapeValue MergeShape(const Operand& existing, const Operand& added);
  ShapeValue RefineShape(const Operand& existing, const Operand& added);
  Dim RefineDim(const Operand& existing, const Operand& added, size_t axis);
  Dim MergeLengths(const Side& existing, const Side& added);

  const Type& at(const Side& side) const { return algebra_.types.at(side.type); }
  TypeId Inner(const Side& existing, const Side& added) {
    return Merge({at(existing).inner, existing.operand}, {at(added).inner, added.operand});
  }

  Algebra& algebra_;
  const MergePolicy policy_;
};

TypeId TypeMerger::Disagree(const Side& existing, const Side& added, absl::string_view what) {
  if (keeps()) return existing.type;
  if (replaces()) return added.type;
  Conflict conflict;
  conflict.left_operand = existing.operand;
  conflict.right_operand = added.operand;
  conflict.left_type = existing.type;
  conflict.right_type = added.type;
  conflict.code = "TYPE_MISMATCH";
  conflict.reason = absl::StrCat(
      "the ", what, " differ: ", FormatType(algebra_.types, existing.type, algebra_.exprs), " and ",
      FormatType(algebra_.types, added.type, algebra_.exprs));
  algebra_.conflicts.push_back(std::move(conflict));
  return added.type;
}

TypeId TypeMerger::Merge(const Side& existing, const Side& added) {
  if (existing.type == kUnknownType) return added.type;
  if (added.type == kUnknownType || (existing.type == added.type)) return existing.type;
  if (at(existing).kind != at(added).kind) {
    return Disagree(existing, added, "kinds of the types");
  }
  switch (at(existing).kind) {
    case TypeKind::kTensor:
    case TypeKind::kSparseTensor:
      return MergeTensors(existing, added);
    case TypeKind::kSequence:
      return MergeSequences(existing, added);
    case TypeKind::kOptional:
      return MergeOptionals(existing, added);
    case TypeKind::kMap:
      return MergeMaps(existing, added);
    case TypeKind::kProgram:
      return MergePrograms(existing, added);
    case TypeKind::kOpaque:
    case TypeKind::kUnknown:
      break;
  }
  return Disagree(existing, added, "types");
}

ElementType TypeMerger::MergeElements(const Side& existing, const Side& added) {
  const ElementType one = at(existing).element;
  const ElementType other = at(added).element;
  if (one == ElementType::kUndefined || one == other) return other;
  if (other == ElementType::kUndefined) return one;
  return at({Disagree(existing, added, "element types"), 0}).element;
}

TypeId TypeMerger::MergeTensors(const Side& existing, const Side& added) {
  Type merged;
  merged.kind = at(existing).kind;
  merged.element = MergeElements(existing, added);
  const ShapeValue shape =
      MergeShape({at(existing).shape, existing.operand}, {at(added).shape, added.operand});
  merged.shape = shape.view();
  return algebra_.types.Intern(merged);
}

ShapeValue TypeMerger::MergeShape(const Operand& existing, const Operand& added) {
  const bool is_one_silent =
      (!added.shape.has_rank && added.shape.rank_bounds == Interval::Size()) ||
      (!existing.shape.has_rank && existing.shape.rank_bounds == Interval::Size());
  if (policy_ == MergePolicy::kStrict || is_one_silent) {
    return MergeShapes(algebra_, {existing, added});
  }
  if (replaces()) return ValueOf(added.shape);
  if (keeps()) return ValueOf(existing.shape);
  return RefineShape(existing, added);
}

ShapeValue TypeMerger::RefineShape(const Operand& existing, const Operand& added) {
  if (!CheckRanks(algebra_, existing, added)) return ValueOf(added.shape);
  if (!existing.shape.has_rank || !added.shape.has_rank) {
    return MergeShapes(algebra_, {existing, added});
  }
  std::vector<Dim> dims;
  dims.reserve(added.shape.dims.size());
  for (size_t axis = 0; axis < added.shape.dims.size(); ++axis) {
    dims.push_back(RefineDim(existing, added, axis));
  }
  return KnownRank(std::move(dims));
}

// The new side wins a conflict. Only anonymous symbols are bound to the other side's dim.
Dim TypeMerger::RefineDim(const Operand& existing, const Operand& added, size_t axis) {
  const Dim one = existing.shape.dims[axis];
  const Dim other = added.shape.dims[axis];
  const bool is_bindable = algebra_.exprs.IsAnonymous(one) || algebra_.exprs.IsAnonymous(other);
  if (is_bindable || symbolic::IsDifferent(algebra_.exprs, algebra_.facts.Resolve(one),
                                           algebra_.facts.Resolve(other))) {
    return MergeDims(algebra_, existing, added, axis, axis).value_or(other);
  }
  return one.is_constant() ? one : other;
}

Dim TypeMerger::MergeLengths(const Side& existing, const Side& added) {
  const Dim one = at(existing).length;
  const Dim other = at(added).length;
  if (one.is_unknown() || other.is_unknown()) return one.is_unknown() ? other : one;
  const ShapeValue shape =
      MergeShape({Shape::Of({&one, 1}), existing.operand}, {Shape::Of({&other, 1}), added.operand});
  return shape.dims[0];
}

// Both sides have equally many positions.
std::vector<TypeId> TypeMerger::MergePositions(const Side& existing, const Side& added) {
  const auto one = at(existing).positions;
  const auto other = at(added).positions;
  std::vector<TypeId> positions;
  positions.reserve(one.size());
  for (size_t i = 0; i < one.size(); ++i) {
    positions.push_back(Merge({one[i], existing.operand}, {other[i], added.operand}));
  }
  return positions;
}

TypeId TypeMerger::MergeSequences(const Side& existing, const Side& added) {
  Type merged;
  merged.kind = TypeKind::kSequence;
  merged.inner = Inner(existing, added);
  merged.length = MergeLengths(existing, added);
  const auto one = at(existing).positions;
  const auto other = at(added).positions;
  std::vector<TypeId> positions;
  if (one.empty() || other.empty()) {
    const auto& tracked = one.empty() ? other : one;
    positions.assign(tracked.begin(), tracked.end());
  } else if (one.size() == other.size()) {
    positions = MergePositions(existing, added);
  }
  merged.positions = positions;
  return algebra_.types.Intern(merged);
}

TypeId TypeMerger::MergeOptionals(const Side& existing, const Side& added) {
  Type merged;
  merged.kind = TypeKind::kOptional;
  merged.inner = Inner(existing, added);
  const Presence one = at(existing).presence;
  const Presence other = at(added).presence;
  if (one == Presence::kUnknown || other == Presence::kUnknown || one == other) {
    merged.presence = one == Presence::kUnknown ? other : one;
  } else {
    merged.presence = at({Disagree(existing, added, "presences"), 0}).presence;
  }
  return algebra_.types.Intern(merged);
}

TypeId TypeMerger::MergeMaps(const Side& existing, const Side& added) {
  Type merged;
  merged.kind = TypeKind::kMap;
  merged.element = MergeElements(existing, added);
  merged.inner = Inner(existing, added);
  return algebra_.types.Intern(merged);
}

// The names of parameters are no part of the type's meaning: the existing ones are kept.
TypeId TypeMerger::MergePrograms(const Side& existing, const Side& added) {
  if (at(existing).positions.size() != at(added).positions.size()) {
    return Disagree(existing, added, "numbers of parameters");
  }
  Type merged;
  merged.kind = TypeKind::kProgram;
  const std::vector<TypeId> parameters = MergePositions(existing, added);
  merged.positions = parameters;
  merged.inner = Inner(existing, added);
  merged.name = at(existing).name.empty() ? at(added).name : at(existing).name;
  return algebra_.types.Intern(merged);
}

}  // namespace

TypeId MergeTypes(Algebra& algebra, absl::Span<const TypeId> operands, MergePolicy policy) {
  TypeMerger merger(algebra, policy);
  Side all{operands[0], 0};
  for (uint32_t i = 1; i < operands.size(); ++i) {
    const TypeId merged = merger.Merge(all, {operands[i], i});
    if (merged == operands[i]) all.operand = i;
    all.type = merged;
  }
  return all.type;
}

}  // namespace shapewright::shape

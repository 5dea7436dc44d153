#include "core/shape/algebra/pair_dims.h"

#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {
namespace {

class PairWalker {
 public:
  PairWalker(const TypeTable& types, Likeness likeness, DimPairs& pairs)
      : types_(types), likeness_(likeness), pairs_(pairs) {}

  bool Walk(TypeId a, TypeId b) {
    if (a == kUnknownType && may_say_less()) return true;
    const Type& one = types_.at(a);
    const Type& other = types_.at(b);
    if (one.kind != other.kind) return false;
    return IsAlike(one.element, other.element, ElementType::kUndefined) &&
           IsAlike(one.presence, other.presence, Presence::kUnknown) && HaveSameName(one, other) &&
           WalkShapes(one, other) && WalkSequences(one, other) && WalkPositions(one, other) &&
           WalkInner(one.inner, other.inner);
  }

 private:
  bool may_say_less() const { return likeness_ == Likeness::kRelaxes; }

  template <typename T>
  bool IsAlike(T one, T other, T silent) const {
    return one == other || (may_say_less() && one == silent);
  }

  // The names of a program's parameters are no part of its type.
  static bool HaveSameName(const Type& one, const Type& other) {
    return one.kind == TypeKind::kProgram || (one.domain == other.domain && one.name == other.name);
  }

  // The unknown type refers to itself; following it would not end.
  bool WalkInner(TypeId a, TypeId b) {
    return (a == kUnknownType && b == kUnknownType) || Walk(a, b);
  }

  bool WalkShapes(const Type& one, const Type& other);
  bool WalkSequences(const Type& one, const Type& other);
  bool WalkPositions(const Type& one, const Type& other);

  const TypeTable& types_;
  const Likeness likeness_;
  DimPairs& pairs_;
};

bool PairWalker::WalkShapes(const Type& one, const Type& other) {
  if (!one.is_tensor()) return true;
  const Shape& a = one.shape;
  const Shape& b = other.shape;
  if (!a.has_rank) {
    if (may_say_less()) return a.rank_bounds.Contains(RankOf(b));
    return !b.has_rank && (likeness_ == Likeness::kSameScheme || a.rank_bounds == b.rank_bounds);
  }
  if (!b.has_rank || a.rank() != b.rank()) return false;
  pairs_.left.insert(pairs_.left.end(), a.dims.begin(), a.dims.end());
  pairs_.right.insert(pairs_.right.end(), b.dims.begin(), b.dims.end());
  return true;
}

bool PairWalker::WalkSequences(const Type& one, const Type& other) {
  if (one.kind != TypeKind::kSequence) return true;
  const bool is_silent = one.length.is_unknown() && (may_say_less() || other.length.is_unknown());
  if (!is_silent) {
    if (one.length.is_unknown() || other.length.is_unknown()) return false;
    pairs_.left.push_back(one.length);
    pairs_.right.push_back(other.length);
  }
  return true;
}

bool PairWalker::WalkPositions(const Type& one, const Type& other) {
  const bool is_silent = one.kind == TypeKind::kSequence && one.positions.empty();
  if (is_silent && may_say_less()) return true;
  if (one.positions.size() != other.positions.size()) return false;
  for (size_t i = 0; i < one.positions.size(); ++i) {
    if (!WalkInner(one.positions[i], other.positions[i])) return false;
  }
  return true;
}

}  // namespace

bool PairDims(const TypeTable& types, TypeId a, TypeId b, Likeness likeness, DimPairs& pairs) {
  if (a == kUnknownType && b == kUnknownType) return true;
  return PairWalker(types, likeness, pairs).Walk(a, b);
}

}  // namespace shapewright::shape

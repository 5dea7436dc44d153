#include "core/shape/algebra/relations.h"

#include <algorithm>

#include "core/shape/algebra/pair_dims.h"
#include "core/shape/text/print.h"

namespace shapewright::shape {
namespace {

void Finalize(Algebra& algebra, std::vector<Dim>& dims) {
  for (Dim& dim : dims) dim = algebra.facts.Finalize(dim);
}

bool EveryDim(Algebra& algebra, TypeId id, bool (*holds)(Dim)) {
  const Type& type = algebra.types.at(id);
  const auto dim_holds = [&](Dim dim) { return holds(algebra.facts.Finalize(dim)); };
  const auto type_holds = [&](TypeId inner) { return EveryDim(algebra, inner, holds); };
  if (!std::all_of(type.shape.dims.begin(), type.shape.dims.end(), dim_holds)) return false;
  if (type.kind == TypeKind::kSequence && !dim_holds(type.length)) return false;
  if (!std::all_of(type.positions.begin(), type.positions.end(), type_holds)) return false;
  return type.inner == kUnknownType || type_holds(type.inner);
}

bool EveryRankKnown(const TypeTable& types, TypeId id) {
  const Type& type = types.at(id);
  if (type.kind == TypeKind::kUnknown) return false;
  if (type.is_tensor()) return type.shape.has_rank;
  if (type.kind == TypeKind::kOpaque) return true;
  const auto is_known = [&types](TypeId inner) { return EveryRankKnown(types, inner); };
  // A tuple has a type for each position, and none for all of them.
  if (type.is_tuple()) {
    return std::all_of(type.positions.begin(), type.positions.end(), is_known);
  }
  return is_known(type.inner) &&
         (type.kind != TypeKind::kProgram ||
          std::all_of(type.positions.begin(), type.positions.end(), is_known));
}

}  // namespace

bool AreEqual(Algebra& algebra, TypeId a, TypeId b) {
  DimPairs pairs;
  if (!PairDims(algebra.types, a, b, Likeness::kSame, pairs)) return false;
  Finalize(algebra, pairs.left);
  Finalize(algebra, pairs.right);
  AnonymousUses in_a(algebra.exprs);
  AnonymousUses in_b(algebra.exprs);
  in_a.Count(Shape::Of(pairs.left));
  in_b.Count(Shape::Of(pairs.right));
  return std::equal(
      pairs.left.begin(), pairs.left.end(), pairs.right.begin(), [&](Dim one, Dim other) {
        return one == other || (in_a.IsInterval(one) && in_b.IsInterval(other) &&
                                algebra.exprs.Bounds(one) == algebra.exprs.Bounds(other));
      });
}

bool HaveSameScheme(Algebra& algebra, TypeId a, TypeId b) {
  DimPairs pairs;
  if (!PairDims(algebra.types, a, b, Likeness::kSameScheme, pairs)) return false;
  Finalize(algebra, pairs.left);
  Finalize(algebra, pairs.right);
  return std::equal(
      pairs.left.begin(), pairs.left.end(), pairs.right.begin(),
      [](Dim one, Dim other) { return one.is_constant() ? one == other : !other.is_constant(); });
}

bool IsStatic(Algebra& algebra, TypeId type) {
  return EveryRankKnown(algebra.types, type) &&
         EveryDim(algebra, type, [](Dim dim) { return dim.is_constant(); });
}

bool AllNonNegative(Algebra& algebra, TypeId type) {
  return EveryDim(algebra, type, [](Dim dim) { return !dim.is_constant() || dim.constant() >= 0; });
}

}  // namespace shapewright::shape

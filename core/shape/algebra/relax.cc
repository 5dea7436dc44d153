#include "core/shape/algebra/relax.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

class Relaxer {
 public:
  explicit Relaxer(Algebra& algebra) : algebra_(algebra) {}

  ShapeValue Shapes(absl::Span<const Shape> shapes);
  TypeId Types(absl::Span<const TypeId> types);

 private:
  Dim Join(const std::vector<Dim>& row);
  Dim Lengths(absl::Span<const TypeId> types);
  std::vector<TypeId> Positions(absl::Span<const TypeId> types);
  TypeId Composite(absl::Span<const TypeId> types);
  bool HaveOtherParameterCounts(absl::Span<const TypeId> types) const;
  // Of programs: the names of the parameters, if all have the same.
  absl::string_view CommonName(absl::Span<const TypeId> types) const;

  Algebra& algebra_;
  HashMap<std::vector<Dim>, Dim> joined_;
};

Dim Relaxer::Join(const std::vector<Dim>& row) {
  const bool is_one = std::all_of(row.begin(), row.end(), [&](Dim dim) {
    return symbolic::IsEqual(algebra_.exprs, dim, row[0]);
  });
  if (is_one) return row[0];
  auto [entry, is_new] = joined_.try_emplace(row);
  if (is_new) {
    Interval hull = Interval::Empty();
    for (const Dim dim : row) hull = Hull(hull, algebra_.exprs.Bounds(dim));
    entry->second = NewDim(algebra_, hull, "the operands differ");
  }
  return entry->second;
}

ShapeValue Relaxer::Shapes(absl::Span<const Shape> shapes) {
  Interval rank = Interval::Empty();
  bool has_ranks = true;
  for (const Shape& shape : shapes) {
    has_ranks &= shape.has_rank;
    rank = Hull(rank, RankOf(shape));
  }
  if (!has_ranks || !rank.is_point()) return Normalized(algebra_, UnknownRank(rank));
  std::vector<Dim> dims;
  for (size_t axis = 0; axis < shapes[0].dims.size(); ++axis) {
    std::vector<Dim> row;
    for (const Shape& shape : shapes) row.push_back(algebra_.facts.Finalize(shape.dims[axis]));
    dims.push_back(Join(row));
  }
  return KnownRank(std::move(dims));
}

Dim Relaxer::Lengths(absl::Span<const TypeId> types) {
  std::vector<Dim> row;
  for (const TypeId type : types) {
    row.push_back(algebra_.types.at(type).length);
    if (row.back().is_unknown()) return Dim();
  }
  return Join(row);
}

std::vector<TypeId> Relaxer::Positions(absl::Span<const TypeId> types) {
  const size_t count = algebra_.types.at(types[0]).positions.size();
  std::vector<TypeId> positions;
  for (size_t i = 0; i < count; ++i) {
    std::vector<TypeId> column;
    for (const TypeId type : types) {
      const auto& own = algebra_.types.at(type).positions;
      if (own.size() != count) return {};
      column.push_back(own[i]);
    }
    positions.push_back(Types(column));
  }
  return positions;
}

bool Relaxer::HaveOtherParameterCounts(absl::Span<const TypeId> types) const {
  const Type& first = algebra_.types.at(types[0]);
  return first.kind == TypeKind::kProgram &&
         std::any_of(types.begin(), types.end(), [&](TypeId id) {
           return algebra_.types.at(id).positions.size() != first.positions.size();
         });
}

absl::string_view Relaxer::CommonName(absl::Span<const TypeId> types) const {
  const absl::string_view name = algebra_.types.at(types[0]).name;
  const bool is_common = std::all_of(types.begin(), types.end(),
                                     [&](TypeId id) { return algebra_.types.at(id).name == name; });
  return is_common ? name : absl::string_view();
}

// Sequences, optionals, maps and programs; all of one kind.
TypeId Relaxer::Composite(absl::Span<const TypeId> types) {
  Type relaxed;
  const Type& first = algebra_.types.at(types[0]);
  relaxed.kind = first.kind;
  relaxed.element = first.element;
  relaxed.presence = first.presence;
  std::vector<TypeId> inner;
  for (const TypeId id : types) {
    const Type& type = algebra_.types.at(id);
    inner.push_back(type.inner);
    if (type.element != relaxed.element) relaxed.element = ElementType::kUndefined;
    if (type.presence != relaxed.presence) relaxed.presence = Presence::kUnknown;
  }
  relaxed.inner = Types(inner);
  relaxed.name = CommonName(types);
  const std::vector<TypeId> positions = Positions(types);
  if (relaxed.kind == TypeKind::kSequence) relaxed.length = Lengths(types);
  relaxed.positions = positions;
  return algebra_.types.Intern(relaxed);
}

TypeId Relaxer::Types(absl::Span<const TypeId> types) {
  const Type& first = algebra_.types.at(types[0]);
  std::vector<Shape> shapes;
  ElementType element = first.element;
  bool is_same = true;
  for (const TypeId id : types) {
    const Type& type = algebra_.types.at(id);
    if (type.kind != first.kind) return kUnknownType;
    is_same &= id == types[0];
    if (type.element != element) element = ElementType::kUndefined;
    shapes.push_back(type.shape);
  }
  if (is_same) return types[0];
  if (first.kind == TypeKind::kOpaque || HaveOtherParameterCounts(types)) return kUnknownType;
  if (!first.is_tensor()) return Composite(types);
  const ShapeValue shape = Shapes(shapes);
  Type relaxed;
  relaxed.kind = first.kind;
  relaxed.element = element;
  relaxed.shape = shape.view();
  return algebra_.types.Intern(relaxed);
}

}  // namespace

TypeId RelaxTypes(Algebra& algebra, absl::Span<const TypeId> operands) {
  return Relaxer(algebra).Types(operands);
}

}  // namespace shapewright::shape

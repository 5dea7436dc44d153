#include "tests/core/xla/type_structure.h"

#include "absl/strings/str_cat.h"

namespace shapewright::shape {
namespace {

void AddLeaves(const TypeTable& types, TypeId id, std::vector<TypeId>& leaves) {
  const Type& type = types.at(id);
  if (!type.is_tuple()) return leaves.push_back(id);
  for (const TypeId position : type.positions) AddLeaves(types, position, leaves);
}

absl::StatusOr<TypePlace> ElementOfTuple(const TypeTable& types, const TypePlace& tuple,
                                         int64_t position) {
  const Type& type = types.at(tuple.type);
  if (!type.is_tuple()) return absl::InvalidArgumentError("leads into what is not a tuple");
  const auto size = static_cast<int64_t>(type.positions.size());
  if (position < -size || position >= size) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no element ", position, " in a tuple of ", size));
  }
  const auto found = static_cast<size_t>(position < 0 ? position + size : position);
  TypePlace element{type.positions[found], tuple.tensor};
  for (size_t i = 0; i < found; ++i) element.tensor += TensorCount(types, type.positions[i]);
  return element;
}

}  // namespace

absl::StatusOr<TypePlace> AtPath(const TypeTable& types, TypeId type,
                                 absl::Span<const int64_t> path) {
  TypePlace place{type};
  for (const int64_t position : path) {
    const absl::StatusOr<TypePlace> element = ElementOfTuple(types, place, position);
    if (!element.ok()) return element;
    place = *element;
  }
  return place;
}

std::vector<TypeId> LeavesOf(const TypeTable& types, TypeId type) {
  std::vector<TypeId> leaves;
  AddLeaves(types, type, leaves);
  return leaves;
}

TypeId TupleOf(TypeTable& types, absl::Span<const TypeId> positions) {
  Type tuple;
  tuple.kind = TypeKind::kSequence;
  tuple.length = Dim(static_cast<int64_t>(positions.size()));
  tuple.positions = positions;
  return types.Intern(tuple);
}

int64_t CountSubshapes(const TypeTable& types, TypeId id) {
  const Type& type = types.at(id);
  int64_t count = 1;
  if (!type.is_tuple()) return count;
  for (const TypeId position : type.positions) count += CountSubshapes(types, position);
  return count;
}

}  // namespace shapewright::shape

#include "tests/core/xla/type_properties.h"

#include <algorithm>

namespace shapewright::shape {
namespace {

bool IsXla(const Type& type) { return type.kind == TypeKind::kOpaque && type.domain == kXlaDomain; }

// Whether `holds` does for the type or one in it.
template <typename Holds>
bool AnyWithin(const TypeTable& types, TypeId id, Holds holds) {
  if (id == kUnknownType) return false;
  const Type& type = types.at(id);
  if (holds(type)) return true;
  const auto within = [&](TypeId other) { return AnyWithin(types, other, holds); };
  return std::any_of(type.positions.begin(), type.positions.end(), within) ||
         (!type.is_tuple() && within(type.inner));
}

}  // namespace

bool IsScalar(const Type& type) { return type.has_rank() && type.shape.dims.empty(); }

bool IsEffectiveScalar(const Type& type) {
  return type.has_rank() && std::all_of(type.shape.dims.begin(), type.shape.dims.end(),
                                        [](Dim dim) { return dim.is_constant(1); });
}

bool IsEmptyTuple(const Type& type) { return type.is_tuple() && type.positions.empty(); }

bool IsNestedTuple(const TypeTable& types, const Type& type) {
  return type.is_tuple() &&
         std::any_of(type.positions.begin(), type.positions.end(),
                     [&](TypeId position) { return types.at(position).is_tuple(); });
}

bool IsToken(const Type& type) { return IsXla(type) && type.name == kXlaToken; }

bool IsOpaque(const Type& type) { return type.kind == TypeKind::kOpaque && !IsToken(type); }

bool HasDimOfSize(const Type& type, int64_t size) {
  return std::any_of(type.shape.dims.begin(), type.shape.dims.end(),
                     [size](Dim dim) { return dim.is_constant(size); });
}

bool IsUnbounded(const TypeTable& types, const symbolic::ExprArena& arena, TypeId type_id) {
  const auto is_endless = [&](Dim dim) {
    return !dim.is_constant() && !arena.Bounds(dim).has_max();
  };
  return AnyWithin(types, type_id, [&](const Type& type) {
    if (type.is_tensor() && !type.shape.has_rank) return !type.shape.rank_bounds.has_max();
    return std::any_of(type.shape.dims.begin(), type.shape.dims.end(), is_endless);
  });
}

bool HasLayouts(const TypeTable& types, const TypePlace& place, const ParsedLayouts& layouts) {
  const size_t end = place.tensor + TensorCount(types, place.type);
  for (size_t i = place.tensor; i < end; ++i) {
    if (i >= layouts.size()) return false;
    const bool is_scalar = layouts[i].has_rank && layouts[i].rank == 0;
    if (layouts[i].text.empty() && !is_scalar) return false;
  }
  return true;
}

bool HoldsElementType(const TypeTable& types, TypeId type_id, ElementType element) {
  return AnyWithin(types, type_id, [element](const Type& type) {
    return type.is_tensor() && type.element == element;
  });
}

bool HasOnly(const TypeTable& types, TypeId type_id, bool (*is_of)(ElementType)) {
  const Type& type = types.at(type_id);
  if (!type.is_tuple()) return type.is_tensor() && is_of(type.element);
  return !type.positions.empty() &&
         std::all_of(type.positions.begin(), type.positions.end(),
                     [&](TypeId position) { return HasOnly(types, position, is_of); });
}

bool IsKnownElement(ElementType element) { return element != ElementType::kUndefined; }

bool IsSignedInteger(ElementType element) {
  return IsInteger(element) && ElementRange(element).min < 0;
}

bool IsUnsignedInteger(ElementType element) {
  return IsInteger(element) && !IsSignedInteger(element);
}

bool IsComplex(ElementType element) {
  return element == ElementType::kComplex64 || element == ElementType::kComplex128;
}

}  // namespace shapewright::shape

#include "core/query/merge/type_properties.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/query/case_error.h"
#include "core/query/read_type.h"
#include "core/shape/element_type.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::ElementType;
using shape::Type;
using shape::TypeId;
using shape::TypeKind;
using v1Case = v1::MergeCase;

// A type, and what it stands in.
struct Subject {
  MergeCase& run;
  TypeId id;
  size_t tensor;

  const Type& type() const { return run.scope.types().at(id); }
  const Type& at(TypeId other) const { return run.scope.types().at(other); }
  Dim Known(Dim dim) const { return run.algebra.facts.Finalize(dim); }
};

bool IsXla(const Type& type) {
  return type.kind == TypeKind::kOpaque && type.domain == shape::kXlaDomain;
}

bool IsTensor(const Subject& subject) { return subject.type().is_tensor(); }

bool IsScalar(const Subject& subject) {
  return subject.type().has_rank() && subject.type().shape.dims.empty();
}

bool IsEffectiveScalar(const Subject& subject) {
  const auto& dims = subject.type().shape.dims;
  return subject.type().has_rank() && std::all_of(dims.begin(), dims.end(), [&](Dim dim) {
           return subject.Known(dim).is_constant(1);
         });
}

bool IsTuple(const Subject& subject) { return subject.type().is_tuple(); }

bool IsEmptyTuple(const Subject& subject) {
  return subject.type().is_tuple() && subject.type().positions.empty();
}

bool IsNestedTuple(const Subject& subject) {
  const auto& positions = subject.type().positions;
  return subject.type().is_tuple() &&
         std::any_of(positions.begin(), positions.end(),
                     [&](TypeId position) { return subject.at(position).is_tuple(); });
}

bool IsToken(const Subject& subject) {
  return IsXla(subject.type()) && subject.type().name == shape::kXlaToken;
}

bool IsOpaque(const Subject& subject) {
  return subject.type().kind == TypeKind::kOpaque && !IsToken(subject);
}

bool IsProgram(const Subject& subject) { return subject.type().kind == TypeKind::kProgram; }

template <int64_t size>
bool HasDimOfSize(const Subject& subject) {
  const auto& dims = subject.type().shape.dims;
  return std::any_of(dims.begin(), dims.end(),
                     [&](Dim dim) { return subject.Known(dim).is_constant(size); });
}

// Whether `holds` does for the type or one in it.
template <typename Holds>
bool AnyWithin(const Subject& subject, TypeId id, Holds holds) {
  if (id == shape::kUnknownType) return false;
  const Type& type = subject.at(id);
  if (holds(type)) return true;
  const auto within = [&](TypeId other) { return AnyWithin(subject, other, holds); };
  return std::any_of(type.positions.begin(), type.positions.end(), within) ||
         (!type.is_tuple() && within(type.inner));
}

bool IsUnbounded(const Subject& subject) {
  const auto is_endless = [&](Dim dim) {
    dim = subject.Known(dim);
    return !dim.is_constant() && !subject.run.scope.exprs().Bounds(dim).has_max();
  };
  return AnyWithin(subject, subject.id, [&](const Type& type) {
    if (type.is_tensor() && !type.shape.has_rank) return !type.shape.rank_bounds.has_max();
    return std::any_of(type.shape.dims.begin(), type.shape.dims.end(), is_endless);
  });
}

bool HasLayouts(const Subject& subject) {
  const LayoutTexts& layouts = subject.run.operands.layouts[0];
  const auto begin = layouts.begin() + static_cast<ptrdiff_t>(subject.tensor);
  const auto count = static_cast<ptrdiff_t>(TensorCount(subject.run.scope.types(), subject.id));
  return std::none_of(begin, begin + count, [](const std::string& text) { return text.empty(); });
}

bool HoldsElementType(const Subject& subject) {
  const auto wanted = static_cast<ElementType>(subject.run.message.element_type());
  return AnyWithin(subject, subject.id, [wanted](const Type& type) {
    return type.is_tensor() && type.element == wanted;
  });
}

bool AllLeaves(const Subject& subject, TypeId id, bool (*is_of)(ElementType)) {
  const Type& type = subject.at(id);
  if (!type.is_tuple()) return type.is_tensor() && is_of(type.element);
  return !type.positions.empty() &&
         std::all_of(type.positions.begin(), type.positions.end(),
                     [&](TypeId position) { return AllLeaves(subject, position, is_of); });
}

template <bool (*is_of)(ElementType)>
bool AreAll(const Subject& subject) {
  return AllLeaves(subject, subject.id, is_of);
}

bool IsKnown(ElementType type) { return type != ElementType::kUndefined; }
bool IsSigned(ElementType type) { return IsInteger(type) && ElementRange(type).min < 0; }
bool IsUnsigned(ElementType type) { return IsInteger(type) && !IsSigned(type); }
bool IsComplex(ElementType type) {
  return type == ElementType::kComplex64 || type == ElementType::kComplex128;
}

struct PropertyRow {
  v1Case::Property property;
  bool (*holds)(const Subject& subject);
};

constexpr PropertyRow kProperties[] = {
    {v1Case::PROPERTY_TENSOR, IsTensor},
    {v1Case::PROPERTY_SCALAR, IsScalar},
    {v1Case::PROPERTY_EFFECTIVE_SCALAR, IsEffectiveScalar},
    {v1Case::PROPERTY_TUPLE, IsTuple},
    {v1Case::PROPERTY_EMPTY_TUPLE, IsEmptyTuple},
    {v1Case::PROPERTY_NESTED_TUPLE, IsNestedTuple},
    {v1Case::PROPERTY_TOKEN, IsToken},
    {v1Case::PROPERTY_OPAQUE, IsOpaque},
    {v1Case::PROPERTY_PROGRAM, IsProgram},
    {v1Case::PROPERTY_ZERO_ELEMENTS, HasDimOfSize<0>},
    {v1Case::PROPERTY_DEGENERATE_DIMENSIONS, HasDimOfSize<1>},
    {v1Case::PROPERTY_UNBOUNDED, IsUnbounded},
    {v1Case::PROPERTY_LAYOUT, HasLayouts},
    {v1Case::PROPERTY_HOLDS_ELEMENT_TYPE, HoldsElementType},
    {v1Case::PROPERTY_KNOWN_ELEMENT_TYPE, AreAll<IsKnown>},
    {v1Case::PROPERTY_INTEGER, AreAll<shape::IsInteger>},
    {v1Case::PROPERTY_SIGNED_INTEGER, AreAll<IsSigned>},
    {v1Case::PROPERTY_UNSIGNED_INTEGER, AreAll<IsUnsigned>},
    {v1Case::PROPERTY_FLOAT, AreAll<shape::IsFloat>},
    {v1Case::PROPERTY_COMPLEX, AreAll<IsComplex>},
};

}  // namespace

absl::StatusOr<bool> HasProperty(MergeCase& run, TypeId type, size_t tensor) {
  const auto* const row =
      std::find_if(std::begin(kProperties), std::end(kProperties),
                   [&](const PropertyRow& r) { return r.property == run.message.property(); });
  if (row == std::end(kProperties)) {
    return CaseError("property",
                     absl::StrCat("there is no property of number ", run.message.property()));
  }
  if (row->property == v1Case::PROPERTY_LAYOUT && run.operands.layouts.empty()) {
    return CaseError("texts", "layouts are named by texts alone");
  }
  const absl::StatusOr<ElementType> element =
      ReadElement("element_type", run.message.element_type());
  if (!element.ok()) return element.status();
  const bool needs_element = row->property == v1Case::PROPERTY_HOLDS_ELEMENT_TYPE;
  if (needs_element && *element == ElementType::kUndefined) {
    return CaseError("element_type", "this property needs it");
  }
  return row->holds({run, type, tensor});
}

}  // namespace shapewright::query

#include "core/query/merge/ignored_aspects.h"

#include <algorithm>
#include <vector>

#include "core/shape/algebra/algebra.h"
#include "core/shape/element_type.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::ElementType;
using shape::Type;
using shape::TypeId;

ElementType Blurred(const v1::CompareTypes& question, ElementType element) {
  if (Ignores(question, v1::CompareTypes::ASPECT_ELEMENT_TYPE)) return ElementType::kUndefined;
  const bool is_any_float =
      Ignores(question, v1::CompareTypes::ASPECT_FLOAT_PRECISION) && shape::IsFloat(element);
  return is_any_float ? ElementType::kFloat : element;
}

}  // namespace

bool Ignores(const v1::CompareTypes& question, v1::CompareTypes::Aspect aspect) {
  const auto& ignored = question.ignored();
  return std::find(ignored.begin(), ignored.end(), aspect) != ignored.end();
}

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

}  // namespace shapewright::query

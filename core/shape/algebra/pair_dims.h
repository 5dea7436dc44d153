#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_PAIR_DIMS_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_PAIR_DIMS_H_

#include <cstdint>
#include <vector>

#include "core/shape/type_table.h"

namespace shapewright::shape {

// The pairs of dims at equal positions of two types, if the types are alike in everything
// else.
struct DimPairs {
  std::vector<Dim> left;
  std::vector<Dim> right;
};
enum class Likeness : uint8_t {
  kRelaxes,     // the left side may be less specific
  kSame,        // ranks within the same bounds
  kSameScheme,  // unknown ranks are alike
};
bool PairDims(const TypeTable& types, TypeId a, TypeId b, Likeness likeness, DimPairs& pairs);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_PAIR_DIMS_H_

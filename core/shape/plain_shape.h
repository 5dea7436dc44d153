#ifndef SHAPEWRIGHT_CORE_SHAPE_PLAIN_SHAPE_H_
#define SHAPEWRIGHT_CORE_SHAPE_PLAIN_SHAPE_H_

#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/interval.h"

namespace shapewright::shape {

// The sizes that a text names: a number is a point, `?` is Interval::Size().
using PlainDims = absl::InlinedVector<symbolic::Interval, 8>;

// Reads what most shapes are, `[2, ?, 3..8]` or `{2,?}`: numbers, unknowns and ranges with two
// ends, which mean the same in every notation. Nothing for any other text, which may be valid or
// not.
std::optional<PlainDims> ReadPlainShape(absl::string_view text);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_PLAIN_SHAPE_H_

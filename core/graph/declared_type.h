#ifndef SHAPEWRIGHT_CORE_GRAPH_DECLARED_TYPE_H_
#define SHAPEWRIGHT_CORE_GRAPH_DECLARED_TYPE_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/type.h"
#include "core/symbolic/interval.h"

namespace shapewright::graph {

// A dim as a model declares it: a number, a text (dim_param or an expression), or
// nothing. Negative numbers and meaningless texts are kept as they are: S8 says what they
// mean.
struct DeclaredDim {
  enum class TextKind : uint8_t {
    kDimParam,    // as a model writes it: S8 says whether it is an expression
    kName,        // a name, whatever it looks like; `?1` is that of an unknown
    kExpression,  // over names that it declares, unless something else does
  };

  bool has_size = false;
  int64_t size = 0;
  absl::string_view text;
  TextKind text_kind = TextKind::kDimParam;
  // Of the size, beside a name too. Given by messages and texts only; unbounded in ONNX.
  symbolic::Interval bounds;
};

// A type as a model declares it, whose names are not resolved yet.
struct DeclaredType {
  shape::TypeKind kind = shape::TypeKind::kUnknown;
  shape::ElementType element = shape::ElementType::kUndefined;
  bool has_shape = false;
  absl::Span<const DeclaredDim> dims;
  // Where has_shape is false.
  symbolic::Interval rank_bounds = symbolic::Interval::Size();
  // Of sequences, optionals and map values; null if not said.
  const DeclaredType* inner = nullptr;
  absl::string_view domain;
  absl::string_view name;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_DECLARED_TYPE_H_

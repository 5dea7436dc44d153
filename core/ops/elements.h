#ifndef SHAPEWRIGHT_CORE_OPS_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_OPS_ELEMENTS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/graph/tensor.h"
#include "core/shape/type.h"
#include "core/symbolic/expr.h"

namespace shapewright::ops {

// Tensors of more elements are not followed by value.
inline constexpr int64_t kMaxElements = 1024;
// Floating-point ones of still fewer: scales and sizes are short, weights are
// not.
inline constexpr int64_t kMaxFloatElements = 64;

// A floating-point element (S14): a constant in its own precision, or the exact
// quotient of an integer expression and a positive constant, or an opaque
// expression that is evaluated in its own precision, or unknown.
struct FloatElement {
  enum class Kind : uint8_t {
    kUnknown,
    kConstant,
    kRatio,    // exactly numerator / denominator
    kRounded,  // numerator / denominator rounded once: only its floor, ceil and
               // truncation are those of the exact quotient
    kOpaque,   // `numerator` is a floating-point node of the element's format
  };
  Kind kind = Kind::kUnknown;
  double constant = 0;
  symbolic::Expr numerator;
  int64_t denominator = 1;

  static FloatElement Constant(double value) {
    FloatElement element;
    element.kind = Kind::kConstant;
    element.constant = value;
    return element;
  }
  static FloatElement Ratio(symbolic::Expr numerator, int64_t denominator) {
    FloatElement element;
    element.kind = Kind::kRatio;
    element.numerator = numerator;
    element.denominator = denominator;
    return element;
  }
  static FloatElement Opaque(symbolic::Expr node) {
    FloatElement element;
    element.kind = node.is_unknown() ? Kind::kUnknown : Kind::kOpaque;
    element.numerator = node;
    return element;
  }
};

// What is known of a value of the graph. Elements are in row-major order, of
// tensors whose dims are all constants; bools are 0 and 1. Single elements may be
// unknown. Spans live in the workspace's memory.
struct ValueState {
  shape::TypeId type = shape::kUnknownType;
  // Integer and bool tensors; null if the elements are not known.
  const symbolic::Expr* ints = nullptr;
  // Floating-point tensors.
  const FloatElement* floats = nullptr;
  uint32_t element_count = 0;
  // A constant whose elements nobody asked for yet.
  const graph::Tensor* tensor = nullptr;
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ELEMENTS_H_

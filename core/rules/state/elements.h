#ifndef SHAPEWRIGHT_CORE_RULES_STATE_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_ELEMENTS_H_

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/graph/tensor.h"
#include "core/rules/state/case_set.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {

// Elements of larger tensors are not tracked.
inline constexpr int64_t kMaxElements = 1024;
// Fewer for floating-point tensors: scales and sizes are short, weights are
// not.
inline constexpr int64_t kMaxFloatElements = 64;

// A floating-point element (S14): a constant in its own precision, or the exact
// quotient of an integer expression and a positive constant, or an opaque
// expression that is evaluated in its own precision, or a range, or unknown.
struct FloatElement {
  enum class Kind : uint8_t {
    kUnknown,
    kConstant,
    kRatio,    // exactly numerator / denominator
    kRounded,  // numerator / denominator rounded once: only its floor, ceil and
               // truncation are those of the exact quotient
    kOpaque,   // `numerator` is a floating-point node of the element's format
    kBounded,  // some number within `range`
  };
  Kind kind = Kind::kUnknown;
  double constant = 0;
  symbolic::Expr numerator;
  int64_t denominator = 1;
  // Of FloatKeys of finite numbers.
  symbolic::Interval range;
  // Has to be at least 1 for the above to hold: what a division may have divided by, or the least
  // of several. That is assumed only where a size or an integer follows from the element. Unknown:
  // there is nothing.
  symbolic::Expr positive;

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

struct Alternative;

// What is known of a value of the graph: its type and, for small tensors, its elements in
// row-major order; bools are 0 and 1. Single elements may be unknown. Spans live in the
// workspace's memory.
//
// Invariant: there are elements only of a tensor whose dims are all constants, as many as their
// product, and of the kind of its element type. Elements that do not fit the type are dropped.
class ValueState {
 public:
  ValueState() = default;
  explicit ValueState(shape::TypeId type) : type_(type) {}

  shape::TypeId type() const { return type_; }
  // Of integer and bool tensors.
  std::optional<absl::Span<const symbolic::Expr>> ints() const {
    if (ints_ == nullptr) return std::nullopt;
    return absl::Span<const symbolic::Expr>(ints_, count_);
  }
  // Of floating-point tensors.
  std::optional<absl::Span<const FloatElement>> floats() const {
    if (floats_ == nullptr) return std::nullopt;
    return absl::Span<const FloatElement>(floats_, count_);
  }
  // A constant whose elements are not decoded yet.
  const graph::Tensor* tensor() const { return tensor_; }
  bool is_known_by_value() const {
    return ints_ != nullptr || floats_ != nullptr || tensor_ != nullptr;
  }

  // What the value is in each of several cases that the inputs decide (S33); none where one state
  // is for all of them. The state itself is then what they have in common.
  absl::Span<const Alternative> alternatives() const;
  bool has_alternatives() const { return alternatives_ != nullptr; }
  // Of at least two; they outlive the state.
  void SetAlternatives(const absl::Span<const Alternative>* alternatives) {
    alternatives_ = alternatives;
  }

  void SetInts(const shape::TypeTable& types, absl::Span<const symbolic::Expr> ints);
  void SetFloats(const shape::TypeTable& types, absl::Span<const FloatElement> floats);
  void SetTensor(const shape::TypeTable& types, const graph::Tensor* tensor);
  // Changes the type; elements that fit it are kept.
  void SetType(const shape::TypeTable& types, shape::TypeId type) {
    if (type == type_) return;
    if (is_known_by_value()) return ChangeType(types, type);
    type_ = type;
  }
  // Takes the elements of another state if they fit this type.
  void TakeElements(const shape::TypeTable& types, const ValueState& from);

  // Whether the invariant holds; for assertions.
  bool IsConsistent(const shape::TypeTable& types) const;

 private:
  friend class Workspace;

  void ChangeType(const shape::TypeTable& types, shape::TypeId type);
  void DropElements();

  shape::TypeId type_ = shape::kUnknownType;
  // The scope in which the state was learned, and the generation of the facts that its ints are
  // resolved by.
  symbolic::ScopeId scope_ = symbolic::kRootScope;
  const symbolic::Expr* ints_ = nullptr;
  const FloatElement* floats_ = nullptr;
  uint32_t count_ = 0;
  uint32_t generation_ = 0;
  const graph::Tensor* tensor_ = nullptr;
  const absl::Span<const Alternative>* alternatives_ = nullptr;
};

// What a value is in some of the cases; it has no alternatives itself.
struct Alternative {
  CaseSet cases;
  ValueState state;
};

inline absl::Span<const Alternative> ValueState::alternatives() const {
  return alternatives_ == nullptr ? absl::Span<const Alternative>() : *alternatives_;
}

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_ELEMENTS_H_

#include "core/rules/state/elements.h"

namespace shapewright::rules {
namespace {

using shape::ElementType;
using symbolic::Expr;

// The number of elements of a tensor whose dims are all constants; nothing of any other type.
std::optional<int64_t> CountOf(const shape::Type& type) {
  const bool is_tensor =
      type.kind == shape::TypeKind::kTensor || type.kind == shape::TypeKind::kSparseTensor;
  if (!is_tensor || !type.shape.has_rank) return std::nullopt;
  int64_t count = 1;
  bool overflows = false;
  for (const shape::Dim dim : type.shape.dims) {
    if (!dim.is_constant()) return std::nullopt;
    if (dim.constant() == 0) return 0;
    overflows |= __builtin_mul_overflow(count, dim.constant(), &count);
  }
  return overflows ? std::nullopt : std::optional<int64_t>(count);
}

bool HasCount(const shape::Type& type, size_t count) {
  const auto own = CountOf(type);
  return own && *own == static_cast<int64_t>(count);
}

bool HoldsInts(ElementType element) {
  return shape::IsIntegerOrBool(element) || element == ElementType::kUndefined;
}

bool HoldsFloats(ElementType element) {
  return shape::IsFloat(element) || element == ElementType::kUndefined;
}

// Equal also if both counts overflow.
bool IsOfType(const graph::Tensor& tensor, const shape::Type& type) {
  if (type.element != ElementType::kUndefined && type.element != tensor.element) return false;
  return CountOf(type) == tensor.ElementCount() && type.shape.has_rank;
}

}  // namespace

void ValueState::SetInts(const shape::TypeTable& types, absl::Span<const Expr> ints) {
  // Not null, as a tensor without elements has a known value too.
  static constexpr Expr kNothing;
  const shape::Type& type = types.at(type_);
  const bool fits = HoldsInts(type.element) && HasCount(type, ints.size());
  ints_ = !fits ? nullptr : ints.empty() ? &kNothing : ints.data();
  floats_ = nullptr;
  count_ = fits ? static_cast<uint32_t>(ints.size()) : 0;
  generation_ = 0;
}

void ValueState::SetFloats(const shape::TypeTable& types, absl::Span<const FloatElement> floats) {
  static constexpr FloatElement kNothing;
  const shape::Type& type = types.at(type_);
  const bool fits = HoldsFloats(type.element) && HasCount(type, floats.size());
  floats_ = !fits ? nullptr : floats.empty() ? &kNothing : floats.data();
  ints_ = nullptr;
  count_ = fits ? static_cast<uint32_t>(floats.size()) : 0;
}

void ValueState::SetTensor(const shape::TypeTable& types, const graph::Tensor* tensor) {
  const bool fits = tensor != nullptr && IsOfType(*tensor, types.at(type_));
  tensor_ = fits ? tensor : nullptr;
}

void ValueState::ChangeType(const shape::TypeTable& types, shape::TypeId type) {
  const ValueState before = *this;
  type_ = type;
  DropElements();
  TakeElements(types, before);
}

void ValueState::TakeElements(const shape::TypeTable& types, const ValueState& from) {
  if (from.ints_ != nullptr) SetInts(types, *from.ints());
  if (from.floats_ != nullptr) SetFloats(types, *from.floats());
  if (from.tensor_ != nullptr) SetTensor(types, from.tensor_);
}

void ValueState::DropElements() {
  ints_ = nullptr;
  floats_ = nullptr;
  tensor_ = nullptr;
  count_ = 0;
}

bool ValueState::IsConsistent(const shape::TypeTable& types) const {
  const shape::Type& type = types.at(type_);
  if (ints_ != nullptr && floats_ != nullptr) return false;
  if (tensor_ != nullptr && !IsOfType(*tensor_, type)) return false;
  if (ints_ != nullptr && !HoldsInts(type.element)) return false;
  if (floats_ != nullptr && !HoldsFloats(type.element)) return false;
  return (ints_ == nullptr && floats_ == nullptr) ? count_ == 0 : HasCount(type, count_);
}

}  // namespace shapewright::rules

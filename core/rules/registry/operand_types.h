#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_H_

#include <cstdint>
#include <string>

#include "core/shape/type.h"

namespace shapewright::rules {

// A set of element types of tensors, and of kinds of other values.
class OperandTypeSet {
 public:
  constexpr OperandTypeSet() = default;
  static constexpr OperandTypeSet Of(shape::ElementType element) {
    return OperandTypeSet(uint64_t{1} << static_cast<int>(element));
  }
  // For any kind but tensors.
  static constexpr OperandTypeSet Of(shape::TypeKind kind) {
    return OperandTypeSet(uint64_t{1} << (kFirstKind + static_cast<int>(kind)));
  }

  static constexpr OperandTypeSet All() { return OperandTypeSet(~uint64_t{0}); }

  // Also true if the type is unknown, or has a number that no specification names.
  bool Allows(const shape::Type& type) const {
    using shape::TypeKind;
    if (type.kind == TypeKind::kUnknown || type.kind == TypeKind::kOpaque) return true;
    if (type.kind != TypeKind::kTensor) return (bits_ & Of(type.kind).bits_) != 0;
    const auto number = static_cast<int>(type.element);
    const bool is_named = number > 0 && number < shape::kElementTypeCount;
    return !is_named || (bits_ & Of(type.element).bits_) != 0;
  }
  constexpr bool Holds(OperandTypeSet other) const { return (bits_ | other.bits_) == bits_; }
  constexpr OperandTypeSet operator|(OperandTypeSet other) const {
    return OperandTypeSet(bits_ | other.bits_);
  }
  constexpr bool operator==(const OperandTypeSet& other) const = default;

 private:
  static constexpr int kFirstKind = 48;
  explicit constexpr OperandTypeSet(uint64_t bits) : bits_(bits) {}

  uint64_t bits_ = 0;
};

// "float16, float32, int64, ...", in the order of their numbers.
std::string ToString(OperandTypeSet types);

// Whether a node has an input.
enum class Presence : uint8_t {
  kSingle,
  kOptional,  // it may be left out, before others too
  kVariadic,  // the last one: all further inputs are like it
};

// What the specification allows for one input of an operator.
struct OperandTypes {
  OperandTypeSet allowed;
  // The type variable, a number from 0: all inputs of a variable have the same type; -1 for none.
  int variable = -1;
  Presence presence = Presence::kSingle;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_OPERAND_TYPES_H_

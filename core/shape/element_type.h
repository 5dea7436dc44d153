#ifndef SHAPEWRIGHT_CORE_SHAPE_ELEMENT_TYPE_H_
#define SHAPEWRIGHT_CORE_SHAPE_ELEMENT_TYPE_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "core/symbolic/interval.h"

namespace shapewright::shape {

// The element types of ONNX tensors, numbered as TensorProto.DataType. A value of
// this type may have a number beyond the newest known one: some type that has no name
// here.
enum class ElementType : uint8_t {
  kUndefined = 0,
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
  kFloat8e4m3fn = 17,
  kFloat8e4m3fnuz = 18,
  kFloat8e5m2 = 19,
  kFloat8e5m2fnuz = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4e2m1 = 23,
  kFloat8e8m0 = 24,
  kUint2 = 25,
  kInt2 = 26,
  kFloat6e2m3 = 27,
  kFloat6e3m2 = 28,
};

inline constexpr int kElementTypeCount = 29;

// Element types that ONNX does not number; the numbers are those of shapewright.v1.ElementType.
// They have a name, bits and a range as the others do.
inline constexpr auto kFloat8e4m3 = static_cast<ElementType>(100);
inline constexpr auto kFloat8e3m4 = static_cast<ElementType>(101);
inline constexpr auto kFloat8e4m3b11fnuz = static_cast<ElementType>(102);
inline constexpr auto kUint1 = static_cast<ElementType>(103);
inline constexpr auto kInt1 = static_cast<ElementType>(104);
inline constexpr auto kUint3 = static_cast<ElementType>(105);
inline constexpr auto kUint6 = static_cast<ElementType>(106);
inline constexpr auto kNf4 = static_cast<ElementType>(107);

// "float32", "int64", ...; "undefined" for 0 and "unknown" for a number beyond the
// newest.
absl::string_view ElementTypeName(ElementType type);

// The inverse of ElementTypeName, but for "unknown".
std::optional<ElementType> ElementTypeNamed(absl::string_view name);

// Bits of one element as stored; 0 for strings and undefined.
int ElementBits(ElementType type);

// Signed and unsigned integers of any width; not bool.
bool IsInteger(ElementType type);
bool IsIntegerOrBool(ElementType type);
// IEEE, bfloat16 and the small floats; not complex.
bool IsFloat(ElementType type);

// Whether maps may have keys of the type: integers and strings, or not known.
bool IsMapKey(ElementType type);

// The range of the elements of an integer or bool type. That of uint64 is cut to
// int64's.
symbolic::Interval ElementRange(ElementType type);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ELEMENT_TYPE_H_

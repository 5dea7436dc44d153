#ifndef SHAPEWRIGHT_TYPE_H_
#define SHAPEWRIGHT_TYPE_H_

// Types of values: what an inference tells of each. Plain data without references to anything:
// copy them, keep them, read them from any thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright {

// The types of elements. The numbers are those of ONNX `TensorProto.DataType`. A model may name a
// type with a number that is not listed here.
enum class ElementType : uint8_t {
  kUnknown = 0,
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

// "float32", "int64"; "undefined" for kUnknown, "unknown" for a number that is not listed.
absl::string_view ElementTypeName(ElementType type);
// Bits of one element in memory; 0 for strings and what is not known.
int ElementBits(ElementType type);

// A closed range of integers. An end that is absent is open.
struct Interval {
  std::optional<int64_t> min;
  std::optional<int64_t> max;

  friend bool operator==(const Interval&, const Interval&) = default;
};

// The size of one axis, or another number that follows from sizes.
struct Dim {
  enum class Kind : uint8_t {
    kConstant,    // `size`
    kExpression,  // over the sizes and integer elements of the inputs: `N + 5`
    kUnknown,     // what the data decide, or nothing is known of, is part of it: `?1`, `?1 + 3`
  };

  Kind kind = Kind::kUnknown;
  // kConstant only.
  int64_t size = 0;
  // The number, or the expression; equal texts of one inference are equal numbers.
  std::string text;
  // What it lies in.
  Interval range;
  // Why it is not known; empty where it is, and where there is nothing to say.
  std::string reason;

  bool is_constant() const { return kind == Kind::kConstant; }
};

// The type of a value. Which members mean something depends on `kind`.
struct TypeAlternative;

struct Type {
  enum class Kind : uint8_t {
    kUnknown,
    kTensor,
    kSparseTensor,  // by the dense tensor that it stands for
    kSequence,
    kMap,
    kOptional,
    kOpaque,  // of an extension: `domain` and `name`
  };

  Kind kind = Kind::kUnknown;
  // In one line: `float32[N, 3]`, `seq(float32[N])`, `float32?` where the rank is not known.
  std::string text;
  // Tensors: of the elements. Maps: of the keys.
  ElementType element_type = ElementType::kUnknown;
  // Tensors: whether the number of axes is known; then there are so many `dims`, none for a scalar.
  bool has_rank = false;
  std::vector<Dim> dims;
  // Tensors without a rank: what the rank lies in.
  Interval rank;
  // Of what a sequence, a map or an optional holds. Null: not known.
  std::shared_ptr<const Type> inner;
  // Sequences: how many elements; absent if nothing is known of it.
  std::optional<Dim> length;
  // Sequences: the type at each place, where they are known one by one.
  std::vector<std::shared_ptr<const Type>> positions;
  // Optionals: whether there is a value; absent where that is decided at run time.
  std::optional<bool> is_present;
  // Opaque types.
  std::string domain;
  std::string name;
  // Where sizes or elements of the inputs decide between several types that no size can tell apart:
  // these, at most 4. The first counts whose condition holds; all else here is what they have in
  // common, and `text` is `float32[B] if S = 1 else float32[B, S]`.
  std::vector<TypeAlternative> alternatives;

  bool is_tensor() const { return kind == Kind::kTensor || kind == Kind::kSparseTensor; }
};

// One of the types that a value may have.
struct TypeAlternative {
  // Over symbols of the inputs: `S = 1`. Empty: the last one.
  std::string condition;
  std::shared_ptr<const Type> type;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TYPE_H_

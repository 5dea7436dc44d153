#ifndef SHAPEWRIGHT_CORE_GRAPH_TENSOR_H_
#define SHAPEWRIGHT_CORE_GRAPH_TENSOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/element_type.h"

namespace shapewright::graph {

inline constexpr int kBitsPerByte = 8;

// How a Tensor's elements are stored.
enum class TensorEncoding : uint8_t {
  kNone,     // no data: external, stripped, or an empty tensor
  kRaw,      // TensorProto.raw_data: little-endian, sub-byte types packed
  kVarints,  // packed int32_data, int64_data or uint64_data
  kFloat32,  // packed float_data (complex64: two each)
  kFloat64,  // packed double_data (complex128: two each)
  kStrings,  // string_data
};

// A constant tensor as its model stores it. Elements stay encoded until a few of them are needed;
// large weights are never read.
struct Tensor {
  absl::string_view name;
  shape::ElementType element = shape::ElementType::kUndefined;
  TensorEncoding encoding = TensorEncoding::kNone;
  // Each >= 0 (the readers see to it).
  absl::Span<const int64_t> dims;
  absl::string_view payload;
  absl::Span<const absl::string_view> strings;
  bool is_external = false;
  bool is_sparse = false;

  // The product of the dims; nothing where it exceeds int64.
  std::optional<int64_t> ElementCount() const;
};

using Integers = absl::InlinedVector<int64_t, 8>;
using Floats = absl::InlinedVector<double, 8>;

// All elements, or nothing if the tensor has more than `max_elements`, is of
// another kind, or its data are absent or of the wrong size. Integers and bools:
std::optional<Integers> DecodeIntegers(const Tensor& tensor, int64_t max_elements);
// Any floating-point type, exactly (also float16, bfloat16 and the float8s).
std::optional<Floats> DecodeFloats(const Tensor& tensor, int64_t max_elements);
std::optional<std::vector<std::string>> DecodeStrings(const Tensor& tensor, int64_t max_elements);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_TENSOR_H_

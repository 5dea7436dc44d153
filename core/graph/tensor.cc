#include "core/graph/tensor.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/graph/small_float.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;
using Bits = absl::InlinedVector<uint64_t, 8>;

// Unpacks elements of any width, the lowest bits first. Like the functions below, returns false
// where the number of bytes is wrong.
bool UnpackBits(absl::string_view bytes, size_t count, int bits, Bits& elements) {
  const auto width = static_cast<size_t>(bits);
  const size_t room = bytes.size() * kBitsPerByte;
  // Less than a byte may be left over.
  if (count > room / width || room - count * width >= kBitsPerByte) return false;
  elements.resize(count);
  if (bits % kBitsPerByte == 0) {
    const size_t size = width / kBitsPerByte;
    if (size == sizeof(uint64_t)) {
      if (count > 0) std::memcpy(elements.data(), bytes.data(), count * size);
      return true;
    }
    for (size_t i = 0; i < count; ++i) {
      std::memcpy(&elements[i], bytes.data() + i * size, size);
    }
    return true;
  }
  for (size_t i = 0; i < count * width; ++i) {
    const uint64_t bit = bytes[i / kBitsPerByte] >> (i % kBitsPerByte) & 1;
    elements[i / width] |= bit << i % width;
  }
  return true;
}

bool ReadVarints(absl::string_view bytes, size_t count, Bits& elements) {
  // Checked before memory is taken, as the dims may lie: each element takes a byte at least.
  if (bytes.size() < count) return false;
  const char* position = bytes.data();
  const char* end = position + bytes.size();
  elements.resize(count);
  for (uint64_t& element : elements) {
    if (!ReadVarint(&position, end, kMaxVarintBytes, &element)) return false;
  }
  return position == end;
}

// Elements of less than a byte are packed into bytes; each number of the field is one
// byte.
bool UnpackVarints(absl::string_view bytes, size_t count, int bits, Bits& elements) {
  const auto per_number = static_cast<size_t>(bits < kBitsPerByte ? kBitsPerByte / bits : 1);
  const size_t numbers = count / per_number + (count % per_number != 0);
  if (per_number == 1) return ReadVarints(bytes, numbers, elements);
  Bits packed;
  if (!ReadVarints(bytes, numbers, packed)) return false;
  const std::string joined(packed.begin(), packed.end());
  return UnpackBits(joined, count, bits, elements);
}

// The elements as bit patterns; bits above an element's own are undefined.
bool ElementsAsBits(const Tensor& tensor, size_t count, Bits& elements) {
  const int bits = shape::ElementBits(tensor.element);
  switch (tensor.encoding) {
    case TensorEncoding::kRaw:
      return UnpackBits(tensor.payload, count, bits, elements);
    case TensorEncoding::kVarints:
      return UnpackVarints(tensor.payload, count, bits, elements);
    case TensorEncoding::kFloat32:
      return tensor.element == ElementType::kFloat &&
             UnpackBits(tensor.payload, count, bits, elements);
    case TensorEncoding::kFloat64:
      return UnpackBits(tensor.payload, count, 64, elements);
    default:
      return false;
  }
}

// How many elements to decode; nothing where it is too many, or where only the
// shape of the tensor is known.
std::optional<size_t> CountToDecode(const Tensor& tensor, int64_t max_elements) {
  const auto count = tensor.ElementCount();
  if (!count || *count > max_elements) return std::nullopt;
  const bool is_there = !tensor.is_sparse && !tensor.is_external &&
                        (*count == 0 || tensor.encoding != TensorEncoding::kNone);
  if (!is_there) return std::nullopt;
  return static_cast<size_t>(*count);
}

bool ReadElements(const Tensor& tensor, int64_t max_elements, Bits& elements) {
  const auto count = CountToDecode(tensor, max_elements);
  if (!count) return false;
  if (*count == 0 && tensor.encoding == TensorEncoding::kNone) return true;
  return ElementsAsBits(tensor, *count, elements);
}

uint64_t LowBits(uint64_t bits, int width) {
  return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

// False for a uint64 beyond int64.
bool ReadIntegers(ElementType type, const Bits& elements, int64_t* integers) {
  if (type == ElementType::kBool) {
    for (const uint64_t bits : elements) *integers++ = bits != 0 ? 1 : 0;
    return true;
  }
  const int width = shape::ElementBits(type);
  if (shape::ElementRange(type).min < 0) {
    const int unused = 64 - width;
    for (const uint64_t bits : elements) {
      *integers++ = static_cast<int64_t>(bits << unused) >> unused;
    }
    return true;
  }
  bool fits = true;
  for (const uint64_t bits : elements) {
    *integers = static_cast<int64_t>(LowBits(bits, width));
    fits &= *integers++ >= 0;
  }
  return fits;
}

double FloatOf(const Tensor& tensor, uint64_t bits) {
  // In the Graph message doubles stand for elements of narrower types too.
  if (tensor.encoding == TensorEncoding::kFloat64) {
    return RoundedTo(tensor.element, std::bit_cast<double>(bits));
  }
  const int width = shape::ElementBits(tensor.element);
  return FloatOfBits(tensor.element, LowBits(bits, width));
}

}  // namespace

std::optional<int64_t> Tensor::ElementCount() const {
  int64_t count = 1;
  bool overflows = false;
  for (const int64_t dim : dims) {
    if (dim == 0) return 0;
    overflows |= __builtin_mul_overflow(count, dim, &count);
  }
  if (overflows) return std::nullopt;
  return count;
}

std::optional<Integers> DecodeIntegers(const Tensor& tensor, int64_t max_elements) {
  if (!shape::IsInteger(tensor.element) && tensor.element != ElementType::kBool) {
    return std::nullopt;
  }
  Bits elements;
  if (!ReadElements(tensor, max_elements, elements)) return std::nullopt;
  std::optional<Integers> integers(std::in_place, elements.size());
  if (!ReadIntegers(tensor.element, elements, integers->data())) return std::nullopt;
  return integers;
}

std::optional<Floats> DecodeFloats(const Tensor& tensor, int64_t max_elements) {
  if (!shape::IsFloat(tensor.element)) return std::nullopt;
  Bits elements;
  if (!ReadElements(tensor, max_elements, elements)) return std::nullopt;
  std::optional<Floats> floats(std::in_place, elements.size());
  std::transform(elements.begin(), elements.end(), floats->begin(),
                 [&](uint64_t bits) { return FloatOf(tensor, bits); });
  return floats;
}

std::optional<std::vector<std::string>> DecodeStrings(const Tensor& tensor, int64_t max_elements) {
  if (tensor.element != ElementType::kString) return std::nullopt;
  const auto count = CountToDecode(tensor, max_elements);
  if (!count || tensor.strings.size() != *count) return std::nullopt;
  std::vector<std::string> strings;
  strings.reserve(*count);
  for (const absl::string_view text : tensor.strings) {
    strings.emplace_back(text);
  }
  return strings;
}

}  // namespace shapewright::graph

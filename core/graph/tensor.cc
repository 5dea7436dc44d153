#include "core/graph/tensor.h"

#include <bit>
#include <cstring>
#include <limits>

#include "core/graph/small_float.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;
using Bits = std::vector<uint64_t>;

constexpr int kBitsPerByte = 8;

// Elements of any width, one after the other, the lowest bits first.
std::optional<Bits> UnpackBits(absl::string_view bytes, size_t count, int bits) {
  const auto width = static_cast<size_t>(bits);
  const size_t room = bytes.size() * kBitsPerByte;
  // Less than a byte may be left over.
  if (count > room / width || room - count * width >= kBitsPerByte) {
    return std::nullopt;
  }
  Bits elements(count);
  if (bits % kBitsPerByte == 0) {
    const size_t size = width / kBitsPerByte;
    for (size_t i = 0; i < count; ++i) {
      std::memcpy(&elements[i], bytes.data() + i * size, size);
    }
    return elements;
  }
  for (size_t i = 0; i < count * width; ++i) {
    const uint64_t bit = bytes[i / kBitsPerByte] >> (i % kBitsPerByte) & 1;
    elements[i / width] |= bit << i % width;
  }
  return elements;
}

std::optional<Bits> ReadVarints(absl::string_view bytes, size_t count) {
  // Each takes a byte at least: do not trust the dims with the memory.
  if (bytes.size() < count) return std::nullopt;
  const char* position = bytes.data();
  const char* end = position + bytes.size();
  Bits elements(count);
  for (uint64_t& element : elements) {
    if (!ReadVarint(&position, end, kMaxVarintBytes, &element)) {
      return std::nullopt;
    }
  }
  if (position != end) return std::nullopt;
  return elements;
}

// Elements of which several fit into a byte share one, and each number of the
// field is one byte.
std::optional<Bits> UnpackVarints(absl::string_view bytes, size_t count, int bits) {
  const auto per_number = static_cast<size_t>(bits < kBitsPerByte ? kBitsPerByte / bits : 1);
  const size_t numbers = count / per_number + (count % per_number != 0);
  auto packed = ReadVarints(bytes, numbers);
  if (!packed || per_number == 1) return packed;
  const std::string joined(packed->begin(), packed->end());
  return UnpackBits(joined, count, bits);
}

// The elements as bit patterns; beyond an element's own bits is anything.
std::optional<Bits> ElementsAsBits(const Tensor& tensor, size_t count) {
  const int bits = shape::ElementBits(tensor.element);
  switch (tensor.encoding) {
    case TensorEncoding::kRaw:
      return UnpackBits(tensor.payload, count, bits);
    case TensorEncoding::kVarints:
      return UnpackVarints(tensor.payload, count, bits);
    case TensorEncoding::kFloat32:
      if (tensor.element != ElementType::kFloat) return std::nullopt;
      return UnpackBits(tensor.payload, count, bits);
    case TensorEncoding::kFloat64:
      return UnpackBits(tensor.payload, count, 64);
    default:
      return std::nullopt;
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

std::optional<Bits> Elements(const Tensor& tensor, int64_t max_elements) {
  const auto count = CountToDecode(tensor, max_elements);
  if (!count) return std::nullopt;
  if (*count == 0 && tensor.encoding == TensorEncoding::kNone) return Bits();
  return ElementsAsBits(tensor, *count);
}

uint64_t LowBits(uint64_t bits, int width) {
  return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

// Nothing for a uint64 that int64 cannot say.
std::optional<int64_t> IntegerOfBits(ElementType type, uint64_t bits) {
  if (type == ElementType::kBool) return bits != 0;
  const int unused = 64 - shape::ElementBits(type);
  if (shape::ElementRange(type).min < 0) {
    return static_cast<int64_t>(bits << unused) >> unused;
  }
  const uint64_t value = LowBits(bits, 64 - unused);
  if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<int64_t>(value);
}

double FloatOf(const Tensor& tensor, uint64_t bits) {
  // Doubles also stand for narrower types, in the Graph message.
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

std::optional<std::vector<int64_t>> DecodeIntegers(const Tensor& tensor, int64_t max_elements) {
  if (!shape::IsInteger(tensor.element) && tensor.element != ElementType::kBool) {
    return std::nullopt;
  }
  const auto elements = Elements(tensor, max_elements);
  if (!elements) return std::nullopt;
  std::vector<int64_t> integers;
  integers.reserve(elements->size());
  for (const uint64_t bits : *elements) {
    const auto integer = IntegerOfBits(tensor.element, bits);
    if (!integer) return std::nullopt;
    integers.push_back(*integer);
  }
  return integers;
}

std::optional<std::vector<double>> DecodeFloats(const Tensor& tensor, int64_t max_elements) {
  if (!shape::IsFloat(tensor.element)) return std::nullopt;
  const auto elements = Elements(tensor, max_elements);
  if (!elements) return std::nullopt;
  std::vector<double> floats;
  floats.reserve(elements->size());
  for (const uint64_t bits : *elements) {
    floats.push_back(FloatOf(tensor, bits));
  }
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

#include "core/graph/stablehlo/number_literal.h"

#include <cstring>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "core/graph/small_float.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

bool IsComplex(ElementType element) {
  return element == ElementType::kComplex64 || element == ElementType::kComplex128;
}

// Appends a number as its type stores it. False: the type has no such number.
bool AppendNumber(const LiteralNumber& number, ElementType element, std::string& bytes) {
  using NumberKind = LiteralNumber::Kind;
  const size_t size = NumberBytes(element);
  uint64_t bits = static_cast<uint64_t>(number.integer);
  const bool is_real = shape::IsFloat(element) || IsComplex(element);
  if (is_real && number.kind != NumberKind::kBits) {
    const double real =
        number.kind == NumberKind::kFloat ? number.real : static_cast<double>(number.integer);
    if (size == sizeof(double)) {
      std::memcpy(&bits, &real, sizeof(bits));
    } else {
      const ElementType part = size == sizeof(float) ? ElementType::kFloat : element;
      const std::optional<uint64_t> found = BitsOfFloat(part, real);
      if (!found) return false;
      bits = *found;
    }
  } else if (!is_real && number.kind == NumberKind::kFloat) {
    return false;
  }
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(bits >> (kBitsPerByte * i));
  return true;
}

}  // namespace

bool ReadNumber(MlirCursor& cursor, bool is_negative, LiteralNumber* number) {
  const absl::string_view text = cursor.text();
  if (cursor.token() == MlirToken::kFloat) {
    number->kind = LiteralNumber::Kind::kFloat;
    if (!absl::SimpleAtod(text, &number->real)) return cursor.Fail("a number");
    if (is_negative) number->real = -number->real;
    return cursor.Advance();
  }
  if (cursor.IsWord("true") || cursor.IsWord("false")) {
    number->integer = cursor.IsWord("true") ? 1 : 0;
    return cursor.Advance();
  }
  if (cursor.token() == MlirToken::kString) return cursor.Advance();
  if (absl::StartsWith(text, "0x")) number->kind = LiteralNumber::Kind::kBits;
  if (!cursor.ExpectInteger(&number->integer)) return false;
  if (is_negative)
    number->integer = static_cast<int64_t>(0 - static_cast<uint64_t>(number->integer));
  return true;
}

size_t NumbersPerElement(ElementType element) { return IsComplex(element) ? 2 : 1; }

size_t NumberBytes(ElementType element) {
  if (element == ElementType::kBool) return 1;
  const auto bits = static_cast<size_t>(shape::ElementBits(element)) / NumbersPerElement(element);
  return bits % kBitsPerByte == 0 ? bits / kBitsPerByte : 0;
}

std::string EncodeNumbers(absl::Span<const LiteralNumber> numbers, bool is_splat,
                          ElementType element, size_t count) {
  const size_t wanted = (is_splat ? 1 : count) * NumbersPerElement(element);
  if (NumberBytes(element) == 0 || numbers.size() != wanted) return {};
  std::string bytes;
  for (const LiteralNumber& number : numbers) {
    if (!AppendNumber(number, element, bytes)) return {};
  }
  const std::string one = bytes;
  for (size_t i = 1; is_splat && i < count; ++i) bytes += one;
  return bytes;
}

}  // namespace shapewright::graph

#include "core/graph/stablehlo/dense_elements.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_type.h"
#include "core/graph/stablehlo/number_literal.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

constexpr size_t kNotSeen = ~size_t{0};

// What stands between the brackets. The type, which says what bits the numbers are, comes later.
struct Literal {
  enum class Kind : uint8_t { kNone, kSplat, kList, kBytes };
  Kind kind = Kind::kNone;
  std::vector<LiteralNumber> numbers;  // at most two per element that is kept
  size_t count = 0;                    // of all numbers
  absl::string_view bytes;             // hexadecimal digits
  std::vector<size_t> lengths;         // of the lists, the outermost first
};

class LiteralReader {
 public:
  LiteralReader(MlirCursor& cursor, Literal& literal) : cursor_(cursor), literal_(literal) {}

  bool Read() {
    if (cursor_.IsMark('>')) return true;
    if (cursor_.token() == MlirToken::kString) {
      absl::string_view digits = cursor_.Name();
      literal_.kind = Literal::Kind::kSplat;
      if (absl::ConsumePrefix(&digits, "0x")) {
        literal_.kind = Literal::Kind::kBytes;
        literal_.bytes = digits;
      }
      return cursor_.Advance();
    }
    literal_.kind = cursor_.IsMark('[') ? Literal::Kind::kList : Literal::Kind::kSplat;
    return ReadItem(0);
  }

 private:
  bool ReadItem(size_t depth);
  bool ReadList(size_t depth);
  bool ReadNumber();

  MlirCursor& cursor_;
  Literal& literal_;
};

bool LiteralReader::ReadItem(size_t depth) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok()) return false;
  if (cursor_.IsMark('[')) return ReadList(depth);
  if (!cursor_.Take('(')) return ReadNumber();
  return ReadNumber() && cursor_.Expect(',') && ReadNumber() && cursor_.Expect(')');
}

bool LiteralReader::ReadList(size_t depth) {
  if (!cursor_.Advance()) return false;
  size_t length = 0;
  if (!cursor_.IsMark(']')) {
    do {
      if (!ReadItem(depth + 1)) return false;
      ++length;
    } while (cursor_.Take(','));
  }
  // Lists within this one were read before.
  if (literal_.lengths.size() <= depth) literal_.lengths.resize(depth + 1, kNotSeen);
  if (literal_.lengths[depth] == kNotSeen) literal_.lengths[depth] = length;
  if (literal_.lengths[depth] != length) return cursor_.Fail("lists of equal lengths");
  return cursor_.Expect(']');
}

bool LiteralReader::ReadNumber() {
  LiteralNumber number;
  const bool is_negative = cursor_.Take('-');
  if (!graph::ReadNumber(cursor_, is_negative, &number)) return false;
  ++literal_.count;
  if (literal_.numbers.size() < 2 * kMaxMlirElements) literal_.numbers.push_back(number);
  return true;
}

// dense<"0x..">: the elements, or one of them for all; bools are bits.
std::string DecodeBytes(absl::string_view digits, ElementType element, size_t count) {
  const size_t size = NumberBytes(element) * NumbersPerElement(element);
  if (size == 0 || digits.size() > 2 * kMaxMlirElements * size || digits.size() % 2 != 0) return {};
  if (digits.find_first_not_of("0123456789abcdefABCDEF") != absl::string_view::npos) return {};
  std::string raw = absl::HexStringToBytes(digits);
  if (element == ElementType::kBool) {
    const bool is_splat = raw.size() == 1 && (raw[0] == '\0' || raw[0] == '\xFF');
    std::string bools;
    for (size_t i = 0; i < count; ++i) {
      const size_t at = is_splat ? 0 : i / kBitsPerByte;
      if (at >= raw.size()) return {};
      bools += static_cast<char>((raw[at] >> (i % kBitsPerByte)) & 1);
    }
    return bools;
  }
  if (raw.size() == size) {
    const std::string one = raw;
    for (size_t i = 1; i < count; ++i) raw += one;
  }
  return raw.size() == count * size ? raw : std::string();
}

std::string Encode(const Literal& literal, ElementType element, size_t count) {
  switch (literal.kind) {
    case Literal::Kind::kNone:
      return {};
    case Literal::Kind::kBytes:
      return DecodeBytes(literal.bytes, element, count);
    case Literal::Kind::kSplat:
    case Literal::Kind::kList:
      return EncodeNumbers(literal.numbers, literal.kind == Literal::Kind::kSplat, element, count);
  }
  return {};
}

// Whether the lists have the lengths that the dims say.
bool FitsDims(const Literal& literal, absl::Span<const int64_t> dims, size_t count) {
  if (literal.kind == Literal::Kind::kNone) return count == 0;
  if (literal.kind != Literal::Kind::kList) return true;
  if (literal.lengths.size() > dims.size()) return false;
  for (size_t i = 0; i < literal.lengths.size(); ++i) {
    if (static_cast<uint64_t>(dims[i]) != literal.lengths[i]) return false;
  }
  return literal.lengths.size() == dims.size() || count == 0;
}

bool SetElements(MlirCursor& cursor, const Literal& literal, Tensor* tensor) {
  const std::optional<int64_t> count = tensor->ElementCount();
  if (!count.has_value()) return cursor.Fail("a constant of fewer elements");
  if (!FitsDims(literal, tensor->dims, static_cast<size_t>(*count))) {
    return cursor.Fail("elements of the shape that the type says");
  }
  if (*count > kMaxMlirElements || *count == 0) return true;
  const std::string bytes = Encode(literal, tensor->element, static_cast<size_t>(*count));
  if (bytes.empty()) return true;
  tensor->payload = CopyText(cursor.arena(), bytes);
  tensor->encoding = TensorEncoding::kRaw;
  return true;
}

}  // namespace

bool ParseElements(MlirCursor& cursor, const Tensor** tensor, const MlirType** type) {
  auto* made = New<Tensor>(cursor.arena());
  *tensor = made;
  const bool is_dense = cursor.IsWord("dense");
  Literal literal;
  if (!cursor.Advance()) return false;
  if (!cursor.IsMark('<')) return cursor.Fail("`<`");
  absl::string_view body;
  const bool is_read =
      is_dense ? cursor.Advance() && LiteralReader(cursor, literal).Read() && cursor.Expect('>')
               : cursor.TakeBalanced(&body);
  if (!is_read || !cursor.Expect(':')) return false;
  if (!ParseType(cursor, type)) return false;
  const DeclaredType& declared = (*type)->declared;
  std::vector<int64_t> dims;
  for (const DeclaredDim& dim : declared.dims) {
    if (!dim.has_size) return cursor.Fail("a type whose dims are numbers, of a constant");
    dims.push_back(dim.size);
  }
  if (!declared.has_shape) return cursor.Fail("a ranked type, of a constant");
  made->element = declared.element;
  made->dims = CopyToArena(cursor.arena(), dims);
  if (!is_dense) return true;
  return SetElements(cursor, literal, made);
}

}  // namespace shapewright::graph

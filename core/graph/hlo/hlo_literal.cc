#include "core/graph/hlo/hlo_literal.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/stablehlo/number_literal.h"

namespace shapewright::graph {
namespace {

class HloLiteralReader {
 public:
  HloLiteralReader(MlirCursor& cursor, absl::Span<const int64_t> dims)
      : cursor_(cursor), dims_(dims) {}

  // The elements at an axis and those behind it.
  bool Read(size_t axis);

  // At most two for each element that is kept.
  const std::vector<LiteralNumber>& numbers() const { return numbers_; }
  bool is_left_out() const { return is_left_out_; }

 private:
  bool ReadElement();
  bool ReadNumberOrWord();

  MlirCursor& cursor_;
  const absl::Span<const int64_t> dims_;
  std::vector<LiteralNumber> numbers_;
  bool is_left_out_ = false;
};

bool HloLiteralReader::ReadNumberOrWord() {
  LiteralNumber number;
  const bool is_negative = cursor_.Take('-');
  const bool is_nan = cursor_.IsWord("nan");
  if (is_nan || cursor_.IsWord("inf")) {
    number.kind = LiteralNumber::Kind::kFloat;
    number.real =
        is_nan ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    if (is_negative) number.real = -number.real;
    if (!cursor_.Advance()) return false;
    // The bits of a NaN: nan(0x7fc00001).
    absl::string_view bits;
    if (is_nan && cursor_.IsMark('(') && !cursor_.TakeBalanced(&bits)) return false;
  } else if (cursor_.token() == MlirToken::kString) {
    return cursor_.Fail("a number");
  } else if (!ReadNumber(cursor_, is_negative, &number)) {
    return false;
  }
  if (numbers_.size() < 2 * kMaxMlirElements) numbers_.push_back(number);
  return true;
}

bool HloLiteralReader::ReadElement() {
  if (!cursor_.Take('(')) return ReadNumberOrWord();
  return ReadNumberOrWord() && cursor_.Expect(',') && ReadNumberOrWord() && cursor_.Expect(')');
}

bool HloLiteralReader::Read(size_t axis) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok()) return false;
  if (cursor_.IsMark('{') && absl::StartsWith(cursor_.Rest(), "{...}")) {
    absl::string_view body;
    is_left_out_ = true;
    return cursor_.TakeBalanced(&body);
  }
  if (axis == dims_.size()) return ReadElement();
  if (!cursor_.Expect('{')) return false;
  int64_t length = 0;
  if (!cursor_.IsMark('}')) {
    do {
      if (!Read(axis + 1)) return false;
      ++length;
    } while (cursor_.Take(','));
  }
  // Of an array without elements XLA leaves out the braces of inner dims too.
  if (length != dims_[axis] && !is_left_out_) {
    return cursor_.Fail(absl::StrCat(dims_[axis], " elements in the braces, not ", length));
  }
  return cursor_.Expect('}');
}

}  // namespace

bool ReadHloLiteral(MlirCursor& cursor, const HloType& type, const Tensor** tensor) {
  auto* made = New<Tensor>(cursor.arena());
  *tensor = made;
  std::vector<int64_t> dims;
  for (const DeclaredDim& dim : type.declared.dims) {
    if (!dim.has_size) return cursor.Fail("a type whose dims are numbers, of a constant");
    dims.push_back(dim.size);
  }
  made->element = type.declared.element;
  made->dims = CopyToArena(cursor.arena(), dims);
  const std::optional<int64_t> count = made->ElementCount();
  if (!count) return cursor.Fail("a constant of fewer elements");
  HloLiteralReader reader(cursor, made->dims);
  if (!reader.Read(0)) return false;
  if (reader.is_left_out() || *count > kMaxMlirElements || *count == 0) return true;
  const std::string bytes =
      EncodeNumbers(reader.numbers(), false, made->element, static_cast<size_t>(*count));
  if (bytes.empty()) return true;
  made->payload = CopyText(cursor.arena(), bytes);
  made->encoding = TensorEncoding::kRaw;
  return true;
}

}  // namespace shapewright::graph

#include "core/graph/stablehlo/mlir_type.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;
using shape::TypeKind;

constexpr absl::string_view kDomain = "stablehlo";

struct NamedElement {
  absl::string_view name;
  ElementType element;
};

constexpr NamedElement kElements[] = {
    {"i1", ElementType::kBool},
    {"i2", ElementType::kInt2},
    {"i4", ElementType::kInt4},
    {"i8", ElementType::kInt8},
    {"i16", ElementType::kInt16},
    {"i32", ElementType::kInt32},
    {"i64", ElementType::kInt64},
    {"si8", ElementType::kInt8},
    {"ui2", ElementType::kUint2},
    {"ui4", ElementType::kUint4},
    {"ui8", ElementType::kUint8},
    {"ui16", ElementType::kUint16},
    {"ui32", ElementType::kUint32},
    {"ui64", ElementType::kUint64},
    {"index", ElementType::kInt64},
    {"f16", ElementType::kFloat16},
    {"f32", ElementType::kFloat},
    {"f64", ElementType::kDouble},
    {"bf16", ElementType::kBfloat16},
    {"f4E2M1FN", ElementType::kFloat4e2m1},
    {"f6E2M3FN", ElementType::kFloat6e2m3},
    {"f6E3M2FN", ElementType::kFloat6e3m2},
    {"f8E3M4", shape::kFloat8e3m4},
    {"f8E4M3", shape::kFloat8e4m3},
    {"f8E4M3FN", ElementType::kFloat8e4m3fn},
    {"f8E4M3FNUZ", ElementType::kFloat8e4m3fnuz},
    {"f8E4M3B11FNUZ", shape::kFloat8e4m3b11fnuz},
    {"f8E5M2", ElementType::kFloat8e5m2},
    {"f8E5M2FNUZ", ElementType::kFloat8e5m2fnuz},
    {"f8E8M0FNU", ElementType::kFloat8e8m0},
};

// i7, si24, tf32: types of MLIR that have no number here.
bool IsOtherScalar(absl::string_view name) {
  for (const absl::string_view prefix : {"si", "ui", "i"}) {
    if (!absl::StartsWith(name, prefix) || name.size() == prefix.size()) continue;
    const absl::string_view bits = name.substr(prefix.size());
    if (bits.find_first_not_of("0123456789") == absl::string_view::npos) return true;
  }
  return name == "tf32" || name == "f80" || name == "f128";
}

class MlirTypeReader {
 public:
  explicit MlirTypeReader(MlirCursor& cursor) : cursor_(cursor) {}

  bool Read(MlirType* type);

 private:
  bool ReadWord(MlirType* type);
  bool ReadTensor(MlirType* type);
  bool ReadDims(MlirType* type);
  bool ReadEncoding(MlirType* type);
  bool ReadComplex(MlirType* type);
  bool ReadTuple(MlirType* type);
  bool ReadFunction(MlirType* type);
  bool ReadDialect(MlirType* type);
  bool ReadQuantized(absl::string_view body, MlirType* type);

  MlirCursor& cursor_;
};

bool MlirTypeReader::Read(MlirType* type) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok()) return false;
  switch (cursor_.token()) {
    case MlirToken::kWord:
      return ReadWord(type);
    case MlirToken::kBang:
      return ReadDialect(type);
    default:
      return cursor_.IsMark('(') ? ReadFunction(type) : cursor_.Fail("a type");
  }
}

bool MlirTypeReader::ReadWord(MlirType* type) {
  const absl::string_view word = cursor_.text();
  if (word == "tensor" || word == "vector" || word == "memref") return ReadTensor(type);
  if (word == "complex") return ReadComplex(type);
  if (word == "tuple") return ReadTuple(type);
  const std::optional<ElementType> element = ElementNamed(word);
  if (!element.has_value() && word != "none" && !IsOtherScalar(word)) return cursor_.Fail("a type");
  type->element = element.value_or(ElementType::kUndefined);
  return cursor_.Advance();
}

bool MlirTypeReader::ReadTensor(MlirType* type) {
  if (!cursor_.Advance()) return false;
  if (!cursor_.IsMark('<')) return cursor_.Fail("`<`");
  type->declared.kind = TypeKind::kTensor;
  if (!ReadDims(type)) return false;
  MlirType inner;
  if (!Read(&inner)) return false;
  type->element = inner.element;
  type->declared.element = inner.element;
  if (cursor_.Take(',') && !cursor_.IsMark('>') && !ReadEncoding(type)) return false;
  return cursor_.Expect('>');
}

// `2x?x3x` behind the `<`, whose tokens would be other ones.
bool MlirTypeReader::ReadDims(MlirType* type) {
  const absl::string_view rest = cursor_.Rest();
  std::vector<DeclaredDim> dims;
  size_t at = 1;
  const auto skip_blank = [&] {
    while (at < rest.size() && absl::ascii_isspace(rest[at])) ++at;
  };
  type->declared.has_shape = true;
  for (;;) {
    skip_blank();
    size_t end = at;
    while (end < rest.size() && absl::ascii_isdigit(rest[end])) ++end;
    const absl::string_view digits = rest.substr(at, end - at);
    const bool is_open = digits.empty() && rest.substr(end, 1) == "?";
    const bool is_unranked = digits.empty() && dims.empty() && rest.substr(end, 1) == "*";
    if (digits.empty() && !is_open && !is_unranked) break;
    at = end + (digits.empty() ? 1 : 0);
    skip_blank();
    DeclaredDim& dim = dims.emplace_back();
    dim.has_size = !digits.empty();
    const bool is_size = !dim.has_size || absl::SimpleAtoi(digits, &dim.size);
    if (!is_size || rest.substr(at, 1) != "x") {
      return cursor_.Resume(at) &&
             cursor_.Fail(is_size ? "`x` after a dim" : "a dim of at most 63 bits");
    }
    ++at;
    if (is_unranked) {
      dims.clear();
      type->declared.has_shape = false;
      break;
    }
  }
  if (dims.size() > static_cast<size_t>(cursor_.limits().max_rank)) {
    return cursor_.FailLimit(
        reason::kRankTooLarge,
        absl::StrCat("a tensor has more than ", cursor_.limits().max_rank, " dims"));
  }
  type->declared.dims = CopyToArena(cursor_.arena(), dims);
  return cursor_.Resume(at);
}

// #stablehlo.bounds<8, ?>, or another attribute, which says nothing of the shape.
bool MlirTypeReader::ReadEncoding(MlirType* type) {
  const absl::string_view name = cursor_.text();
  const bool has_bounds =
      absl::EndsWith(name, ".bounds") || absl::EndsWith(name, ".type_extensions");
  absl::string_view body;
  if (cursor_.token() != MlirToken::kHash) return cursor_.Fail("an encoding");
  if (!cursor_.Advance()) return false;
  if (cursor_.IsMark('<') && !cursor_.TakeBalanced(&body)) return false;
  if (!has_bounds) return true;
  std::vector<DeclaredDim> dims(type->declared.dims.begin(), type->declared.dims.end());
  size_t dim = 0;
  for (size_t at = 0; at < body.size() && dim < dims.size();) {
    size_t end = at;
    while (end < body.size() && absl::ascii_isdigit(body[end])) ++end;
    int64_t bound = 0;
    if (end > at && !dims[dim].has_size && absl::SimpleAtoi(body.substr(at, end - at), &bound)) {
      dims[dim].bounds = symbolic::Interval{0, bound};
    }
    if (end > at || body[at] == '?') ++dim;
    at = end > at ? end : at + 1;
  }
  type->declared.dims = CopyToArena(cursor_.arena(), dims);
  return true;
}

bool MlirTypeReader::ReadComplex(MlirType* type) {
  MlirType part;
  if (!cursor_.Advance() || !cursor_.Expect('<') || !Read(&part)) return false;
  if (part.element == ElementType::kFloat) type->element = ElementType::kComplex64;
  if (part.element == ElementType::kDouble) type->element = ElementType::kComplex128;
  return cursor_.Expect('>');
}

bool MlirTypeReader::ReadTuple(MlirType* type) {
  std::vector<const MlirType*> parts;
  if (!cursor_.Advance() || !cursor_.Expect('<')) return false;
  if (!cursor_.IsMark('>') && !ParseTypes(cursor_, &parts)) return false;
  type->declared.kind = TypeKind::kOpaque;
  type->declared.domain = kDomain;
  type->declared.name = "tuple";
  type->results = CopyToArena(cursor_.arena(), parts);
  return cursor_.Expect('>');
}

bool MlirTypeReader::ReadFunction(MlirType* type) {
  std::vector<const MlirType*> inputs;
  std::vector<const MlirType*> results;
  if (!ParseTypesInParens(cursor_, &inputs)) return false;
  if (cursor_.token() != MlirToken::kArrow) return cursor_.Fail("`->`");
  if (!cursor_.Advance() || !ParseResultTypes(cursor_, &results)) return false;
  type->is_function = true;
  type->inputs = CopyToArena(cursor_.arena(), inputs);
  type->results = CopyToArena(cursor_.arena(), results);
  return true;
}

// !stablehlo.token, !quant.uniform<i8:f32, ..>, !alias.
bool MlirTypeReader::ReadDialect(MlirType* type) {
  const absl::string_view name = cursor_.Name();
  const auto alias = cursor_.aliases().types.find(name);
  if (alias != cursor_.aliases().types.end()) {
    *type = *alias->second;
    return cursor_.Advance();
  }
  if (name.find('.') == absl::string_view::npos) return cursor_.Fail("an alias that is defined");
  absl::string_view body;
  if (!cursor_.Advance()) return false;
  if (cursor_.IsMark('<') && cursor_.IsAdjacent() && !cursor_.TakeBalanced(&body)) return false;
  if (absl::StartsWith(name, "quant.")) return ReadQuantized(body, type);
  const size_t dot = name.find('.');
  type->declared.kind = TypeKind::kOpaque;
  type->declared.domain = name.substr(0, dot);
  type->declared.name = name.substr(dot + 1);
  return true;
}

// The storage type of `i8:f32, 1.0:0` and `i8<-127:127>:f32:1, {..}`; of `any<i8:f32>` too.
bool MlirTypeReader::ReadQuantized(absl::string_view body, MlirType* type) {
  const size_t end = body.find_first_of("<:,");
  const absl::string_view storage = absl::StripAsciiWhitespace(body.substr(0, end));
  const absl::string_view digits = absl::StartsWith(storage, "u") ? storage.substr(1) : storage;
  const std::optional<ElementType> element = ElementNamed(storage);
  if (!element.has_value() && !IsOtherScalar(digits)) {
    return cursor_.Fail("a type that is quantized to an integer type");
  }
  type->element = element.value_or(ElementType::kUndefined);
  return true;
}

}  // namespace

std::optional<ElementType> ElementNamed(absl::string_view name) {
  for (const NamedElement& known : kElements) {
    if (known.name == name) return known.element;
  }
  return std::nullopt;
}

bool ParseType(MlirCursor& cursor, const MlirType** type) {
  auto* read = New<MlirType>(cursor.arena());
  *type = read;
  return MlirTypeReader(cursor).Read(read);
}

bool ParseTypes(MlirCursor& cursor, std::vector<const MlirType*>* types) {
  do {
    types->push_back(nullptr);
    if (!ParseType(cursor, &types->back())) return false;
  } while (cursor.Take(','));
  return !cursor.failed();
}

bool ParseTypesInParens(MlirCursor& cursor, std::vector<const MlirType*>* types) {
  if (!cursor.Expect('(')) return false;
  if (cursor.Take(')')) return true;
  return ParseTypes(cursor, types) && cursor.Expect(')');
}

bool ParseResultTypes(MlirCursor& cursor, std::vector<const MlirType*>* types) {
  if (cursor.IsMark('(')) return ParseTypesInParens(cursor, types);
  types->push_back(nullptr);
  return ParseType(cursor, &types->back());
}

}  // namespace shapewright::graph

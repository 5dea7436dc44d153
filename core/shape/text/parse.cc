#include "core/shape/text/parse.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/shape/element_names.h"
#include "core/shape/element_type.h"
#include "core/shape/program.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/part_end.h"
#include "core/wire/printable.h"

namespace shapewright::shape {
namespace {

using symbolic::ExprArena;
using symbolic::Interval;
using symbolic::SymbolResolver;

// How deeply types may nest.
constexpr int kMaxTypeNesting = 64;
constexpr size_t kShownTypeText = 20;

absl::StatusOr<Interval> ParseSizeInterval(absl::string_view text) {
  absl::StatusOr<Interval> interval = symbolic::ParseInterval(text);
  if (!interval.ok()) return interval;
  const Interval sizes = symbolic::Intersect(*interval, Interval::Size());
  if (!sizes.is_empty()) return sizes;
  return absl::InvalidArgumentError(
      absl::StrCat("interval ", QuotedText(text, 2 * kShownTypeText), ": holds no size"));
}

// Reads a text. Each Parse* stops behind what it has read; the first error is kept, and the results
// of later Parse* are meaningless.
class Cursor {
 public:
  Cursor(ExprArena& arena, TypeTable* types, absl::string_view text, SymbolResolver resolve)
      : arena_(arena), types_(types), text_(text), resolve_(resolve) {}

  ShapeValue ParseShape();
  TypeId ParseType();
  TypeId ParseAlternatives();

  // The first error; also an error if there is text left.
  absl::Status Finish() {
    if (error_.ok() && !Rest().empty()) Expected("the end");
    return error_;
  }

 private:
  absl::string_view Rest() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
    return text_.substr(at_);
  }
  bool Take(absl::string_view token) {
    if (Rest().substr(0, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void Need(absl::string_view token) {
    if (!Take(token)) Expected(absl::StrCat("\"", token, "\""));
  }
  void Fail(absl::Status error) {
    if (error_.ok()) error_ = std::move(error);
  }
  void Expected(absl::string_view what);

  absl::string_view TakeWord();
  absl::string_view TakeDimText();
  Dim ParseCondition();
  TypeId Common(absl::Span<const TypeAlternative> alternatives);
  Dim ParseDim();
  ElementType ParseElement(absl::string_view word);
  TypeId ParseTensor(absl::string_view word, TypeKind kind);
  TypeId ParseSequence();
  TypeId ParseOptional();
  TypeId ParseMap();
  TypeId ParseOpaque();
  TypeId ParseProgram();
  std::string ParseName();

  ExprArena& arena_;
  TypeTable* types_;
  absl::string_view text_;
  SymbolResolver resolve_;
  size_t at_ = 0;
  int nesting_ = 0;
  absl::Status error_;
};

void Cursor::Expected(absl::string_view what) {
  const absl::string_view rest = Rest();
  const std::string found = rest.empty() ? "the end" : QuotedText(rest, kShownTypeText);
  Fail(absl::InvalidArgumentError(
      absl::StrCat("column ", at_ + 1, ": expected ", what, ", found ", found)));
}

absl::string_view Cursor::TakeWord() {
  const absl::string_view rest = Rest();
  size_t size = 0;
  while (size < rest.size() && absl::ascii_isalnum(rest[size])) ++size;
  at_ += size;
  return rest.substr(0, size);
}

// The text up to the ",", ";" or bracket that ends a dim; not one within a call, an element's
// index, or a name in backticks.
absl::string_view Cursor::TakeDimText() {
  const absl::string_view rest = Rest();
  const size_t size = symbolic::FindPartEnd(rest, "),;]");
  at_ += size;
  return absl::StripTrailingAsciiWhitespace(rest.substr(0, size));
}

Dim Cursor::ParseDim() {
  const absl::string_view text = TakeDimText();
  if (!error_.ok()) return Dim();
  absl::StatusOr<Dim> dim = shape::ParseDim(arena_, text, resolve_);
  if (dim.ok()) return *dim;
  Fail(dim.status());
  return Dim();
}

ShapeValue Cursor::ParseShape() {
  ShapeValue shape;
  if (Take("?")) return shape;
  if (Take("rank")) {
    const absl::string_view text = TakeDimText();
    const absl::StatusOr<Interval> bounds = symbolic::ParseInterval(text);
    if (!bounds.ok()) Fail(bounds.status());
    if (bounds.ok() && ((bounds->has_min() && bounds->min < 0) || bounds->max < 0)) {
      Fail(absl::InvalidArgumentError(
          absl::StrCat("rank ", QuotedText(text, kShownTypeText), ": an end is negative")));
    }
    if (bounds.ok()) shape.rank_bounds = symbolic::Intersect(*bounds, Interval::Size());
    return shape;
  }
  if (!Take("[")) {
    Expected("\"[\", \"rank\" or \"?\"");
    return shape;
  }
  shape.has_rank = true;
  if (Take("]")) return shape;
  do {
    shape.dims.push_back(ParseDim());
  } while (error_.ok() && Take(","));
  Need("]");
  return shape;
}

ElementType Cursor::ParseElement(absl::string_view word) {
  if (const auto element = FindElementType(word)) return *element;
  at_ -= word.size();
  if (word.empty()) Expected("a type");
  Fail(UnknownElementType(word));
  return ElementType::kUndefined;
}

TypeId Cursor::ParseTensor(absl::string_view word, TypeKind kind) {
  Type type;
  type.kind = kind;
  type.element = ParseElement(word);
  const ShapeValue shape = ParseShape();
  type.shape = shape.view();
  return types_->Intern(type);
}

TypeId Cursor::ParseSequence() {
  Type type;
  type.kind = TypeKind::kSequence;
  type.inner = ParseType();
  if (Take(";")) type.length = ParseDim();
  if (type.length.is_constant() && type.length.constant() < 0) {
    Fail(absl::InvalidArgumentError(
        absl::StrCat("the length of a sequence is negative: ", type.length.constant())));
  }
  absl::InlinedVector<TypeId, 8> positions;
  if (Take(";")) {
    do {
      positions.push_back(ParseType());
    } while (error_.ok() && Take(","));
  }
  type.positions = positions;
  return types_->Intern(type);
}

TypeId Cursor::ParseOptional() {
  const TypeId inner = ParseType();
  if (!Take(";")) return types_->Optional(inner);
  if (Take("present")) return types_->Optional(inner, Presence::kPresent);
  Need("absent");
  return types_->Optional(inner, Presence::kAbsent);
}

TypeId Cursor::ParseMap() {
  Type type;
  type.kind = TypeKind::kMap;
  const absl::string_view key = TakeWord();
  type.element = ParseElement(key);
  if (!IsMapKey(type.element)) Fail(NoMapKey(type.element));
  Need(",");
  type.inner = ParseType();
  return types_->Intern(type);
}

std::string Cursor::ParseName() {
  std::string name;
  Need("`");
  for (bool is_open = error_.ok(); is_open;) {
    const size_t end = text_.find('`', at_);
    if (end == absl::string_view::npos) {
      Fail(absl::InvalidArgumentError("a closing backtick is missing"));
      break;
    }
    absl::StrAppend(&name, text_.substr(at_, end - at_));
    at_ = end + 1;
    is_open = text_.substr(at_, 1) == "`";
    if (is_open) name.push_back('`');
    if (is_open) ++at_;
  }
  return name;
}

TypeId Cursor::ParseOpaque() {
  Type type;
  type.kind = TypeKind::kOpaque;
  const std::string domain = ParseName();
  Need(",");
  const std::string name = ParseName();
  type.domain = domain;
  type.name = name;
  return types_->Intern(type);
}

TypeId Cursor::ParseProgram() {
  std::vector<TypeId> parameters;
  std::vector<std::string> names;
  const bool has_parameters = Rest().substr(0, 1) != ")";
  do {
    if (!has_parameters) break;
    const bool is_named = Rest().substr(0, 1) == "`";
    names.push_back(is_named ? ParseName() : "");
    if (is_named) Need(":");
    parameters.push_back(ParseType());
  } while (error_.ok() && Take(","));
  Need(")");
  Need("->");
  return ProgramOf(*types_, parameters, names, error_.ok() ? ParseType() : kUnknownType);
}

TypeId Cursor::ParseType() {
  if (Take("?")) return kUnknownType;
  const absl::string_view word = TakeWord();
  if (!Take("(")) return ParseTensor(word, TypeKind::kTensor);
  if (++nesting_ > kMaxTypeNesting) Expected("fewer types within types");
  if (!error_.ok()) return kUnknownType;
  TypeId type = kUnknownType;
  if (word.empty()) {
    type = ParseProgram();
    --nesting_;
    return type;
  }
  if (word == "seq") {
    type = ParseSequence();
  } else if (word == "optional") {
    type = ParseOptional();
  } else if (word == "map") {
    type = ParseMap();
  } else if (word == "sparse") {
    type = ParseTensor(TakeWord(), TypeKind::kSparseTensor);
  } else if (word == "opaque") {
    type = ParseOpaque();
  } else {
    Expected("a type");
  }
  --nesting_;
  Need(")");
  return type;
}

// The text up to a word `else` that is not within parentheses or a name in backticks.
Dim Cursor::ParseCondition() {
  constexpr absl::string_view kElse = "else";
  const absl::string_view rest = Rest();
  int depth = 0;
  bool is_quoted = false;
  size_t size = 0;
  for (; size < rest.size(); ++size) {
    const char c = rest[size];
    if (c == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    const bool is_word = size > 0 && absl::ascii_isspace(rest[size - 1]);
    if (depth == 0 && is_word && rest.substr(size, kElse.size()) == kElse) break;
  }
  const std::string text = absl::StrCat("(", rest.substr(0, size), ")");
  at_ += size;
  absl::StatusOr<Dim> condition = symbolic::ParseExpr(arena_, text, resolve_);
  if (!condition.ok()) Fail(condition.status());
  if (!error_.ok()) return Dim();
  if (!Interval{0, 1}.Contains(arena_.Bounds(*condition))) {
    Fail(absl::InvalidArgumentError(
        absl::StrCat("not a condition: ", QuotedText(text, kShownTypeText))));
  }
  return *condition;
}

// What types have in common of which conditions choose one.
TypeId Cursor::Common(absl::Span<const TypeAlternative> alternatives) {
  Type common = types_->at(alternatives.back().type);
  std::vector<Dim> dims(common.shape.dims.begin(), common.shape.dims.end());
  for (size_t i = alternatives.size() - 1; i-- > 0;) {
    const Type& type = types_->at(alternatives[i].type);
    if (type.kind != common.kind || !type.is_tensor()) {
      common = Type();
      break;
    }
    if (type.element != common.element) common.element = ElementType::kUndefined;
    if (common.shape.has_rank && type.has_rank() && type.shape.dims.size() == dims.size()) {
      for (size_t axis = 0; axis < dims.size(); ++axis) {
        dims[axis] =
            symbolic::If(arena_, alternatives[i].condition, type.shape.dims[axis], dims[axis]);
      }
      continue;
    }
    const auto rank_of = [](const Shape& shape) {
      return shape.has_rank ? Interval::Point(shape.rank()) : shape.rank_bounds;
    };
    common.shape = Shape::OfUnknownRank(symbolic::Hull(rank_of(type.shape), rank_of(common.shape)));
  }
  if (common.shape.has_rank) common.shape = Shape::Of(dims);
  common.alternatives = alternatives;
  return types_->Intern(common);
}

TypeId Cursor::ParseAlternatives() {
  constexpr size_t kMaxAlternatives = 4;
  std::vector<TypeAlternative> alternatives = {{Dim(), ParseType()}};
  while (error_.ok() && Take("if ")) {
    alternatives.back().condition = ParseCondition();
    Need("else ");
    if (alternatives.size() == kMaxAlternatives) Expected("fewer alternatives");
    alternatives.push_back({Dim(), ParseType()});
  }
  if (alternatives.size() == 1) return alternatives[0].type;
  return error_.ok() ? Common(alternatives) : kUnknownType;
}

}  // namespace

std::optional<int64_t> PlainSize(absl::string_view text) {
  constexpr size_t kMaxDigits = 18;  // fits into 64 bits
  if (text.empty() || text.size() > kMaxDigits) return std::nullopt;
  int64_t size = 0;
  for (const char c : text) {
    if (!absl::ascii_isdigit(c)) return std::nullopt;
    size = size * 10 + (c - '0');
  }
  return size;
}

absl::StatusOr<Dim> ParseDim(ExprArena& arena, absl::string_view text, SymbolResolver resolve) {
  if (const auto size = PlainSize(text)) return Dim(*size);
  if (text == "?") return resolve(text);
  if (!symbolic::IsIntervalText(text)) {
    return symbolic::ParseExpr(arena, text, resolve);
  }
  const absl::StatusOr<Interval> bounds = ParseSizeInterval(text);
  if (!bounds.ok()) return bounds.status();
  if (bounds->is_point()) return Dim(bounds->min);
  return arena.AddAnonymous(*bounds, "", symbolic::Site());
}

namespace {

// What `read` gives of the cursor's text, all of which it has to take.
template <typename T>
absl::StatusOr<T> ReadWhole(Cursor cursor, T (Cursor::*read)()) {
  T value = (cursor.*read)();
  absl::Status status = cursor.Finish();
  if (!status.ok()) return status;
  return value;
}

}  // namespace

absl::StatusOr<ShapeValue> ParseShape(ExprArena& arena, absl::string_view text,
                                      SymbolResolver resolve) {
  return ReadWhole(Cursor(arena, nullptr, text, resolve), &Cursor::ParseShape);
}

absl::StatusOr<TypeId> ParseType(TypeTable& types, ExprArena& arena, absl::string_view text,
                                 SymbolResolver resolve) {
  return ReadWhole(Cursor(arena, &types, text, resolve), &Cursor::ParseType);
}

absl::StatusOr<TypeId> ParseTypeByCase(TypeTable& types, ExprArena& arena, absl::string_view text,
                                       SymbolResolver resolve) {
  return ReadWhole(Cursor(arena, &types, text, resolve), &Cursor::ParseAlternatives);
}

}  // namespace shapewright::shape

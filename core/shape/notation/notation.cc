#include "core/shape/notation/notation.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "core/base/error_payload.h"
#include "core/shape/element_names.h"
#include "core/shape/plain_shape.h"
#include "core/shape/program.h"
#include "core/shape/text/parse.h"
#include "core/wire/printable.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

constexpr size_t kShownNotation = 40;
// Tuples and programs within each other.
constexpr int kMaxProgramNesting = 16;
constexpr absl::string_view kDots = "...";
constexpr absl::string_view kRank = "rank";

constexpr std::array<absl::string_view, 5> kCompositeTypes = {"seq", "optional", "map", "sparse",
                                                              "opaque"};

// Types of XLA that hold no elements.
constexpr std::array<absl::string_view, 2> kXlaOpaque = {kXlaToken, "opaque"};
constexpr absl::string_view kArrow = "->";

absl::Status Malformed(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(QuotedText(text, kShownNotation), ": ", why));
}

absl::string_view LeadingWord(absl::string_view text) {
  size_t size = 0;
  while (size < text.size() && (absl::ascii_isalnum(text[size]) || text[size] == '_')) ++size;
  return text.substr(0, size);
}

// The position of the bracket that closes the one at the front; npos if none does.
size_t FindClosing(absl::string_view text) {
  std::string open;
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (absl::ascii_isalnum(c)) continue;
    if (c == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '[') open.push_back(']');
    if (c == '{') open.push_back('}');
    if (c == '(') open.push_back(')');
    if (c != ']' && c != '}' && c != ')') continue;
    if (open.empty() || open.back() != c) return absl::string_view::npos;
    open.pop_back();
    if (open.empty()) return i;
  }
  return absl::string_view::npos;
}

// The items between commas; commas within brackets or backticks separate none.
using Items = absl::InlinedVector<absl::string_view, 8>;
Items SplitItems(absl::string_view text) {
  Items items;
  if (absl::StripAsciiWhitespace(text).empty()) return items;
  int depth = 0;
  bool is_quoted = false;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (absl::ascii_isalnum(c)) continue;
    if (c == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    items.push_back(absl::StripAsciiWhitespace(text.substr(start, i - start)));
    start = i + 1;
  }
  items.push_back(absl::StripAsciiWhitespace(text.substr(start)));
  return items;
}

// `{1,0}`, `{1,0:T(8,128)}`: numbers up to the colon.
bool IsLayout(absl::string_view text) {
  if (!absl::StartsWith(text, "{") || FindClosing(text) != text.size() - 1) return false;
  const absl::string_view order = text.substr(1, text.find(':') - 1);
  return order.find_first_not_of("-0123456789, }") == absl::string_view::npos;
}

ParsedOperand TypeOperand(TypeId type) {
  ParsedOperand operand;
  operand.kind = ParsedOperand::Kind::kType;
  operand.type = type;
  return operand;
}

// The dim of a number, of `?` or of a range.
absl::StatusOr<Dim> MakeDim(symbolic::ExprArena& arena, Interval bounds,
                            symbolic::SymbolResolver resolve) {
  if (bounds.is_point()) return Dim(bounds.min);
  if (bounds == Interval::Size()) return resolve("?");
  return arena.AddAnonymous(bounds, "", symbolic::Site());
}

class DimReader {
 public:
  DimReader(symbolic::ExprArena& arena, symbolic::SymbolResolver resolve, Notation notation)
      : arena_(arena), resolve_(resolve), notation_(notation) {}

  absl::StatusOr<Dim> Read(absl::string_view text, bool is_in_braces);

 private:
  absl::StatusOr<Dim> ReadPair(absl::string_view text);
  Dim Fresh(Interval bounds) { return arena_.AddAnonymous(bounds, "", symbolic::Site()); }

  symbolic::ExprArena& arena_;
  symbolic::SymbolResolver resolve_;
  const Notation notation_;
};

class Reader {
 public:
  Reader(TypeTable& types, symbolic::ExprArena& arena, symbolic::SymbolResolver resolve,
         Notation notation)
      : types_(types),
        arena_(arena),
        resolve_(resolve),
        notation_(notation),
        dims_(arena, resolve, notation) {}

  absl::StatusOr<ParsedOperand> Read(absl::string_view text);
  // The layouts of all shapes that were read.
  ParsedLayouts TakeLayouts() { return std::move(layouts_); }

 private:
  absl::StatusOr<ParsedOperand> ReadType(absl::string_view text);
  absl::StatusOr<ParsedOperand> ReadTuple(absl::string_view text);
  bool IsTuple(absl::string_view text) const;
  absl::StatusOr<ParsedOperand> ReadProgram(absl::string_view text, size_t closing);
  // An element type by its name, which in OpenVINO may mean another one.
  std::optional<ElementType> FindElement(absl::string_view name) const {
    return notation_ == Notation::kOpenvino ? FindOpenvinoElementType(name) : FindElementType(name);
  }
  absl::StatusOr<ParsedOperand> TensorOf(ElementType element,
                                         const absl::StatusOr<ShapeValue>& shape);
  absl::StatusOr<ParsedOperand> ReadTensor(ElementType element, absl::string_view text) {
    return TensorOf(element, ReadShape(text));
  }
  absl::StatusOr<ShapeValue> ReadShape(absl::string_view text);
  absl::StatusOr<ShapeValue> ReadDims(absl::Span<const absl::string_view> items,
                                      bool are_in_braces);

  TypeTable& types_;
  symbolic::ExprArena& arena_;
  symbolic::SymbolResolver resolve_;
  const Notation notation_;
  DimReader dims_;
  int nesting_ = 0;
  ParsedLayouts layouts_;
};

// The end of a range; -1 and `?` stand for `open`.
bool ReadEnd(absl::string_view text, int64_t open, int64_t& end) {
  if (text != "?" && !absl::SimpleAtoi(text, &end)) return false;
  if (text == "?" || end == -1) end = open;
  return true;
}

// `{2,8}`, `{2,-1}`, `{2,?}`, `{-1,8}`.
absl::StatusOr<Dim> DimReader::ReadPair(absl::string_view text) {
  const Items ends = SplitItems(text.substr(1, text.size() - 2));
  int64_t low = 0;
  int64_t high = 0;
  const bool are_ends =
      ends.size() == 2 && ReadEnd(ends[0], 0, low) && ReadEnd(ends[1], Interval::kInfinity, high);
  if (!are_ends || (notation_ == Notation::kOpenvino && absl::StrContains(text, '?'))) {
    return Malformed(text, "expected a range such as {2,8}");
  }
  const Interval bounds = Intersect({low, high}, Interval::Size());
  if (low > high || bounds.is_empty()) return Malformed(text, "the range holds no size");
  return bounds.is_point() ? Dim(bounds.min) : Fresh(bounds);
}

// A range in another notation as one with dots: `<=8` as `..8`, `>=2` and, if `?` may be an end,
// `2..?` as `2..`. `memory` holds the text where it has to be built.
absl::string_view DottedRange(absl::string_view text, bool has_open_ends, std::string& memory) {
  if (absl::ConsumePrefix(&text, "<=")) return memory = absl::StrCat("..", text);
  if (absl::ConsumePrefix(&text, ">=")) return memory = absl::StrCat(text, "..");
  if (has_open_ends && absl::EndsWith(text, "..?")) text.remove_suffix(1);
  if (has_open_ends && absl::StartsWith(text, "?..")) text.remove_prefix(1);
  return text;
}

absl::StatusOr<Dim> DimReader::Read(absl::string_view text, bool is_in_braces) {
  if (const auto size = PlainSize(text)) return Dim(*size);
  if (text == "?") return resolve_(text);
  absl::string_view pair = text;
  absl::ConsumePrefix(&pair, "?");
  if (absl::StartsWith(pair, "{") && FindClosing(pair) == pair.size() - 1) return ReadPair(pair);
  const bool minus_one_is_unknown = is_in_braces || notation_ != Notation::kShapewright;
  if ((text == "-1" && minus_one_is_unknown) || text == "None") return Fresh(Interval::Size());
  if (absl::StrContains(text, '[')) {
    const absl::string_view word = LeadingWord(text);
    const bool is_type =
        text[std::min(word.size(), text.size() - 1)] == '[' && FindElementType(word);
    if (is_type) return Malformed(text, "is a type; a dim is an expression or a range");
  }
  std::string memory;
  const absl::string_view range = DottedRange(text, notation_ != Notation::kOpenvino, memory);
  absl::StatusOr<Dim> dim = ParseDim(arena_, range, resolve_);
  if (dim.ok() && dim->is_constant(Interval::kInfinity)) return Malformed(text, "is not a size");
  return dim;
}

absl::StatusOr<ShapeValue> Reader::ReadShape(absl::string_view text) {
  layouts_.emplace_back();
  if (text == "?" || text == kDots) return UnknownRank();
  if (absl::StartsWith(text, kRank)) return shape::ParseShape(arena_, text, resolve_);
  const bool has_braces = absl::StartsWith(text, "{");
  if (!has_braces && !absl::StartsWith(text, "[")) return Malformed(text, "expected a shape");
  const size_t end = FindClosing(text);
  if (end == absl::string_view::npos) return Malformed(text, "a bracket is not closed");
  const absl::string_view rest = absl::StripAsciiWhitespace(text.substr(end + 1));
  const bool is_layout = IsLayout(rest);
  if (!rest.empty() && (has_braces || !is_layout)) return Malformed(rest, "expected the end");
  const absl::string_view inside = text.substr(1, end - 1);
  if (absl::StripAsciiWhitespace(inside) == kDots) return UnknownRank();
  absl::StatusOr<ShapeValue> shape = ReadDims(SplitItems(inside), has_braces);
  if (!shape.ok()) return shape;
  ParsedLayout& noted = layouts_.back();
  noted.has_rank = true;
  noted.rank = shape->dims.size();
  noted.text = rest;
  return shape;
}

absl::StatusOr<ShapeValue> Reader::ReadDims(absl::Span<const absl::string_view> items,
                                            bool are_in_braces) {
  std::vector<Dim> dims;
  dims.reserve(items.size());
  for (const absl::string_view item : items) {
    const absl::StatusOr<Dim> dim = dims_.Read(item, are_in_braces);
    if (!dim.ok()) return dim.status();
    dims.push_back(*dim);
  }
  return KnownRank(std::move(dims));
}

absl::StatusOr<ParsedOperand> Reader::TensorOf(ElementType element,
                                               const absl::StatusOr<ShapeValue>& shape) {
  if (!shape.ok()) return shape.status();
  return TypeOperand(types_.Tensor(element, shape->view()));
}

// `()`, `(f32[2], s32[])`: in our own notation a parenthesis may also begin an
// expression, which has no comma outside of calls.
bool Reader::IsTuple(absl::string_view text) const {
  if (!absl::StartsWith(text, "(") || FindClosing(text) != text.size() - 1) return false;
  return notation_ == Notation::kXla || SplitItems(text.substr(1, text.size() - 2)).size() != 1 ||
         text[1] == '(' || FindElementType(LeadingWord(text.substr(1))).has_value();
}

// Whether an item within parentheses is a type, not a dim.
bool BeginsType(absl::string_view text) {
  if (!text.empty() && (text[0] == '[' || text[0] == '{' || text[0] == '(')) return true;
  const absl::string_view word = LeadingWord(text);
  return FindElementType(word).has_value() || absl::c_linear_search(kXlaOpaque, word) ||
         absl::c_linear_search(kCompositeTypes, word) || word == kRank;
}

// A tuple of types; or a shape as Python writes it, `(2, 3)`, `(2,)`.
absl::StatusOr<ParsedOperand> Reader::ReadTuple(absl::string_view text) {
  if (++nesting_ > kMaxProgramNesting) return Malformed(text, "tuples nested too deep");
  Items items = SplitItems(text.substr(1, text.size() - 2));
  if (items.size() > 1 && absl::c_none_of(items, BeginsType)) {
    if (items.back().empty()) items.pop_back();
    --nesting_;
    layouts_.emplace_back();
    return TensorOf(ElementType::kUndefined, ReadDims(items, true));
  }
  std::vector<TypeId> positions;
  for (const absl::string_view item : items) {
    absl::StatusOr<ParsedOperand> element = Read(item);
    if (!element.ok()) return element;
    if (element->kind != ParsedOperand::Kind::kType) {
      return Malformed(item, "expected a type, as an element of a tuple");
    }
    positions.push_back(element->type);
  }
  --nesting_;
  Type tuple;
  tuple.kind = TypeKind::kSequence;
  tuple.length = Dim(static_cast<int64_t>(positions.size()));
  tuple.positions = positions;
  return TypeOperand(types_.Intern(tuple));
}

// What stands in backticks; a doubled one in it is one.
std::string Unquoted(absl::string_view name) {
  if (name.size() < 2 || name.front() != '`' || name.back() != '`') return std::string(name);
  return absl::StrReplaceAll(name.substr(1, name.size() - 2), {{"``", "`"}});
}

// The name before the colon that is not within brackets or backticks, and what is behind it.
std::pair<std::string, absl::string_view> SplitName(absl::string_view text) {
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    if (text[i] != ':' || depth > 0) continue;
    const absl::string_view name = absl::StripAsciiWhitespace(text.substr(0, i));
    return {name == kNoParameterName ? "" : Unquoted(name), text.substr(i + 1)};
  }
  return {"", text};
}

// `(x: f32[1], (unknown): s32[2], pred[]) -> f32[3]`: the parentheses of the parameters
// close at `closing`.
absl::StatusOr<ParsedOperand> Reader::ReadProgram(absl::string_view text, size_t closing) {
  if (++nesting_ > kMaxProgramNesting) return Malformed(text, "programs nested too deep");
  std::vector<TypeId> parameters;
  std::vector<std::string> names;
  for (const absl::string_view item : SplitItems(text.substr(1, closing - 1))) {
    const auto [name, type_text] = SplitName(item);
    absl::StatusOr<ParsedOperand> parameter = Read(type_text);
    if (!parameter.ok()) return parameter;
    if (parameter->kind != ParsedOperand::Kind::kType) {
      return Malformed(item, "expected a type, as a parameter of a program");
    }
    names.push_back(name);
    parameters.push_back(parameter->type);
  }
  absl::string_view rest = absl::StripAsciiWhitespace(text.substr(closing + 1));
  absl::ConsumePrefix(&rest, kArrow);
  absl::StatusOr<ParsedOperand> result = Read(rest);
  if (!result.ok()) return result;
  if (result->kind != ParsedOperand::Kind::kType) {
    return Malformed(rest, "expected a type, as the result of a program");
  }
  --nesting_;
  return TypeOperand(ProgramOf(types_, parameters, names, result->type));
}

absl::Status NoShape(absl::string_view element) {
  absl::Status error = Malformed(element, "is an element type; a type has a shape too");
  SetSuggestion(error, absl::StrCat("write ", element, "[] for a scalar, ", element,
                                    "? for a tensor of any rank"));
  return error;
}

// Whether the text is what may follow an element type, up to its end: no part of an expression.
bool IsShape(absl::string_view text) {
  if (text == "?") return true;
  if (!absl::StartsWith(text, "[") && !absl::StartsWith(text, "{")) return false;
  const size_t closing = FindClosing(text);
  if (closing == absl::string_view::npos) return false;
  const absl::string_view rest = absl::StripAsciiWhitespace(text.substr(closing + 1));
  return rest.empty() || rest[0] == '{';
}

// A type that begins with its name; kAny if the text begins with none.
absl::StatusOr<ParsedOperand> Reader::ReadType(absl::string_view text) {
  const absl::string_view word = LeadingWord(text);
  const absl::string_view rest = absl::StripLeadingAsciiWhitespace(text.substr(word.size()));
  if (word == kRank && !rest.empty() && rest.size() < text.size() - word.size()) {
    return ReadTensor(ElementType::kUndefined, text);
  }
  const std::optional<ElementType> element = FindElement(word);
  const bool has_dims = absl::StartsWith(rest, "[") || absl::StartsWith(rest, "{");
  if (element && (rest == "?" || has_dims || absl::StartsWith(rest, kRank))) {
    return ReadTensor(*element, rest);
  }
  if (rest == "[]" && absl::c_linear_search(kXlaOpaque, word)) {
    Type opaque;
    opaque.kind = TypeKind::kOpaque;
    opaque.domain = kXlaDomain;
    opaque.name = word;
    return TypeOperand(types_.Intern(opaque));
  }
  if (element && rest.empty()) return NoShape(word);
  if (!word.empty() && IsShape(rest)) return UnknownElementType(word);
  if (!absl::StartsWith(rest, "(") || !absl::c_linear_search(kCompositeTypes, word)) {
    return ParsedOperand();
  }
  const absl::StatusOr<TypeId> type = ParseType(types_, arena_, text, resolve_);
  if (!type.ok()) return type.status();
  layouts_.resize(layouts_.size() + TensorCount(types_, *type));
  return TypeOperand(*type);
}

absl::StatusOr<ParsedOperand> Reader::Read(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return Malformed(text, "expected a dim, a shape or a type");
  if (text == "?") return ParsedOperand();
  const size_t closing = text[0] == '(' ? FindClosing(text) : absl::string_view::npos;
  if (closing != absl::string_view::npos &&
      absl::StartsWith(absl::StripLeadingAsciiWhitespace(text.substr(closing + 1)), kArrow)) {
    return ReadProgram(text, closing);
  }
  if (IsTuple(text)) return ReadTuple(text);
  if (text[0] == '[' || text[0] == '{' || text == kDots) {
    return ReadTensor(ElementType::kUndefined, text);
  }
  if (notation_ == Notation::kOpenvino && SplitItems(text).size() > 1) {
    return ReadTensor(ElementType::kUndefined, absl::StrCat("[", text, "]"));
  }
  absl::StatusOr<ParsedOperand> type = ReadType(text);
  if (!type.ok() || type->kind == ParsedOperand::Kind::kType) return type;
  const absl::StatusOr<Dim> dim = dims_.Read(text, false);
  if (!dim.ok()) return dim.status();
  ParsedOperand operand;
  operand.kind = ParsedOperand::Kind::kDim;
  operand.dim = *dim;
  return operand;
}

}  // namespace

absl::StatusOr<ParsedOperand> ParseOperand(TypeTable& types, symbolic::ExprArena& arena,
                                           absl::string_view text, symbolic::SymbolResolver resolve,
                                           Notation notation) {
  if (const auto plain = ReadPlainShape(text)) {
    absl::InlinedVector<Dim, 8> dims;
    for (const Interval bounds : *plain) {
      const absl::StatusOr<Dim> dim = MakeDim(arena, bounds, resolve);
      if (!dim.ok()) return dim.status();
      dims.push_back(*dim);
    }
    return TypeOperand(types.Tensor(ElementType::kUndefined, dims));
  }
  Reader reader(types, arena, resolve, notation);
  absl::StatusOr<ParsedOperand> operand = reader.Read(text);
  if (!operand.ok()) return operand;
  operand->layouts = reader.TakeLayouts();
  if (operand->kind == ParsedOperand::Kind::kAny) operand->layouts.resize(1);
  return operand;
}

absl::StatusOr<Dim> ParseDimInNotation(symbolic::ExprArena& arena, absl::string_view text,
                                       symbolic::SymbolResolver resolve) {
  return DimReader(arena, resolve, Notation::kShapewright)
      .Read(absl::StripAsciiWhitespace(text), false);
}

}  // namespace shapewright::shape

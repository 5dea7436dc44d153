#include "core/symbolic/text/parse_relation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/part_end.h"

namespace shapewright::symbolic {
namespace {

using Kind = ParsedRelation::Kind;

struct Sign {
  absl::string_view text;
  Kind kind;
  bool is_reversed;  // the right side is the smaller one
  bool is_strict;
};

// Longer ones first, so that `<=` is not read as `<`.
constexpr Sign kRelationSigns[] = {
    {"<=", Kind::kAtMost, false, false}, {">=", Kind::kAtMost, true, false},
    {"==", Kind::kEqual, false, false},  {"!=", Kind::kNotEqual, false, false},
    {"=", Kind::kEqual, false, false},   {"<", Kind::kAtMost, false, true},
    {">", Kind::kAtMost, true, true},
};

bool IsRelationNamePart(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

absl::Status ErrorAt(size_t at, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("column ", at + 1, ": ", message));
}

// Where the text begins, and which names it may use.
struct Source {
  size_t first;
  NameSyntax syntax;
};

// A piece of the text, and where it begins.
struct RelationPiece {
  absl::string_view text;
  size_t at = 0;
};

// The text split at its signs; a sign within backticks belongs to a name, within parentheses to a
// condition.
struct Chain {
  std::vector<RelationPiece> sides;
  std::vector<const Sign*> signs;
};

const Sign* SignAt(absl::string_view rest) {
  for (const Sign& sign : kRelationSigns) {
    if (absl::StartsWith(rest, sign.text)) return &sign;
  }
  return nullptr;
}

Chain CutAtSigns(absl::string_view text) {
  Chain chain;
  size_t begin = 0;
  bool is_quoted = false;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '`') is_quoted = !is_quoted;
    if (!is_quoted) depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    const Sign* const sign = is_quoted || depth > 0 ? nullptr : SignAt(text.substr(at));
    if (sign == nullptr) continue;
    chain.sides.push_back({text.substr(begin, at - begin), begin});
    chain.signs.push_back(sign);
    at += sign->text.size() - 1;
    begin = at + 1;
  }
  chain.sides.push_back({text.substr(begin), begin});
  return chain;
}

// `N in {1, 8}`, or nothing. The brace is the last one: a name in backticks may have others.
std::optional<std::pair<RelationPiece, RelationPiece>> CutAtList(absl::string_view text) {
  const absl::string_view stripped = absl::StripTrailingAsciiWhitespace(text);
  if (!absl::EndsWith(stripped, "}")) return std::nullopt;
  const size_t brace = stripped.rfind('{');
  if (brace == absl::string_view::npos) return std::nullopt;
  const absl::string_view head = absl::StripTrailingAsciiWhitespace(stripped.substr(0, brace));
  const bool has_word =
      absl::EndsWith(head, "in") && head.size() > 2 && !IsRelationNamePart(head[head.size() - 3]);
  if (!has_word) return std::nullopt;
  return std::make_pair(
      RelationPiece{head.substr(0, head.size() - 2), 0},
      RelationPiece{stripped.substr(brace + 1, stripped.size() - brace - 2), brace + 1});
}

using ValueList = std::shared_ptr<const std::vector<int64_t>>;

absl::StatusOr<ValueList> ReadList(const RelationPiece& list, const Source& source) {
  std::vector<int64_t> values;
  size_t begin = 0;
  while (true) {
    const size_t end = std::min(list.text.find(',', begin), list.text.size());
    int64_t value = 0;
    if (!absl::SimpleAtoi(list.text.substr(begin, end - begin), &value)) {
      return ErrorAt(source.first + list.at + begin, "expected an integer of 64 bits");
    }
    values.push_back(value);
    if (end == list.text.size()) break;
    begin = end + 1;
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return std::make_shared<const std::vector<int64_t>>(std::move(values));
}

absl::Status ReadSides(absl::Span<const RelationPiece> sides, const Source& source,
                       RelationText& out) {
  for (const RelationPiece& side : sides) {
    absl::StatusOr<Program> program = ReadProgram(side.text, source.first + side.at, source.syntax);
    if (!program.ok()) return program.status();
    out.sides.push_back(*std::move(program));
  }
  return absl::OkStatus();
}

absl::Status ReadBroadcastable(absl::string_view text, const Source& source, RelationText& out) {
  absl::string_view call = absl::StripAsciiWhitespace(text);
  const bool is_call =
      absl::ConsumePrefix(&call, "broadcastable(") && absl::ConsumeSuffix(&call, ")");
  const size_t comma = FindPartEnd(call, ",");
  if (!is_call || comma == call.size()) {
    return ErrorAt(source.first,
                   "expected a relation, as N <= 8, N in {1, 8} or broadcastable(N, M)");
  }
  const auto begin = static_cast<size_t>(call.data() - text.data());
  out.signs.push_back({Kind::kBroadcastable});
  return ReadSides({{call.substr(0, comma), begin}, {call.substr(comma + 1), begin + comma + 1}},
                   source, out);
}

bool IsZero(const Program& program) {
  return program.steps.size() == 1 && program.steps[0].kind == Step::Kind::kConstant &&
         program.steps[0].constant == 0;
}

// How many values a step takes off the stack.
size_t OperandCount(const Step& step) {
  switch (step.kind) {
    case Step::Kind::kConstant:
    case Step::Kind::kReal:
    case Step::Kind::kName:
      return 0;
    case Step::Kind::kOperator:
      return step.count;
    default:
      return 1;
  }
}

// The step at which the last operand of the program's last operator begins.
size_t LastOperand(const Program& program) {
  size_t at = program.steps.size() - 1;
  for (size_t missing = 1; missing > 0; --missing) missing += OperandCount(program.steps[--at]);
  return at;
}

// Whether the program is `mod(N, 8)`; sets the divisor and the dividend of `sign` then. The
// signature of an operator may divide by what is no constant.
bool CutAtMod(const Program& program, const Source& source, RelationText::Sign& sign) {
  const std::vector<Step>& steps = program.steps;
  const bool is_mod = steps.size() > 2 && steps.back().kind == Step::Kind::kOperator &&
                      steps.back().op->name == "mod";
  if (!is_mod) return false;
  const size_t divisor = LastOperand(program);
  const Step& last = steps[steps.size() - 2];
  const bool is_constant = last.kind == Step::Kind::kConstant && last.constant > 0;
  if (!is_constant && source.syntax == NameSyntax::kSymbols) return false;
  sign.kind = Kind::kDivisible;
  sign.divisor = program;
  sign.divisor.steps.assign(steps.begin() + static_cast<ptrdiff_t>(divisor), steps.end() - 1);
  sign.dividend = program;
  sign.dividend.steps.resize(divisor);
  return true;
}

ParsedRelation Relate(ExprArena& arena, const RelationText::Sign& sign, Expr left, Expr right) {
  if (sign.is_reversed) std::swap(left, right);
  if (sign.is_strict) left = Add(arena, left, Expr(1));
  return {sign.kind, left, right};
}

// Whether a side of a chain is more than the remainder of a division, which is not built.
bool IsNeeded(const RelationText& text, size_t side) {
  const auto is_other = [&](size_t sign) {
    return sign < text.signs.size() && text.signs[sign].kind != Kind::kDivisible;
  };
  return text.signs.empty() || is_other(side) || (side > 0 && is_other(side - 1));
}

}  // namespace

absl::StatusOr<RelationText> ReadRelations(absl::string_view text, size_t first,
                                           NameSyntax syntax) {
  const Source source{first, syntax};
  RelationText read;
  if (const auto cut = CutAtList(text)) {
    absl::StatusOr<ValueList> values = ReadList(cut->second, source);
    if (!values.ok()) return values.status();
    read.values = *std::move(values);
    absl::Status status = ReadSides({cut->first}, source, read);
    if (!status.ok()) return status;
    return read;
  }
  const Chain chain = CutAtSigns(text);
  absl::Status status = chain.signs.empty() ? ReadBroadcastable(text, source, read)
                                            : ReadSides(chain.sides, source, read);
  if (!status.ok()) return status;
  for (size_t i = 0; i < chain.signs.size(); ++i) {
    const Sign& sign = *chain.signs[i];
    read.signs.push_back({sign.kind, sign.is_reversed, sign.is_strict});
    if (sign.kind != Kind::kEqual) continue;
    for (const auto& [zero, remainder] : {std::pair(i, i + 1), std::pair(i + 1, i)}) {
      if (IsZero(read.sides[zero]) && CutAtMod(read.sides[remainder], source, read.signs[i])) {
        break;
      }
    }
  }
  return read;
}

absl::StatusOr<std::vector<ParsedRelation>> BuildRelations(ExprArena& arena,
                                                           const RelationText& text,
                                                           SymbolResolver resolve) {
  std::vector<Expr> sides;
  for (size_t i = 0; i < text.sides.size(); ++i) {
    sides.emplace_back();
    if (!IsNeeded(text, i)) continue;
    const absl::StatusOr<Expr> side = BuildExpr(arena, text.sides[i], resolve);
    if (!side.ok()) return side.status();
    sides.back() = *side;
  }
  std::vector<ParsedRelation> relations;
  if (text.values != nullptr) relations.push_back({Kind::kOneOf, sides[0], Expr(), text.values});
  for (size_t i = 0; i < text.signs.size(); ++i) {
    const RelationText::Sign& sign = text.signs[i];
    if (sign.kind != Kind::kDivisible) {
      relations.push_back(Relate(arena, sign, sides[i], sides[i + 1]));
      continue;
    }
    const absl::StatusOr<Expr> dividend = BuildExpr(arena, sign.dividend, resolve);
    if (!dividend.ok()) return dividend.status();
    const absl::StatusOr<Expr> divisor = BuildExpr(arena, sign.divisor, resolve);
    if (!divisor.ok()) return divisor.status();
    relations.push_back({Kind::kDivisible, *dividend, *divisor});
  }
  return relations;
}

absl::StatusOr<std::vector<ParsedRelation>> ParseRelations(ExprArena& arena, absl::string_view text,
                                                           SymbolResolver resolve) {
  const absl::StatusOr<RelationText> read = ReadRelations(text);
  if (!read.ok()) return read.status();
  return BuildRelations(arena, *read, resolve);
}

}  // namespace shapewright::symbolic

#include "core/symbolic/text/parser.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/text/operators.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/ratio.h"
#include "core/wire/printable.h"

namespace shapewright::symbolic {
namespace {

// Of parentheses and calls. The printer writes far fewer.
constexpr int kMaxNesting = 256;
constexpr size_t kShownText = 20;

// Calls in the signature of an operator that stand for a number as a name does.
constexpr absl::string_view kNamedCalls[] = {"len", "has", "sum", "size"};

constexpr absl::string_view kPowerCalls[] = {"PowByNatural", "Pow", "pow"};
constexpr absl::string_view kIfCalls[] = {"if", "Where", "Select", "if_then_else"};

}  // namespace

absl::StatusOr<Program> Parser::Run() {
  if (!ParseExpression()) return error_;
  if (!AtEnd()) {
    Expected("an operator");
    return error_;
  }
  absl::Status status = CheckProgram(program_);
  if (!status.ok()) return status;
  return std::move(program_);
}

bool Parser::Fail(size_t at, absl::string_view message) {
  error_ = absl::InvalidArgumentError(absl::StrCat("column ", first_ + at + 1, ": ", message));
  return false;
}

bool Parser::Expected(absl::string_view what) {
  if (AtEnd()) {
    return Fail(at_, absl::StrCat("expected ", what, ", found the end"));
  }
  return Fail(
      at_, absl::StrCat("expected ", what, ", found ", QuotedText(text_.substr(at_), kShownText)));
}

// A `^` that is no power is a max, as `&` is a min, and both bind less tightly than sums, as in
// Python.
bool Parser::ParseExpression() {
  if (!ParseLesser()) return false;
  while (Take("^")) {
    if (!ParseLesser()) return false;
    PushOperator(Operators::kMax);
  }
  return true;
}

bool Parser::ParseLesser() {
  if (!ParseSum()) return false;
  while (Take("&")) {
    if (!ParseSum()) return false;
    PushOperator(Operators::kMin);
  }
  return true;
}

bool Parser::ParseSum() {
  if (!ParseProduct()) return false;
  while (true) {
    const bool is_plus = Take("+");
    if (!is_plus && !Take("-")) return true;
    if (!ParseProduct()) return false;
    PushOperator(is_plus ? Operators::kAdd : Operators::kSubtract);
  }
}

bool Parser::ParseProduct() {
  struct Sign {
    absl::string_view text;
    const Operator* op;
  };
  // Longer signs stand before those that they begin with. `/:` is a division without remainder.
  static constexpr Sign kSignsOfProducts[] = {
      {"*", &Operators::kMultiply}, {"//", &Operators::kFloorDiv}, {"/:", &Operators::kDivide},
      {"/", &Operators::kDivide},   {"%", &Operators::kMod},
  };
  if (!ParseFactor()) return false;
  while (true) {
    const Operator* op = nullptr;
    for (const Sign& next : kSignsOfProducts) {
      if (op == nullptr && Take(next.text)) op = next.op;
    }
    if (op == nullptr) return true;
    if (!ParseFactor()) return false;
    PushOperator(*op);
  }
}

bool Parser::ParseFactor() {
  if (program_.steps.size() >= kMaxSteps) {
    return Fail(at_, absl::StrCat("the expression has more than ", kMaxSteps, " parts"));
  }
  bool is_negative = false;
  while (Take("-")) is_negative = !is_negative;
  if (absl::ascii_isdigit(Peek())) return ParseNumber(is_negative);
  if (is_negative) PushConstant(0);
  const size_t base = program_.steps.size();
  if (!ParsePrimary()) return false;
  if (IsPowerNext("") && !ParsePower(base)) return false;
  if (is_negative) PushOperator(Operators::kSubtract);
  return true;
}

bool Parser::ParsePrimary() {
  const char next = Peek();
  if (next == '(') return ParseParenthesised();
  if (next == '`') return ParseQuoted();
  if (next == '?') return ParseAnonymous();
  if (IsNameStart(next)) return ParseIdentifier();
  if (next == '@' && syntax_ == NameSyntax::kOfRules) return ParseAttribute();
  return Expected("a number, a name or \"(\"");
}

bool Parser::ParseParenthesised() { return Open() && ParseCondition() && Close(); }

bool Parser::ParseCondition() {
  if (!ParseConjunction()) return false;
  while (TakeWord("or") || Take("|")) {
    if (!ParseConjunction()) return false;
    PushOperator(Operators::kOr);
  }
  return true;
}

bool Parser::ParseConjunction() {
  if (!ParseComparison()) return false;
  while (TakeWord("and")) {
    if (!ParseComparison()) return false;
    PushOperator(Operators::kAnd);
  }
  return true;
}

bool Parser::ParseComparison() {
  bool is_negated = false;
  while (TakeWord("not")) is_negated = !is_negated;
  if (is_negated) PushConstant(1);
  if (!ParseExpression()) return false;
  SkipSpace();
  if (const Operator* const sign = FindSign(text_.substr(at_)); sign != nullptr) {
    at_ += sign->name.size();
    if (!ParseExpression()) return false;
    PushOperator(*sign);
  }
  if (is_negated) PushOperator(Operators::kSubtract);
  return true;
}

// A sign is that of the whole, also where it is a power.
bool Parser::ParseNumber(bool is_negative) {
  const absl::string_view digits = TakeDigits();
  if (at_ + 1 < text_.size() && text_[at_] == '.' && absl::ascii_isdigit(text_[at_ + 1])) {
    return ParseDecimal(digits, is_negative);
  }
  if (at_ < text_.size() && IsNamePart(text_[at_])) return Expected("an operator");
  if (!IsPowerNext(digits)) return PushInteger(digits, is_negative);
  if (is_negative) PushConstant(0);
  const size_t base = program_.steps.size();
  if (!PushInteger(digits, false) || !ParsePower(base)) return false;
  if (is_negative) PushOperator(Operators::kSubtract);
  return true;
}

// A number such as 0.5, which a float has exactly.
bool Parser::ParseDecimal(absl::string_view whole, bool is_negative) {
  constexpr int kMaxDecimals = 17;
  const auto start = static_cast<size_t>(whole.data() - text_.data());
  ++at_;
  absl::string_view decimals = TakeDigits();
  if (at_ < text_.size() && IsNamePart(text_[at_])) return Expected("an operator");
  while (absl::EndsWith(decimals, "0")) decimals.remove_suffix(1);
  int64_t over = 0;
  int64_t under = 1;
  const bool fits =
      decimals.size() <= kMaxDecimals && absl::SimpleAtoi(absl::StrCat(whole, decimals), &over);
  // With n decimals, 10^n times the number is whole, and 2^n times it if a float has it exactly.
  for (size_t i = 0; fits && i < decimals.size(); ++i) {
    if (over % 5 != 0) {
      return Fail(start, "no float is exactly this number; write a fraction, such as 7/10");
    }
    over /= 5;
    under *= 2;
  }
  if (!fits) return Fail(start, "the number has too many digits");
  PushConstant(is_negative ? -over : over);
  if (under == 1) return true;
  PushConstant(under);
  PushOperator(Operators::kDivide);
  return true;
}

// `**` always is one. `^` is one where tools write powers so: of a number of at least 2, or with
// such an exponent.
bool Parser::IsPowerNext(absl::string_view base) {
  const auto is_one_digit = [](absl::string_view digits) {
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    return digits == "0" || digits == "1";
  };
  SkipSpace();
  absl::string_view rest = text_.substr(at_);
  if (absl::StartsWith(rest, "**")) return true;
  if (!absl::StartsWith(rest, "^")) return false;
  if (!base.empty()) return !is_one_digit(base);
  rest = absl::StripLeadingAsciiWhitespace(rest.substr(1));
  size_t size = 0;
  while (size < rest.size() && absl::ascii_isdigit(rest[size])) ++size;
  return size > 0 && !is_one_digit(rest.substr(0, size));
}

// What follows the base, whose steps begin at `base`.
bool Parser::ParsePower(size_t base) {
  const size_t start = at_;
  const bool is_sign = Take("^");
  if (!is_sign) Take("**");
  const size_t exponent = program_.steps.size();
  const bool is_negative = Take("-");
  if (absl::ascii_isdigit(Peek())) {
    if (!PushInteger(TakeDigits(), is_negative)) return false;
  } else {
    if (is_negative) PushConstant(0);
    if (!ParsePrimary()) return false;
    if (is_negative) PushOperator(Operators::kSubtract);
  }
  SkipSpace();
  const absl::string_view rest = text_.substr(at_);
  if (absl::StartsWith(rest, "^") || absl::StartsWith(rest, "**")) {
    return Expected("parentheses around one of the powers");
  }
  return PushPower({start, base, exponent, is_sign});
}

bool Parser::PushPower(const PowerPlace& place) {
  const std::vector<Step>& steps = program_.steps;
  const auto number_at = [&steps](size_t first, size_t end) {
    return end - first == 1 && steps[first].kind == Step::Kind::kConstant ? &steps[first] : nullptr;
  };
  const Step* const base = number_at(place.base, place.exponent);
  const Step* const exponent = number_at(place.exponent, steps.size());
  const bool is_of_number = base != nullptr && base->constant >= 2;
  if (!is_of_number && exponent == nullptr) {
    return Fail(place.at,
                "expected a power of a number of at least 2, or with a number as its exponent");
  }
  if (!is_of_number && (exponent->constant > kMaxExponent || exponent->constant < -kMaxExponent)) {
    return Fail(place.at, absl::StrCat("the exponent is more than ", kMaxExponent));
  }
  program_.has_power_sign |= place.is_sign;
  PushOperator(place.is_sign && is_of_number ? Operators::kPower : Operators::kExactPower);
  return true;
}

// The digits are a part of the text.
bool Parser::PushInteger(absl::string_view digits, bool is_negative) {
  int64_t value = 0;
  if (!absl::SimpleAtoi(absl::StrCat(is_negative ? "-" : "", digits), &value)) {
    return Fail(static_cast<size_t>(digits.data() - text_.data()),
                "the number does not fit into 64 bits");
  }
  PushConstant(value);
  return true;
}

// The name of an attribute begins with "@".
absl::string_view Parser::TakeName() {
  const size_t start = at_;
  if (Peek() == '@') ++at_;
  while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
  return text_.substr(start, at_ - start);
}

bool Parser::ParseIdentifier() {
  const size_t start = at_;
  const absl::string_view name = TakeName();
  if (Peek() == '(') return ParseCall(name, start);
  return PushName(std::string{name});
}

bool Parser::ParseAttribute() {
  const std::string name(TakeName());
  if (name.size() == 1) return Expected("the name of an attribute");
  return PushName(name);
}

bool Parser::ParseQuoted() {
  const size_t start = at_++;
  std::string name;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    const bool is_doubled = c == '`' && text_.substr(at_, 1) == "`";
    if (c == '`' && !is_doubled) {
      if (name.empty()) return Fail(start, "the name is empty");
      return PushName(std::move(name));
    }
    name.push_back(c);
    if (is_doubled) ++at_;
  }
  return Fail(start, "the name's closing backtick is missing");
}

bool Parser::ParseAnonymous() {
  Take("?");
  PushNameStep(absl::StrCat("?", TakeDigits()));
  return true;
}

// Together with the index of an element, if one follows.
bool Parser::PushName(std::string name) {
  if (at_ < text_.size() && text_[at_] == '[') {
    ++at_;
    absl::StrAppend(&name, "[", TakeDigits(), "]");
    if (!Take("]")) return Expected("an index or \"]\"");
  }
  PushNameStep(std::move(name));
  return true;
}

bool Parser::Open() {
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  return true;
}

bool Parser::Close(absl::string_view expected) {
  if (!Take(")")) return Expected(expected);
  --nesting_;
  return true;
}

bool Parser::ParseCall(absl::string_view name, size_t start) {
  const absl::string_view plain = WithoutModule(name);
  if (const auto unary = FindUnary(name)) return ParseUnary(*unary, plain);
  if (absl::c_linear_search(kIfCalls, plain)) return ParseIf();
  if (plain == "Piecewise") return ParsePiecewise();
  if (absl::c_linear_search(kPowerCalls, plain)) return ParsePowerCall(start);
  if (IsIdentityFunction(plain)) return ParseIdentity();
  if (syntax_ == NameSyntax::kOfRules && absl::c_linear_search(kNamedCalls, name)) {
    return ParseNamedCall(name);
  }
  const std::optional<Function> function = FindFunction(name);
  if (!function) {
    return Fail(start,
                absl::StrCat("expected a function, found \"", name.substr(0, kShownText), "\""));
  }
  if (!Open()) return false;
  uint32_t count = 0;
  do {
    if (!ParseExpression()) return false;
    ++count;
  } while (Take(","));
  if (!Close("an operator, \",\" or \")\"")) return false;
  if (count != function->arguments && function->arguments != 0) {
    return Fail(start, absl::StrCat(function->op->name, " takes ", function->arguments,
                                    " arguments, found ", count));
  }
  if (count > 1) PushOperator(*function->op, count);
  return true;
}

bool Parser::ParseIf() {
  if (!Open() || !ParseCondition()) return false;
  for (int side = 0; side < 2; ++side) {
    if (!Take(",")) return Expected("an operator or \",\"");
    if (!ParseExpression()) return false;
  }
  if (!Close()) return false;
  PushOperator(Operators::kIf, 3);
  return true;
}

// Piecewise((a, condition), (b, True)): the first whose condition holds.
bool Parser::ParsePiecewise() {
  if (!Open()) return false;
  uint32_t conditions = 0;
  while (true) {
    SkipSpace();
    if (Peek() != '(') return Expected("\"(\"");
    if (!Open() || !ParseExpression()) return false;
    if (!Take(",")) return Expected("an operator or \",\"");
    const bool is_last = TakeWord("True");
    if (!is_last && !ParseCondition()) return false;
    if (!Close()) return false;
    if (is_last) break;
    ++conditions;
    if (!Take(",")) return Expected("\",\" and a last piece with True");
  }
  if (!Close("\")\"")) return false;
  for (; conditions > 0; --conditions) PushOperator(Operators::kPiece, 3);
  return true;
}

// A number with a point or an exponent, alone in a conversion: f32(0.7).
bool Parser::TakeReal() {
  SkipSpace();
  const absl::string_view rest = text_.substr(at_);
  const absl::string_view number = rest.substr(0, rest.find(')'));
  Step step{Step::Kind::kReal};
  if (number.find_first_of(".eE") == absl::string_view::npos ||
      number.find_first_not_of("+-.0123456789eE") != absl::string_view::npos ||
      !absl::SimpleAtod(number, &step.real)) {
    return false;
  }
  at_ += number.size();
  Push(step);
  return true;
}

// CeilToInt has two operands in the notation of ONNX's proposal: a quotient that is rounded up.
bool Parser::ParseUnary(const Step& step, absl::string_view name) {
  if (!Open()) return false;
  const bool is_real = step.kind == Step::Kind::kConvert && TakeReal();
  if (!is_real && !ParseExpression()) return false;
  const bool is_quotient = name == "CeilToInt" && Take(",");
  if (is_quotient && !ParseExpression()) return false;
  if (!Close()) return false;
  if (is_quotient) {
    PushOperator(Operators::kCeilDiv);
  } else {
    Push(step);
  }
  return true;
}

bool Parser::ParsePowerCall(size_t start) {
  const size_t base = program_.steps.size();
  if (!Open() || !ParseExpression()) return false;
  const size_t exponent = program_.steps.size();
  if (!Take(",")) return Expected("an operator or \",\"");
  if (!ParseExpression() || !Close()) return false;
  return PushPower({start, base, exponent, false});
}

bool Parser::ParseIdentity() { return Open() && ParseExpression() && Close(); }

bool Parser::ParseNamedCall(absl::string_view name) {
  Take("(");
  SkipSpace();
  const bool is_of_dims = name == "size" && Take("*");
  const absl::string_view argument = TakeName();
  if (argument.empty() || argument == "@") return Expected("a name");
  if (!Take(")")) return Expected("\")\"");
  PushNameStep(absl::StrCat(name, "(", is_of_dims ? "*" : "", argument, ")"));
  return true;
}

}  // namespace shapewright::symbolic

#include "core/symbolic/text/parse.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/power.h"
#include "core/symbolic/text/functions.h"
#include "core/symbolic/text/parse_program.h"
#include "core/wire/printable.h"

namespace shapewright::symbolic {
namespace {

// Of parentheses, calls and signs. The printer writes far fewer.
constexpr int kMaxNesting = 256;
constexpr size_t kShownText = 20;

constexpr Operator kAdd = {"+", Add, FloatOperation::kAdd};
constexpr Operator kSubtract = {"-", Subtract, FloatOperation::kSubtract};
constexpr Operator kMultiply = {"*", Multiply, FloatOperation::kMultiply};
constexpr Operator kFloorDiv = {"//", FloorDiv, std::nullopt};
constexpr Operator kPower = {"^", Power, std::nullopt};
constexpr Operator kDivide = {"/", nullptr, FloatOperation::kDivide};

// Conditions are 1 where they hold, else 0.
Expr Differ(ExprArena& arena, Expr a, Expr b) { return Not(arena, EqualTo(arena, a, b)); }
Expr MoreThan(ExprArena& arena, Expr a, Expr b) { return LessThan(arena, b, a); }
Expr AtLeastTo(ExprArena& arena, Expr a, Expr b) { return AtMostTo(arena, b, a); }
// Of the condition, where any number but 0 holds, and both sides.
Expr IfOf(ExprArena& arena, absl::Span<const Expr> operands) {
  Expr condition = operands[0];
  const bool is_condition = condition.is_constant() || condition.is_unknown() ||
                            Interval{0, 1}.Contains(arena.Bounds(condition));
  if (!is_condition) condition = Differ(arena, condition, 0);
  return If(arena, condition, operands[1], operands[2]);
}

// Longer signs stand before those that they begin with.
constexpr Operator kSigns[] = {
    {"==", EqualTo, std::nullopt},  {"=", EqualTo, std::nullopt},  {"!=", Differ, std::nullopt},
    {"<=", AtMostTo, std::nullopt}, {"<", LessThan, std::nullopt}, {">=", AtLeastTo, std::nullopt},
    {">", MoreThan, std::nullopt},
};
constexpr Operator kAnd = {"and", Multiply, std::nullopt};
constexpr Operator kOr = {"or", Max, std::nullopt};
constexpr Operator kIf = {"if", Add, std::nullopt, IfOf};

// Calls in the signature of an operator that stand for a number as a name does.
constexpr absl::string_view kNamedCalls[] = {"len", "has", "sum", "size"};

bool IsNameStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || absl::ascii_isdigit(c) || c == '.'; }

class Parser {
 public:
  // `first` is the column where the text begins.
  explicit Parser(absl::string_view text, size_t first = 0,
                  NameSyntax syntax = NameSyntax::kSymbols)
      : text_(text), first_(first), syntax_(syntax) {}

  absl::StatusOr<Program> Run() {
    if (!ParseSum()) return error_;
    if (!AtEnd()) {
      Expected("an operator");
      return error_;
    }
    absl::Status status = CheckProgram(program_);
    if (!status.ok()) return status;
    return std::move(program_);
  }

 private:
  // Each Parse* gives false once error_ is set.
  bool ParseSum();
  bool ParseProduct();
  bool ParseFactor();
  bool ParsePrimary();
  bool ParseParenthesised();
  // Within parentheses, and the first operand of if.
  bool ParseCondition();
  bool ParseConjunction();
  bool ParseComparison();
  bool ParseIf();
  bool ParseInteger(bool is_negative);
  bool ParsePower(absl::string_view base, bool is_negative);
  bool PushInteger(absl::string_view digits, bool is_negative);
  bool ParseIdentifier();
  bool ParseCall(absl::string_view name, size_t start);
  bool ParseUnary(const Step& step);
  bool TakeReal();
  bool ParseQuoted();
  bool ParseAnonymous();
  bool ParseAttribute();
  bool ParseNamedCall(absl::string_view name);
  absl::string_view TakeName();
  bool PushName(std::string name);

  void SkipSpace() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }
  bool AtEnd() {
    SkipSpace();
    return at_ == text_.size();
  }
  char Peek() { return AtEnd() ? '\0' : text_[at_]; }
  bool Take(absl::string_view token) {
    SkipSpace();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  bool TakeWord(absl::string_view word) {
    SkipSpace();
    const size_t end = at_ + word.size();
    if (end < text_.size() && IsNamePart(text_[end])) return false;
    return Take(word);
  }
  // The longest run of digits from here.
  absl::string_view TakeDigits() {
    const size_t start = at_;
    while (at_ < text_.size() && absl::ascii_isdigit(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  void Push(const Step& step) { program_.steps.push_back(step); }
  void PushOperator(const Operator& op, uint32_t operands = 2) {
    Step step{Step::Kind::kOperator};
    step.count = operands;
    step.op = &op;
    Push(step);
  }
  void PushConstant(int64_t value) {
    Step step{Step::Kind::kConstant};
    step.constant = value;
    Push(step);
  }
  // Makes the name one of the program's.
  void PushNameStep(std::string name) {
    Step step{Step::Kind::kName};
    step.count = static_cast<uint32_t>(program_.names.size());
    Push(step);
    program_.names.push_back(std::move(name));
  }

  bool Fail(size_t at, absl::string_view message);
  bool Expected(absl::string_view what);

  absl::string_view text_;
  size_t first_;
  NameSyntax syntax_;
  size_t at_ = 0;
  int nesting_ = 0;
  Program program_;
  absl::Status error_;
};

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

bool Parser::ParseSum() {
  if (!ParseProduct()) return false;
  while (true) {
    const bool is_plus = Take("+");
    if (!is_plus && !Take("-")) return true;
    if (!ParseProduct()) return false;
    PushOperator(is_plus ? kAdd : kSubtract);
  }
}

bool Parser::ParseProduct() {
  if (!ParseFactor()) return false;
  while (true) {
    const Operator* op = nullptr;
    for (const Operator* next : {&kMultiply, &kFloorDiv, &kDivide}) {
      if (op == nullptr && Take(next->name)) op = next;
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
  if (absl::ascii_isdigit(Peek())) return ParseInteger(is_negative);
  if (!is_negative) return ParsePrimary();
  PushConstant(0);
  if (!ParsePrimary()) return false;
  PushOperator(kSubtract);
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

bool Parser::ParseParenthesised() {
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  if (!ParseCondition()) return false;
  if (!Take(")")) return Expected("an operator or \")\"");
  --nesting_;
  return true;
}

bool Parser::ParseCondition() {
  if (!ParseConjunction()) return false;
  while (TakeWord("or")) {
    if (!ParseConjunction()) return false;
    PushOperator(kOr);
  }
  return true;
}

bool Parser::ParseConjunction() {
  if (!ParseComparison()) return false;
  while (TakeWord("and")) {
    if (!ParseComparison()) return false;
    PushOperator(kAnd);
  }
  return true;
}

bool Parser::ParseComparison() {
  bool is_negated = false;
  while (TakeWord("not")) is_negated = !is_negated;
  if (is_negated) PushConstant(1);
  if (!ParseSum()) return false;
  for (const Operator& sign : kSigns) {
    if (!Take(sign.name)) continue;
    if (!ParseSum()) return false;
    PushOperator(sign);
    break;
  }
  if (is_negated) PushOperator(kSubtract);
  return true;
}

bool Parser::ParseIf() {
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  if (!ParseCondition()) return false;
  for (int side = 0; side < 2; ++side) {
    if (!Take(",")) return Expected("an operator or \",\"");
    if (!ParseSum()) return false;
  }
  if (!Take(")")) return Expected("an operator or \")\"");
  PushOperator(kIf, 3);
  --nesting_;
  return true;
}

bool Parser::ParseInteger(bool is_negative) {
  const absl::string_view digits = TakeDigits();
  if (at_ < text_.size() && IsNamePart(text_[at_])) {
    return Expected("an operator");
  }
  if (Take("^") || Take("**")) return ParsePower(digits, is_negative);
  return PushInteger(digits, is_negative);
}

// What follows `base ^`, as a whole negated if `is_negative`.
bool Parser::ParsePower(absl::string_view base, bool is_negative) {
  if (is_negative) PushConstant(0);
  if (!PushInteger(base, false)) return false;
  if (program_.steps.back().constant < 2) {
    return Fail(static_cast<size_t>(base.data() - text_.data()),
                "the base of a power is less than 2");
  }
  const bool is_number = absl::ascii_isdigit(Peek());
  if (is_number ? !PushInteger(TakeDigits(), false) : !ParsePrimary()) return false;
  PushOperator(kPower);
  if (is_negative) PushOperator(kSubtract);
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

bool Parser::ParseUnary(const Step& step) {
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  const bool is_real = step.kind == Step::Kind::kConvert && TakeReal();
  if (!is_real && !ParseSum()) return false;
  if (!Take(")")) return Expected("an operator or \")\"");
  Push(step);
  --nesting_;
  return true;
}

bool Parser::ParseCall(absl::string_view name, size_t start) {
  if (const auto unary = FindUnary(name)) return ParseUnary(*unary);
  if (name == kIf.name) return ParseIf();
  if (syntax_ == NameSyntax::kOfRules && absl::c_linear_search(kNamedCalls, name)) {
    return ParseNamedCall(name);
  }
  const Function* const function = FindFunction(name);
  if (function == nullptr) {
    return Fail(start,
                absl::StrCat("expected a function, found \"", name.substr(0, kShownText), "\""));
  }
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  uint32_t count = 0;
  do {
    if (!ParseSum()) return false;
    ++count;
  } while (Take(","));
  if (!Take(")")) return Expected("an operator, \",\" or \")\"");
  if (count != function->arguments && function->arguments != 0) {
    return Fail(start, absl::StrCat(function->op.name, " takes ", function->arguments,
                                    " arguments, found ", count));
  }
  if (count > 1) PushOperator(function->op, count);
  --nesting_;
  return true;
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

}  // namespace

absl::StatusOr<Program> ReadProgram(absl::string_view text, size_t first, NameSyntax syntax) {
  return Parser(text, first, syntax).Run();
}

absl::StatusOr<Expr> BuildExpr(ExprArena& arena, const Program& program, SymbolResolver resolve) {
  // Keeps what earlier operations reported: restored below.
  const bool had_overflow = arena.TakeOverflow();
  const bool had_division = arena.TakeDivisionByZero();
  absl::StatusOr<Expr> result = RunProgram(arena, program, resolve);
  if (arena.TakeDivisionByZero() && result.ok()) {
    result = absl::InvalidArgumentError("a division by zero");
  }
  if (arena.TakeOverflow() && result.ok()) {
    result = absl::InvalidArgumentError("a constant does not fit into 64 bits");
  }
  if (had_overflow) arena.ReportOverflow();
  if (had_division) arena.ReportDivisionByZero();
  return result;
}

absl::StatusOr<Expr> ParseExpr(ExprArena& arena, absl::string_view text, SymbolResolver resolve) {
  const absl::StatusOr<Program> program = ReadProgram(text);
  if (!program.ok()) return program.status();
  return BuildExpr(arena, *program, resolve);
}

absl::StatusOr<std::vector<std::string>> CollectIdentifiers(absl::string_view text) {
  absl::StatusOr<Program> program = ReadProgram(text);
  if (!program.ok()) return program.status();
  HashSet<absl::string_view> seen;
  std::vector<std::string> names;
  for (const std::string& name : program->names) {
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

}  // namespace shapewright::symbolic

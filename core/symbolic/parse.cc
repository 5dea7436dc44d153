// Reading expressions: text to a postfix program, program to an expression.
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra.h"
#include "core/symbolic/text.h"

namespace shapewright::symbolic {
namespace {

// Of parentheses, calls and signs; what the printer writes stays far below.
constexpr int kMaxNesting = 256;
constexpr size_t kShownText = 20;

using BinaryOperation = Expr (*)(ExprArena&, Expr, Expr);
// Typed, as intervals have functions of the same names.
constexpr BinaryOperation kAdd = Add;
constexpr BinaryOperation kSubtract = Subtract;
constexpr BinaryOperation kMultiply = Multiply;
constexpr BinaryOperation kFloorDiv = FloorDiv;

struct Function {
  absl::string_view name;
  absl::string_view alias;
  BinaryOperation operation;
  bool is_variadic;
};

constexpr Function kFunctions[] = {
    {"floordiv", "FloorDiv", FloorDiv, false},
    {"ceildiv", "CeilDiv", CeilDiv, false},
    {"truncdiv", "TruncDiv", TruncDiv, false},
    {"mod", "Mod", Mod, false},
    {"broadcast", "Broadcast", Broadcast, false},
    {"min", "Min", Min, true},
    {"max", "Max", Max, true},
};

const Function* FindFunction(absl::string_view name) {
  for (const Function& function : kFunctions) {
    if (name == function.name || name == function.alias) return &function;
  }
  return nullptr;
}

// A step of a postfix program: pushes a constant or what a name stands for, or
// replaces the two operands on top by their result.
struct Step {
  enum class Kind { kConstant, kName, kOperation } kind;
  int64_t constant = 0;  // or the name's index
  BinaryOperation operation = nullptr;
};

struct Program {
  std::vector<Step> steps;
  std::vector<std::string> names;  // one for each occurrence
};

bool IsNameStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || absl::ascii_isdigit(c) || c == '.'; }

class Parser {
 public:
  explicit Parser(absl::string_view text) : text_(text) {}

  absl::StatusOr<Program> Run() {
    if (!ParseSum()) return error_;
    if (AtEnd()) return std::move(program_);
    Expected("an operator");
    return error_;
  }

 private:
  // Each Parse* gives false once error_ is set.
  bool ParseSum();
  bool ParseProduct();
  bool ParseFactor();
  bool ParsePrimary();
  bool ParseParenthesised();
  bool ParseInteger(bool is_negative);
  bool ParseIdentifier();
  bool ParseCall(absl::string_view name, size_t start);
  bool ParseQuoted();
  bool ParseAnonymous();
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
  // The longest run of digits from here.
  absl::string_view TakeDigits() {
    const size_t start = at_;
    while (at_ < text_.size() && absl::ascii_isdigit(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  void PushOperation(BinaryOperation operation) {
    program_.steps.push_back({Step::Kind::kOperation, 0, operation});
  }
  void PushConstant(int64_t value) {
    program_.steps.push_back({Step::Kind::kConstant, value, nullptr});
  }

  bool Fail(size_t at, absl::string_view message);
  bool Expected(absl::string_view what);

  absl::string_view text_;
  size_t at_ = 0;
  int nesting_ = 0;
  Program program_;
  absl::Status error_;
};

bool Parser::Fail(size_t at, absl::string_view message) {
  error_ = absl::InvalidArgumentError(absl::StrCat("column ", at + 1, ": ", message));
  return false;
}

bool Parser::Expected(absl::string_view what) {
  if (AtEnd()) {
    return Fail(at_, absl::StrCat("expected ", what, ", found the end"));
  }
  const absl::string_view rest = text_.substr(at_, kShownText);
  return Fail(at_, absl::StrCat("expected ", what, ", found \"", absl::CEscape(rest), "\""));
}

bool Parser::ParseSum() {
  if (!ParseProduct()) return false;
  while (true) {
    const bool is_plus = Take("+");
    if (!is_plus && !Take("-")) return true;
    if (!ParseProduct()) return false;
    PushOperation(is_plus ? kAdd : kSubtract);
  }
}

bool Parser::ParseProduct() {
  if (!ParseFactor()) return false;
  while (true) {
    const bool is_times = Take("*");
    if (!is_times && !Take("//")) return true;
    if (!ParseFactor()) return false;
    PushOperation(is_times ? kMultiply : kFloorDiv);
  }
}

bool Parser::ParseFactor() {
  bool is_negative = false;
  while (Take("-")) is_negative = !is_negative;
  if (absl::ascii_isdigit(Peek())) return ParseInteger(is_negative);
  if (!is_negative) return ParsePrimary();
  PushConstant(0);
  if (!ParsePrimary()) return false;
  PushOperation(kSubtract);
  return true;
}

bool Parser::ParsePrimary() {
  const char next = Peek();
  if (next == '(') return ParseParenthesised();
  if (next == '`') return ParseQuoted();
  if (next == '?') return ParseAnonymous();
  if (IsNameStart(next)) return ParseIdentifier();
  return Expected("a number, a name or \"(\"");
}

bool Parser::ParseParenthesised() {
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  if (!ParseSum()) return false;
  if (!Take(")")) return Expected("an operator or \")\"");
  --nesting_;
  return true;
}

bool Parser::ParseInteger(bool is_negative) {
  const size_t start = at_;
  const absl::string_view digits = TakeDigits();
  if (at_ < text_.size() && IsNamePart(text_[at_])) {
    return Expected("an operator");
  }
  int64_t value = 0;
  if (!absl::SimpleAtoi(absl::StrCat(is_negative ? "-" : "", digits), &value)) {
    return Fail(start, "the number does not fit into 64 bits");
  }
  PushConstant(value);
  return true;
}

bool Parser::ParseIdentifier() {
  const size_t start = at_;
  while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
  const absl::string_view name = text_.substr(start, at_ - start);
  if (Peek() == '(') return ParseCall(name, start);
  return PushName(std::string{name});
}

bool Parser::ParseCall(absl::string_view name, size_t start) {
  const Function* const function = FindFunction(name);
  if (function == nullptr) {
    return Fail(start,
                absl::StrCat("expected a function, found \"", name.substr(0, kShownText), "\""));
  }
  if (++nesting_ > kMaxNesting) return Fail(at_, "nested too deeply");
  Take("(");
  int count = 0;
  do {
    if (!ParseSum()) return false;
    if (++count > 1) PushOperation(function->operation);
  } while (Take(","));
  if (!Take(")")) return Expected("an operator, \",\" or \")\"");
  if (count != 2 && !function->is_variadic) {
    return Fail(start, absl::StrCat(function->name, " takes 2 arguments, found ", count));
  }
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
  program_.steps.push_back({Step::Kind::kName, static_cast<int64_t>(program_.names.size())});
  program_.names.push_back(absl::StrCat("?", TakeDigits()));
  return true;
}

// With the element's index, if one follows.
bool Parser::PushName(std::string name) {
  if (at_ < text_.size() && text_[at_] == '[') {
    ++at_;
    absl::StrAppend(&name, "[", TakeDigits(), "]");
    if (!Take("]")) return Expected("an index or \"]\"");
  }
  program_.steps.push_back({Step::Kind::kName, static_cast<int64_t>(program_.names.size())});
  program_.names.push_back(std::move(name));
  return true;
}

absl::StatusOr<Expr> RunProgram(ExprArena& arena, const Program& program, SymbolResolver resolve) {
  std::vector<Expr> stack;
  for (const Step& step : program.steps) {
    switch (step.kind) {
      case Step::Kind::kConstant:
        stack.push_back(step.constant);
        break;
      case Step::Kind::kName: {
        const absl::StatusOr<Expr> value = resolve(program.names[step.constant]);
        if (!value.ok()) return value.status();
        stack.push_back(*value);
        break;
      }
      case Step::Kind::kOperation: {
        const Expr right = stack.back();
        stack.pop_back();
        stack.back() = step.operation(arena, stack.back(), right);
        break;
      }
    }
  }
  return stack.back();
}

}  // namespace

absl::StatusOr<Expr> ParseExpr(ExprArena& arena, absl::string_view text, SymbolResolver resolve) {
  const absl::StatusOr<Program> program = Parser(text).Run();
  if (!program.ok()) return program.status();
  // What happened before is for others to read.
  const bool had_overflow = arena.TakeOverflow();
  const bool had_division = arena.TakeDivisionByZero();
  absl::StatusOr<Expr> result = RunProgram(arena, *program, resolve);
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

absl::StatusOr<std::vector<std::string>> CollectIdentifiers(absl::string_view text) {
  absl::StatusOr<Program> program = Parser(text).Run();
  if (!program.ok()) return program.status();
  absl::flat_hash_set<absl::string_view> seen;
  std::vector<std::string> names;
  for (const std::string& name : program->names) {
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

}  // namespace shapewright::symbolic

#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSER_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/text/operators.h"
#include "core/symbolic/text/parse_program.h"

namespace shapewright::symbolic {

// Reads one text; its grammar is in parse.h.
class Parser {
 public:
  // `first` is the column where the text begins.
  explicit Parser(absl::string_view text, size_t first = 0,
                  NameSyntax syntax = NameSyntax::kSymbols)
      : text_(text), first_(first), syntax_(syntax) {}

  absl::StatusOr<Program> Run();

 private:
  // Each Parse* gives false once error_ is set.
  bool ParseExpression();
  bool ParseLesser();
  bool ParseSum();
  bool ParseProduct();
  bool ParseFactor();
  bool ParsePrimary();
  bool ParseParenthesised();
  // Within parentheses, and the first operand of if.
  bool ParseCondition();
  bool ParseConjunction();
  bool ParseComparison();
  bool ParseNumber(bool is_negative);
  bool ParseDecimal(absl::string_view whole, bool is_negative);
  bool PushInteger(absl::string_view digits, bool is_negative);
  // Whether a power follows, of a base that is a number or, without digits, is none.
  bool IsPowerNext(absl::string_view base);
  bool ParsePower(size_t base);
  // A power in the text, and where the steps of its operands begin.
  struct PowerPlace {
    size_t at;
    size_t base;
    size_t exponent;
    bool is_sign;  // `^`
  };
  bool PushPower(const PowerPlace& place);
  bool ParseIdentifier();
  bool ParseQuoted();
  bool ParseAnonymous();
  bool ParseAttribute();
  bool PushName(std::string name);

  // Calls.
  bool ParseCall(absl::string_view name, size_t start);
  bool ParseIf();
  bool ParsePiecewise();
  bool ParseUnary(const Step& step, absl::string_view name);
  bool ParsePowerCall(size_t start);
  bool ParseIdentity();
  bool ParseNamedCall(absl::string_view name);
  bool Open();
  bool Close(absl::string_view expected = "an operator or \")\"");
  bool TakeReal();

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
  // The name of an attribute begins with "@".
  absl::string_view TakeName();

  static bool IsNameStart(char c) { return absl::ascii_isalpha(c) || c == '_'; }
  static bool IsNamePart(char c) { return IsNameStart(c) || absl::ascii_isdigit(c) || c == '.'; }

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

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSER_H_

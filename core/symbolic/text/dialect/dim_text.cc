#include "core/symbolic/text/dialect/dim_text.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "core/symbolic/text/parse.h"

namespace shapewright::symbolic {
namespace {

constexpr absl::string_view kMarks = "_. +-*/%^&|()[],<>=!:`?";

bool IsWordPart(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.'; }

// What stands around a sign of one or two characters.
class Signs {
 public:
  explicit Signs(absl::string_view text) : text_(text) {}

  bool FindAny() const {
    for (size_t at = 0; at < text_.size(); ++at) {
      if (IsSignAt(at)) return true;
    }
    return false;
  }

 private:
  bool IsSignAt(size_t at) const {
    const char c = text_[at];
    // Of a call, not of a remark.
    if (c == '(') return at > 0 && IsWordPart(text_[at - 1]) && absl::StrContains(text_, ')');
    if (!absl::StrContains("+*%^&|-/", c)) return false;
    const size_t end = at + (at + 1 < text_.size() && IsPair(at) ? 2 : 1);
    if (!HasOperands(at, end)) return false;
    const bool has_spaces = text_[at - 1] == ' ' && text_[end] == ' ';
    switch (c) {
      case '&':
      case '|':
        return has_spaces;
      case '-':
        return has_spaces || text_[at - 1] == ')' || text_[end] == '(';
      case '/':
        return has_spaces || end - at == 2 || text_[at - 1] == ')' || text_[end] == '(' ||
               IsNumber(end);
      default:
        return true;
    }
  }

  bool IsPair(size_t at) const {
    const absl::string_view pair = text_.substr(at, 2);
    return pair == "//" || pair == "**" || pair == "/:";
  }

  // Something to compute with on both sides.
  bool HasOperands(size_t at, size_t end) const {
    const absl::string_view left = absl::StripTrailingAsciiWhitespace(text_.substr(0, at));
    const absl::string_view right = absl::StripLeadingAsciiWhitespace(text_.substr(end));
    if (left.empty() || right.empty()) return false;
    return (IsWordPart(left.back()) || absl::StrContains(")]`", left.back())) &&
           (IsWordPart(right[0]) || absl::StrContains("(`-?", right[0]));
  }

  // Whether all from here on is a number, behind the only slash.
  bool IsNumber(size_t at) const {
    const absl::string_view rest = text_.substr(at);
    return std::all_of(rest.begin(), rest.end(), absl::ascii_isdigit) &&
           std::count(text_.begin(), text_.end(), '/') == 1;
  }

  absl::string_view text_;
};

}  // namespace

bool LooksLikeArithmetic(absl::string_view text) {
  const bool has_marks_only = std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || absl::StrContains(kMarks, c);
  });
  return has_marks_only && !absl::StrContains(text, "->") && Signs(text).FindAny();
}

bool IsPath(absl::string_view text) {
  if (!absl::StrContains(text, '/')) return false;
  for (const absl::string_view part : absl::StrSplit(text, '/')) {
    const bool is_name = !part.empty() && !absl::ascii_isdigit(part[0]) && part[0] != '.' &&
                         std::all_of(part.begin(), part.end(), IsWordPart);
    if (!is_name) return false;
  }
  return true;
}

std::optional<OtherReading> FindOtherReading(ExprArena& arena, const Program& program, Expr read,
                                             SymbolResolver resolve) {
  if (const std::optional<Program> integers = IntegerReading(program)) {
    const absl::StatusOr<Expr> other = BuildExpr(arena, *integers, resolve);
    if (other.ok() && !other->is_unknown() && *other != read) {
      return OtherReading{
          *other,
          "`/` is exact and what is left is rounded down at the end, and a remainder "
          "has the sign of its divisor, as in Python; where integers are divided as "
          "in C it is another size"};
    }
  }
  if (!program.has_power_sign) return std::nullopt;
  return OtherReading{Expr(), "`^` is a power; in ONNX's proposal for symbolic shapes it is a max"};
}

}  // namespace shapewright::symbolic

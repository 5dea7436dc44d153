#include "tests/core/symbolic/text_evaluator.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "absl/strings/str_replace.h"

namespace shapewright::symbolic {
namespace {

__extension__ using Wide = __int128;
using Maybe = std::optional<Wide>;

// Values have one bit less than 128, so that no sum, quotient or remainder of two overflows.
Maybe Bounded(Wide value) {
  constexpr Wide kBeyond = Wide{1} << 126;
  return -kBeyond < value && value < kBeyond ? Maybe(value) : std::nullopt;
}

Maybe Times(Wide a, Wide b) {
  Wide product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : Bounded(product);
}

Wide Floor(Wide a, Wide b) {
  const Wide down = a / b;
  return down * b != a && (a < 0) != (b < 0) ? down - 1 : down;
}

Maybe Call(const std::string& function, const std::vector<Wide>& args) {
  if (args.empty()) return std::nullopt;
  if (function == "min") return *std::min_element(args.begin(), args.end());
  if (function == "max") return *std::max_element(args.begin(), args.end());
  if (args.size() != 2) return std::nullopt;
  const Wide a = args[0];
  const Wide b = args[1];
  if (function == "broadcast") return a == 1 ? b : a;
  if (b == 0) return std::nullopt;
  if (function == "ceildiv") return -Floor(-a, b);
  if (function == "truncdiv") return a / b;
  if (function == "mod") return a - b * Floor(a, b);
  return std::nullopt;
}

class Reader {
 public:
  Reader(const std::string& text, const std::map<std::string, int64_t>& names) : names_(names) {
    const std::string words =
        absl::StrReplaceAll(text, {{" and ", "&"}, {" or ", "|"}, {"(not ", "(!"}});
    for (const char c : words) {
      if (c != ' ') text_.push_back(c);
    }
  }

  Maybe Sum() {
    Maybe left = Product();
    while (left && (Next('+') || Next('-'))) {
      const char sign = text_[at_++];
      const Maybe right = Product();
      if (!right) return right;
      left = Bounded(sign == '+' ? *left + *right : *left - *right);
    }
    return left;
  }

  bool AtEnd() const { return at_ == text_.size(); }

 private:
  bool Next(char c) const { return at_ < text_.size() && text_[at_] == c; }

  Maybe Product() {
    Maybe left = Unary();
    while (left && (Next('*') || Next('/'))) {
      const bool is_quotient = text_[at_++] == '/';
      if (is_quotient && text_[at_++] != '/') return std::nullopt;
      const Maybe right = Unary();
      if (!right || (is_quotient && *right == 0)) return std::nullopt;
      left = is_quotient ? Maybe(Floor(*left, *right)) : Times(*left, *right);
    }
    return left;
  }

  Maybe Unary() {
    if (!Next('-')) return Primary();
    ++at_;
    const Maybe value = Unary();
    return value ? Maybe(-*value) : value;
  }

  // A condition where one of the signs below follows; `and`, `or` and `not` join conditions.
  Maybe Either() {
    Maybe left = Both();
    while (left && Take('|')) {
      const Maybe right = Both();
      if (!right) return right;
      left = *left != 0 || *right != 0 ? 1 : 0;
    }
    return left;
  }

  Maybe Both() {
    Maybe left = Relation();
    while (left && Take('&')) {
      const Maybe right = Relation();
      if (!right) return right;
      left = *left != 0 && *right != 0 ? 1 : 0;
    }
    return left;
  }

  Maybe Relation() {
    if (Take('!')) {
      const Maybe value = Relation();
      return value ? Maybe(*value == 0 ? 1 : 0) : value;
    }
    const Maybe left = Sum();
    const bool is_equal = Next('=');
    if (!left || (!is_equal && text_.compare(at_, 2, "<=") != 0)) return left;
    at_ += is_equal ? 1 : 2;
    const Maybe right = Sum();
    if (!right) return right;
    return (is_equal ? *left == *right : *left <= *right) ? 1 : 0;
  }

  bool Take(char sign) {
    if (!Next(sign)) return false;
    ++at_;
    return true;
  }

  // Where the argument that begins here ends.
  size_t EndOfArgument() const {
    int depth = 0;
    size_t at = at_;
    for (; at < text_.size(); ++at) {
      if (depth == 0 && (text_[at] == ',' || text_[at] == ')')) break;
      depth += text_[at] == '(' ? 1 : text_[at] == ')' ? -1 : 0;
    }
    return at;
  }

  // Only the side taken is read.
  Maybe If() {
    ++at_;
    const Maybe condition = Either();
    if (!condition || !Next(',')) return std::nullopt;
    ++at_;
    if (*condition == 0) at_ = EndOfArgument() + 1;
    const Maybe value = Sum();
    if (*condition != 0 && Next(',')) {
      ++at_;
      at_ = EndOfArgument();
    }
    return value && Close() ? value : std::nullopt;
  }

  Maybe Primary() {
    if (Next('(')) {
      ++at_;
      const Maybe value = Either();
      return Close() ? value : std::nullopt;
    }
    std::string word;
    while (at_ < text_.size() && (std::isalnum(text_[at_]) || Next('_'))) {
      word.push_back(text_[at_++]);
    }
    if (word.empty()) return std::nullopt;
    if (std::isdigit(word[0])) {
      const bool is_sign = Take('^');
      const bool is_power = is_sign || (text_.compare(at_, 2, "**") == 0 && Take('*') && Take('*'));
      return is_power ? Power(Number(word), Primary(), is_sign) : Number(word);
    }
    if (Next('(') && word == "floor") return RoundedPower();
    if (Next('(')) return word == "if" ? If() : Arguments(word);
    const auto found = names_.find(word);
    return found == names_.end() ? std::nullopt : Maybe(found->second);
  }

  // Of other bases `^` is a max, and with a negative exponent `**` gives a fraction, which is 0
  // where it is rounded down.
  Maybe Power(Maybe base, Maybe exponent, bool is_sign) const {
    const bool may_be_negative = is_sign || is_rounded_;
    if (!base || !exponent || *base < 2 || (*exponent < 0 && !may_be_negative)) return std::nullopt;
    Maybe power = *exponent < 0 ? 0 : 1;
    for (Wide i = 0; power && i < *exponent; ++i) power = Times(*power, *base);
    return power;
  }

  // floor(2**e)
  Maybe RoundedPower() {
    ++at_;
    const bool was_rounded = is_rounded_;
    is_rounded_ = true;
    const Maybe value = Primary();
    is_rounded_ = was_rounded;
    return Close() ? value : std::nullopt;
  }

  static Maybe Number(const std::string& digits) {
    Maybe value = 0;
    for (const char c : digits) {
      value = Times(*value, 10);
      if (value) value = Bounded(*value + (c - '0'));
      if (!value) break;
    }
    return value;
  }

  Maybe Arguments(const std::string& function) {
    std::vector<Wide> args;
    do {
      ++at_;
      const Maybe value = Sum();
      if (!value) return value;
      args.push_back(*value);
    } while (Next(','));
    return Close() ? Call(function, args) : std::nullopt;
  }

  bool Close() {
    if (!Next(')')) return false;
    ++at_;
    return true;
  }

  std::string text_;
  const std::map<std::string, int64_t>& names_;
  size_t at_ = 0;
  bool is_rounded_ = false;
};

}  // namespace

std::optional<int64_t> EvaluateText(const std::string& text,
                                    const std::map<std::string, int64_t>& names) {
  // They stand for words here.
  if (text.find_first_of("&|") != std::string::npos) return std::nullopt;
  Reader reader(text, names);
  const Maybe value = reader.Sum();
  if (!value || !reader.AtEnd()) return std::nullopt;
  return static_cast<int64_t>(*value);
}

}  // namespace shapewright::symbolic

#include "core/graph/stablehlo/mlir_cursor.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

bool IsNameChar(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '$' || c == '.'; }

int HexDigit(char c) {
  if (absl::ascii_isdigit(c)) return c - '0';
  const char lower = absl::ascii_tolower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

char MlirCursor::ClosingOf(char open) const {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return IsHlo() ? '\0' : '>';
    default:
      return '\0';
  }
}

bool MlirCursor::Count(uint64_t operations) {
  if (work_.Count(operations)) return true;
  if (!failed_) error_ = work_.status();
  failed_ = true;
  return false;
}

void MlirCursor::SkipBlank() {
  for (;;) {
    while (end_ < text_.size() && absl::ascii_isspace(text_[end_])) ++end_;
    const absl::string_view mark = text_.substr(end_, 2);
    const bool is_block = IsHlo() && mark == "/*";
    if (mark != "//" && !is_block) return;
    const size_t comment_end = is_block ? text_.find("*/", end_ + 2) : text_.find('\n', end_);
    end_ = std::min(comment_end, text_.size() - (is_block ? 2 : 0)) + (is_block ? 2 : 0);
  }
}

bool MlirCursor::Advance() {
  if (failed_) return false;
  last_end_ = end_;
  SkipBlank();
  begin_ = end_;
  ScanToken();
  return !failed_ && Count(1 + (end_ - last_end_) / kBytesPerCount);
}

size_t MlirCursor::ScanName(size_t begin) const {
  while (begin < text_.size() && (IsNameChar(text_[begin]) || (IsHlo() && text_[begin] == '-' &&
                                                               text_.substr(begin, 2) != "->"))) {
    ++begin;
  }
  return begin;
}

// At a quotation mark.
size_t MlirCursor::ScanString(size_t begin) {
  for (size_t at = begin + 1; at < text_.size() && text_[at] != '\n'; ++at) {
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == '"') {
      return at + 1;
    }
  }
  end_ = text_.size();
  Fail("a closing quotation mark");
  return text_.size();
}

size_t MlirCursor::ScanNumber(size_t begin) {
  token_ = MlirToken::kInteger;
  size_t at = begin;
  if (text_.substr(at, 2) == "0x" && at + 2 < text_.size() && HexDigit(text_[at + 2]) >= 0) {
    at += 2;
    while (at < text_.size() && HexDigit(text_[at]) >= 0) ++at;
    return at;
  }
  const auto skip_digits = [&] {
    while (at < text_.size() && absl::ascii_isdigit(text_[at])) ++at;
  };
  skip_digits();
  const bool has_point = at < text_.size() && text_[at] == '.';
  if (!has_point && !IsHlo()) return at;
  if (has_point) {
    token_ = MlirToken::kFloat;
    ++at;
    skip_digits();
  }
  if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
    size_t digits = at + 1;
    if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
    if (digits < text_.size() && absl::ascii_isdigit(text_[digits])) {
      token_ = MlirToken::kFloat;
      at = digits;
      skip_digits();
    }
  }
  return at;
}

void MlirCursor::ScanToken() {
  end_ = begin_;
  token_ = MlirToken::kEnd;
  if (begin_ >= text_.size()) return;
  const char c = text_[begin_];
  if (absl::ascii_isdigit(c)) {
    end_ = ScanNumber(begin_);
    return;
  }
  if (absl::ascii_isalpha(c) || c == '_') {
    token_ = MlirToken::kWord;
    end_ = ScanName(begin_);
    return;
  }
  end_ = begin_ + 1;
  switch (c) {
    case '"':
      token_ = MlirToken::kString;
      end_ = ScanString(begin_);
      return;
    case '@':
      token_ = MlirToken::kSymbol;
      end_ = text_.substr(end_, 1) == "\"" ? ScanString(end_) : ScanName(end_);
      break;
    case '%':
    case '#':
    case '!':
    case '^':
      token_ = c == '%'   ? MlirToken::kValue
               : c == '#' ? MlirToken::kHash
               : c == '!' ? MlirToken::kBang
                          : MlirToken::kCaret;
      while (end_ < text_.size() && (IsNameChar(text_[end_]) || text_[end_] == '-')) {
        // `-` is a part of names of values, but not before `>`.
        if (text_[end_] == '-' && (c != '%' || text_.substr(end_, 2) == "->")) break;
        ++end_;
      }
      break;
    case '-':
      token_ = text_.substr(end_, 1) == ">" ? MlirToken::kArrow : MlirToken::kMark;
      if (token_ == MlirToken::kArrow) ++end_;
      return;
    default:
      token_ = MlirToken::kMark;
      return;
  }
  if (end_ == begin_ + 1) token_ = MlirToken::kMark;
}

absl::string_view MlirCursor::Unescaped(absl::string_view quoted) {
  quoted.remove_prefix(1);
  quoted.remove_suffix(1);
  if (quoted.find('\\') == absl::string_view::npos) return quoted;
  std::string plain;
  for (size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 1 == quoted.size()) {
      plain += quoted[i];
      continue;
    }
    const char next = quoted[++i];
    if (next == 'n' || next == 't') {
      plain += next == 'n' ? '\n' : '\t';
    } else if (HexDigit(next) >= 0 && i + 1 < quoted.size() && HexDigit(quoted[i + 1]) >= 0) {
      plain += static_cast<char>(16 * HexDigit(next) + HexDigit(quoted[i + 1]));
      ++i;
    } else {
      plain += next;
    }
  }
  return CopyText(arena_, plain);
}

absl::string_view MlirCursor::Name() {
  const absl::string_view whole = text();
  if (token_ == MlirToken::kString) return Unescaped(whole);
  const absl::string_view name = whole.substr(1);
  return !name.empty() && name[0] == '"' ? Unescaped(name) : name;
}

bool MlirCursor::Expect(char mark) {
  if (IsMark(mark)) return Advance();
  return Fail(absl::StrCat("`", std::string(1, mark), "`"));
}

bool MlirCursor::ExpectWord(absl::string_view word) {
  return IsWord(word) ? Advance() : Fail(absl::StrCat("`", word, "`"));
}

bool MlirCursor::ExpectInteger(int64_t* value) {
  const bool is_negative = Take('-');
  uint64_t number = 0;
  const absl::string_view digits = text();
  if (token_ != MlirToken::kInteger) return Fail("an integer");
  const bool is_hex = digits.size() > 2 && digits[1] == 'x';
  const bool is_read =
      is_hex ? absl::SimpleHexAtoi(digits, &number) : absl::SimpleAtoi(digits, &number);
  if (!is_read) return Fail("an integer of at most 64 bits");
  *value = static_cast<int64_t>(is_negative ? 0 - number : number);
  return Advance();
}

bool MlirCursor::Resume(size_t size) {
  if (failed_) return false;
  end_ = begin_ + size;
  return Count(size / kBytesPerCount) && Advance();
}

bool MlirCursor::TakeBalanced(absl::string_view* body) {
  const size_t first = begin_;
  std::string open;
  for (size_t at = begin_; at < text_.size(); ++at) {
    const char c = text_[at];
    if (c == '"') {
      at = ScanString(at) - 1;
      if (failed_) return false;
    } else if (const char closing = ClosingOf(c); closing != '\0') {
      open += closing;
      if (open.size() > kMaxDepth) return Fail("fewer brackets within each other");
    } else if (c == '-' && text_.substr(at, 2) == "->") {
      ++at;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && !IsHlo())) {
      if (open.empty() || open.back() != c) break;
      open.pop_back();
      if (!open.empty()) continue;
      *body = text_.substr(first + 1, at - first - 1);
      return Resume(at + 1 - first);
    }
  }
  return Fail("a bracket that is closed");
}

bool MlirCursor::Fail(absl::string_view expected) {
  if (failed_) return false;
  failed_ = true;
  constexpr size_t kMostShown = 40;
  const absl::string_view before = text_.substr(0, begin_);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t line_begin = before.rfind('\n');
  const size_t column = begin_ - (line_begin == absl::string_view::npos ? 0 : line_begin + 1) + 1;
  const std::string got =
      token_ == MlirToken::kEnd ? "the end" : Quoted(text().substr(0, kMostShown));
  error_ = ReadError(reason::kMalformedModel, absl::StrCat("line ", line, ", column ", column,
                                                           ": expected ", expected, ", not ", got));
  return false;
}

bool MlirCursor::FailLimit(absl::string_view reason, absl::string_view message) {
  if (!failed_) error_ = ReadError(reason, message);
  failed_ = true;
  return false;
}

bool MlirCursor::Nested::ok() const {
  return cursor_.depth_ <= kMaxDepth || cursor_.Fail("fewer levels within each other");
}

}  // namespace shapewright::graph

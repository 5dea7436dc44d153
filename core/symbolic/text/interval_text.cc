#include "core/symbolic/text/interval_text.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/wire/printable.h"

namespace shapewright::symbolic {
namespace {

constexpr absl::string_view kDots = "..";
constexpr size_t kShownInterval = 40;

absl::string_view SkipInteger(absl::string_view text) {
  absl::ConsumePrefix(&text, "-");
  while (!text.empty() && absl::ascii_isdigit(text[0])) text.remove_prefix(1);
  return absl::StripLeadingAsciiWhitespace(text);
}

absl::Status BadInterval(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("interval ", QuotedText(text, kShownInterval), ": ", why));
}

// An end that is given must be finite: INT64_MAX is never a size (S15).
bool ParseEnd(absl::string_view text, int64_t& end) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return true;
  if (!SkipInteger(text).empty()) return false;
  return absl::SimpleAtoi(text, &end) && end != Interval::kInfinity &&
         end != Interval::kMinusInfinity;
}

}  // namespace

std::string ToString(Interval interval) {
  if (interval.is_point()) return absl::StrCat(interval.min);
  std::string text;
  if (interval.has_min()) absl::StrAppend(&text, interval.min);
  absl::StrAppend(&text, kDots);
  if (interval.has_max()) absl::StrAppend(&text, interval.max);
  return text;
}

bool IsIntervalText(absl::string_view text) {
  return absl::StartsWith(SkipInteger(absl::StripAsciiWhitespace(text)), kDots);
}

absl::StatusOr<Interval> ParseInterval(absl::string_view text) {
  Interval interval;
  const size_t dots = text.find(kDots);
  if (dots == absl::string_view::npos) {
    int64_t value = Interval::kInfinity;
    if (ParseEnd(text, value) && value != Interval::kInfinity) {
      return Interval::Point(value);
    }
    return BadInterval(text, "expected a form like 2..8, 2.. or ..8");
  }
  if (!ParseEnd(text.substr(0, dots), interval.min) ||
      !ParseEnd(text.substr(dots + kDots.size()), interval.max)) {
    return BadInterval(text, "an end is not an integer within 64 bits");
  }
  if (interval.is_empty()) {
    return BadInterval(text, "the minimum is greater than the maximum");
  }
  return interval;
}

}  // namespace shapewright::symbolic

#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

constexpr size_t kMaxSize = 40;
// One mistake in so many letters.
constexpr size_t kLettersPerMistake = 3;

using Row = std::array<size_t, kMaxSize + 1>;

bool IsSame(char a, char b) { return absl::ascii_tolower(a) == absl::ascii_tolower(b); }

// The number of mistakes that make one of the other; both have at most kMaxSize letters.
size_t Distance(absl::string_view a, absl::string_view b) {
  Row before{};
  Row last{};
  Row row{};
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before = last;
    last = row;
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (IsSame(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool is_swap =
          i > 1 && j > 1 && IsSame(a[i - 1], b[j - 2]) && IsSame(a[i - 2], b[j - 1]);
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known) {
  if (name.empty() || name.size() > kMaxSize) return "";
  size_t least = std::max<size_t>(name.size() / kLettersPerMistake, 1) + 1;
  absl::string_view nearest;
  for (const absl::string_view candidate : known) {
    if (candidate.size() > kMaxSize || candidate == name) continue;
    const size_t distance = Distance(name, candidate);
    if (distance >= least || distance >= std::max(name.size(), candidate.size())) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest.empty() ? "" : absl::StrCat("did you mean ", nearest, "?");
}

}  // namespace shapewright

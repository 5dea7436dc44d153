#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

constexpr size_t kMaxLength = 64;
constexpr size_t kMaxConsidered = 4096;

// How many letters are to be replaced, put in, taken out or swapped with the next one; at least
// `limit` where it is not less than that. Upper and lower case are the same.
size_t Distance(absl::string_view a, absl::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit;
  using Row = std::array<size_t, kMaxLength + 1>;
  Row before_last = {};
  Row last = {};
  Row row = {};
  std::iota(row.begin(), row.end(), 0);
  const auto are_equal = [&](size_t i, size_t k) {
    return absl::ascii_tolower(static_cast<unsigned char>(a[i])) ==
           absl::ascii_tolower(static_cast<unsigned char>(b[k]));
  };
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (size_t k = 1; k <= b.size(); ++k) {
      row[k] = std::min(
          {last[k] + 1, row[k - 1] + 1, last[k - 1] + (are_equal(i - 1, k - 1) ? 0U : 1U)});
      if (i > 1 && k > 1 && are_equal(i - 1, k - 2) && are_equal(i - 2, k - 1)) {
        row[k] = std::min(row[k], before_last[k - 2] + 1);
      }
    }
  }
  return std::min(row[b.size()], limit);
}

}  // namespace

NearestName::NearestName(absl::string_view misspelt)
    : misspelt_(misspelt), distance_(std::min<size_t>(2 + misspelt.size() / 5, 4)) {
  if (misspelt.size() > kMaxLength || misspelt.empty()) considered_ = kMaxConsidered;
}

void NearestName::Consider(absl::string_view known) {
  if (considered_ >= kMaxConsidered || known.empty() || known.size() > kMaxLength) return;
  ++considered_;
  const size_t limit = std::min(distance_, std::max(known.size(), misspelt_.size()));
  const bool is_begun = misspelt_.size() >= 3 && known.size() > misspelt_.size() &&
                        absl::StartsWithIgnoreCase(known, misspelt_);
  const size_t distance = is_begun ? 1 : Distance(misspelt_, known, limit);
  if (distance >= limit) return;
  distance_ = distance;
  found_ = known;
}

std::string NearestName::Question() const {
  return found_.empty() ? std::string() : absl::StrCat("; did you mean `", found_, "`?");
}

std::string NearestName::Suggestion(absl::string_view quote) const {
  return found_.empty() ? std::string() : absl::StrCat("did you mean ", quote, found_, quote, "?");
}

std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known) {
  NearestName nearest(name);
  for (const absl::string_view candidate : known) {
    if (candidate != name) nearest.Consider(candidate);
  }
  return nearest.Suggestion();
}

}  // namespace shapewright

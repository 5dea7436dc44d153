#include "client/cpp/cli/screen/counts.h"

#include <cstddef>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace shapewright::cli {

std::string Plural(uint64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string BytesText(int64_t bytes) {
  constexpr int64_t kMostPlain = 10'000;
  constexpr double kStep = 1024;
  if (bytes < kMostPlain) return absl::StrCat(bytes, " B");
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto scaled = static_cast<double>(bytes);
  size_t unit = 0;
  // What would round to 1024.0 is one of the next unit.
  for (; scaled >= kStep - 0.05 && unit + 1 < std::size(kUnits); ++unit) scaled /= kStep;
  return absl::StrFormat("%.1f %s", scaled, kUnits[unit]);
}

}  // namespace shapewright::cli

#include "core/layout/named_layout.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/layout/dim_names.h"
#include "core/layout/layout_text.h"
#include "core/wire/printable.h"

namespace shapewright::layout {
namespace {

// The order of a shape's own dims.
constexpr absl::string_view kCanonical = "GNOCIDHW";
constexpr size_t kShownNamedLayout = 40;

struct Plain {
  absl::string_view name;
  Layout (*make)(size_t rank);
};

constexpr std::array<Plain, 4> kPlain = {{
    {"row_major", RowMajor},
    {"dim0_major", RowMajor},
    {"column_major", ColumnMajor},
    {"dim0_minor", ColumnMajor},
}};

// The parts of a name such as `NC/32HW32`.
struct Letters {
  std::string order;     // NCHW
  char blocked = 0;      // C
  int64_t block = 0;     // 32
  int64_t trailing = 0;  // 32
};

int64_t TakeNumber(absl::string_view& text) {
  int64_t number = 0;
  while (!text.empty() && absl::ascii_isdigit(text[0]) && number < 1'000'000) {
    number = number * 10 + (text[0] - '0');
    text.remove_prefix(1);
  }
  return number;
}

std::optional<Letters> ReadLetters(absl::string_view name) {
  Letters letters;
  while (!name.empty() && !absl::ascii_isdigit(name[0])) {
    const char c = name[0];
    name.remove_prefix(1);
    const bool is_known = kCanonical.find(c) != absl::string_view::npos;
    if (!is_known || letters.order.find(c) != std::string::npos) return std::nullopt;
    letters.order.push_back(c);
    if (name.empty() || name[0] != '/') continue;
    name.remove_prefix(1);
    if (letters.blocked != 0) return std::nullopt;
    letters.blocked = c;
    letters.block = TakeNumber(name);
    if (letters.block < 1) return std::nullopt;
  }
  letters.trailing = TakeNumber(name);
  const bool is_block_whole = letters.blocked == 0 || letters.trailing == letters.block;
  if (!name.empty() || letters.order.empty() || !is_block_whole) return std::nullopt;
  return letters;
}

// The tile that makes blocks of dim `letter` innermost; it covers 1 of each dim that is more
// minor.
Tile BlockTile(const Letters& letters) {
  Tile tile;
  const char blocked = letters.blocked != 0 ? letters.blocked : letters.order.back();
  tile.sizes.assign(letters.order.size() - letters.order.find(blocked), 1);
  tile.sizes[0] = letters.trailing;
  return tile;
}

// The layout whose letters give the order in memory.
absl::StatusOr<LayoutByName> ByLetters(absl::string_view name, const Letters& letters,
                                       size_t rank) {
  if (letters.order.size() != rank) {
    return absl::InvalidArgumentError(absl::StrCat(QuotedText(name, kShownNamedLayout), ": has ",
                                                   letters.order.size(),
                                                   " letters for a shape of rank ", rank));
  }
  std::string own = letters.order;
  std::sort(own.begin(), own.end(),
            [](char a, char b) { return kCanonical.find(a) < kCanonical.find(b); });
  LayoutByName result;
  for (const char letter : own) result.dim_names.emplace_back(1, letter);
  result.names_text = DimNamesText(result.dim_names);
  for (auto it = letters.order.rbegin(); it != letters.order.rend(); ++it) {
    result.layout.minor_to_major.push_back(static_cast<int64_t>(own.find(*it)));
  }
  if (letters.trailing > 0) result.layout.tiles.push_back(BlockTile(letters));
  return result;
}

}  // namespace

absl::StatusOr<LayoutByName> NamedLayout(absl::string_view name, size_t rank) {
  for (const Plain& plain : kPlain) {
    if (plain.name == name) return LayoutByName{plain.make(rank), {}, ""};
  }
  const std::optional<Letters> letters = ReadLetters(name);
  if (letters) return ByLetters(name, *letters, rank);
  absl::StatusOr<DimNames> names = ReadDimNames(name, rank);
  if (names.ok()) {
    return LayoutByName{RowMajor(rank), std::move(names->names), std::move(names->text)};
  }
  return absl::InvalidArgumentError(
      absl::StrCat(names.status().message(),
                   "; expected row_major, column_major, dim0_major, dim0_minor, letters such as "
                   "NHWC or NC/32HW32, or names of dimensions such as [batch, ..., channels]"));
}

}  // namespace shapewright::layout

#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_TABLE_H_

#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/screen/shorten.h"
#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {

inline constexpr size_t kNoWidthLimit = std::numeric_limits<size_t>::max();

// Text broken at spaces into lines of at most `width` columns where it can be.
// The first one is indented by `indent`, the others by four more.
std::string Wrap(absl::string_view text, size_t width, size_t indent);

// A text of a table, printable and without marks, and how it looks.
struct Cell {
  Cell() = default;
  Cell(std::string t, Style s = Style::kPlain)  // NOLINT(google-explicit-constructor)
      : text(std::move(t)), style(s) {}
  Cell(const char* t) : text(t) {}  // NOLINT(google-explicit-constructor)

  std::string text;
  Style style = Style::kPlain;
};

// Rows of cells in aligned columns.
class Table {
 public:
  explicit Table(std::vector<Cell> titles);

  // As many cells as there are titles.
  void AddRow(std::vector<Cell> cells);

  bool empty() const { return rows_.size() == 1; }

  // Lines indented by two, each at most `width` columns wide: where the cells
  // are longer, the widest columns are shortened (ShortenApart()).
  std::string Print(size_t width) const;

 private:
  std::vector<size_t> ColumnWidths(size_t width) const;

  // The titles are the first row.
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_TABLE_H_

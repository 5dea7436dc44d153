#ifndef SHAPEWRIGHT_PAGE_HTML_TABLE_H_
#define SHAPEWRIGHT_PAGE_HTML_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright {

// A table of a page that grows row by row, and tells how many it leaves out.
class HtmlTable {
 public:
  // `columns` are HTML.
  HtmlTable(absl::string_view caption, const std::vector<absl::string_view>& columns, bool is_open);

  // `attributes` is HTML, cells are plain text.
  void Row(absl::string_view attributes, const std::vector<std::string>& cells);

  // Empty without rows.
  std::string Html() const;

 private:
  std::string caption_;
  bool is_open_;
  std::string head_;
  std::string rows_;
  size_t count_ = 0;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_HTML_TABLE_H_

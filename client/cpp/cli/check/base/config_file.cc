#include "client/cpp/cli/check/base/config_file.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright::cli {

std::string ConfigFile::name() const { return std::filesystem::path(path).filename(); }

std::string ConfigFile::folder() const { return std::filesystem::path(path).parent_path(); }

std::string ConfigFile::Beside(absl::string_view relative) const {
  return (std::filesystem::path(folder()) / std::string(relative)).lexically_normal();
}

ConfigPlace PlaceOf(const ConfigFile& file, const TreeNode& node) {
  ConfigPlace place{node.line, node.offset, 0};
  if (!node.is_scalar() || node.offset >= file.text.size()) return place;
  const absl::string_view text = absl::string_view(file.text).substr(node.offset);
  const bool is_quoted = text[0] == '"' || text[0] == '\'';
  const std::string written =
      is_quoted ? absl::StrCat(text.substr(0, 1), node.text, text.substr(0, 1)) : node.text;
  if (absl::StartsWith(text, written)) place.length = written.size();
  return place;
}

std::string WithEdits(absl::string_view text, const std::vector<TextEdit>& edits,
                      std::vector<bool>* done) {
  std::vector<size_t> order(edits.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return edits[a].offset < edits[b].offset; });
  if (done != nullptr) done->assign(edits.size(), false);
  std::string out;
  size_t at = 0;
  for (const size_t i : order) {
    const TextEdit& edit = edits[i];
    if (edit.offset < at || edit.offset + edit.length > text.size()) continue;
    absl::StrAppend(&out, text.substr(at, edit.offset - at), edit.text);
    at = edit.offset + edit.length;
    if (done != nullptr) (*done)[i] = true;
  }
  absl::StrAppend(&out, text.substr(at));
  return out;
}

LineIndex::LineIndex(absl::string_view text) : starts_{0}, size_(text.size()) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts_.push_back(i + 1);
  }
}

int LineIndex::LineOf(size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<int>(after - starts_.begin());
}

size_t LineIndex::OffsetOf(int line, int column) const {
  if (line < 0 || static_cast<size_t>(line) >= starts_.size()) return size_;
  return std::min(starts_[static_cast<size_t>(line)] + static_cast<size_t>(std::max(column, 0)),
                  size_);
}

}  // namespace shapewright::cli

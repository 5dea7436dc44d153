#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CONFIG_FILE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CONFIG_FILE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/tree/tree_node.h"

namespace shapewright::cli {

// A configuration as it was read.
struct ConfigFile {
  std::string path;
  std::string text;
  // Its first document as JSON or YAML; not parsed unless its name is that of such a file.
  ParsedTree tree;

  const TreeNode* root() const { return tree.documents.empty() ? nullptr : &tree.documents[0]; }

  // Of the path: `models/bert/config.pbtxt` has the name `config.pbtxt` and the folder
  // `models/bert`, which may be empty.
  std::string name() const;
  std::string folder() const;
  // A path that the configuration names, seen from its folder.
  std::string Beside(absl::string_view relative) const;
};

// Where something stands in a file, and its bytes, if they are known: then it can be replaced.
struct ConfigPlace {
  int line = 0;  // from 1; 0: the file as a whole
  size_t offset = 0;
  size_t length = 0;  // 0: not known
};

// Of a value of JSON or YAML: its bytes are known if it is written in one piece.
ConfigPlace PlaceOf(const ConfigFile& file, const TreeNode& node);

// A part of a file that is replaced.
struct TextEdit {
  size_t offset = 0;
  size_t length = 0;
  std::string text;
};

// The text with all edits; of those that overlap the first one counts. `done`, if given, receives
// for each edit whether it counts.
std::string WithEdits(absl::string_view text, const std::vector<TextEdit>& edits,
                      std::vector<bool>* done);

// Where lines begin, and which line an offset is in.
class LineIndex {
 public:
  explicit LineIndex(absl::string_view text);
  // From 1.
  int LineOf(size_t offset) const;
  // Line and column from 0; beyond the end of the text: its end.
  size_t OffsetOf(int line, int column) const;

 private:
  std::vector<size_t> starts_;
  size_t size_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CONFIG_FILE_H_

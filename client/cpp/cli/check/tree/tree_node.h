#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TREE_TREE_NODE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TREE_TREE_NODE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::cli {

// A value of JSON or YAML, and where it stands.
struct TreeNode {
  enum class Kind : uint8_t { kNull, kScalar, kList, kMap };
  struct Member;

  Kind kind = Kind::kNull;
  std::string text;        // of a scalar
  bool is_quoted = false;  // whether it is a string for sure
  int line = 0;            // from 1
  size_t offset = 0;
  std::vector<TreeNode> items;  // of a list
  std::vector<Member> members;  // of a map, in the order of the text

  bool is_map() const { return kind == Kind::kMap; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_scalar() const { return kind == Kind::kScalar; }
  // The value of a key, or the key itself; null: there is none, or it is no map.
  const TreeNode* Find(absl::string_view key) const;
  const TreeNode* FindKey(absl::string_view key) const;
  // By keys one in the other.
  const TreeNode* FindPath(std::initializer_list<absl::string_view> keys) const;
  // Of a scalar.
  std::optional<int64_t> Integer() const;
  // The text of a scalar of this key; empty: there is none.
  std::string TextOf(absl::string_view key) const;
};

struct TreeNode::Member {
  TreeNode key;
  TreeNode value;
};

// A line from 1 goes with an error.
struct TreeError {
  int line = 0;
  std::string message;
};

// The documents of a text of JSON or YAML. What it takes is bounded, also for aliases that refer to
// each other: too many values, or too deep ones, are an error.
struct ParsedTree {
  std::vector<TreeNode> documents;
  std::optional<TreeError> error;
};
ParsedTree ParseTree(const std::string& text);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TREE_TREE_NODE_H_

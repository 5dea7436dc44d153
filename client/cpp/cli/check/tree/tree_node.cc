#include "client/cpp/cli/check/tree/tree_node.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>
#include <utility>

#include "absl/strings/numbers.h"

namespace shapewright::cli {
namespace {

constexpr size_t kMostNodes = 200000;
constexpr size_t kMostNested = 64;

// Beyond a bound; the parser cannot be stopped in another way.
struct TooMuch {
  int line;
  const char* message;
};

size_t CountOf(const TreeNode& node) {
  size_t count = 1;
  for (const TreeNode& item : node.items) count += CountOf(item);
  for (const TreeNode::Member& member : node.members) {
    count += CountOf(member.key) + CountOf(member.value);
  }
  return count;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::vector<TreeNode>& documents) : documents_(documents) {}

  void OnDocumentStart(const YAML::Mark&) override { anchors_.clear(); }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Add(NodeAt(mark, TreeNode::Kind::kNull), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw TooMuch{mark.line + 1, "an alias refers to itself"};
    count_ += CountOf(found->second);
    CheckCount(mark);
    TreeNode copy = found->second;
    copy.line = mark.line + 1;
    Add(std::move(copy), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    TreeNode node = NodeAt(mark, TreeNode::Kind::kScalar);
    node.text = value;
    node.is_quoted = tag == "!";
    Add(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, TreeNode::Kind::kList, anchor);
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, TreeNode::Kind::kMap, anchor);
  }
  void OnMapEnd() override { Close(); }

 private:
  struct Level {
    TreeNode node;
    YAML::anchor_t anchor;
    bool has_key;
    TreeNode key;
  };

  TreeNode NodeAt(const YAML::Mark& mark, TreeNode::Kind kind) {
    ++count_;
    CheckCount(mark);
    TreeNode node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.offset = static_cast<size_t>(mark.pos);
    return node;
  }

  void CheckCount(const YAML::Mark& mark) const {
    if (count_ > kMostNodes) throw TooMuch{mark.line + 1, "there are too many values"};
  }

  void Open(const YAML::Mark& mark, TreeNode::Kind kind, YAML::anchor_t anchor) {
    if (levels_.size() >= kMostNested) throw TooMuch{mark.line + 1, "values are nested too deeply"};
    levels_.push_back({NodeAt(mark, kind), anchor, false, TreeNode()});
  }

  void Close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    Add(std::move(level.node), level.anchor);
  }

  void Add(TreeNode node, YAML::anchor_t anchor) {
    if (anchor != 0) {
      count_ += CountOf(node);
      anchors_[anchor] = node;
    }
    if (levels_.empty()) {
      documents_.push_back(std::move(node));
      return;
    }
    Level& level = levels_.back();
    if (level.node.kind == TreeNode::Kind::kList) {
      level.node.items.push_back(std::move(node));
    } else if (!level.has_key) {
      level.key = std::move(node);
      level.has_key = true;
    } else {
      level.node.members.push_back({std::move(level.key), std::move(node)});
      level.has_key = false;
    }
  }

  std::vector<TreeNode>& documents_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, TreeNode> anchors_;
  size_t count_ = 0;
};

}  // namespace

const TreeNode* TreeNode::Find(absl::string_view key) const {
  for (const Member& member : members) {
    if (member.key.text == key) return &member.value;
  }
  return nullptr;
}

const TreeNode* TreeNode::FindKey(absl::string_view key) const {
  for (const Member& member : members) {
    if (member.key.text == key) return &member.key;
  }
  return nullptr;
}

const TreeNode* TreeNode::FindPath(std::initializer_list<absl::string_view> keys) const {
  const TreeNode* node = this;
  for (const absl::string_view key : keys) {
    node = node->Find(key);
    if (node == nullptr) return nullptr;
  }
  return node;
}

std::optional<int64_t> TreeNode::Integer() const {
  int64_t value = 0;
  if (kind != Kind::kScalar || !absl::SimpleAtoi(text, &value)) return std::nullopt;
  return value;
}

std::string TreeNode::TextOf(absl::string_view key) const {
  const TreeNode* node = Find(key);
  return node != nullptr && node->is_scalar() ? node->text : "";
}

ParsedTree ParseTree(const std::string& text) {
  ParsedTree out;
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(out.documents);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    out.error = TreeError{error.mark.line + 1, error.msg};
  } catch (const TooMuch& error) {
    out.error = TreeError{error.line, error.message};
  }
  if (out.error.has_value()) out.documents.clear();
  return out;
}

}  // namespace shapewright::cli

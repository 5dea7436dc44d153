#include "client/cpp/rewrite/graph_change.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

// Enough for the deepest model that is read.
constexpr int kMaxDepth = 100;

GraphChange& ChangeAt(const v1::ModelEdit& edit, GraphChange& main) {
  GraphChange* at = &main;
  for (const v1::BodyStep& step : edit.body()) {
    std::unique_ptr<GraphChange>& body =
        at->nodes[step.node()].bodies[{step.attribute(), step.item()}];
    if (body == nullptr) body = std::make_unique<GraphChange>();
    at = body.get();
  }
  return *at;
}

// False: there is an edit of the same.
bool Sort(const v1::ModelEdit& edit, GraphChange& change) {
  switch (edit.change_case()) {
    case v1::ModelEdit::kRemovedNode:
      return !std::exchange(change.nodes[edit.removed_node().node()].is_removed, true);
    case v1::ModelEdit::kInsertedNode:
      change.inserted[edit.inserted_node().before()].push_back(&edit.inserted_node().node());
      return true;
    case v1::ModelEdit::kOperand:
      return change.nodes[edit.operand().node()]
          .operands.emplace(edit.operand().input(), &edit.operand())
          .second;
    case v1::ModelEdit::kAttribute:
      return change.nodes[edit.attribute().node()]
          .attributes.emplace(edit.attribute().attribute().name(), &edit.attribute().attribute())
          .second;
    case v1::ModelEdit::kAddedInitializer:
      change.added.push_back(&edit.added_initializer());
      return true;
    case v1::ModelEdit::kRemovedInitializer:
      return change.removed_initializers.insert(edit.removed_initializer()).second;
    case v1::ModelEdit::kShape:
      return change.shapes
          .emplace(std::pair(edit.shape().place(), edit.shape().value()), &edit.shape())
          .second;
    case v1::ModelEdit::kRemovedValueInfo:
      return change.removed_value_info.insert(edit.removed_value_info()).second;
    case v1::ModelEdit::kInlinedBranch:
      return std::exchange(change.nodes[edit.inlined_branch().node()].inlined,
                           &edit.inlined_branch()) == nullptr;
    case v1::ModelEdit::CHANGE_NOT_SET:
      break;
  }
  return false;
}

}  // namespace

absl::StatusOr<GraphChange> SortEdits(
    const google::protobuf::RepeatedPtrField<v1::ModelEdit>& edits) {
  GraphChange main;
  for (int i = 0; i < edits.size(); ++i) {
    if (edits[i].body_size() > kMaxDepth || !Sort(edits[i], ChangeAt(edits[i], main))) {
      return absl::InvalidArgumentError(
          absl::StrCat("edits[", i, "] says nothing, or what another edit says"));
    }
  }
  return main;
}

}  // namespace shapewright

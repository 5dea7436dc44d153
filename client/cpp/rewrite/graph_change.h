#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_GRAPH_CHANGE_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_GRAPH_CHANGE_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright {

struct GraphChange;

// The edits of a node, and of the graphs in its attributes.
struct NodeChange {
  bool is_removed = false;
  const v1::BranchInlining* inlined = nullptr;
  std::map<uint32_t, const v1::OperandEdit*> operands;
  std::map<std::string, const v1::Attribute*> attributes;
  // By attribute and place in its list.
  std::map<std::pair<std::string, uint32_t>, std::unique_ptr<GraphChange>> bodies;
};

// The edits of a graph. Views of the edits that they were sorted from.
struct GraphChange {
  std::map<uint32_t, NodeChange> nodes;
  std::map<uint32_t, std::vector<const v1::Node*>> inserted;
  std::vector<const v1::NamedTensor*> added;
  std::set<std::string> removed_initializers;
  std::set<std::string> removed_value_info;
  std::map<std::pair<v1::ShapeEdit::Place, std::string>, const v1::ShapeEdit*> shapes;
};

// The edits by their places. INVALID_ARGUMENT for two about one thing, and for an edit that says
// nothing.
absl::StatusOr<GraphChange> SortEdits(
    const google::protobuf::RepeatedPtrField<v1::ModelEdit>& edits);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_GRAPH_CHANGE_H_

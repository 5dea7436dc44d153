#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REWRITE_DRAFT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REWRITE_DRAFT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/inference/engine/engine.h"
#include "core/rules/registry/operator_row.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright::questions {

// The edits of a model while they are found: which nodes go, which operands become other values,
// and which values nothing reads any more. Graphs of functions stay as they are. Not thread-safe.
class RewriteDraft {
 public:
  // Both outlive it.
  RewriteDraft(inference::Engine& engine, v1::RewriteModelResponse* response);

  struct Operand {
    graph::GraphId graph;
    uint32_t node;
    uint32_t input;
  };

  inference::Engine& engine() { return engine_; }
  const graph::Model& model() const { return model_; }
  v1::RewriteModelResponse& response() { return response_; }
  bool is_stopped() const { return engine_.work().is_stopped(); }

  // Whether edits may be made in a graph: it is the main graph or a body within it, and is still
  // there.
  bool IsEditable(graph::GraphId graph) const {
    return is_of_main_[graph] && !is_gone_graph_[graph];
  }
  bool IsGone(graph::GraphId graph, uint32_t node) const {
    return is_gone_[first_node_[graph] + node];
  }
  bool IsOutput(graph::ValueId value) const { return is_output_[value]; }
  // How many operands of nodes that stay read the value.
  uint32_t CountReaders(graph::ValueId value) const { return readers_[value]; }
  // The operands that read the value, also of nodes that are gone.
  absl::Span<const Operand> ReadersOf(graph::ValueId value) const;
  // Whether the node has equal results for equal operands.
  bool IsPure(const graph::Node& node) const;
  // Whether its only result is its operand.
  bool IsIdentity(const graph::Node& node) const {
    return purity_[node.op] == rules::Purity::kIdentity;
  }
  // The sizes of a tensor, and the elements of a value of integers or bools. Nothing unless all are
  // numbers.
  std::optional<std::vector<int64_t>> SizesOf(graph::ValueId value);
  std::optional<std::vector<int64_t>> ElementsOf(graph::ValueId value);
  const rules::OperatorTraits& TraitsOf(const graph::Node& node) const;

  // An edit in the graph, with its reason and paragraph.
  v1::ModelEdit& Add(graph::GraphId graph, absl::string_view reason, absl::string_view paragraph);
  // Removes a node; what nobody reads then is removed by RemoveUnread().
  void RemoveNode(graph::GraphId graph, uint32_t node, absl::string_view reason,
                  absl::string_view paragraph);
  // The branch of an If takes its place. The graph of the branch is edited further as it stands.
  void InlineBranch(graph::GraphId graph, uint32_t node, const graph::Attribute& branch,
                    absl::string_view reason);
  void SetOperand(const Operand& operand, absl::string_view value, absl::string_view reason,
                  absl::string_view paragraph);
  // The same, where it is a value of the model.
  void SetOperandTo(const Operand& operand, graph::ValueId value, absl::string_view reason,
                    absl::string_view paragraph);
  // What reads the only result of the node reads its first operand from now on. False where the
  // result is an output, which a node has to give.
  bool Bypass(graph::GraphId graph, uint32_t node, absl::string_view reason);
  // A node that is added reads the value.
  void AddReader(graph::ValueId value) { ++readers_[value]; }
  // Adds an initializer of integers or bools to the graph.
  void AddInitializer(graph::GraphId graph, absl::string_view name, shape::ElementType element,
                      absl::Span<const int64_t> sizes, absl::Span<const int64_t> elements,
                      absl::string_view reason, absl::string_view paragraph);
  // Nodes whose results are all unread go, if they were read before and are pure; with them
  // initializers.
  void RemoveUnread();
  // The last step: the value_info of what is gone goes, and edits of nodes that went later.
  void Finish();
  void AddGap(const symbolic::Site& site, absl::string_view reason);

  // A name like this one that the model does not have yet. It is taken from then on.
  std::string FreeName(absl::string_view like);

 private:
  // Where an edit is made; `node` is kNoNode if it is about no node that stays.
  struct EditPlace {
    graph::GraphId graph;
    uint32_t node;
  };
  static constexpr uint32_t kNoNode = ~uint32_t{0};

  void RemoveStaleTypes();
  void IndexGraph(graph::GraphId graph);
  void Unread(graph::ValueId value);
  void PutOperand(const Operand& operand, absl::string_view value, absl::string_view reason,
                  absl::string_view paragraph);
  void Rewire(const Operand& operand, graph::ValueId value);
  // Whether the operand is still what the model has.
  bool IsAsBefore(const Operand& operand) const {
    return !current_.contains({first_node_[operand.graph] + operand.node, operand.input});
  }
  void ForgetGraph(graph::GraphId graph);
  void ForgetNode(graph::GraphId graph, uint32_t node);
  void RemoveIfUnread(graph::ValueId value);

  inference::Engine& engine_;
  const graph::Model& model_;
  v1::RewriteModelResponse& response_;
  // By edit.
  std::vector<EditPlace> places_;
  // By graph.
  std::vector<bool> is_of_main_;
  std::vector<bool> is_gone_graph_;
  std::vector<size_t> first_node_;
  // By node, all graphs together.
  std::vector<bool> is_gone_;
  // By value.
  std::vector<bool> is_output_;
  std::vector<uint32_t> readers_;
  std::vector<Operand> operands_;
  std::vector<size_t> first_operand_;
  std::vector<graph::ValueId> unread_;
  // Operands that became another value of the model, or a new one (kNoValue); by node and input.
  HashMap<std::pair<size_t, uint32_t>, graph::ValueId> current_;
  // What stands for the results of nodes that are bypassed.
  HashMap<graph::ValueId, graph::ValueId> bypassed_;
  // By operator.
  std::vector<rules::Purity> purity_;
  HashMap<graph::GraphId, const graph::Attribute*> attributes_;
  // How many values have the name.
  HashMap<std::string, uint32_t> names_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REWRITE_DRAFT_H_

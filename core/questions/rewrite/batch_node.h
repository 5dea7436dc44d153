#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_NODE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_NODE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/inference/engine/engine.h"
#include "core/questions/rewrite/batch_state.h"
#include "core/questions/rewrite/rewrite_draft.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {

using Sizes = std::vector<int64_t>;

// A node of the main graph, as it is looked at: its operands with what the batch means for them,
// and its results as they come out.
class BatchNode {
 public:
  // All outlive it; `states` are by value.
  BatchNode(RewriteDraft& draft, uint32_t index, int64_t batch, std::vector<BatchState>& states);

  RewriteDraft& draft() { return draft_; }
  inference::Engine& engine() const { return draft_.engine(); }
  // The node of the main graph that makes an input; nothing if there is none.
  std::optional<BatchNode> Producer(size_t i) const;
  rules::RowForm form() const { return rules::RowFormOf(draft_.model().operators[node_.op]); }
  uint32_t index() const { return index_; }
  // The size of the batch in the model as it is.
  int64_t batch() const { return batch_; }
  size_t input_count() const { return node_.inputs.size(); }
  size_t output_count() const { return node_.outputs.size(); }
  bool HasInput(size_t i) const { return i < node_.inputs.size() && node_.inputs[i] != kNone; }
  bool HasOutput(size_t i) const { return i < node_.outputs.size() && node_.outputs[i] != kNone; }
  graph::ValueId Input(size_t i) const { return node_.inputs[i]; }
  const BatchState& StateOf(size_t i) const { return states_[node_.inputs[i]]; }
  // Of an input that is left out: free.
  bool IsFree(size_t i) const { return !HasInput(i) || StateOf(i).is_free(); }
  bool IsRows(size_t i) const { return HasInput(i) && StateOf(i).is_rows(); }
  // Whether inputs from the i-th on are free.
  bool AreFreeFrom(size_t i) const;

  // The sizes of an input or result; nothing unless all are numbers.
  std::optional<Sizes> InputSizes(size_t i) const { return SizesOf(i, node_.inputs); }
  std::optional<Sizes> OutputSizes(size_t i) const { return SizesOf(i, node_.outputs); }
  // The elements of an input of integers; nothing unless all are numbers.
  std::optional<Sizes> Elements(size_t i) const;

  int64_t IntAttribute(absl::string_view name, int64_t fallback) const;
  std::optional<Sizes> IntsAttribute(absl::string_view name) const;
  absl::string_view TextAttribute(absl::string_view name) const;
  // Elements of the input, else the attribute; nothing if there is neither, or it is not known.
  std::optional<Sizes> ElementsOrInts(size_t input, absl::string_view name) const;
  bool HasElementsOrInts(size_t input, absl::string_view name) const;
  int since_version() const { return since_version_; }

  // What the node does with its results. Each sets those that the node has.
  void SetRows(size_t output, size_t axis, int64_t factor, int64_t outer = 1);
  void SetState(size_t output, const BatchState& state);
  void SetAll(const BatchState& state);
  // The results are refused, with the reason.
  void Refuse(absl::string_view reason);

 private:
  static constexpr graph::ValueId kNone = graph::kNoValue;

  std::optional<Sizes> SizesOf(size_t i, absl::Span<const graph::ValueId> values) const;
  const graph::Attribute* Find(absl::string_view name) const;

  RewriteDraft& draft_;
  const graph::Node& node_;
  const uint32_t index_;
  const int64_t batch_;
  std::vector<BatchState>& states_;
  int since_version_;
};

// An axis that may count from the end; nothing where the rank has no such axis.
std::optional<size_t> AxisOf(int64_t axis, size_t rank);
// The product of sizes.
int64_t CountOf(absl::Span<const int64_t> sizes);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_NODE_H_

#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_EDITS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_EDITS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/questions/rewrite/batch_choices.h"
#include "core/questions/rewrite/batch_node.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {

// Makes the edits of a rebatch. The nodes that compute the batch of a run stand before all others,
// and are added when they are first needed. Not thread-safe.
class BatchEdits {
 public:
  // The input that carries the batch, and its axis.
  BatchEdits(RewriteDraft& draft, BatchChoices& choices, graph::ValueId input, size_t axis)
      : draft_(draft), choices_(choices), input_(input), axis_(axis) {}

  BatchChoices& choices() { return choices_; }

  // The operand of the node becomes a constant vector.
  void SetConstant(const BatchNode& node, uint32_t operand, absl::Span<const int64_t> elements,
                   absl::string_view reason);
  // The operand becomes this vector, but with the batch of the run, times `factor`, at a place.
  void SetSizes(const BatchNode& node, uint32_t operand, Sizes elements, size_t place,
                int64_t factor, absl::string_view reason);
  // The operand, whose size on the axis is 1, is expanded to the batch of the run.
  void Expand(const BatchNode& node, uint32_t operand, size_t rank, size_t axis);
  // The operand is expanded from its first slice to the batch of the run.
  void ExpandFirst(const BatchNode& node, uint32_t operand, Sizes sizes, size_t axis);
  // The operand is filled or expanded to constant sizes, or a slice of such a value, and nothing
  // before this node reads it: these sizes follow the batch of the run. False: it is not.
  bool FillWithBatch(const BatchNode& node, uint32_t operand, const BatchState& rows);

 private:
  // Whether the operand is an output, or a node before this one reads it.
  bool HasEarlierReaders(const BatchNode& node, uint32_t operand) const;
  // Of a node that fills or expands.
  bool SetFilledSizes(const BatchNode& node, uint32_t sizes_at, const BatchState& rows);
  // The name of a vector of one element: the batch of the run, times `factor`.
  std::string Batch(int64_t factor);
  std::string AddVector(absl::string_view like, absl::Span<const int64_t> elements);
  // Adds a node with one result in front of a node, and returns the result's name.
  std::string AddNode(uint32_t before, rules::AddedOperator op,
                      absl::Span<const std::string> inputs, size_t axis = 0);
  // The name of such a vector, made of constants and the batch.
  std::string AddSizes(uint32_t before, const Sizes& elements, size_t place, int64_t factor);
  void PutOperand(const BatchNode& node, uint32_t operand, absl::string_view value,
                  absl::string_view reason);

  RewriteDraft& draft_;
  BatchChoices& choices_;
  const graph::ValueId input_;
  const size_t axis_;
  HashMap<int64_t, std::string> batches_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_EDITS_H_

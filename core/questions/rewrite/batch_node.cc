#include "core/questions/rewrite/batch_node.h"

#include <algorithm>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {

BatchNode::BatchNode(RewriteDraft& draft, uint32_t index, int64_t batch,
                     std::vector<BatchState>& states)
    : draft_(draft),
      node_(draft.model().graphs[0].nodes[index]),
      index_(index),
      batch_(batch),
      states_(states),
      since_version_(draft.engine().workspace().operators().Resolved(node_.op).since_version) {}

std::optional<BatchNode> BatchNode::Producer(size_t i) const {
  const graph::Value& value = draft_.model().values[node_.inputs[i]];
  if (value.origin != graph::ValueOrigin::kNode || value.graph != 0) return std::nullopt;
  return BatchNode(draft_, value.producer, batch_, states_);
}

bool BatchNode::AreFreeFrom(size_t i) const {
  for (; i < input_count(); ++i) {
    if (!IsFree(i)) return false;
  }
  return true;
}

std::optional<Sizes> BatchNode::SizesOf(size_t i, absl::Span<const graph::ValueId> values) const {
  if (i >= values.size() || values[i] == kNone) return std::nullopt;
  return draft_.SizesOf(values[i]);
}

std::optional<Sizes> BatchNode::Elements(size_t i) const {
  return HasInput(i) ? draft_.ElementsOf(node_.inputs[i]) : std::nullopt;
}

const graph::Attribute* BatchNode::Find(absl::string_view name) const {
  const auto* const found =
      std::find_if(node_.attributes.begin(), node_.attributes.end(),
                   [&](const graph::Attribute& each) { return each.name == name; });
  return found == node_.attributes.end() ? nullptr : &*found;
}

int64_t BatchNode::IntAttribute(absl::string_view name, int64_t fallback) const {
  const graph::Attribute* const found = Find(name);
  const bool is_int = found != nullptr && found->kind == graph::AttributeKind::kInt;
  return is_int ? found->int_value : fallback;
}

std::optional<Sizes> BatchNode::IntsAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name);
  if (found == nullptr || found->kind != graph::AttributeKind::kInts) return std::nullopt;
  return Sizes(found->int_list().begin(), found->int_list().end());
}

absl::string_view BatchNode::TextAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name);
  return found == nullptr ? absl::string_view() : found->string_value;
}

std::optional<Sizes> BatchNode::ElementsOrInts(size_t input, absl::string_view name) const {
  if (HasInput(input)) return Elements(input);
  return IntsAttribute(name);
}

bool BatchNode::HasElementsOrInts(size_t input, absl::string_view name) const {
  return HasInput(input) || Find(name) != nullptr;
}

void BatchNode::SetState(size_t output, const BatchState& state) {
  if (HasOutput(output)) states_[node_.outputs[output]] = state;
}

void BatchNode::SetRows(size_t output, size_t axis, int64_t factor, int64_t outer) {
  SetState(output, BatchState::Rows(axis, factor, outer));
}

void BatchNode::SetAll(const BatchState& state) {
  for (size_t i = 0; i < output_count(); ++i) SetState(i, state);
}

void BatchNode::Refuse(absl::string_view reason) {
  symbolic::Site site;
  site.node = static_cast<int32_t>(index_);
  draft_.AddGap(site, reason);
  draft_.response().set_refused(true);
  SetAll(BatchState::Refused());
}

std::optional<size_t> AxisOf(int64_t axis, size_t rank) {
  const auto signed_rank = static_cast<int64_t>(rank);
  if (axis < -signed_rank || axis >= signed_rank) return std::nullopt;
  return static_cast<size_t>(axis < 0 ? axis + signed_rank : axis);
}

int64_t CountOf(absl::Span<const int64_t> sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count = symbolic::CheckedMul(count, size).value_or(0);
  return count;
}

}  // namespace shapewright::questions

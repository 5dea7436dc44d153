#include "core/questions/rewrite/batch_edits.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::questions {

using rules::AddedOperator;

std::string BatchEdits::AddVector(absl::string_view like, absl::Span<const int64_t> elements) {
  const std::string name = draft_.FreeName(like);
  const auto size = static_cast<int64_t>(elements.size());
  draft_.AddInitializer(0, name, shape::ElementType::kInt64, {&size, 1}, elements,
                        "sizes for any batch", "S87");
  return name;
}

std::string BatchEdits::AddNode(uint32_t before, AddedOperator op,
                                absl::Span<const std::string> inputs, size_t axis) {
  const std::string name = draft_.FreeName(absl::StrCat("batch_", rules::NameOf(op)));
  v1::NodeInsertion& added =
      *draft_.Add(0, "computes a size from the batch of the run", "S87").mutable_inserted_node();
  added.set_before(before);
  v1::Node& node = *added.mutable_node();
  node.set_name(name);
  node.set_op_type(std::string(rules::NameOf(op)));
  for (const std::string& input : inputs) node.add_inputs(input);
  node.add_outputs(name);
  if (op == AddedOperator::kGather || op == AddedOperator::kConcat) {
    v1::Attribute& attribute = *node.add_attributes();
    attribute.set_name("axis");
    attribute.set_int_value(static_cast<int64_t>(axis));
  }
  return name;
}

std::string BatchEdits::Batch(int64_t factor) {
  const auto found = batches_.find(factor);
  if (found != batches_.end()) return found->second;
  std::string name;
  if (factor == 1) {
    const auto axis = static_cast<int64_t>(axis_);
    const std::string input(draft_.model().values[input_].name);
    draft_.AddReader(input_);
    const std::string sizes = AddNode(0, AddedOperator::kShape, {input});
    const std::string place = AddVector("batch_axis", {&axis, 1});
    name = AddNode(0, AddedOperator::kGather, {sizes, place});
  } else {
    const std::string one = Batch(1);
    name = AddNode(0, AddedOperator::kMultiply, {one, AddVector("batch_factor", {&factor, 1})});
  }
  batches_.emplace(factor, name);
  return name;
}

std::string BatchEdits::AddSizes(uint32_t before, const Sizes& elements, size_t place,
                                 int64_t factor) {
  const std::string batch = Batch(factor);
  if (elements.size() == 1) return batch;
  std::vector<std::string> parts;
  const absl::Span<const int64_t> all(elements);
  if (place > 0) parts.push_back(AddVector("batch_sizes", all.subspan(0, place)));
  parts.push_back(batch);
  if (place + 1 < all.size()) parts.push_back(AddVector("batch_sizes", all.subspan(place + 1)));
  return AddNode(before, AddedOperator::kConcat, parts);
}

void BatchEdits::PutOperand(const BatchNode& node, uint32_t operand, absl::string_view value,
                            absl::string_view reason) {
  draft_.SetOperand({0, node.index(), operand}, value, reason, "S87");
}

void BatchEdits::SetConstant(const BatchNode& node, uint32_t operand,
                             absl::Span<const int64_t> elements, absl::string_view reason) {
  PutOperand(node, operand, AddVector("batch_sizes", elements), reason);
}

void BatchEdits::SetSizes(const BatchNode& node, uint32_t operand, Sizes elements, size_t place,
                          int64_t factor, absl::string_view reason) {
  PutOperand(node, operand, AddSizes(node.index(), elements, place, factor), reason);
}

void BatchEdits::Expand(const BatchNode& node, uint32_t operand, size_t rank, size_t axis) {
  const std::string sizes = AddSizes(node.index(), Sizes(rank, 1), axis, 1);
  const std::string value(draft_.model().values[node.Input(operand)].name);
  draft_.AddReader(node.Input(operand));
  const std::string expanded = AddNode(node.index(), AddedOperator::kExpand, {value, sizes});
  PutOperand(node, operand, expanded, "it is the same for each row of the batch");
}

void BatchEdits::ExpandFirst(const BatchNode& node, uint32_t operand, Sizes sizes, size_t axis) {
  constexpr int64_t kFirst = 0;
  const std::string wanted = AddSizes(node.index(), sizes, axis, 1);
  draft_.AddReader(node.Input(operand));
  const std::string value(draft_.model().values[node.Input(operand)].name);
  const std::string first = AddNode(node.index(), AddedOperator::kGather,
                                    {value, AddVector("batch_first", {&kFirst, 1})}, axis);
  const std::string expanded = AddNode(node.index(), AddedOperator::kExpand, {first, wanted});
  PutOperand(node, operand, expanded, "its slices are the same for each row of the batch");
}

bool BatchEdits::HasEarlierReaders(const BatchNode& node, uint32_t operand) const {
  const graph::ValueId value = node.Input(operand);
  if (draft_.IsOutput(value) || !draft_.model().graphs[0].order.empty()) return true;
  for (const RewriteDraft::Operand& reader : draft_.ReadersOf(value)) {
    draft_.engine().work().Count();
    if (reader.graph != 0 || reader.node < node.index()) return true;
  }
  return false;
}

bool BatchEdits::FillWithBatch(const BatchNode& node, uint32_t operand, const BatchState& rows) {
  // From the operand back to what is filled, by which all of them have the batch.
  std::vector<BatchNode> chain;
  bool is_filled = false;
  while (!is_filled) {
    const BatchNode& reader = chain.empty() ? node : chain.back();
    const uint32_t place = chain.empty() ? operand : 0;
    const std::optional<BatchNode> producer = reader.Producer(place);
    if (!producer || !producer->AreFreeFrom(0) || HasEarlierReaders(reader, place)) return false;
    if (!draft_.engine().work().Count()) return false;
    const rules::RowForm form = producer->form();
    if (form == rules::RowForm::kSlice || form == rules::RowForm::kSame) {
      // It takes all of what is filled, on this axis; if it does not, the batch is limited at last.
      const auto in = producer->InputSizes(0);
      const bool takes_all =
          in && rows.axis < in->size() && (*in)[rows.axis] == rows.SizeFor(node.batch());
      if (!takes_all) return false;
    } else if (form == rules::RowForm::kFill || form == rules::RowForm::kExpand) {
      is_filled = SetFilledSizes(*producer, form == rules::RowForm::kFill ? 0 : 1, rows);
      if (!is_filled) return false;
    } else {
      return false;
    }
    chain.push_back(*producer);
  }
  for (BatchNode& each : chain) each.SetState(0, rows);
  return true;
}

bool BatchEdits::SetFilledSizes(const BatchNode& node, uint32_t sizes_at, const BatchState& rows) {
  const auto sizes = node.Elements(sizes_at);
  const auto out = node.OutputSizes(0);
  if (!sizes || !out || rows.axis + sizes->size() < out->size()) return false;
  const size_t place = rows.axis + sizes->size() - out->size();
  if (sizes_at > 0) {
    const auto in = node.InputSizes(0);
    const bool is_one = in && (rows.axis + in->size() < out->size() ||
                               (*in)[rows.axis + in->size() - out->size()] == 1);
    if (!is_one) return false;
  }
  if ((*sizes)[place] != rows.SizeFor(node.batch())) return false;
  SetSizes(node, sizes_at, *sizes, place, rows.factor * rows.outer,
           "its sizes stand for the batch");
  return true;
}

}  // namespace shapewright::questions

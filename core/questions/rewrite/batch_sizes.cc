#include "core/questions/rewrite/batch_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace shapewright::questions {
namespace {

using rules::RowForm;
using Tells = std::vector<bool>;

// Which elements of an input depend on the batch.
Tells TellsOf(const BatchNode& node, size_t input) {
  if (node.HasInput(input) && node.StateOf(input).is_sizes()) return node.StateOf(input).tells;
  const auto elements = node.Elements(input);
  return Tells(elements ? elements->size() : 0);
}

Tells ShapeOf(const BatchNode& node, const Sizes& sizes) {
  Tells tells(sizes.size());
  // Integers that tell the batch are as many for each.
  if (node.IsRows(0)) tells[node.StateOf(0).axis] = true;
  const int64_t rank = static_cast<int64_t>(sizes.size());
  const auto end_of = [&](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
  };
  const int64_t start = end_of(node.IntAttribute("start", 0));
  const int64_t end = std::max(start, end_of(node.IntAttribute("end", rank)));
  return Tells(tells.begin() + start, tells.begin() + end);
}

// A vector of which some elements are taken. Nothing: not known.
std::optional<Tells> Gathered(const BatchNode& node) {
  const Tells all = TellsOf(node, 0);
  const auto places = node.Elements(1);
  if (!node.IsFree(1) || !places || node.IntAttribute("axis", 0) != 0) return std::nullopt;
  Tells tells;
  for (const int64_t place : *places) {
    const auto axis = AxisOf(place, all.size());
    if (!axis) return std::nullopt;
    tells.push_back(all[*axis]);
  }
  return tells;
}

// A vector of which a part is taken. Nothing: not known.
std::optional<Tells> Sliced(const BatchNode& node) {
  const Tells all = TellsOf(node, 0);
  const auto starts = node.ElementsOrInts(1, "starts");
  const auto ends = node.ElementsOrInts(2, "ends");
  const auto axes = node.ElementsOrInts(3, "axes");
  const auto steps = node.Elements(4);
  const auto is_one = [](const std::optional<Sizes>& sizes) { return sizes && sizes->size() == 1; };
  const bool is_along_axis =
      axes ? axes == Sizes{0} || axes == Sizes{-1} : !node.HasElementsOrInts(3, "axes");
  const bool is_forward = node.HasInput(4) ? steps == Sizes{1} : true;
  if (!node.AreFreeFrom(1) || !is_one(starts) || !is_one(ends) || !is_along_axis || !is_forward) {
    return std::nullopt;
  }
  const auto size = static_cast<int64_t>(all.size());
  const auto place = [&](int64_t end) {
    return std::clamp<int64_t>(end < 0 ? end + size : end, 0, size);
  };
  const int64_t start = place((*starts)[0]);
  const int64_t end = std::max(start, place((*ends)[0]));
  return Tells(all.begin() + start, all.begin() + end);
}

std::optional<Tells> Joined(const BatchNode& node) {
  Tells tells;
  for (size_t i = 0; i < node.input_count(); ++i) {
    const Tells part = TellsOf(node, i);
    const auto sizes = node.InputSizes(i);
    if (!sizes || sizes->size() != 1 || (*sizes)[0] != static_cast<int64_t>(part.size())) {
      return std::nullopt;
    }
    tells.insert(tells.end(), part.begin(), part.end());
  }
  return tells;
}

// The axis of a value that is made with these sizes which carries the batch.
void Make(BatchNode& node, size_t sizes_at) {
  const auto out = node.OutputSizes(0);
  const auto place = node.StateOf(sizes_at).OnlyElement();
  if (!out || !place) return node.Refuse("several of its sizes, or unknown ones, are the batch");
  const size_t count = node.StateOf(sizes_at).tells.size();
  const size_t axis = *place + out->size() - count;
  if ((*out)[axis] == 0 || (*out)[axis] % node.batch() != 0) {
    return node.Refuse("its size is no multiple of the batch");
  }
  node.SetRows(0, axis, (*out)[axis] / node.batch());
}

}  // namespace

void PassSizes(RowForm form, BatchNode& node) {
  if (form == RowForm::kShapeOf) {
    const auto sizes = node.InputSizes(0);
    if (!sizes) return node.Refuse("its sizes are not all numbers");
    return node.SetState(0, BatchState::Sizes(ShapeOf(node, *sizes)));
  }
  if (form == RowForm::kFill) return Make(node, 0);
  const bool is_target = node.HasInput(1) && node.StateOf(1).is_sizes() && node.IsFree(0);
  if (form == RowForm::kExpand && is_target) {
    const auto in = node.InputSizes(0);
    const auto place = node.StateOf(1).OnlyElement();
    const size_t count = node.StateOf(1).tells.size();
    const bool is_one =
        in && place && (*place + in->size() < count || (*in)[*place + in->size() - count] == 1);
    if (!is_one) return node.Refuse("it expands what is no row of the batch along the batch");
    return Make(node, 1);
  }
  const auto out = node.OutputSizes(0);
  if (!out || node.output_count() != 1) {
    return node.Refuse("it computes with the batch as a number");
  }
  const auto count = static_cast<size_t>(CountOf(*out));
  std::optional<Tells> tells;
  if (form == RowForm::kGather) tells = Gathered(node);
  if (form == RowForm::kSlice) tells = Sliced(node);
  if (form == RowForm::kConcat) tells = Joined(node);
  const bool keeps_places = form == RowForm::kInsertAxes || form == RowForm::kRemoveAxes ||
                            form == RowForm::kReshape || form == RowForm::kSame ||
                            (form == RowForm::kBroadcast && node.input_count() == 1);
  if (keeps_places && node.AreFreeFrom(1)) tells = TellsOf(node, 0);
  if (!tells && form == RowForm::kBroadcast) {
    // Element by element, where the operands have as many.
    Tells any(count);
    bool fits = true;
    for (size_t i = 0; i < node.input_count(); ++i) {
      const Tells part = TellsOf(node, i);
      fits &= part.size() == count || part.size() == 1;
      for (size_t place = 0; fits && place < count; ++place) {
        if (part[part.size() == 1 ? 0 : place]) any[place] = true;
      }
    }
    if (fits) tells = any;
  }
  // What elements are which is not known: each may depend on the batch.
  if (!tells || tells->size() != count) {
    constexpr size_t kMost = 1024;
    if (count > kMost) return node.Refuse("it computes with the batch as a number");
    tells = Tells(count, true);
  }
  node.SetState(0, BatchState::Sizes(*std::move(tells)));
}

}  // namespace shapewright::questions

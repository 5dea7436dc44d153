#include "core/questions/rewrite/batch_movement.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/graph/tensor.h"

namespace shapewright::questions {
namespace {

using rules::RowForm;

constexpr absl::string_view kAlong =
    "rows depend on each other: it works along the axis of the batch";
constexpr absl::string_view kOpen = "its sizes or axes are not all numbers";
constexpr absl::string_view kParameters = "its parameters depend on the batch";

void Concat(BatchNode& node, BatchEdits& edits) {
  const auto out = node.OutputSizes(0);
  if (!out) return node.Refuse(kOpen);
  const auto axis = AxisOf(node.IntAttribute("axis", 1), out->size());
  std::optional<BatchState> rows;
  for (size_t i = 0; i < node.input_count(); ++i) {
    if (!node.IsRows(i)) continue;
    const BatchState& state = node.StateOf(i);
    if (rows && (!rows->IsLike(state))) {
      return node.Refuse("its operands have the batch on different axes");
    }
    rows = state;
  }
  if (!axis || *axis == rows->axis) return node.Refuse(kAlong);
  const BatchState found = *rows;
  for (size_t i = 0; i < node.input_count(); ++i) {
    if (node.IsRows(i)) continue;
    if (!node.IsFree(i)) return node.Refuse("it joins the batch as a number with rows");
    if (!ExpandFree(node, edits, i, found)) return;
  }
  node.SetState(0, found);
}

void Split(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes) return node.Refuse(kParameters);
  const BatchState state = node.StateOf(0);
  const auto axis = AxisOf(node.IntAttribute("axis", 0), sizes->size());
  if (!axis || *axis == state.axis) return node.Refuse(kAlong);
  for (size_t i = 0; i < node.output_count(); ++i) node.SetState(i, state);
}

void Slice(BatchNode& node, BatchEdits& edits) {
  constexpr int kOperandsVersion = 10;
  constexpr uint32_t kEnds = 2;
  const auto sizes = node.InputSizes(0);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes) return node.Refuse(kParameters);
  const BatchState state = node.StateOf(0);
  const auto starts = node.ElementsOrInts(1, "starts");
  auto ends = node.ElementsOrInts(kEnds, "ends");
  const bool has_axes = node.HasElementsOrInts(3, "axes");
  const auto axes = node.ElementsOrInts(3, "axes");
  if (!starts || !ends || (has_axes && !axes)) return node.Refuse(kOpen);
  const int64_t size = state.SizeFor(node.batch());
  for (size_t i = 0; i < starts->size(); ++i) {
    const auto axis = AxisOf(has_axes ? (*axes)[i] : static_cast<int64_t>(i), sizes->size());
    if (!axis) return node.Refuse(kOpen);
    if (*axis != state.axis) continue;
    const auto steps = node.Elements(4);
    const bool is_forward = !node.HasInput(4) || (steps && (*steps)[i] == 1);
    const bool is_whole = (*starts)[i] == 0 && is_forward && (*ends)[i] >= size;
    if (!is_whole) return node.Refuse("it takes some rows of the batch");
    if ((*ends)[i] >= std::numeric_limits<int32_t>::max()) continue;
    if (node.since_version() < kOperandsVersion) {
      return node.Refuse("its end, an attribute, stands for the batch; convert to opset 10");
    }
    (*ends)[i] = std::numeric_limits<int32_t>::max();
    edits.SetConstant(node, kEnds, *ends, "its end stands for the batch: all rows are taken");
  }
  node.SetState(0, state);
}

void Gather(BatchNode& node) {
  const auto data = node.InputSizes(0);
  const auto indices = node.InputSizes(1);
  if (!data || !indices) return node.Refuse(kOpen);
  const auto axis = AxisOf(node.IntAttribute("axis", 0), data->size());
  if (!axis) return node.Refuse(kOpen);
  if (node.IsFree(1) && node.IsRows(0)) {
    const BatchState state = node.StateOf(0);
    if (state.axis == *axis) return node.Refuse("it takes some rows of the batch");
    const bool is_before = state.axis < *axis;
    return node.SetState(0, state.On(is_before ? state.axis : state.axis + indices->size() - 1));
  }
  if (!node.IsFree(0) || !node.IsRows(1)) {
    return node.Refuse("rows depend on each other: it takes elements of the batch");
  }
  const BatchState state = node.StateOf(1);
  node.SetState(0, state.On(*axis + state.axis));
}

void Transpose(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  if (!sizes) return node.Refuse(kOpen);
  const BatchState state = node.StateOf(0);
  const auto order = node.IntsAttribute("perm");
  if (!order) return node.SetState(0, state.On(sizes->size() - 1 - state.axis));
  const auto found = std::find(order->begin(), order->end(), static_cast<int64_t>(state.axis));
  if (found == order->end()) return node.Refuse(kOpen);
  node.SetState(0, state.On(static_cast<size_t>(found - order->begin())));
}

void ChangeAxes(BatchNode& node, bool inserts) {
  const auto in = node.InputSizes(0);
  const auto out = node.OutputSizes(0);
  const auto axes = node.ElementsOrInts(1, "axes");
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !in || !out) return node.Refuse(kParameters);
  if (!axes) return node.Refuse("it removes all axes of size 1, which may be the batch");
  const BatchState state = node.StateOf(0);
  const size_t rank = std::max(in->size(), out->size());
  std::vector<bool> is_changed(rank);
  for (const int64_t each : *axes) {
    const auto axis = AxisOf(each, rank);
    if (!axis) return node.Refuse(kOpen);
    is_changed[*axis] = true;
  }
  // The axes that stay, in their order, of the side that has more.
  size_t fewer = 0;
  for (size_t more = 0; more < rank; ++more) {
    if (is_changed[more]) {
      if (!inserts && more == state.axis) return node.Refuse("it removes the axis of the batch");
      continue;
    }
    if (inserts && fewer == state.axis) return node.SetState(0, state.On(more));
    if (!inserts && more == state.axis) return node.SetState(0, state.On(fewer));
    ++fewer;
  }
  node.Refuse(kOpen);
}

// The places of the result that may carry the batch: the elements before the batch are as many as
// they were, so that each row stays in one piece. There is one unless the batch is 1.
std::vector<BatchState> FindPlaces(const Sizes& in, const Sizes& out, const BatchState& state,
                                   int64_t batch) {
  const int64_t before =
      CountOf({CountOf(absl::MakeConstSpan(in).subspan(0, state.axis)), state.outer});
  std::vector<BatchState> found;
  int64_t product = 1;
  for (size_t axis = 0; axis < out.size() && product <= before && product > 0; ++axis) {
    const int64_t outer = before / product;
    const int64_t rows = CountOf({outer, batch});
    const bool fits = before % product == 0 && out[axis] > 0 && rows > 0 && out[axis] % rows == 0;
    if (fits) found.push_back(BatchState::Rows(axis, out[axis] / rows, outer));
    product = CountOf({product, out[axis]});
  }
  return found;
}

// The one for which it holds; nothing if there are none or several.
template <typename Holds>
std::optional<BatchState> OnlyOne(const std::vector<BatchState>& found, const Holds& holds) {
  std::optional<BatchState> only;
  for (const BatchState& place : found) {
    if (!holds(place)) continue;
    if (only) return std::nullopt;
    only = place;
  }
  return only;
}

// The one that is meant. Each is right, as rows stay in one piece: where sizes of 1 leave several,
// an axis of the batch alone goes before one that it shares with others. Of those that share one,
// the first is taken with which no node is refused; one that leaves the elements behind as they
// were goes before others. Nothing if that does not decide.
std::optional<BatchState> ChoosePlace(std::vector<BatchState> found, const Sizes& in,
                                      const Sizes& out, const BatchState& state,
                                      BatchChoices& choices) {
  if (found.size() == 1) return found[0];
  const auto is_alone = [](const BatchState& place) {
    return place.outer == 1 && place.factor == 1;
  };
  if (std::any_of(found.begin(), found.end(), is_alone)) {
    const auto alone = OnlyOne(found, is_alone);
    if (alone) return alone;
    return OnlyOne(found, [&](const BatchState& place) {
      return is_alone(place) && place.axis == state.axis &&
             std::equal(in.begin(), in.begin() + static_cast<ptrdiff_t>(state.axis), out.begin());
    });
  }
  if (found.empty()) return std::nullopt;
  std::stable_partition(found.begin(), found.end(),
                        [&](const BatchState& place) { return place.factor == state.factor; });
  return found[choices.Take(found.size())];
}

void Reshape(BatchNode& node, BatchEdits& edits) {
  const auto in = node.InputSizes(0);
  const auto out = node.OutputSizes(0);
  auto target = node.Elements(1);
  if (!node.IsRows(0) || !in || !out || !node.HasInput(1) || !target ||
      target->size() != out->size()) {
    return node.Refuse(kOpen);
  }
  const BatchState state = node.StateOf(0);
  const auto place =
      ChoosePlace(FindPlaces(*in, *out, state, node.batch()), *in, *out, state, edits.choices());
  if (!place) {
    return node.Refuse("it mixes rows, or several axes of its result may be the batch");
  }
  const BatchState found = *place;
  const size_t axis = found.axis;
  const BatchState shape = node.StateOf(1);
  if (shape.is_sizes()) {
    // The target follows the batch by itself, if it does on this axis alone.
    const bool follows =
        shape.tells.size() == target->size() && ((*target)[axis] == -1 || shape.tells[axis]);
    for (size_t i = 0; i < shape.tells.size(); ++i) {
      if (!follows || (i != axis && shape.tells[i])) {
        return node.Refuse("its target has the batch on another axis");
      }
    }
    return node.SetState(0, found);
  }
  if (!shape.is_free()) return node.Refuse("its target is data of the batch");
  const bool copies = node.IntAttribute("allowzero", 0) == 0;
  const bool is_kept = found.IsLike(state) && copies;
  Sizes wanted = *target;
  for (size_t i = 0; i < wanted.size(); ++i) {
    // A 0 or -1 on another axis becomes its size, as the batch is not in it.
    const bool is_copy_of_batch = wanted[i] == 0 && copies && i == state.axis;
    if (i != axis && (wanted[i] == -1 || is_copy_of_batch)) wanted[i] = (*out)[i];
  }
  if (wanted[axis] != -1 && !(wanted[axis] == 0 && is_kept)) wanted[axis] = is_kept ? 0 : -1;
  const bool has_zero = std::find(wanted.begin(), wanted.end(), 0) != wanted.end();
  if (!copies && has_zero && wanted[axis] == -1) {
    return node.Refuse("its target has a size of 0, beside which allowzero allows no -1");
  }
  const bool had_rest = (*target)[axis] == -1;
  if (wanted != *target || (had_rest && wanted[axis] != -1)) {
    edits.SetConstant(node, 1, wanted, "its target stands for the batch");
  }
  node.SetState(0, found);
}

void Flatten(BatchNode& node) {
  const auto in = node.InputSizes(0);
  const auto out = node.OutputSizes(0);
  if (!in || !out) return node.Refuse(kOpen);
  const BatchState state = node.StateOf(0);
  const int64_t given = node.IntAttribute("axis", 1);
  const auto axis = given == static_cast<int64_t>(in->size()) ? std::optional<size_t>(in->size())
                                                              : AxisOf(given, in->size());
  if (!axis) return node.Refuse(kOpen);
  const size_t side = state.axis < *axis ? 0 : 1;
  const size_t begin = side == 0 ? 0 : *axis;
  const int64_t outer =
      CountOf({CountOf(absl::MakeConstSpan(*in).subspan(begin, state.axis - begin)), state.outer});
  const int64_t rows = CountOf({outer, node.batch()});
  if (rows == 0 || (*out)[side] == 0) return node.Refuse(kOpen);
  node.SetRows(0, side, (*out)[side] / rows, outer);
}

void ExpandRows(BatchNode& node, BatchEdits& edits) {
  const auto in = node.InputSizes(0);
  const auto out = node.OutputSizes(0);
  auto target = node.Elements(1);
  if (!node.IsRows(0) || !in || !out || !target) return node.Refuse(kOpen);
  BatchState state = node.StateOf(0);
  state.axis += out->size() - in->size();
  const int64_t size = state.SizeFor(node.batch());
  if ((*out)[state.axis] != size) {
    return node.Refuse("a size of 1 that is the batch is broadcast");
  }
  const size_t missing = out->size() - target->size();
  const bool is_named = state.axis >= missing;
  const BatchState shape = node.StateOf(1);
  if (shape.is_sizes()) {
    for (size_t i = 0; i < shape.tells.size(); ++i) {
      if (shape.tells[i] && i + missing != state.axis) {
        return node.Refuse("its target has the batch on another axis");
      }
    }
  } else if (!shape.is_free()) {
    return node.Refuse("its target is data of the batch");
  }
  const bool is_constant = is_named && !(shape.is_sizes() && shape.tells[state.axis - missing]);
  if (is_constant && (*target)[state.axis - missing] != 1) {
    if (shape.is_sizes()) return node.Refuse("its target has the batch as a number");
    (*target)[state.axis - missing] = 1;
    edits.SetConstant(node, 1, *target, "its target stands for the batch");
  }
  node.SetState(0, state);
}

void Tile(BatchNode& node) {
  const auto repeats = node.Elements(1);
  if (!node.IsRows(0) || !node.IsFree(1) || !repeats) return node.Refuse(kParameters);
  const BatchState state = node.StateOf(0);
  if (state.axis >= repeats->size() || (*repeats)[state.axis] != 1) {
    return node.Refuse("it repeats the rows of the batch");
  }
  node.SetState(0, state);
}

void Resize(BatchNode& node, BatchEdits& edits) {
  constexpr int kSizesVersion = 11;
  constexpr uint32_t kSizes = 3;
  const bool has_roi = node.since_version() >= kSizesVersion;
  const size_t scales_at = has_roi ? 2 : 1;
  const auto in = node.InputSizes(0);
  const auto out = node.OutputSizes(0);
  if (!node.IsRows(0) || !in || !out) return node.Refuse(kParameters);
  const BatchState state = node.StateOf(0);
  // Its sizes follow the batch by themselves, if they do on this axis alone.
  const bool follows = has_roi && node.HasInput(kSizes) && node.StateOf(kSizes).is_sizes() &&
                       node.StateOf(kSizes).OnlyElement() == state.axis && node.IsFree(1) &&
                       node.IsFree(2);
  if (!follows && !node.AreFreeFrom(1)) return node.Refuse(kParameters);
  if ((*in)[state.axis] != (*out)[state.axis]) return node.Refuse(kAlong);
  if (node.IntsAttribute("axes") ||
      node.TextAttribute("coordinate_transformation_mode") == "tf_crop_and_resize") {
    return node.Refuse("how rows pass with its attributes is not known");
  }
  if (follows) return node.SetState(0, state);
  if (has_roi && node.HasInput(kSizes)) {
    const auto sizes = node.Elements(kSizes);
    if (!sizes || sizes->size() != out->size()) return node.Refuse(kOpen);
    edits.SetSizes(node, kSizes, *sizes, state.axis, state.factor * state.outer,
                   "its sizes stand for the batch");
    return node.SetState(0, state);
  }
  const graph::Tensor* const scales =
      node.HasInput(scales_at) ? node.draft().engine().ConstantOf(node.Input(scales_at)) : nullptr;
  const auto factors = scales == nullptr
                           ? std::nullopt
                           : graph::DecodeFloats(*scales, static_cast<int64_t>(in->size()));
  if (!factors || factors->size() != in->size() || (*factors)[state.axis] != 1) {
    return node.Refuse("its scale on the axis of the batch is not known to be 1");
  }
  node.SetState(0, state);
}

void Pad(BatchNode& node) {
  const auto in = node.InputSizes(0);
  const auto pads = node.ElementsOrInts(1, "pads");
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !in || !pads || node.HasInput(3) ||
      pads->size() != 2 * in->size()) {
    return node.Refuse(kParameters);
  }
  const BatchState state = node.StateOf(0);
  if ((*pads)[state.axis] != 0 || (*pads)[state.axis + in->size()] != 0) {
    return node.Refuse("it pads the axis of the batch");
  }
  node.SetState(0, state);
}

// Whether the slices of a constant along an axis are all the same.
bool AreRowsEqual(const BatchNode& node, size_t operand, const Sizes& sizes, size_t axis) {
  constexpr int64_t kMostElements = int64_t{1} << 20;
  inference::Engine& engine = node.engine();
  const graph::Tensor* const tensor = engine.ConstantOf(node.Input(operand));
  if (tensor == nullptr) return false;
  const int64_t count = CountOf(sizes);
  if (count == 0 || !engine.work().Count(static_cast<uint64_t>(count))) return false;
  const int64_t behind = CountOf(absl::MakeConstSpan(sizes).subspan(axis + 1));
  const auto are_equal = [&](const auto& elements) {
    if (!elements || static_cast<int64_t>(elements->size()) != count) return false;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t first = i - i / behind % sizes[axis] * behind;
      if ((*elements)[static_cast<size_t>(i)] != (*elements)[static_cast<size_t>(first)]) {
        return false;
      }
    }
    return true;
  };
  return are_equal(graph::DecodeFloats(*tensor, kMostElements)) ||
         are_equal(graph::DecodeIntegers(*tensor, kMostElements));
}

}  // namespace

bool ExpandFree(BatchNode& node, BatchEdits& edits, size_t operand, const BatchState& rows) {
  const auto sizes = node.InputSizes(operand);
  const int64_t size = rows.SizeFor(node.batch());
  if (!sizes || rows.axis >= sizes->size() || (*sizes)[rows.axis] != size) {
    node.Refuse(kOpen);
    return false;
  }
  const auto place = static_cast<uint32_t>(operand);
  if (size == 1) {
    edits.Expand(node, place, sizes->size(), rows.axis);
    return true;
  }
  if (edits.FillWithBatch(node, place, rows)) return true;
  if (rows.outer == 1 && rows.factor == 1 && AreRowsEqual(node, operand, *sizes, rows.axis)) {
    edits.ExpandFirst(node, place, *sizes, rows.axis);
    return true;
  }
  node.Refuse("an operand that is no row of the batch has the size of the batch");
  return false;
}

bool PassThroughMovement(RowForm form, BatchNode& node, BatchEdits& edits) {
  switch (form) {
    case RowForm::kConcat:
      Concat(node, edits);
      return true;
    case RowForm::kSplit:
      Split(node);
      return true;
    case RowForm::kSlice:
      Slice(node, edits);
      return true;
    case RowForm::kGather:
      Gather(node);
      return true;
    case RowForm::kTranspose:
      Transpose(node);
      return true;
    case RowForm::kInsertAxes:
    case RowForm::kRemoveAxes:
      ChangeAxes(node, form == RowForm::kInsertAxes);
      return true;
    case RowForm::kReshape:
      Reshape(node, edits);
      return true;
    case RowForm::kFlatten:
      Flatten(node);
      return true;
    case RowForm::kExpand:
      ExpandRows(node, edits);
      return true;
    case RowForm::kTile:
      Tile(node);
      return true;
    case RowForm::kResize:
      Resize(node, edits);
      return true;
    case RowForm::kPad:
      Pad(node);
      return true;
    default:
      return false;
  }
}

}  // namespace shapewright::questions

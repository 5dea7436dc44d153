#include "core/questions/rewrite/batch_rules.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "core/questions/rewrite/batch_movement.h"

namespace shapewright::questions {
namespace {

using rules::RowForm;

constexpr absl::string_view kMixes =
    "rows depend on each other: it works along the axis of the batch";
constexpr absl::string_view kUnknownSizes = "its sizes are not all numbers";

// Elements broadcast from the last axis on.
void Broadcast(BatchNode& node, BatchEdits& edits) {
  const auto out = node.OutputSizes(0);
  if (!out) return node.Refuse(kUnknownSizes);
  std::optional<BatchState> rows;
  for (size_t i = 0; i < node.input_count(); ++i) {
    if (!node.IsRows(i)) continue;
    const auto sizes = node.InputSizes(i);
    if (!sizes) return node.Refuse(kUnknownSizes);
    BatchState state = node.StateOf(i);
    state.axis += out->size() - sizes->size();
    if (rows && (!rows->IsLike(state))) {
      return node.Refuse("its operands have the batch on different axes");
    }
    rows = state;
  }
  const int64_t size = rows->SizeFor(node.batch());
  if ((*out)[rows->axis] != size) {
    return node.Refuse("a size of 1 that is the batch is broadcast");
  }
  for (size_t i = 0; i < node.input_count(); ++i) {
    if (!node.HasInput(i) || node.IsRows(i)) continue;
    if (!node.IsFree(i)) return node.Refuse("it computes with the batch as a number");
    const auto sizes = node.InputSizes(i);
    if (!sizes) return node.Refuse(kUnknownSizes);
    const size_t added = out->size() - sizes->size();
    if (rows->axis < added || (*sizes)[rows->axis - added] == 1) continue;
    if (!ExpandFree(node, edits, i, rows->On(rows->axis - added))) return;
  }
  for (size_t i = 0; i < node.output_count(); ++i) node.SetState(i, *rows);
}

void PassSame(BatchNode& node) {
  if (!node.IsRows(0) || !node.AreFreeFrom(1)) {
    return node.Refuse("its parameters depend on the batch");
  }
  const BatchState state = node.StateOf(0);
  for (size_t i = 0; i < node.output_count(); ++i) node.SetState(i, state);
}

void PassFirst(BatchNode& node) {
  if (!node.IsRows(0) || !node.AreFreeFrom(1)) {
    return node.Refuse("its parameters depend on the batch");
  }
  const BatchState state = node.StateOf(0);
  if (state.axis != 0) return node.Refuse(kMixes);
  if (node.IntAttribute("training_mode", 0) != 0) {
    return node.Refuse("rows depend on each other: it is in training mode");
  }
  if (node.HasOutput(1)) return node.Refuse("its second result depends on the batch as a whole");
  node.SetState(0, state);
}

// All axes from one on mix, or that one alone.
void PassAround(BatchNode& node, int64_t fallback, bool is_tail) {
  const auto sizes = node.InputSizes(0);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes) {
    return node.Refuse("its parameters depend on the batch");
  }
  const BatchState state = node.StateOf(0);
  const auto axis = AxisOf(node.IntAttribute("axis", fallback), sizes->size());
  if (!axis || (is_tail ? state.axis >= *axis : state.axis == *axis)) return node.Refuse(kMixes);
  for (size_t i = 0; i < node.output_count(); ++i) node.SetState(i, state);
}

void SoftmaxAxis(BatchNode& node) {
  constexpr int kOneAxisVersion = 13;
  const bool is_old = node.since_version() < kOneAxisVersion;
  PassAround(node, is_old ? 1 : -1, is_old);
}

// The axis that operand 1 tells mixes.
void AlongInput(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  const auto axis = node.Elements(1);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes || !axis || axis->size() != 1) {
    return node.Refuse("its axis depends on the batch");
  }
  const BatchState state = node.StateOf(0);
  const auto mixed = AxisOf((*axis)[0], sizes->size());
  if (!mixed || *mixed == state.axis) return node.Refuse(kMixes);
  node.SetState(0, state);
}

// Each operand has the batch on the same axis, which is not the one that mixes.
void Alike(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  if (!sizes || !node.IsRows(0)) return node.Refuse("an operand is no row of the batch");
  const BatchState state = node.StateOf(0);
  for (size_t i = 1; i < node.input_count(); ++i) {
    if (!node.IsRows(i) || !node.StateOf(i).IsLike(state)) {
      return node.Refuse("an operand is no row of the batch");
    }
  }
  const auto axis = AxisOf(node.IntAttribute("axis", 0), sizes->size());
  if (!axis || *axis == state.axis) return node.Refuse(kMixes);
  node.SetState(0, state);
}

// Scales and zero points are one for all, or vectors along the attribute `axis`.
void Quantize(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  const auto scale = node.InputSizes(1);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes || !scale) {
    return node.Refuse("its scale depends on the batch");
  }
  const BatchState state = node.StateOf(0);
  if (scale->size() > 1) return node.Refuse("its scales are of blocks; how rows pass is not known");
  if (scale->size() == 1 && (*scale)[0] != 1) {
    const auto axis = AxisOf(node.IntAttribute("axis", 1), sizes->size());
    if (!axis || *axis == state.axis) return node.Refuse("each row of the batch has its own scale");
  }
  node.SetState(0, state);
}

// The subscripts of the operands, and those of the result, which has a term of its own.
struct Equation {
  std::vector<absl::string_view> operands;
  absl::string_view result;
};

std::optional<Equation> ReadEquation(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> sides =
      absl::StrSplit(text, absl::MaxSplits("->", 1));
  if (!absl::StrContains(text, "->") || absl::StrContains(text, ".")) return std::nullopt;
  return Equation{absl::StrSplit(sides.first, ','), absl::StripAsciiWhitespace(sides.second)};
}

// One letter is the axis of the batch, in each operand that has it and in the result.
void Einsum(BatchNode& node) {
  constexpr absl::string_view kUnclear = "how rows pass with its equation is not known";
  const auto equation = ReadEquation(node.TextAttribute("equation"));
  if (!equation || equation->operands.size() != node.input_count()) return node.Refuse(kUnclear);
  std::optional<char> letter;
  BatchState state;
  for (size_t i = 0; i < node.input_count(); ++i) {
    if (node.IsFree(i)) continue;
    const absl::string_view term = absl::StripAsciiWhitespace(equation->operands[i]);
    const bool fits = node.IsRows(i) && node.StateOf(i).axis < term.size();
    if (!fits) return node.Refuse(kUnclear);
    const BatchState own = node.StateOf(i);
    const bool is_like = !letter || (*letter == term[own.axis] && state.IsLike(own.On(state.axis)));
    if (!is_like) return node.Refuse("rows depend on each other: several factors have the batch");
    letter = term[own.axis];
    state = own;
  }
  for (size_t i = 0; i < node.input_count(); ++i) {
    const auto count =
        std::count(equation->operands[i].begin(), equation->operands[i].end(), *letter);
    if (count > (node.IsFree(i) ? 0 : 1)) {
      return node.Refuse("an operand that is no row of the batch has the size of the batch");
    }
  }
  const size_t place = equation->result.find(*letter);
  if (place == absl::string_view::npos) return node.Refuse(kMixes);
  node.SetState(0, state.On(place));
}

void Reduce(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  if (!node.IsRows(0) || !node.AreFreeFrom(1) || !sizes) {
    return node.Refuse("its axes depend on the batch");
  }
  const BatchState state = node.StateOf(0);
  const auto axes = node.ElementsOrInts(1, "axes");
  if (!axes) return node.Refuse("rows depend on each other: it reduces all axes, or unknown ones");
  size_t before = 0;
  for (const int64_t each : *axes) {
    const auto axis = AxisOf(each, sizes->size());
    if (!axis || *axis == state.axis) return node.Refuse(kMixes);
    if (*axis < state.axis) ++before;
  }
  const bool keeps = node.IntAttribute("keepdims", 1) != 0;
  node.SetState(0, state.On(keeps ? state.axis : state.axis - before));
}

void ReduceOne(BatchNode& node) {
  const auto sizes = node.InputSizes(0);
  if (!node.IsRows(0) || !sizes) return node.Refuse(kUnknownSizes);
  const BatchState state = node.StateOf(0);
  const auto axis = AxisOf(node.IntAttribute("axis", 0), sizes->size());
  if (!axis || *axis == state.axis) return node.Refuse(kMixes);
  const bool is_shifted = node.IntAttribute("keepdims", 1) == 0 && *axis < state.axis;
  node.SetState(0, state.On(is_shifted ? state.axis - 1 : state.axis));
}

// Where an axis of a factor of a matrix product is in the result. Nothing: it is summed over.
std::optional<size_t> ProductAxis(size_t axis, size_t rank, size_t out_rank, bool is_left) {
  if (axis + 2 < rank) return axis + out_rank - rank;
  const bool is_kept = is_left ? axis + 2 == rank : axis + 1 == rank;
  if (!is_kept) return std::nullopt;
  return is_left ? out_rank - 2 : out_rank - 1;
}

void MatMul(BatchNode& node) {
  const auto left = node.InputSizes(0);
  const auto right = node.InputSizes(1);
  const auto out = node.OutputSizes(0);
  if (!left || !right || !out || !node.AreFreeFrom(2)) return node.Refuse(kUnknownSizes);
  if (left->size() < 2 || right->size() < 2) {
    return node.Refuse("a factor is a vector; how rows pass is not known");
  }
  std::optional<BatchState> rows;
  for (size_t i = 0; i < 2; ++i) {
    if (node.IsFree(i)) continue;
    if (!node.IsRows(i)) return node.Refuse("it computes with the batch as a number");
    const BatchState state = node.StateOf(i);
    const size_t rank = i == 0 ? left->size() : right->size();
    const auto axis = ProductAxis(state.axis, rank, out->size(), i == 0);
    if (!axis) return node.Refuse(kMixes);
    const BatchState found = state.On(*axis);
    const bool is_outer = *axis + 2 < out->size();
    if (rows && (!is_outer || !rows->IsLike(found))) {
      return node.Refuse("rows depend on each other: both factors have the batch");
    }
    rows = found;
  }
  const int64_t size = rows->SizeFor(node.batch());
  if ((*out)[rows->axis] != size) return node.Refuse("a size of 1 that is the batch is broadcast");
  const bool is_outer = rows->axis + 2 < out->size();
  for (size_t i = 0; is_outer && i < 2; ++i) {
    if (!node.IsFree(i)) continue;
    const Sizes& sizes = i == 0 ? *left : *right;
    const size_t added = out->size() - sizes.size();
    if (rows->axis >= added && sizes[rows->axis - added] != 1) {
      return node.Refuse("a factor that is no row of the batch has the size of the batch");
    }
  }
  node.SetState(0, *rows);
}

void Gemm(BatchNode& node) {
  if (!node.IsRows(0) || !node.IsFree(1)) {
    return node.Refuse("the second factor depends on the batch");
  }
  const BatchState state = node.StateOf(0);
  const size_t kept = node.IntAttribute("transA", 0) == 0 ? 0 : 1;
  if (state.axis != kept) return node.Refuse(kMixes);
  if (node.HasInput(2)) {
    const auto added = node.InputSizes(2);
    if (!added) return node.Refuse(kUnknownSizes);
    const bool fits = node.IsRows(2) ? added->size() == 2 && node.StateOf(2).IsLike(state.On(0))
                                     : node.IsFree(2) && (added->size() < 2 || (*added)[0] == 1);
    if (!fits) return node.Refuse("what is added has the size of the batch, or another one");
  }
  node.SetState(0, state.On(0));
}

void Recurrent(BatchNode& node, BatchEdits& edits) {
  constexpr size_t kLengths = 4;
  constexpr size_t kFirstState = 5;
  constexpr size_t kLastState = 6;
  const bool are_weights_free = node.IsFree(1) && node.IsFree(2) && node.IsFree(3);
  if (!node.IsRows(0) || !are_weights_free || !node.AreFreeFrom(kLastState + 1)) {
    return node.Refuse("its weights depend on the batch");
  }
  const BatchState state = node.StateOf(0);
  if (state.axis != 1 || node.IntAttribute("layout", 0) != 0) return node.Refuse(kMixes);
  const bool has_lengths = node.HasInput(kLengths);
  if (has_lengths && !(node.IsRows(kLengths) && node.StateOf(kLengths).IsLike(state.On(0)))) {
    return node.Refuse("its lengths of sequences are no rows of the batch");
  }
  for (size_t i = kFirstState; i <= kLastState; ++i) {
    if (!node.HasInput(i)) continue;
    const bool is_row = node.IsRows(i) && node.StateOf(i).IsLike(state);
    if (is_row) continue;
    if (!node.IsFree(i)) return node.Refuse("its initial states have the batch on another axis");
    if (!ExpandFree(node, edits, i, state)) return;
  }
  node.SetState(0, state.On(2));
  node.SetState(1, state.On(1));
  node.SetState(2, state.On(1));
}

}  // namespace

void PassThroughNumbers(RowForm form, BatchNode& node, BatchEdits& edits) {
  switch (form) {
    case RowForm::kBroadcast:
      return Broadcast(node, edits);
    case RowForm::kSame:
      return PassSame(node);
    case RowForm::kAxisFirst:
      return PassFirst(node);
    case RowForm::kOneAxis:
      return SoftmaxAxis(node);
    case RowForm::kAlongAxis:
      return PassAround(node, -1, /*is_tail=*/false);
    case RowForm::kAlongInput:
      return AlongInput(node);
    case RowForm::kMatrix:
      return PassAround(node, -2, /*is_tail=*/true);
    case RowForm::kAlike:
      return Alike(node);
    case RowForm::kQuantize:
      return Quantize(node);
    case RowForm::kEinsum:
      return Einsum(node);
    case RowForm::kTail:
      return PassAround(node, -1, /*is_tail=*/true);
    case RowForm::kReduce:
      return Reduce(node);
    case RowForm::kReduceOne:
      return ReduceOne(node);
    case RowForm::kMatMul:
      return MatMul(node);
    case RowForm::kGemm:
      return Gemm(node);
    case RowForm::kRecurrent:
      return Recurrent(node, edits);
    default:
      return node.Refuse("how rows pass through this operator is not known");
  }
}

}  // namespace shapewright::questions

#include "core/rules/operators/onnx/control/sequence_split.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/sequence_type.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::rules {
namespace {

constexpr int kSplitInput = 1;

// The operand with one dim replaced, or without it.
shape::TypeId PartType(RuleContext& ctx, int axis, std::optional<Dim> size) {
  const Shape shape = ctx.InputShape(0);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  if (size) {
    dims[axis] = *size;
  } else {
    dims.erase(dims.begin() + axis);
  }
  return ctx.types().Tensor(ctx.InputElement(0), dims);
}

// Without `split`: parts of size 1, whose axis is removed if `keepdims` is 0.
void SplitIntoOnes(RuleContext& ctx, int axis) {
  const bool keeps_axis = ctx.BoolAttribute("keepdims", true);
  const shape::TypeId part = PartType(ctx, axis, keeps_axis ? std::optional<Dim>(1) : std::nullopt);
  const Dim length = ctx.InputShape(0).dims[axis];
  if (length.is_constant() && length.constant() > 0 &&
      length.constant() <= static_cast<int64_t>(kMaxPositions)) {
    SetSequence(ctx, 0, TypeIdVector(static_cast<size_t>(length.constant()), part));
    return;
  }
  SetSequence(ctx, 0, part, length);
}

// Parts of one size; the last one may be smaller.
void SplitEvenly(RuleContext& ctx, int axis, Expr size) {
  constexpr const Check& kReason = "sequence.part_empty"_check;
  const Dim dim = ctx.InputShape(0).dims[axis];
  const Place place = Place::Element(kSplitInput, 0);
  if (!size.is_unknown() && !ctx.RequireAtLeast(size, place, 1, kReason)) {
    return;
  }
  const Expr count = ctx.CeilDiv(dim, size);
  if (!size.is_unknown() && symbolic::IsDivisible(ctx.exprs(), dim, size)) {
    SetSequence(ctx, 0, PartType(ctx, axis, size), count);
    return;
  }
  const bool is_short =
      count.is_constant() && count.constant() > 0 && count.constant() <= int64_t{kMaxPositions};
  if (is_short) {
    TypeIdVector positions(static_cast<size_t>(count.constant()) - 1, PartType(ctx, axis, size));
    const Expr before = ctx.Multiply(count.constant() - 1, size);
    positions.push_back(PartType(ctx, axis, ctx.Subtract(dim, before)));
    SetSequence(ctx, 0, positions);
    return;
  }
  // No part is empty.
  const Interval bounds = {
      1, std::min(ctx.Bounds(dim).max,
                  size.is_unknown() ? Interval::kInfinity : ctx.Bounds(size).max)};
  if (bounds.is_empty()) {
    SetSequence(ctx, 0, PartType(ctx, axis, size), 0);
    return;
  }
  const Dim part = ctx.Fresh(Place::Output(0, axis), "a part's size", bounds, ctx.Min(size, dim));
  SetSequence(ctx, 0, PartType(ctx, axis, part), count);
}

void SplitBySizes(RuleContext& ctx, int axis, absl::Span<const Expr> sizes) {
  const Dim dim = ctx.InputShape(0).dims[axis];
  TypeIdVector positions;
  Expr sum = 0;
  for (const Expr size : sizes) {
    const int index = static_cast<int>(positions.size());
    const Place place = Place::Element(kSplitInput, index);
    Dim part = size;
    if (size.is_unknown()) {
      part = ctx.Fresh(place, "a part's size", {0, ctx.Bounds(dim).max});
    } else if (!ctx.RequireAtLeast(size, place, 0, "sequence.part"_check)) {
      return;
    }
    sum = ctx.Add(sum, part);
    positions.push_back(PartType(ctx, axis, part));
  }
  ctx.RequireEqual(sum, Place::Input(kSplitInput), dim, Place::Input(0, axis),
                   "sequence.parts"_check);
  if (positions.empty()) {
    SetSequence(ctx, 0, PartType(ctx, axis, Dim(0)), 0);
    return;
  }
  for (shape::TypeId& type : positions) {
    type = ctx.workspace().ResolveType(type);
  }
  SetSequence(ctx, 0, positions);
}

// Parts of unknown sizes, which need not fill the operand.
void SplitSomehow(RuleContext& ctx, int axis, Expr count) {
  ctx.NoteUnchecked(Place::Input(kSplitInput), "sequence.parts"_check.sentence);
  const Interval bounds = {0, ctx.Bounds(ctx.InputShape(0).dims[axis]).max};
  const Dim part = ctx.Fresh(Place::Output(0, axis), "a part's size", bounds);
  SetSequence(ctx, 0, PartType(ctx, axis, part), count);
}

void SplitByOperand(RuleContext& ctx, int axis) {
  const Shape split = ctx.InputShape(kSplitInput);
  const auto sizes = ctx.IntElementsOrFresh(kSplitInput);
  if (!split.has_rank) {
    SplitSomehow(ctx, axis, Expr());
  } else if (split.rank() == 0) {
    SplitEvenly(ctx, axis, sizes && !sizes->empty() ? (*sizes)[0] : Expr());
  } else if (sizes) {
    SplitBySizes(ctx, axis, *sizes);
  } else {
    SplitSomehow(ctx, axis, split.dims[0]);
  }
}

}  // namespace

void InferSplitToSequence(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) {
    SetSequence(ctx, 0, ctx.types().Tensor(ctx.InputElement(0), Shape()), Expr());
    return;
  }
  if (ctx.HasInput(kSplitInput) && !ctx.CheckRankBetween(kSplitInput, 0, 1)) {
    return;
  }
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), shape.rank(), 0);
  if (!axis) return;
  if (ctx.HasInput(kSplitInput)) {
    SplitByOperand(ctx, *axis);
  } else {
    SplitIntoOnes(ctx, *axis);
  }
}

std::optional<PartsOfWhole> ReadParts(RuleContext& ctx, int input) {
  Workspace& workspace = ctx.workspace();
  const graph::Model& model = workspace.model();
  const graph::Value& sequence = model.values[ctx.InputValue(input)];
  if (sequence.origin != graph::ValueOrigin::kNode) return std::nullopt;
  const graph::Node& split = model.graphs[sequence.graph].nodes[sequence.producer];
  const OperatorRow* const row = workspace.operators().Resolved(split.op).row;
  if (row == nullptr || row->rule != InferSplitToSequence || split.inputs.empty()) {
    return std::nullopt;
  }
  PartsOfWhole parts;
  parts.whole = workspace.ResolvedType(split.inputs[0]);
  const Type& whole = ctx.types().at(parts.whole);
  const graph::Value& tensor = model.values[split.inputs[0]];
  if (!whole.has_rank() || tensor.graph != sequence.graph) return std::nullopt;
  const bool has_sizes = split.inputs.size() > 1 && split.inputs[1] != graph::kNoValue;
  int64_t axis = 0;
  for (const graph::Attribute& attribute : split.attributes) {
    const bool is_axis = attribute.name == "axis";
    // Without sizes, `keepdims` may remove the axis.
    const bool matters = is_axis || (attribute.name == "keepdims" && !has_sizes);
    if (!matters) continue;
    if (!is_axis || !attribute.reference.empty()) return std::nullopt;
    axis = attribute.int_value;
  }
  const int64_t rank = whole.shape.rank();
  if (axis < -rank || axis >= rank) return std::nullopt;
  parts.axis = static_cast<int>(axis < 0 ? axis + rank : axis);
  if (!has_sizes) {
    parts.size = 1;
    return parts;
  }
  const Type& sizes = ctx.types().at(workspace.ResolvedType(split.inputs[1]));
  const auto elements = workspace.IntElements(split.inputs[1]);
  if (!sizes.has_rank()) return std::nullopt;
  if (sizes.shape.rank() == 0 && elements) parts.size = (*elements)[0];
  return parts;
}

std::optional<shape::TypeId> PartAt(RuleContext& ctx, const PartsOfWhole& parts, int64_t position) {
  if (parts.size.is_unknown()) return std::nullopt;
  const Type& whole = ctx.types().at(parts.whole);
  DimVector dims(whole.shape.dims.begin(), whole.shape.dims.end());
  Dim& dim = dims[static_cast<size_t>(parts.axis)];
  const Expr rest = ctx.Subtract(dim, ctx.Multiply(position, parts.size));
  dim = ctx.Min(parts.size, rest);
  if (dim.is_unknown()) return std::nullopt;
  return ctx.types().Tensor(whole.element, dims);
}

}  // namespace shapewright::rules

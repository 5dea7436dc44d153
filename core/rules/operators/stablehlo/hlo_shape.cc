// StableHLO's operators that give a tensor another shape, or make one of a shape.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void InferHloConstant(RuleContext& ctx) {
  const graph::Attribute* const value = ctx.FindAttribute("value");
  if (value == nullptr || value->kind != graph::AttributeKind::kTensor)
    return SetToDeclared(ctx, 0);
  const graph::Tensor& tensor = *value->tensor;
  ValueState state(
      ctx.types().Tensor(tensor.element, DimVector(tensor.dims.begin(), tensor.dims.end())));
  // Not decoded until its elements are needed.
  if (!tensor.is_sparse) state.SetTensor(ctx.types(), &tensor);
  ctx.SetOutputState(0, state);
}

// The declared shape of the result; of unknown rank where there is none. Open dims are unknown.
Shape DeclaredShape(RuleContext& ctx) {
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, 0);
  if (declared == nullptr || !declared->has_shape) return Shape();
  DimVector dims;
  for (const graph::DeclaredDim& dim : declared->dims) {
    dims.push_back(dim.has_size && dim.size >= 0 ? Dim(dim.size) : Dim());
  }
  return Shape::Of(ctx.workspace().Copy(absl::Span<const Dim>(dims)));
}

// Sets the result to the dims, which hold the operand's elements in order. One that is unknown
// follows from the others.
void SetReshaped(RuleContext& ctx, DimVector dims) {
  const Expr count = ctx.InputElementCount(0);
  const auto unknown =
      std::count_if(dims.begin(), dims.end(), [](Dim d) { return d.is_unknown(); });
  if (unknown == 0) {
    ctx.RequireEqual(ctx.Product(dims), Place::Output(0), count, Place::Input(0),
                     "hlo.reshape"_check);
  } else if (unknown == 1) {
    Expr rest = 1;
    Dim* open = nullptr;
    for (Dim& dim : dims) {
      if (dim.is_unknown()) {
        open = &dim;
      } else {
        rest = ctx.Multiply(rest, dim);
      }
    }
    const bool divides = !rest.is_unknown() && !count.is_unknown() && ctx.Bounds(rest).min >= 1;
    if (divides) *open = ctx.FloorDiv(count, rest);
  }
  SetHloResult(ctx, 0, ctx.InputElement(0), dims);
  PassElements(ctx, 0, 0);
}

void InferHloReshape(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape shape = DeclaredShape(ctx);
  if (!shape.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetReshaped(ctx, DimVector(shape.dims.begin(), shape.dims.end()));
}

// The sizes of the result that an operand gives, of the declared rank; nothing after an error, or
// where not even the rank is known.
std::optional<DimVector> SizesOfResult(RuleContext& ctx, int input) {
  auto sizes = ResultSizes(ctx, input);
  const Shape declared = DeclaredShape(ctx);
  if (!declared.has_rank) return sizes;
  const auto rank = static_cast<size_t>(declared.rank());
  if (!sizes) {
    const Shape given = ctx.InputShape(input);
    if (given.has_rank && given.rank() == 1) {
      ctx.RequireEqual(given.dims[0], Place::Input(input, 0), static_cast<int64_t>(rank),
                       Place::Output(0), "hlo.output_rank"_check);
    }
    return DimVector(declared.dims.begin(), declared.dims.end());
  }
  if (sizes->size() == rank) return sizes;
  ctx.RequireEqual(static_cast<int64_t>(sizes->size()), Place::Input(input, 0),
                   static_cast<int64_t>(rank), Place::Output(0), "hlo.output_rank"_check);
  return std::nullopt;
}

void InferDynamicReshape(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  auto sizes = SizesOfResult(ctx, 1);
  if (!sizes) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetReshaped(ctx, *std::move(sizes));
}

// The operand's elements in the result, whose axis `axes[i]` is the operand's axis i.
void BroadcastElements(RuleContext& ctx, absl::Span<const int64_t> axes) {
  if (!ctx.HasOutput(0) || !MayMoveElements(ctx, 0)) return;
  const Shape result = OutputShape(ctx, 0);
  const Shape operand = ctx.InputShape(0);
  if (!SmallElementCount(result) || !SmallElementCount(operand)) return;
  const auto from = RowMajorStrides(operand.dims);
  EntryVector strides(result.dims.size(), 0);
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (!operand.dims[axis].is_constant(1)) strides[static_cast<size_t>(axes[axis])] = from[axis];
  }
  TakeStrided(ctx, 0, 0, 0, strides);
}

// Sets the result to the sizes, to which the operand is broadcast.
void SetBroadcast(RuleContext& ctx, DimVector dims) {
  const Shape operand = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  const auto axes = AxesAttribute(ctx, "broadcast_dimensions", static_cast<int>(dims.size()));
  if (!axes || !operand.has_rank) return SetHloResult(ctx, 0, element, dims);
  if (axes->size() != operand.dims.size()) {
    RefuseInts(ctx, "broadcast_dimensions",
               absl::StrCat(operand.rank(), " axes, not ", axes->size()));
    return SetHloResult(ctx, 0, element, dims);
  }
  for (int axis = 0; axis < operand.rank(); ++axis) {
    const int of_result = static_cast<int>((*axes)[static_cast<size_t>(axis)]);
    Dim& dim = dims[static_cast<size_t>(of_result)];
    if (dim.is_unknown()) continue;
    dim = UnifyUnlessOne(ctx, dim, Place::Output(0, of_result), operand.dims[axis],
                         Place::Input(0, axis), "hlo.broadcast"_check);
  }
  // A size that nothing tells is that of an operand that is not broadcast there.
  for (const int64_t kept : IntsOr(ctx, "known_nonexpanding_dimensions")) {
    if (kept < 0 || kept >= operand.rank()) continue;
    Dim& dim = dims[static_cast<size_t>((*axes)[static_cast<size_t>(kept)])];
    if (dim.is_unknown()) dim = operand.dims[static_cast<size_t>(kept)];
  }
  SetHloResult(ctx, 0, element, dims);
  BroadcastElements(ctx, *axes);
}

void InferBroadcastInDim(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape shape = DeclaredShape(ctx);
  if (!shape.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetBroadcast(ctx, DimVector(shape.dims.begin(), shape.dims.end()));
}

void InferDynamicBroadcastInDim(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  auto sizes = SizesOfResult(ctx, 1);
  if (!sizes) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetBroadcast(ctx, *std::move(sizes));
}

// New leading axes.
void InferHloBroadcast(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  DimVector dims;
  for (const int64_t size : IntsOr(ctx, "broadcast_sizes")) {
    if (size < 0) return RefuseInts(ctx, "broadcast_sizes", "sizes of at least 0");
    dims.push_back(size);
  }
  dims.insert(dims.end(), operand.dims.begin(), operand.dims.end());
  SetHloResult(ctx, 0, ctx.InputElement(0), dims);
}

// The result counts along an axis.
void SetIota(RuleContext& ctx, const DimVector& dims) {
  const auto axis = AxisAttribute(ctx, "iota_dimension", static_cast<int>(dims.size()));
  const ElementType element = ResultElement(ctx, 0, ElementType::kUndefined);
  SetHloResult(ctx, 0, element, dims);
  if (!axis || !shape::IsInteger(element) || !ctx.HasOutput(0)) return;
  const Shape shape = OutputShape(ctx, 0);
  const auto count = SmallElementCount(shape);
  if (!count || *count == 0) return;
  const int64_t stride = RowMajorStrides(shape.dims)[static_cast<size_t>(*axis)];
  const int64_t size = shape.dims[static_cast<size_t>(*axis)].constant();
  ExprVector elements;
  for (int64_t i = 0; i < *count; ++i) elements.push_back(i / stride % size);
  ctx.SetIntElements(0, elements);
}

void InferIota(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 0, 0)) return;
  const Shape shape = DeclaredShape(ctx);
  if (shape.has_rank) SetIota(ctx, DimVector(shape.dims.begin(), shape.dims.end()));
}

void InferDynamicIota(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const auto sizes = SizesOfResult(ctx, 0);
  if (sizes) SetIota(ctx, *sizes);
}

void InferGetDimensionSize(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ElementType::kInt32, absl::Span<const Dim>());
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return;
  const auto axis = AxisAttribute(ctx, "dimension", operand.rank());
  if (!axis) return;
  ctx.SetIntElements(
      0, {KeepInRange(ctx, operand.dims[static_cast<size_t>(*axis)], ElementType::kInt32)});
}

void InferSetDimensionSize(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  const Shape operand = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  const auto axis = AxisAttribute(ctx, "dimension", operand.rank());
  DimVector dims(operand.dims.begin(), operand.dims.end());
  if (axis) {
    Dim& dim = dims[static_cast<size_t>(*axis)];
    const Expr size = ctx.OnlyElementOrFresh(1);
    const bool is_size = !size.is_unknown() &&
                         ctx.RequireAtLeast(size, Place::Element(1, 0), 0, "size.negative"_check);
    dim =
        is_size ? size : ctx.DataDependentUpTo(Place::Output(0, *axis), "a size that is set", dim);
  }
  SetHloResult(ctx, 0, element, dims);
}

// A type of fewer bits adds an axis, one of more bits takes the last one.
void InferBitcastConvert(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape operand = ctx.InputShape(0);
  const ElementType to = ResultElement(ctx, 0, ElementType::kUndefined);
  const int bits = shape::ElementBits(ctx.InputElement(0));
  const int result_bits = shape::ElementBits(to);
  if (!operand.has_rank || bits <= 0 || result_bits <= 0) return SetToDeclared(ctx, 0);
  DimVector dims(operand.dims.begin(), operand.dims.end());
  const Check& check = "hlo.bitcast"_check;
  if (result_bits < bits) {
    if (bits % result_bits != 0) return SetToDeclared(ctx, 0);
    dims.push_back(bits / result_bits);
  } else if (result_bits > bits) {
    if (!ctx.CheckRankBetween(0, 1, kAnyRank)) return;
    ctx.RequireEqual(ctx.Multiply(dims.back(), bits), Place::Input(0, operand.rank() - 1),
                     result_bits, Place::Output(0), check);
    dims.pop_back();
  }
  SetHloResult(ctx, 0, to, dims);
}

constexpr OperatorTraits kOfValue = {.elements = Elements::kOfAttribute};

constexpr OperatorRow kHloShapeRows[] = {
    {kStablehlo,
     "bitcast_convert",
     {1},
     InferBitcastConvert,
     "the declared type; an axis more or less for other bits",
     {},
     kFree},
    {kStablehlo, "broadcast", {1}, InferHloBroadcast, "new leading axes", {}, kMoved},
    {kStablehlo,
     "broadcast_in_dim",
     {1},
     InferBroadcastInDim,
     "the declared shape; by value",
     kMovement,
     kMoved},
    {kStablehlo,
     "constant",
     {1},
     InferHloConstant,
     "the type of its value; by value",
     kOfValue,
     kFree},
    {kStablehlo,
     "dynamic_broadcast_in_dim",
     {1},
     InferDynamicBroadcastInDim,
     "the sizes that an operand gives; by value",
     kMovement,
     kMoved},
    {kStablehlo,
     "dynamic_iota",
     {1},
     InferDynamicIota,
     "the sizes that an operand gives; by value",
     {},
     kMoved},
    {kStablehlo,
     "dynamic_reshape",
     {1},
     InferDynamicReshape,
     "the sizes that an operand gives; by value",
     kMovement,
     kFree},
    {kStablehlo,
     "get_dimension_size",
     {1},
     InferGetDimensionSize,
     "a scalar int32; by value",
     kTypeQuery,
     kFree},
    {kStablehlo, "iota", {1}, InferIota, "the declared shape; by value", {}, kMoved},
    {kStablehlo, "reshape", {1}, InferHloReshape, "the declared shape; by value", kMovement, kFree},
    {kStablehlo,
     "set_dimension_size",
     {1},
     InferSetDimensionSize,
     "the operand's shape with another size",
     {},
     kMoved},
    {kChlo, "constant", {1}, InferHloConstant, "the type of its value; by value", kOfValue, kFree},
    {kChlo,
     "dynamic_reshape",
     {1},
     InferDynamicReshape,
     "the sizes that an operand gives; by value",
     kMovement,
     kFree},
};

}  // namespace

absl::Span<const OperatorRow> HloShapeOperators() { return kHloShapeRows; }

}  // namespace shapewright::rules

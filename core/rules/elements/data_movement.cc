#include "core/rules/elements/data_movement.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::rules {

bool MayBeKnownByValue(RuleContext& ctx, int input) {
  if (!ctx.HasInput(input)) return false;
  return ctx.workspace().IsKnownByValue(ctx.InputValue(input));
}

bool MayMoveElements(RuleContext& ctx, int input) {
  if (!ctx.HasInput(input)) return false;
  if (MayBeKnownByValue(ctx, input)) return true;
  const graph::Value& value = ctx.workspace().model().values[ctx.InputValue(input)];
  if (value.origin != graph::ValueOrigin::kInput || value.graph != 0) return false;
  const Shape shape = ctx.InputShape(input);
  return shape.has_rank && shape.rank() <= 1 && ctx.IntElementsOrFresh(input).has_value();
}

int64_t PositionOf(Expr index, int64_t size) {
  if (!index.is_constant()) return kUnknownElement;
  const int64_t i = index.constant();
  if (i < -size || i >= size) return kUnknownElement;
  return i < 0 ? i + size : i;
}

Shape OutputShape(RuleContext& ctx, int output) {
  return ctx.types().at(ctx.workspace().value(ctx.node().outputs[output]).type()).shape;
}

void PassElements(RuleContext& ctx, int output, int input) {
  if (!ctx.HasOutput(output) || !MayMoveElements(ctx, input)) return;
  if (!SmallElementCount(OutputShape(ctx, output))) return;
  ctx.workspace().PassElements(ctx.InputValue(input), ctx.node().outputs[output]);
}

void TakeElements(RuleContext& ctx, int output, int input, absl::Span<const int64_t> positions) {
  if (const auto ints = ctx.IntElements(input)) {
    absl::InlinedVector<Expr, 16> taken;
    for (const int64_t position : positions) {
      const bool is_known = position >= 0 && position < static_cast<int64_t>(ints->size());
      taken.push_back(is_known ? (*ints)[static_cast<size_t>(position)] : Expr());
    }
    ctx.SetIntElements(output, taken);
  } else if (const auto floats = ctx.FloatElements(input)) {
    absl::InlinedVector<FloatElement, 8> taken;
    for (const int64_t position : positions) {
      const bool is_known = position >= 0 && position < static_cast<int64_t>(floats->size());
      taken.push_back(is_known ? (*floats)[static_cast<size_t>(position)] : FloatElement());
    }
    ctx.SetFloatElements(output, taken);
  }
}

void TakeStrided(RuleContext& ctx, int output, int input, int64_t origin,
                 absl::Span<const int64_t> strides) {
  const Shape result = OutputShape(ctx, output);
  const auto count = SmallElementCount(result);
  if (!count) return;
  const auto own = RowMajorStrides(result.dims);
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    int64_t rest = i;
    int64_t position = origin;
    for (size_t k = 0; k < own.size(); ++k) {
      position += rest / own[k] * strides[k];
      rest %= own[k];
    }
    positions.push_back(position);
  }
  TakeElements(ctx, output, input, positions);
}

void TakeAlongAxis(RuleContext& ctx, const Shape& data, int axis,
                   absl::Span<const int64_t> places) {
  int64_t outer = 1;
  int64_t inner = 1;
  for (int i = 0; i < axis; ++i) outer *= data.dims[i].constant();
  for (int i = axis + 1; i < data.rank(); ++i) inner *= data.dims[i].constant();
  const int64_t size = data.dims[axis].constant();
  Positions positions;
  for (int64_t row = 0; row < outer; ++row) {
    for (const int64_t at : places) {
      for (int64_t column = 0; column < inner; ++column) {
        positions.push_back(at == kUnknownElement ? kUnknownElement
                                                  : (row * size + at) * inner + column);
      }
    }
  }
  TakeElements(ctx, 0, 0, positions);
}

absl::InlinedVector<int64_t, 6> RowMajorStrides(absl::Span<const Dim> dims) {
  absl::InlinedVector<int64_t, 6> strides(dims.size());
  int64_t stride = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= std::max<int64_t>(1, dims[axis].constant());
  }
  return strides;
}

Interval LengthBounds(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  if (!shape.has_rank || shape.rank() != 1) return Interval::Size();
  return ctx.Bounds(shape.dims[0]);
}

std::optional<DimVector> SizesFromElements(RuleContext& ctx, int input, const Check& check) {
  const auto elements = ctx.IntElementsOrFresh(input);
  if (!elements) {
    const Interval length = LengthBounds(ctx, input);
    if (!length.is_point() || length.min > kMaxElements) return std::nullopt;
    return DimVector(static_cast<size_t>(length.min));
  }
  DimVector sizes;
  for (const Expr element : *elements) {
    const int index = static_cast<int>(sizes.size());
    const bool is_fine =
        element.is_unknown() || ctx.RequireAtLeast(element, Place::Element(input, index), 0, check);
    sizes.push_back(is_fine ? element : ctx.Fresh(Place::Output(0, index), "contradiction"));
  }
  return sizes;
}

IntList ReadIntList(RuleContext& ctx, absl::string_view attribute, int input, int operand_version) {
  IntList list;
  if (ctx.version() < operand_version) {
    if (const auto values = ctx.IntsAttribute(attribute)) {
      list.source = IntList::Source::kGiven;
      list.values.assign(values->begin(), values->end());
    }
    return list;
  }
  if (!ctx.HasInput(input)) return list;
  list.source = IntList::Source::kUnknown;
  if (auto values = ctx.ConstantInts(input)) {
    list.source = IntList::Source::kGiven;
    list.values = *std::move(values);
  }
  return list;
}

std::optional<AxisMask> MaskAxes(RuleContext& ctx, absl::Span<const int64_t> axes, int rank,
                                 bool all) {
  AxisMask mask(static_cast<size_t>(rank), all);
  for (const int64_t axis : axes) {
    const auto normal = ctx.NormalizeAxis(axis, rank, 0);
    if (!normal) return std::nullopt;
    mask[static_cast<size_t>(*normal)] = true;
  }
  return mask;
}

DimVector ReducedDims(absl::Span<const Dim> dims, const AxisMask& mask, bool keeps_dims) {
  DimVector reduced;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!mask[axis]) {
      reduced.push_back(dims[axis]);
    } else if (keeps_dims) {
      reduced.push_back(1);
    }
  }
  return reduced;
}

void RequirePositive(RuleContext& ctx, Expr size, const Place& place, const Check& check,
                     symbolic::Basis basis) {
  if (size.is_unknown() || ctx.Bounds(size).min >= 1) return;
  if (size.is_symbolic()) {
    const symbolic::TermList terms = symbolic::TermsOf(ctx.exprs(), size);
    if (terms.size() == 1 && terms[0].coefficient > 0) size = Expr::FromNode(terms[0].monomial);
  }
  if (const auto* product = ctx.exprs().AsOperation(size, symbolic::NodeKind::kProduct)) {
    const absl::Span<const symbolic::NodeId> factors = product->factors;
    const bool are_sizes = std::all_of(factors.begin(), factors.end(), [&ctx](auto factor) {
      return ctx.Bounds(Expr::FromNode(factor)).min >= 0;
    });
    if (are_sizes) {
      for (const symbolic::NodeId factor : factors) {
        ctx.RequireAtLeast(Expr::FromNode(factor), place, 1, check, basis);
      }
      return;
    }
  }
  ctx.RequireAtLeast(size, place, 1, check, basis);
}

}  // namespace shapewright::rules

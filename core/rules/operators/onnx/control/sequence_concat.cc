#include "core/rules/operators/onnx/control/sequence_concat.h"

#include "core/rules/checks/checks.h"
#include "core/rules/operators/onnx/control/sequence_split.h"
#include "core/rules/sequence_type.h"
#include "core/symbolic/algebra/algebra.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kReason = "sequence.concat_axes"_check;

// The place of a dim of one element.
Place DimOf(size_t element, int axis) {
  Place place = Place::Input(0, axis);
  place.element = static_cast<int>(element);
  return place;
}

// `axis`: the axis along which the elements' dims are added; -1 for none.
class Concatenation {
 public:
  Concatenation(RuleContext& ctx, int axis) : ctx_(ctx), axis_(axis) {}

  // False where an element does not fit.
  bool Add(const Shape& shape, size_t element) {
    if (element == 0) {
      dims_.assign(shape.dims.begin(), shape.dims.end());
      return true;
    }
    if (shape.rank() != static_cast<int>(dims_.size())) {
      ctx_.Error("RANK_MISMATCH", DimOf(element, -1),
                 "ConcatFromSequence needs elements of one rank");
      return false;
    }
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const Dim dim = shape.dims[axis];
      dims_[axis] = axis == axis_ ? ctx_.Add(dims_[axis], dim)
                                  : ctx_.Unify(dims_[axis], DimOf(0, axis), dim,
                                               DimOf(element, axis), kReason);
    }
    return true;
  }

  DimVector& dims() { return dims_; }

 private:
  RuleContext& ctx_;
  int axis_;
  DimVector dims_;
};

// By the type of each element; nothing where one is not known.
std::optional<DimVector> ConcatPositions(RuleContext& ctx, const SequenceView& sequence, int axis) {
  Concatenation concatenation(ctx, axis);
  for (size_t i = 0; i < sequence.positions.size(); ++i) {
    const Type& type = ctx.types().at(sequence.positions[i]);
    if (!type.has_rank() || !concatenation.Add(type.shape, i)) {
      return std::nullopt;
    }
  }
  return concatenation.dims();
}

// The dim that all elements have in an axis off that of concatenation, where the type that covers
// them leaves it open. The last part of a tensor may be smaller than the others.
Dim DimOfAll(RuleContext& ctx, const std::optional<PartsOfWhole>& parts, Dim own, int axis) {
  if (parts && parts->axis == axis && !parts->size.is_unknown()) {
    const Dim whole = ctx.types().at(parts->whole).shape.dims[axis];
    const Expr rest = ctx.Min(symbolic::Mod(ctx.exprs(), whole, parts->size),
                              ctx.Max(0, ctx.Subtract(whole, parts->size)));
    const Expr part = ctx.Min(parts->size, whole);
    if (!rest.is_unknown() && !part.is_unknown()) {
      ctx.RequireEqual(rest, Place::Input(0, axis), 0, {}, kReason);
      return part;
    }
  }
  const Dim another = ctx.Fresh(DimOf(1, axis), "the dim of another element", ctx.Bounds(own));
  ctx.RequireEqual(own, DimOf(0, axis), another, DimOf(1, axis), kReason);
  return own;
}

// By the type that covers every element. Off the axis all elements have the same dim, so an unknown
// dim there is one symbol.
DimVector ConcatAlike(RuleContext& ctx, const SequenceView& sequence, const Shape& shape,
                      int axis) {
  const auto parts = ReadParts(ctx, 0);
  DimVector dims;
  for (int i = 0; i < shape.rank(); ++i) {
    const Dim own = ElementDim(ctx, shape.dims[i], Place::Input(0, i));
    const bool is_exact = own == shape.dims[i];
    if (i != axis) {
      const bool may_differ = !is_exact && !sequence.length.is_constant(1);
      dims.push_back(may_differ ? DimOfAll(ctx, parts, own, i) : own);
    } else if (is_exact && !sequence.length.is_unknown()) {
      dims.push_back(ctx.Multiply(sequence.length, own));
    } else {
      const Interval bounds = symbolic::Multiply(
          ctx.Bounds(own),
          sequence.length.is_unknown() ? Interval::AtLeast(1) : ctx.Bounds(sequence.length));
      dims.push_back(ctx.Fresh(Place::Output(0, i), "a sum over a sequence",
                               symbolic::Intersect(bounds, Interval::Size())));
    }
  }
  return dims;
}

Shape FirstKnownShape(RuleContext& ctx, const SequenceView& sequence) {
  for (const shape::TypeId id : sequence.positions) {
    if (ctx.types().at(id).has_rank()) return ctx.types().at(id).shape;
  }
  const Type& inner = ctx.types().at(sequence.inner);
  return inner.is_tensor() ? inner.shape : Shape();
}

}  // namespace

void InferConcatFromSequence(RuleContext& ctx) {
  const auto sequence = ReadSequence(ctx, 0);
  if (!sequence) return;
  const Type& inner = ctx.types().at(sequence->inner);
  const ElementType element = inner.is_tensor() ? inner.element : ElementType::kUndefined;
  const bool has_new_axis = ctx.BoolAttribute("new_axis", false);
  const Shape shape = FirstKnownShape(ctx, *sequence);
  ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(1)));
  if (!sequence->length.is_unknown() &&
      !ctx.RequireAtLeast(sequence->length, Place::Input(0), 1, "sequence.concat"_check)) {
    return;
  }
  if (!shape.has_rank) return;
  const auto axis =
      ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), shape.rank() + (has_new_axis ? 1 : 0), 0);
  if (!axis) return;
  const int summed = has_new_axis ? -1 : *axis;
  std::optional<DimVector> dims;
  // onnxruntime leaves out tensors without elements, of whatever shape.
  const ToleratedChecks checks(ctx);
  if (sequence->has_positions) {
    dims = ConcatPositions(ctx, *sequence, summed);
  }
  const auto parts = has_new_axis || dims ? std::nullopt : ReadParts(ctx, 0);
  if (parts && parts->axis == *axis) {
    // All parts of a tensor are the tensor.
    const Shape& whole = ctx.types().at(parts->whole).shape;
    dims = DimVector(whole.dims.begin(), whole.dims.end());
  }
  if (!dims && inner.has_rank()) {
    dims = ConcatAlike(ctx, *sequence, inner.shape, summed);
  }
  if (!dims) return;
  if (has_new_axis) {
    dims->insert(dims->begin() + *axis, LengthOrFresh(ctx, *sequence, Place::Output(0, *axis)));
  }
  ctx.SetOutput(0, element, *dims);
}

}  // namespace shapewright::rules

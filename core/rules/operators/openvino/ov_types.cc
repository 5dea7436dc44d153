// Operators of OpenVINO that change or take apart element types.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

void InferConvert(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const ElementType to = OvElement(ctx, "destination_type", ElementType::kUndefined);
  if (static_cast<int>(to) >= shape::kElementTypeCount || to == ElementType::kUndefined) {
    return ctx.SetOutput(0, to, ctx.InputShape(0));
  }
  OnnxView(ctx).Int("to", static_cast<int64_t>(to)).Infer("Cast", 13);
}

void InferConvertLike(RuleContext& ctx) {
  if (CheckInputs(ctx, 2, 2)) InferAs<"CastLike", 15>(ctx);
}

void InferFakeConvert(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3) || !CheckKind(ctx, 0, OvKind::kReal)) return;
  const ElementType to = OvElement(ctx, "destination_type", ElementType::kFloat8e4m3fn);
  if (to != ElementType::kFloat8e4m3fn && to != ElementType::kFloat8e5m2) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "FakeConvert is to f8e4m3 or f8e5m2");
    return;
  }
  for (int input = 1; input < ctx.input_count(); ++input) ctx.CheckSameElement(0, input);
  // The scale is broadcast to the data, never the reverse; the shift has its shape.
  const Shape data = ctx.InputShape(0);
  const Shape scale = ctx.InputShape(1);
  if (ctx.HasInput(2) && scale.has_rank && ctx.CheckRank(2, scale.rank())) {
    const DimVector shift = DimsOrUnknown(ctx, 2, scale.rank());
    for (int i = 0; i < scale.rank(); ++i) {
      ctx.Unify(scale.dims[i], Place::Input(1, i), shift[i], Place::Input(2, i),
                "sizes.agree"_check);
    }
  }
  if (!data.has_rank || !scale.has_rank) return SetSameAsInput(ctx, 0, 0);
  if (!ctx.CheckRankBetween(1, 0, data.rank())) return;
  DimVector dims(data.dims.begin(), data.dims.end());
  for (int i = 0; i < scale.rank(); ++i) {
    const int axis = data.rank() - scale.rank() + i;
    dims[axis] = UnifyUnlessOne(ctx, dims[axis], Place::Input(0, axis), scale.dims[i],
                                Place::Input(1, i), "broadcast.target"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Begins and ends of each string, and their bytes.
void InferStringUnpack(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const Shape data = ctx.InputShape(0);
  ctx.SetOutput(0, ElementType::kInt32, data);
  ctx.SetOutput(1, ElementType::kInt32, data);
  const Dim bytes = IsSurelyEmpty(ctx, data)
                        ? Dim(0)
                        : ctx.DataDependent(Place::Output(2, 0), "the bytes of all strings");
  ctx.SetOutput(2, ElementType::kUint8, {bytes});
}

void InferStringPack(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  ctx.CheckRank(2, 1);
  ctx.CheckSameElement(0, 1);
  const Shape begins = ctx.InputShape(0);
  const Shape ends = ctx.InputShape(1);
  if (begins.has_rank && ends.has_rank && ctx.CheckRank(1, begins.rank())) {
    for (int i = 0; i < begins.rank(); ++i) {
      ctx.RequireEqual(begins.dims[i], Place::Input(0, i), ends.dims[i], Place::Input(1, i),
                       "sizes.agree"_check);
    }
  }
  ctx.SetOutput(0, ElementType::kString, begins.has_rank ? begins : ends);
}

// What ConvertPromoteTypes finds: the type of both operands, and whether no number is lost by it.
struct Promotion {
  ElementType type = ElementType::kUndefined;
  bool is_safe = true;
};

bool IsSigned(ElementType element) { return shape::ElementRange(element).min < 0; }

// Floats hold the integers of half as many bits.
bool HoldsIntegers(ElementType real, ElementType integer) {
  return shape::ElementBits(real) >= 2 * shape::ElementBits(integer);
}

// Of two integer types of which one is signed.
Promotion PromoteSigned(RuleContext& ctx, ElementType with_sign, ElementType without) {
  const int bits = shape::ElementBits(without);
  if (shape::ElementBits(with_sign) > bits) return {with_sign, true};
  switch (bits) {
    case 4:
      return {ElementType::kInt8, false};
    case 8:
      return {ElementType::kInt16, false};
    case 16:
      return {ElementType::kInt32, false};
    case 32:
      return {ElementType::kInt64, false};
    default:
      return {OvElement(ctx, "u64_integer_promotion_target", ElementType::kFloat), false};
  }
}

Promotion PromoteTensors(RuleContext& ctx, ElementType a, ElementType b) {
  const bool is_real_a = shape::IsFloat(a);
  const bool is_real_b = shape::IsFloat(b);
  const int more = shape::ElementBits(a) - shape::ElementBits(b);
  if (is_real_a && is_real_b) {
    return more == 0 ? Promotion{ElementType::kFloat, false} : Promotion{more > 0 ? a : b, true};
  }
  if (is_real_a) return {a, HoldsIntegers(a, b)};
  if (is_real_b) return {b, HoldsIntegers(b, a)};
  if (IsSigned(a) == IsSigned(b)) return {more > 0 ? a : b, true};
  return IsSigned(a) ? PromoteSigned(ctx, a, b) : PromoteSigned(ctx, b, a);
}

// PyTorch's rule: a scalar takes the tensor's type, unless it alone is real.
Promotion PromoteScalar(ElementType tensor, ElementType scalar) {
  const bool is_real = shape::IsFloat(tensor);
  if (shape::IsFloat(scalar)) {
    if (!is_real) return {scalar, HoldsIntegers(scalar, tensor)};
    return {tensor, shape::ElementBits(scalar) <= shape::ElementBits(tensor)};
  }
  if (is_real) return {tensor, HoldsIntegers(tensor, scalar)};
  if (IsSigned(scalar) && !IsSigned(tensor)) return {tensor, false};
  const int room = shape::ElementBits(tensor) * (IsSigned(scalar) == IsSigned(tensor) ? 1 : 2);
  return {tensor, shape::ElementBits(scalar) <= room};
}

Promotion PromoteTypes(RuleContext& ctx, ElementType a, ElementType b) {
  if (a == ElementType::kUndefined || b == ElementType::kUndefined) return {};
  if (a == b || b == ElementType::kBool) return {a, true};
  if (a == ElementType::kBool) return {b, true};
  if (!OvFlag(ctx, "pytorch_scalar_promotion", false)) return PromoteTensors(ctx, a, b);
  const Shape shape_a = ctx.InputShape(0);
  const Shape shape_b = ctx.InputShape(1);
  if (!shape_a.has_rank || !shape_b.has_rank) return {};
  if ((shape_a.rank() == 0) == (shape_b.rank() == 0)) return PromoteTensors(ctx, a, b);
  return shape_a.rank() == 0 ? PromoteScalar(b, a) : PromoteScalar(a, b);
}

// Both operands in a type that holds both.
void InferPromoteTypes(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const Promotion both = PromoteTypes(ctx, ctx.InputElement(0), ctx.InputElement(1));
  if (!both.is_safe && !OvFlag(ctx, "promote_unsafe", false)) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(1),
              absl::StrCat("no type holds ", shape::ElementTypeName(ctx.InputElement(0)), " and ",
                           shape::ElementTypeName(ctx.InputElement(1)), " without a loss"));
    return;
  }
  ctx.SetOutput(0, both.type, ctx.InputShape(0));
  ctx.SetOutput(1, both.type, ctx.InputShape(1));
}

constexpr PerElement kCastCost = {.alu = 1};

constexpr OperatorRow kOvTypeRows[] = {
    {kOpenVino,
     "Convert",
     {1},
     InferConvert,
     "the operand's shape; by value",
     kMovement,
     kCastCost},
    {kOpenVino,
     "ConvertLike",
     {1},
     InferConvertLike,
     "the operand's shape; by value",
     kMovement,
     kCastCost},
    {kOpenVino, "ConvertPromoteTypes", {14}, InferPromoteTypes, "both in one type", {}, kMoved},
    {kOpenVino, "FakeConvert", {13}, InferFakeConvert, kSameAsFirst, kElementwise, kCastCost},
    {kOpenVino, "StringTensorPack", {15}, InferStringPack, "the shape of the begins"},
    {kOpenVino,
     "StringTensorUnpack",
     {15},
     InferStringUnpack,
     "the strings' shape, and bytes",
     kBoundedSizes},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoTypeOperators() { return kOvTypeRows; }

}  // namespace shapewright::rules

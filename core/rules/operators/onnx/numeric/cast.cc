// Cast, CastLike, BitCast: another element type, the same shape.
#include "absl/strings/str_cat.h"
#include "core/rules/elements/cast_elements.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// Version 1 names the type by the name of its enum value.
struct TypeName {
  absl::string_view name;
  ElementType element;
};
constexpr TypeName kTypeNames[] = {
    {"FLOAT", ElementType::kFloat},
    {"UINT8", ElementType::kUint8},
    {"INT8", ElementType::kInt8},
    {"UINT16", ElementType::kUint16},
    {"INT16", ElementType::kInt16},
    {"INT32", ElementType::kInt32},
    {"INT64", ElementType::kInt64},
    {"STRING", ElementType::kString},
    {"BOOL", ElementType::kBool},
    {"FLOAT16", ElementType::kFloat16},
    {"DOUBLE", ElementType::kDouble},
    {"UINT32", ElementType::kUint32},
    {"UINT64", ElementType::kUint64},
    {"COMPLEX64", ElementType::kComplex64},
    {"COMPLEX128", ElementType::kComplex128},
};

ElementType TargetType(RuleContext& ctx) {
  const graph::Attribute* to = ctx.FindAttribute("to");
  if (to != nullptr && to->kind == graph::AttributeKind::kInt && to->int_value > 0 &&
      to->int_value < shape::kElementTypeCount) {
    return static_cast<ElementType>(to->int_value);
  }
  if (to != nullptr && to->kind == graph::AttributeKind::kString) {
    for (const TypeName& type : kTypeNames) {
      if (type.name == to->string_value) return type.element;
    }
  }
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs the attribute `to` to name an element type"));
  return ElementType::kUndefined;
}

void InferCast(RuleContext& ctx) { CastTo(ctx, TargetType(ctx)); }

void InferCastLike(RuleContext& ctx) { CastTo(ctx, ctx.InputElement(1)); }

void InferBitCast(RuleContext& ctx) {
  const ElementType from = ctx.InputElement(0);
  const ElementType to = TargetType(ctx);
  if (from != ElementType::kUndefined && to != ElementType::kUndefined &&
      shape::ElementBits(from) != shape::ElementBits(to)) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(0),
              absl::StrCat("BitCast needs types of one width, not ", shape::ElementTypeName(from),
                           " and ", shape::ElementTypeName(to)));
  }
  ctx.SetOutput(0, to, ctx.InputShape(0));
}

constexpr OperatorRow kCastRows[] = {
    {"", "BitCast", {26}, InferBitCast, "the operand's shape, the element type `to`", {}, kFree},
    {"",
     "Cast",
     {1, 6, 9, 13, 19, 21, 23, 24, 25, 28},
     InferCast,
     "the operand's shape, the element type `to`; by value",
     kMovement,
     kMoved},
    {"",
     "CastLike",
     {15, 19, 21, 23, 24, 25},
     InferCastLike,
     "the operand's shape, the other one's element type; by value",
     {},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> CastOperators() { return kCastRows; }

}  // namespace shapewright::rules

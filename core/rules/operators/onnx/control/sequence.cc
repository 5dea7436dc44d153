// Sequences of tensors, and optionals. The types of single elements are followed
// while the length is known.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/join.h"
#include "core/rules/operators/onnx/control/sequence_concat.h"
#include "core/rules/operators/onnx/control/sequence_map.h"
#include "core/rules/operators/onnx/control/sequence_split.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/sequence_type.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kDiffer = "the elements of a sequence differ";

void InferSequenceEmpty(RuleContext& ctx) {
  const auto element = ctx.ElementAttribute("dtype", ElementType::kFloat);
  SetSequence(ctx, 0, ctx.types().Tensor(element, Shape()), 0);
}

bool AreAll(absl::Span<const shape::TypeId> positions, shape::TypeId id) {
  return std::all_of(positions.begin(), positions.end(),
                     [id](shape::TypeId each) { return each == id; });
}

// The element type that all elements of a sequence share.
ElementType ElementTypeOf(RuleContext& ctx, shape::TypeId id) {
  const Type& type = ctx.types().at(id);
  return type.is_tensor() ? type.element : ElementType::kUndefined;
}

void InferSequenceConstruct(RuleContext& ctx) {
  TypeIdVector positions;
  for (int i = 0; i < ctx.input_count(); ++i) {
    ctx.CheckSameElement(0, i);
    positions.push_back(ctx.InputTypeId(i));
  }
  SetSequence(ctx, 0, positions);
}

void CheckInserted(RuleContext& ctx, shape::TypeId inner) {
  const ElementType held = ElementTypeOf(ctx, inner);
  const ElementType given = ctx.InputElement(1);
  if (held == given || held == ElementType::kUndefined || given == ElementType::kUndefined) {
    return;
  }
  ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(1),
            absl::StrCat("SequenceInsert puts ", shape::ElementTypeName(given),
                         " into a sequence of ", shape::ElementTypeName(held)));
}

void InferSequenceInsert(RuleContext& ctx) {
  auto sequence = ReadSequence(ctx, 0);
  if (!sequence) return;
  CheckInserted(ctx, sequence->inner);
  const shape::TypeId inserted = ctx.InputTypeId(1);
  std::optional<int64_t> position;
  bool is_valid = true;
  if (ctx.HasInput(2)) {
    position = ReadPosition(ctx, 2, sequence->length, true, &is_valid);
  } else if (sequence->has_positions) {
    position = static_cast<int64_t>(sequence->positions.size());
  }
  if (!is_valid) return;
  const bool is_uniform = sequence->has_positions && AreAll(sequence->positions, inserted);
  if (sequence->has_positions && (position || is_uniform)) {
    auto& positions = sequence->positions;
    positions.insert(positions.begin() + position.value_or(0), inserted);
    SetSequence(ctx, 0, positions);
    return;
  }
  Joiner joiner(ctx, kDiffer);
  const shape::TypeId inner =
      sequence->length.is_constant(0) ? inserted : joiner.JoinTypes(sequence->inner, inserted);
  SetSequence(ctx, 0, inner, ctx.Add(sequence->length, 1));
}

void InferSequenceErase(RuleContext& ctx) {
  auto sequence = ReadSequence(ctx, 0);
  if (!sequence) return;
  if (!ctx.RequireAtLeast(sequence->length, Place::Input(0), 1, "sequence.erase"_check)) {
    return;
  }
  std::optional<int64_t> position;
  bool is_valid = true;
  if (ctx.HasInput(1)) {
    position = ReadPosition(ctx, 1, sequence->length, false, &is_valid);
  } else if (sequence->has_positions) {
    position = static_cast<int64_t>(sequence->positions.size()) - 1;
  }
  if (!is_valid) return;
  auto& positions = sequence->positions;
  if (sequence->has_positions && position && positions.size() > 1) {
    positions.erase(positions.begin() + *position);
    SetSequence(ctx, 0, positions);
    return;
  }
  SetSequence(ctx, 0, sequence->inner, ctx.Subtract(sequence->length, 1));
}

void InferSequenceAt(RuleContext& ctx) {
  const auto sequence = ReadSequence(ctx, 0);
  if (!sequence) return;
  const Expr& length = sequence->length;
  if (!length.is_unknown() &&
      !ctx.RequireAtLeast(length, Place::Input(0), 1, "sequence.take"_check)) {
    return;
  }
  bool is_valid = true;
  const auto position = ReadPosition(ctx, 1, sequence->length, false, &is_valid);
  if (!is_valid) return;
  const auto& positions = sequence->positions;
  if (sequence->has_positions && !positions.empty() &&
      (position || AreAll(positions, positions.front()))) {
    ctx.SetOutputType(0, positions[static_cast<size_t>(position.value_or(0))]);
    return;
  }
  if (const auto parts = position ? ReadParts(ctx, 0) : std::nullopt) {
    if (const auto part = PartAt(ctx, *parts, *position)) return ctx.SetOutputType(0, *part);
  }
  ctx.SetOutputType(0, ElementOf(ctx, sequence->inner, Place::Output(0)));
}

void InferSequenceLength(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt64, absl::Span<const Dim>());
  SequenceView unknown;
  const auto sequence = ReadSequence(ctx, 0);
  const Expr length = LengthOrFresh(ctx, sequence ? *sequence : unknown, Place::Output(0));
  ctx.SetIntElements(0, {length});
}

void InferOptional(RuleContext& ctx) {
  if (ctx.HasInput(0)) {
    ctx.SetOutputType(0, ctx.types().Optional(ctx.InputTypeId(0), shape::Presence::kPresent));
    return;
  }
  const graph::Attribute* type = ctx.FindAttribute("type");
  const bool is_given = type != nullptr && type->kind == graph::AttributeKind::kType;
  if (!is_given) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "Optional without an input needs the attribute type");
  }
  const shape::TypeId inner = is_given ? DeclaredResult(ctx, *type->type, 0) : shape::kUnknownType;
  ctx.SetOutputType(0, ctx.types().Optional(inner, shape::Presence::kAbsent));
}

void InferOptionalGetElement(RuleContext& ctx) {
  const Type& type = ctx.InputType(0);
  if (type.kind == shape::TypeKind::kUnknown) return;
  if (type.kind != shape::TypeKind::kOptional) {
    ctx.SetOutputToInput(0, 0);  // version 18 and newer
    return;
  }
  if (type.presence == shape::Presence::kAbsent) {
    ctx.Error("EMPTY_OPTIONAL", Place::Input(0),
              "OptionalGetElement reads an optional that is always empty");
  }
  ctx.SetOutputType(0, type.inner);
}

void InferOptionalHasElement(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kBool, absl::Span<const Dim>());
  if (!ctx.HasInput(0)) {
    ctx.SetIntElements(0, {Expr(0)});
    return;
  }
  const Type& type = ctx.InputType(0);
  if (type.kind == shape::TypeKind::kUnknown) return;
  const bool is_optional = type.kind == shape::TypeKind::kOptional;
  if (is_optional && type.presence == shape::Presence::kUnknown) return;
  const bool has_element = !is_optional || type.presence == shape::Presence::kPresent;
  ctx.SetIntElements(0, {Expr(has_element ? 1 : 0)});
}

constexpr OperatorRow kSequenceRows[] = {
    {"",
     "ConcatFromSequence",
     {11},
     InferConcatFromSequence,
     "the sum along the axis, or the length as a new axis",
     {},
     kMoved},
    {"", "Optional", {15, 28}, InferOptional, "an optional of the operand", {}, kFree},
    {"",
     "OptionalGetElement",
     {15, 18, 28},
     InferOptionalGetElement,
     "what the optional holds",
     {},
     kFree},
    {"",
     "OptionalHasElement",
     {15, 18, 28},
     InferOptionalHasElement,
     "a scalar; by value",
     kTypeQuery,
     kFree},
    {"",
     "SequenceAt",
     {11},
     InferSequenceAt,
     "the element's type; the exact one where the position is known",
     {},
     kFree},
    {"",
     "SequenceConstruct",
     {11},
     InferSequenceConstruct,
     "the types of all positions",
     {},
     kFree},
    {"", "SequenceEmpty", {11}, InferSequenceEmpty, "of length 0", {}, kFree},
    {"", "SequenceErase", {11}, InferSequenceErase, "one element less", {}, kFree},
    {"", "SequenceInsert", {11}, InferSequenceInsert, "one element more", {}, kFree},
    {"", "SequenceLength", {11}, InferSequenceLength, "a scalar; by value", kTypeQuery, kFree},
    {"",
     "SequenceMap",
     {17},
     InferSequenceMap,
     "the body's results for each element",
     {.bodies = Bodies::kMap},
     kBodiesOnly},
    {"",
     "SplitToSequence",
     {11, 24},
     InferSplitToSequence,
     "the parts, exactly where their sizes are known",
     {},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> SequenceOperators() { return kSequenceRows; }

}  // namespace shapewright::rules

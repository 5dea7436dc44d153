#include "core/rules/operators/stablehlo/hlo_operands.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/sequence_type.h"

namespace shapewright::rules {
namespace {

// Whether each entry is an axis of the rank, and there once.
bool AreAxes(RuleContext& ctx, absl::string_view name, absl::Span<const int64_t> axes, int rank) {
  absl::InlinedVector<bool, 8> is_named(static_cast<size_t>(rank), false);
  for (const int64_t axis : axes) {
    const bool is_axis = axis >= 0 && axis < rank;
    if (!is_axis || is_named[static_cast<size_t>(axis)]) {
      RefuseInts(ctx, name,
                 absl::StrCat(is_axis ? "different axes" : "axes within rank ",
                              is_axis ? "" : absl::StrCat(rank), ", not ", axis));
      return false;
    }
    is_named[static_cast<size_t>(axis)] = true;
  }
  return true;
}

}  // namespace

bool CheckOperandCount(RuleContext& ctx, int min, int max) {
  const int count = ctx.input_count();
  if (count >= min && count <= max) return true;
  ctx.Error("WRONG_INPUT_COUNT", {},
            absl::StrCat(ctx.op().op_type, " takes ", max == kAnyRank ? "at least " : "", min,
                         max == kAnyRank || max == min ? "" : absl::StrCat(" to ", max),
                         " inputs, the node has ", count));
  return false;
}

void RefuseInts(RuleContext& ctx, absl::string_view name, absl::string_view demand) {
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", demand, " in ", name));
}

bool Contains(absl::Span<const int64_t> list, int64_t entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

absl::Span<const int64_t> IntsOr(RuleContext& ctx, absl::string_view name) {
  return ctx.IntsAttribute(name).value_or(absl::Span<const int64_t>());
}

std::optional<absl::Span<const int64_t>> AxesAttribute(RuleContext& ctx, absl::string_view name,
                                                       int rank) {
  const auto axes = IntsOr(ctx, name);
  if (!AreAxes(ctx, name, axes, rank)) return std::nullopt;
  return axes;
}

std::optional<int> AxisAttribute(RuleContext& ctx, absl::string_view name, int rank) {
  const int64_t axis = ctx.IntAttribute(name, 0);
  if (axis >= 0 && axis < rank) return static_cast<int>(axis);
  RefuseInts(ctx, name, absl::StrCat("an axis within rank ", rank, ", not ", axis));
  return std::nullopt;
}

std::optional<EntryVector> EntriesAttribute(RuleContext& ctx, absl::string_view name, int count,
                                            int64_t min, int64_t otherwise) {
  const auto entries = ctx.IntsAttribute(name);
  if (!entries) return EntryVector(static_cast<size_t>(count), otherwise);
  if (entries->size() != static_cast<size_t>(count)) {
    RefuseInts(ctx, name, absl::StrCat(count, " entries, not ", entries->size()));
    return std::nullopt;
  }
  for (const int64_t entry : *entries) {
    if (entry >= min) continue;
    RefuseInts(ctx, name, absl::StrCat("entries of at least ", min, ", not ", entry));
    return std::nullopt;
  }
  return EntryVector(entries->begin(), entries->end());
}

std::optional<EntryVector> PairsAttribute(RuleContext& ctx, absl::string_view name, int count) {
  const graph::Attribute* const pairs = ctx.FindAttribute(name);
  const auto entries = static_cast<size_t>(count) * 2;
  if (pairs == nullptr) return EntryVector(entries, 0);
  EntryVector values;
  if (pairs->kind == graph::AttributeKind::kInts) {
    values.assign(pairs->int_list().begin(), pairs->int_list().end());
  } else if (pairs->kind == graph::AttributeKind::kTensor) {
    const auto decoded = graph::DecodeIntegers(*pairs->tensor, kMaxElements);
    if (decoded) values.assign(decoded->begin(), decoded->end());
  }
  if (values.size() == entries) return values;
  RefuseInts(ctx, name, absl::StrCat("two numbers for each of ", count, " axes"));
  return std::nullopt;
}

const graph::DeclaredType* DeclaredResultOf(RuleContext& ctx, int output) {
  const graph::Attribute* const types = ctx.FindAttribute("result_types");
  if (types == nullptr || output < 0) return nullptr;
  if (types->kind == graph::AttributeKind::kType) return output == 0 ? types->type : nullptr;
  const bool is_there =
      types->kind == graph::AttributeKind::kTypes && static_cast<uint32_t>(output) < types->count;
  return is_there ? &types->types[output] : nullptr;
}

ElementType ResultElement(RuleContext& ctx, int output, ElementType otherwise) {
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, output);
  const bool is_known = declared != nullptr && declared->element != ElementType::kUndefined;
  return is_known ? declared->element : otherwise;
}

namespace {

// Demands that dims are those that are declared, and puts these in the place of unknown ones. False
// after an error about the rank.
bool MatchDeclared(RuleContext& ctx, int output, const graph::DeclaredType& declared,
                   DimVector* dims) {
  if (dims->size() != declared.dims.size()) {
    ctx.Error("RANK_MISMATCH", Place::Output(output),
              absl::StrCat(ctx.op().op_type, " gives ", ctx.Text(Shape::Of(*dims)),
                           ", of another rank than ", declared.dims.size(), ", which is declared"));
    return false;
  }
  for (size_t axis = 0; axis < dims->size(); ++axis) {
    const graph::DeclaredDim& dim = declared.dims[axis];
    const Place at = Place::Output(output, static_cast<int>(axis));
    if (!dim.has_size || dim.size < 0) continue;
    Dim& own = (*dims)[axis];
    own = own.is_unknown() ? Dim(dim.size) : ctx.Unify(own, at, dim.size, at, "hlo.result"_check);
  }
  return true;
}

}  // namespace

void SetHloResult(RuleContext& ctx, int output, ElementType element, const Shape& shape) {
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, output);
  if (declared == nullptr || declared->kind != shape::TypeKind::kTensor) {
    return ctx.SetOutput(output, element, shape);
  }
  const bool has_element = declared->element != ElementType::kUndefined;
  if (has_element && element != ElementType::kUndefined && element != declared->element) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Output(output),
              absl::StrCat(ctx.op().op_type, " gives ", shape::ElementTypeName(element),
                           ", declared is ", shape::ElementTypeName(declared->element)));
  }
  if (has_element) element = declared->element;
  if (!declared->has_shape) return ctx.SetOutput(output, element, shape);
  if (!shape.has_rank) return SetToDeclared(ctx, output);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  MatchDeclared(ctx, output, *declared, &dims);
  ctx.SetOutput(output, element, dims);
}

void RequireDeclared(RuleContext& ctx, int output) {
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, output);
  if (declared == nullptr || !declared->has_shape || !ctx.HasOutput(output)) return;
  const Shape shape = OutputShape(ctx, output);
  if (!shape.has_rank) return;
  DimVector dims(shape.dims.begin(), shape.dims.end());
  MatchDeclared(ctx, output, *declared, &dims);
}

void SetToDeclared(RuleContext& ctx, int output) {
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, output);
  if (declared == nullptr || !ctx.HasOutput(output)) return;
  ctx.SetOutputType(output, DeclaredResult(ctx, *declared, output));
}

void SetAllToDeclared(RuleContext& ctx) {
  for (int i = 0; i < ctx.output_count(); ++i) SetToDeclared(ctx, i);
}

Shape OneShapeOf(RuleContext& ctx, int first, int end, const Check& check) {
  int known = -1;
  DimVector dims;
  absl::InlinedVector<int, 6> origins;
  for (int i = first; i < end; ++i) {
    const Shape shape = ctx.InputShape(i);
    if (!shape.has_rank) continue;
    if (known < 0) {
      known = i;
      dims.assign(shape.dims.begin(), shape.dims.end());
      origins.assign(dims.size(), i);
      continue;
    }
    if (!ctx.CheckRank(i, static_cast<int>(dims.size()))) return Shape();
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if (dims[axis] == shape.dims[axis]) continue;
      const Dim unified = ctx.Unify(dims[axis], Place::Input(origins[axis], axis), shape.dims[axis],
                                    Place::Input(i, axis), check);
      if (!(unified == dims[axis])) origins[axis] = i;
      dims[axis] = unified;
    }
  }
  if (known < 0) return Shape();
  return Shape::Of(ctx.workspace().Copy(absl::Span<const Dim>(dims)));
}

std::optional<DimVector> ResultSizes(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  if (shape.has_rank && !ctx.CheckRank(input, 1)) return std::nullopt;
  return SizesFromElements(ctx, input, "size.negative"_check);
}

std::optional<ExprVector> ElementsOrUnknown(RuleContext& ctx, int input) {
  if (const auto elements = ctx.IntElementsOrFresh(input)) {
    return ExprVector(elements->begin(), elements->end());
  }
  const Expr count = ctx.InputElementCount(input);
  if (!count.is_constant() || count.constant() < 0 || count.constant() > kMaxElements) {
    return std::nullopt;
  }
  return ExprVector(static_cast<size_t>(count.constant()));
}

std::vector<ValueState> RunScalars(RuleContext& ctx, absl::string_view region,
                                   absl::Span<const ElementType> elements) {
  const graph::GraphId body = ctx.GraphAttribute(region);
  if (body == graph::kNoGraph) return {};
  std::vector<ValueState> inputs;
  for (const ElementType element : elements) {
    inputs.emplace_back(ctx.types().Tensor(element, absl::Span<const Dim>()));
  }
  // What fails in it makes the module wrong, whether it runs or not.
  BodyFindings findings(ctx);
  auto results = ctx.runner().Run(body, inputs, {ctx.SiteOf({}), std::string(region), false, {}});
  findings.LeaveGuard();
  return results;
}

}  // namespace shapewright::rules

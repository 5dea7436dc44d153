#include "core/rules/sequence_type.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/join.h"
#include "core/symbolic/reachable.h"

namespace shapewright::rules {
namespace {

// Whether an unknown is a size of an input that is one tensor.
bool IsOfTensor(RuleContext& ctx, const symbolic::Symbol& symbol) {
  if (!symbol.DependsOnInputsOnly()) return false;
  const graph::ValueId input =
      ctx.workspace().model().graphs[0].inputs[static_cast<size_t>(symbol.origin.input)];
  return ctx.types().at(ctx.workspace().value(input).type()).is_tensor();
}

// Whether the dim may differ between the elements of a sequence.
bool MayDifferByElement(RuleContext& ctx, Dim dim) {
  const auto symbols = symbolic::ReachableSymbols(ctx.exprs(), {dim});
  return std::any_of(symbols.begin(), symbols.end(), [&ctx](auto id) {
    const symbolic::Symbol& symbol = ctx.exprs().symbol(id);
    return symbol.is_unknown() && !IsOfTensor(ctx, symbol);
  });
}

bool MayDifferByElement(RuleContext& ctx, shape::TypeId id) {
  const absl::Span<const Dim> dims = ctx.types().at(id).shape.dims;
  return std::any_of(dims.begin(), dims.end(),
                     [&ctx](Dim dim) { return MayDifferByElement(ctx, dim); });
}

shape::TypeId JoinAll(RuleContext& ctx, int output, absl::Span<const shape::TypeId> positions) {
  Joiner joiner(ctx, "the elements of a sequence differ", Place::Output(output));
  shape::TypeId joined = positions[0];
  TypeIdVector seen = {joined};
  for (const shape::TypeId position : positions.subspan(1)) {
    if (std::find(seen.begin(), seen.end(), position) != seen.end()) continue;
    if (seen.size() < kMaxPositions) seen.push_back(position);
    joined = joiner.JoinTypes(joined, position);
  }
  return joined;
}

}  // namespace

std::optional<SequenceView> ReadSequence(RuleContext& ctx, int input) {
  const Type& type = ctx.InputType(input);
  if (type.kind == shape::TypeKind::kUnknown) return std::nullopt;
  if (type.kind != shape::TypeKind::kSequence) {
    ctx.Error("TYPE_MISMATCH", Place::Input(input),
              absl::StrCat(ctx.op().op_type, " needs a sequence for input ", input));
    return std::nullopt;
  }
  SequenceView view;
  view.inner = type.inner;
  view.length = type.length;
  const bool is_short = type.length.is_constant() && type.length.constant() >= 0 &&
                        type.length.constant() <= static_cast<int64_t>(kMaxPositions);
  if (!type.positions.empty()) {
    view.positions.assign(type.positions.begin(), type.positions.end());
  } else if (is_short && !MayDifferByElement(ctx, type.inner)) {
    view.positions.assign(static_cast<size_t>(type.length.constant()), type.inner);
  }
  view.has_positions =
      is_short && view.positions.size() == static_cast<size_t>(type.length.constant());
  return view;
}

void SetSequence(RuleContext& ctx, int output, shape::TypeId inner, Expr length) {
  ctx.SetOutputType(output, ctx.types().Sequence(inner, length));
}

void SetSequence(RuleContext& ctx, int output, absl::Span<const shape::TypeId> positions) {
  if (positions.empty()) return;
  Type type;
  type.kind = shape::TypeKind::kSequence;
  type.inner = JoinAll(ctx, output, positions);
  type.length = static_cast<int64_t>(positions.size());
  const bool is_uniform = std::all_of(positions.begin(), positions.end(),
                                      [&](shape::TypeId id) { return id == type.inner; }) &&
                          !MayDifferByElement(ctx, type.inner);
  if (!is_uniform && positions.size() <= kMaxPositions) {
    type.positions = positions;
  }
  ctx.SetOutputType(output, ctx.types().Intern(type));
}

Dim ElementDim(RuleContext& ctx, Dim dim, const Place& place) {
  if (!MayDifferByElement(ctx, dim)) return dim;
  const Interval bounds = symbolic::Intersect(ctx.Bounds(dim), Interval::Size());
  return ctx.Fresh(place.As(Place::Part::kPosition), "an element of a sequence", bounds);
}

shape::TypeId ElementOf(RuleContext& ctx, shape::TypeId inner, Place place) {
  if (!MayDifferByElement(ctx, inner)) return inner;
  Type type = ctx.types().at(inner);
  DimVector dims;
  for (const Dim dim : type.shape.dims) {
    place.axis = static_cast<int>(dims.size());
    dims.push_back(ElementDim(ctx, dim, place));
  }
  type.shape.dims = dims;
  return ctx.types().Intern(type);
}

Expr LengthOrFresh(RuleContext& ctx, const SequenceView& sequence, const Place& place) {
  if (!sequence.length.is_unknown()) return sequence.length;
  return ctx.DataDependent(place, "the length of a sequence");
}

std::optional<int64_t> ReadPosition(RuleContext& ctx, int input, Expr limit, bool allows_end,
                                    bool* is_valid) {
  constexpr const Check& kReason = "sequence.position"_check;
  if (limit.is_unknown()) return std::nullopt;
  const Expr position = ctx.OnlyElementOfInput(input);
  if (position.is_unknown()) {
    ctx.NoteUnchecked(Place::Input(input), kReason.sentence);
    return std::nullopt;
  }
  const Place place = Place::Element(input, 0);
  const Expr last = allows_end ? limit : ctx.Subtract(limit, 1);
  *is_valid = ctx.RequireAtMost(position, place, last, Place::Input(0), kReason) &&
              ctx.RequireAtMost(ctx.Subtract(0, limit), Place::Input(0), position, place, kReason);
  if (!*is_valid || !position.is_constant()) return std::nullopt;
  if (!limit.is_constant()) {
    return position.constant() >= 0 ? std::optional<int64_t>(position.constant()) : std::nullopt;
  }
  const int64_t from_front = position.constant() + (position.constant() < 0 ? limit.constant() : 0);
  // Decided here even if facts are filtered: rules use the result as an index.
  *is_valid = from_front >= 0 && from_front < limit.constant() + (allows_end ? 1 : 0);
  return *is_valid ? std::optional<int64_t>(from_front) : std::nullopt;
}

namespace {

shape::TypeId DeclaredWithin(RuleContext& ctx, const graph::DeclaredType& declared, int output,
                             int depth) {
  constexpr int kMaxDepth = 16;
  Type type;
  type.kind = declared.kind;
  type.element = declared.element;
  type.domain = declared.domain;
  type.name = declared.name;
  DimVector dims;
  for (const graph::DeclaredDim& dim : declared.dims) {
    const bool is_size = dim.has_size && dim.size >= 0;
    Place place = Place::Output(output, static_cast<int>(dims.size()));
    place.level = depth;
    const Interval bounds = symbolic::Intersect(dim.bounds, Interval::Size());
    dims.push_back(is_size ? Dim(dim.size)
                           : ctx.Fresh(place, "declared without a size",
                                       bounds.is_empty() ? Interval::Size() : bounds));
  }
  type.shape = declared.has_shape ? Shape::Of(dims) : Shape::OfUnknownRank(declared.rank_bounds);
  if (declared.inner != nullptr && depth < kMaxDepth) {
    type.inner = DeclaredWithin(ctx, *declared.inner, output, depth + 1);
  }
  return ctx.types().Intern(type);
}

}  // namespace

shape::TypeId DeclaredResult(RuleContext& ctx, const graph::DeclaredType& declared, int output) {
  return DeclaredWithin(ctx, declared, output, 0);
}

}  // namespace shapewright::rules

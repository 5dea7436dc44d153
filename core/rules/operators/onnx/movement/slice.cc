// Slice: a range of positions on some axes.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::rules {
namespace {

constexpr int kSliceOperandVersion = 10;  // starts, ends, axes as operands from here on
constexpr int64_t kInt32Max = std::numeric_limits<int32_t>::max();

// An end of INT32_MAX or INT64_MAX means "to the end" for any size.
bool IsForwardEnd(Expr e) {
  return e.is_constant() && (e.constant() == kInt32Max || e.constant() == Interval::kInfinity);
}

// An end of -INT32_MAX or less lies before the first position for any size.
bool IsBackwardEnd(Expr e) { return e.is_constant() && e.constant() <= -kInt32Max; }

// One end of a range, counted from the front.
struct Bound {
  // Not clamped to the dim. Unknown if the sign of the operand is.
  Expr position;
  // Whether the operand counted from the back, perhaps beyond the first position.
  bool from_back = false;
};

// Whether the expression depends on a condition, an expression that is 0 or 1.
bool HasChoice(RuleContext& ctx, Expr e) {
  const auto nodes = symbolic::ReachableNodes(ctx.exprs(), {&e, 1});
  return std::any_of(nodes.begin(), nodes.end(), [&ctx](symbolic::NodeId id) {
    const symbolic::NodeKind kind = ctx.exprs().node(id).kind;
    return (kind == symbolic::NodeKind::kMin || kind == symbolic::NodeKind::kMax) &&
           Interval{0, 1}.Contains(ctx.Bounds(Expr::FromNode(id)));
  });
}

// For an end whose sign depends on the inputs.
Bound BySign(RuleContext& ctx, Expr e, Dim size) {
  const Expr is_negative = ctx.Min(1, ctx.Max(0, ctx.Subtract(0, e)));
  return {ctx.Add(e, ctx.Multiply(is_negative, size)), true};
}

// For an end whose sign is not proved. One that is at most 0, such as -N, is assumed not to be 0
// and counts from the back; any other one is assumed to count from the front.
Bound AssumeSide(RuleContext& ctx, Expr e, Dim size, const Place& place) {
  const bool is_forward = ctx.Bounds(e).max > 0;
  const bool may_hold =
      is_forward
          ? ctx.RequireAtLeast(e, place, 0, "slice.bounds"_check, symbolic::Basis::kAssumed)
          : ctx.RequireAtMost(e, place, -1, {}, "slice.from_end"_check, symbolic::Basis::kAssumed);
  if (!may_hold) return {};
  ctx.facts().NoteChoice(e);
  return {is_forward ? e : ctx.Add(size, e), !is_forward};
}

// A bound such as size - 1 is negative for small sizes. While it is at least size - `harmless`, the
// slice is the same whether it counts from the back or from the front. From a start of size - 4 on
// the length would be a number by what is assumed (S4).
Bound ReadBound(RuleContext& ctx, Expr e, Dim size, const Place& place, int64_t harmless,
                bool is_start = false) {
  if (e.is_unknown()) return {};
  Interval bounds = ctx.Bounds(e);
  if (bounds.min < 0 && bounds.max >= 0) {
    // Facts learned since the expression was made may decide its sign: max(N, 1) is N by now.
    e = ctx.facts().Finalize(e);
    bounds = ctx.Bounds(e);
  }
  if (bounds.min >= 0) return {e, false};
  if (bounds.max < 0) return {ctx.Add(size, e), true};
  const Expr back = ctx.Subtract(size, e);
  if (back.is_constant() && back.constant() <= harmless) return {e, true};
  if (back.is_constant() && is_start) return BySign(ctx, e, size);
  // A data-dependent end can have any sign.
  if (!symbolic::DependsOnInputsOnly(ctx.exprs(), e)) return {};
  if (bounds.max > 0 && HasChoice(ctx, e)) return BySign(ctx, e, size);
  return AssumeSide(ctx, e, size, place);
}

// Whether a constant end exceeds 32 bits while the dim is probably smaller.
bool IsFarEnd(RuleContext& ctx, Expr e, Dim size) {
  return e.is_constant() && e.constant() > kInt32Max && size.is_symbolic() &&
         ctx.Bounds(size).min <= kInt32Max;
}

// One axis of a slice.
struct Range {
  int axis = 0;
  Dim size;
  Expr start;
  Expr end;
  Expr step = 1;
  Place start_place;
  Place end_place;
  Place step_place;
};

Dim Steps(RuleContext& ctx, Expr length, Expr step) {
  return ctx.Max(0, ctx.CeilDiv(length, step));
}

constexpr int64_t kHarmlessForward = 2;
constexpr int64_t kHarmlessBackward = 1;

// Assumes that the dim is within 32 bits: only then does an end of about 32 bits, as some exporters
// write for "to the end", lie beyond it.
void AssumeWithin(RuleContext& ctx, const Range& range, Expr end) {
  constexpr int64_t kSurelyFar = int64_t{1} << 62;
  if (end.constant() < -kSurelyFar || end.constant() > kSurelyFar) return;
  ctx.RequireAtMost(range.size, Place::Input(0, range.axis), kInt32Max, range.end_place,
                    "slice.int32"_check, symbolic::Basis::kAssumed);
}

// For step > 0. The end need not be clamped to 0, as the start is not below 0 and a negative length
// becomes 0.
Dim ForwardLength(RuleContext& ctx, const Range& range) {
  if (range.start.is_constant(Interval::kInfinity)) return 0;
  if (IsBackwardEnd(range.start)) {
    AssumeWithin(ctx, range, range.start);
    Range whole = range;
    whole.start = 0;
    return ForwardLength(ctx, whole);
  }
  const Bound start =
      ReadBound(ctx, range.start, range.size, range.start_place, kHarmlessForward, true);
  if (start.position.is_unknown()) return Dim();
  Expr end = range.size;
  if (IsBackwardEnd(range.end)) {
    AssumeWithin(ctx, range, range.end);
    return 0;
  }
  if (!IsForwardEnd(range.end) && IsFarEnd(ctx, range.end, range.size)) {
    AssumeWithin(ctx, range, range.end);
  } else if (!IsForwardEnd(range.end)) {
    end = ReadBound(ctx, range.end, range.size, range.end_place, kHarmlessForward).position;
    end = ctx.Min(end, range.size);
  }
  if (!start.from_back) return Steps(ctx, ctx.Subtract(end, start.position), range.step);
  // end - max(0, position) = min(end, end - position)
  const Expr length = ctx.Min(end, ctx.Subtract(end, start.position));
  return Steps(ctx, length, range.step);
}

// For step < 0: both ends are clamped to [-1, size - 1].
Dim BackwardLength(RuleContext& ctx, const Range& range) {
  const Expr last = ctx.Subtract(range.size, 1);
  // For a start before the first position runtimes give 1 element or none.
  if (IsBackwardEnd(range.start)) return Dim();
  Expr start;
  if (range.start.is_constant(-1) || range.start == last || IsForwardEnd(range.start)) {
    start = last;
  } else {
    const Bound bound =
        ReadBound(ctx, range.start, range.size, range.start_place, kHarmlessBackward);
    if (bound.from_back && ctx.Bounds(bound.position).min < 0) return Dim();
    start = ctx.Min(bound.position, last);
  }
  const Expr stride = ctx.Subtract(0, range.step);
  if (IsBackwardEnd(range.end)) {
    AssumeWithin(ctx, range, range.end);
    return Steps(ctx, ctx.Add(start, 1), stride);
  }
  // For onnxruntime INT_MAX means down to the first position, for numpy it is beyond the last one.
  if (IsForwardEnd(range.end)) return Dim();
  const Bound end = ReadBound(ctx, range.end, range.size, range.end_place, kHarmlessBackward);
  const Expr length = ctx.Subtract(start, ctx.Min(end.position, last));
  if (!end.from_back) return Steps(ctx, length, stride);
  return Steps(ctx, ctx.Min(ctx.Add(start, 1), length), stride);
}

// The interval of the step, which is not 0: 1 or more, or -1 or less, if it has a sign.
Interval StepBounds(RuleContext& ctx, const Range& range) {
  constexpr const Check& kReason = "slice.step"_check;
  const Interval bounds = ctx.Bounds(range.step);
  if (!range.step.is_symbolic()) return bounds;
  if (bounds.min == 0) ctx.RequireAtLeast(range.step, range.step_place, 1, kReason);
  if (bounds.max == 0) {
    ctx.RequireAtLeast(ctx.Subtract(0, range.step), range.step_place, 1, kReason);
  }
  return ctx.Bounds(range.step);
}

// The length as it is told: without the clamping that the assumed sides of its ends make needless.
// It becomes no number by that (S4).
Dim Simplified(RuleContext& ctx, const Range& range, Dim length) {
  if (!length.is_symbolic()) return length;
  symbolic::FactStore& facts = ctx.facts();
  const symbolic::FactSource given{
      symbolic::Basis::kPremise, {}, {}, {{}, "the side that was assumed"}};
  std::optional<symbolic::QuestionScope> supposed;
  for (const Expr raw : {range.start, range.end}) {
    const Expr e = raw.is_symbolic() ? facts.Finalize(raw) : raw;
    const bool is_forward = facts.IsRecorded(symbolic::Relation::kAtMost, 0, e);
    if (!is_forward && !facts.IsRecorded(symbolic::Relation::kAtMost, e, -1)) continue;
    if (!supposed) supposed.emplace(facts);
    facts.RequireAtMost(is_forward ? Expr(0) : e, is_forward ? e : Expr(-1), given);
  }
  const Dim simple = supposed ? facts.Finalize(length) : length;
  return simple.is_symbolic() ? simple : length;
}

// How many positions a range of constants has at most, whatever the size: a start before the first
// position gives one in some runtimes.
int64_t MostSteps(const Range& range) {
  if (!range.start.is_constant() || !range.end.is_constant() || !range.step.is_constant()) {
    return Interval::kInfinity;
  }
  const int64_t step = range.step.constant();
  const bool is_one_side = (range.start.constant() < 0) == (range.end.constant() < 0);
  if (step == 0 || !is_one_side) return Interval::kInfinity;
  const Interval length = symbolic::Subtract(Interval::Point(range.end.constant()),
                                             Interval::Point(range.start.constant()));
  if (!length.has_min() || !length.has_max()) return Interval::kInfinity;
  if ((length.min < 0) != (step < 0)) return 1;
  return std::max<int64_t>(1, length.min / step + (length.min % step != 0 ? 1 : 0));
}

// The length along the axis; a new unknown of at most the dim's size if it is not known.
Dim Length(RuleContext& ctx, const Range& range) {
  const Interval step = StepBounds(ctx, range);
  Dim length;
  if (!range.step.is_unknown() && step.min >= 1) {
    length = ForwardLength(ctx, range);
  } else if (!range.step.is_unknown() && step.max <= -1 &&
             (step.has_min() || range.step.is_symbolic())) {
    length = BackwardLength(ctx, range);
  }
  if (!length.is_unknown()) return Simplified(ctx, range, length);
  const bool is_known =
      range.start.is_constant() && range.end.is_constant() && range.step.is_constant();
  return ctx.Fresh(Place::Output(0, range.axis),
                   is_known ? "runtimes differ on a start before the first position"
                            : "a slice whose ends the data decide",
                   {0, std::min(ctx.Bounds(range.size).max, MostSteps(range))},
                   symbolic::UpperExpression(ctx.exprs(), range.size));
}

// Elements of an operand or attribute; nothing if they are unknown.
using EntryList = std::optional<ExprVector>;

EntryList ReadList(RuleContext& ctx, absl::string_view attribute, int input) {
  if (ctx.version() < kSliceOperandVersion) {
    const auto values = ctx.IntsAttribute(attribute);
    if (!values) return std::nullopt;
    return ExprVector(values->begin(), values->end());
  }
  const auto elements = ctx.IntElements(input);
  if (!elements) return std::nullopt;
  return ExprVector(elements->begin(), elements->end());
}

bool IsGiven(RuleContext& ctx, absl::string_view attribute, int input) {
  return ctx.version() < kSliceOperandVersion ? ctx.FindAttribute(attribute) != nullptr
                                              : ctx.HasInput(input);
}

// How many axes are sliced, if any operand says it.
std::optional<size_t> CountRanges(RuleContext& ctx, const EntryList& starts, const EntryList& ends,
                                  const EntryList& axes) {
  if (starts) return starts->size();
  if (ends) return ends->size();
  if (axes) return axes->size();
  for (const int input : {1, 2, 3}) {
    if (ctx.version() < kSliceOperandVersion || !ctx.HasInput(input)) continue;
    const Interval length = LengthBounds(ctx, input);
    if (length.is_point() && length.min <= kMaxElements) return static_cast<size_t>(length.min);
  }
  return std::nullopt;
}

Expr At(const EntryList& elements, size_t index, Expr otherwise) {
  if (!elements) return otherwise;
  return index < elements->size() ? (*elements)[index] : Expr();
}

// Nothing if it is unknown which axes are sliced.
using Ranges = absl::InlinedVector<Range, 4>;
std::optional<Ranges> ReadRanges(RuleContext& ctx, const Shape& data) {
  const EntryList starts = ReadList(ctx, "starts", 1);
  const EntryList ends = ReadList(ctx, "ends", 2);
  const EntryList axes = ReadList(ctx, "axes", 3);
  const EntryList steps = ctx.HasInput(4) ? ReadList(ctx, "steps", 4) : std::nullopt;
  const auto count = CountRanges(ctx, starts, ends, axes);
  const bool has_axes = IsGiven(ctx, "axes", 3);
  if (!count || (has_axes && !axes)) return std::nullopt;
  Ranges ranges;
  for (size_t i = 0; i < *count; ++i) {
    const Expr named = has_axes ? At(axes, i, Expr()) : Expr(static_cast<int64_t>(i));
    if (!named.is_constant()) return std::nullopt;
    const auto axis = ctx.NormalizeAxis(named.constant(), data.rank(), 0);
    if (!axis) return std::nullopt;
    Range range;
    range.axis = *axis;
    range.size = data.dims[*axis];
    range.start = At(starts, i, Expr());
    range.end = At(ends, i, Expr());
    range.step = At(steps, i, ctx.HasInput(4) ? Expr() : Expr(1));
    range.start_place = Place::Element(1, static_cast<int>(i));
    range.end_place = Place::Element(2, static_cast<int>(i));
    range.step_place = Place::Element(4, static_cast<int>(i));
    if (range.step.is_unknown()) {
      ctx.NoteUnchecked(range.step_place, "slice.step"_check.sentence);
    }
    if (range.step.is_constant(0)) {
      ctx.Error("ZERO_STEP", Place::Element(4, static_cast<int>(i)), "Slice with a step of 0");
      range.step = Expr();
    }
    ranges.push_back(range);
  }
  return ranges;
}

// The length of an attribute or of a vector operand.
Expr CountEntries(RuleContext& ctx, absl::string_view name, int input) {
  if (ctx.version() < kSliceOperandVersion) {
    const auto values = ctx.IntsAttribute(name);
    return values ? Expr(static_cast<int64_t>(values->size())) : Expr();
  }
  return VectorLength(ctx, input);
}

// Requires that the lists have an entry for each range, and that there are no more than axes. False
// after an error about these.
bool CheckCounts(RuleContext& ctx) {
  const Expr starts = CountEntries(ctx, "starts", 1);
  constexpr std::pair<absl::string_view, int> kOthers[] = {{"ends", 2}, {"axes", 3}, {"steps", 4}};
  for (const auto& [name, input] : kOthers) {
    if (!IsGiven(ctx, name, input)) continue;
    const Expr others = CountEntries(ctx, name, input);
    if (!starts.is_constant() || !others.is_constant()) {
      ctx.RequireEqual(starts, Place::Input(1), others, Place::Input(input), "slice.count"_check);
      continue;
    }
    if (starts == others) continue;
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(input),
              absl::StrCat("Slice has ", starts.constant(), " starts and ", others.constant(), " ",
                           name));
  }
  const Shape data = ctx.InputShape(0);
  if (!data.has_rank || starts.is_unknown()) return true;
  if (starts.is_constant() && starts.constant() > data.rank()) {
    ctx.Error(
        "WRONG_ELEMENT_COUNT", Place::Input(1),
        absl::StrCat("Slice has ", starts.constant(), " starts for data of rank ", data.rank()));
    return false;
  }
  return ctx.RequireAtMost(starts, Place::Input(1), data.rank(), Place::Input(0),
                           "slice.axes"_check);
}

bool HasDuplicates(const Ranges& ranges) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (ranges[i].axis == ranges[j].axis) return true;
    }
  }
  return false;
}

// The first position of a range of constants.
std::optional<int64_t> FirstPosition(const Range& range) {
  if (!range.start.is_constant() || !range.step.is_constant()) return std::nullopt;
  const int64_t size = range.size.constant();
  int64_t start = range.start.constant();
  if (start < 0) start = std::max<int64_t>(start, -size) + size;
  return std::clamp<int64_t>(start, 0,
                             range.step.constant() > 0 ? size : std::max<int64_t>(size - 1, 0));
}

void SliceByValue(RuleContext& ctx, const Shape& data, const Ranges& ranges) {
  if (!MayMoveElements(ctx, 0) || !ctx.HasOutput(0)) return;
  const Shape result = OutputShape(ctx, 0);
  if (!SmallElementCount(result) || !SmallElementCount(data)) return;
  auto strides = RowMajorStrides(data.dims);
  int64_t origin = 0;
  for (const Range& range : ranges) {
    const auto first = FirstPosition(range);
    if (!first) return;
    int64_t& stride = strides[static_cast<size_t>(range.axis)];
    origin += *first * stride;
    // With at most one position the step is unused; it may be huge.
    const bool is_short = result.dims[range.axis].constant() <= 1;
    stride = is_short ? 0 : stride * range.step.constant();
  }
  TakeStrided(ctx, 0, 0, origin, strides);
}

// If the axes are unknown, any dim may have been cut.
void SliceSomewhere(RuleContext& ctx, ElementType element, const Shape& data) {
  DimVector dims;
  for (const Dim dim : data.dims) {
    const int axis = static_cast<int>(dims.size());
    dims.push_back(ctx.Fresh(Place::Output(0, axis), "a slice whose axes the data decide",
                             {0, ctx.Bounds(dim).max}));
  }
  ctx.SetOutput(0, element, dims);
}

void InferSlice(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const bool has_ends = IsGiven(ctx, "starts", 1) && IsGiven(ctx, "ends", 2);
  if (!has_ends) ctx.Error("MISSING_ENDS", {}, "Slice needs starts and ends");
  const bool fits = CheckCounts(ctx);
  if (!data.has_rank) {
    ctx.SetOutput(0, element, data);
    return;
  }
  const auto ranges = fits ? ReadRanges(ctx, data) : std::nullopt;
  if (!ranges) {
    ctx.NoteUnchecked(Place::Input(3), "axes of the operand, each once");
    SliceSomewhere(ctx, element, data);
    return;
  }
  if (HasDuplicates(*ranges)) {
    ctx.Error("DUPLICATE_AXIS", Place::Input(3), "Slice names an axis twice");
    SliceSomewhere(ctx, element, data);
    return;
  }
  DimVector dims(data.dims.begin(), data.dims.end());
  for (const Range& range : *ranges) dims[range.axis] = Length(ctx, range);
  ctx.SetOutput(0, element, dims);
  SliceByValue(ctx, data, *ranges);
}

constexpr OperandForm kSliceForms[] = {
    {1, Form::kVector}, {2, Form::kVector}, {3, Form::kVector}, {4, Form::kVector}};

constexpr OperatorRow kSliceRows[] = {
    {"",
     "Slice",
     {1, 10, 11, 13},
     InferSlice,
     "the lengths of the ranges, clamped; by value",
     {.elements = Elements::kOfFirstOperand, .forms = kSliceForms},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> SliceOperators() { return kSliceRows; }

}  // namespace shapewright::rules

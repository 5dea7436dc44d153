#include "core/rules/control/fixed_point.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/control/carried_integers.h"
#include "core/rules/control/recurrence.h"
#include "core/rules/join.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::rules {
namespace {

// Each round widens at least one dim. A value that still changes after these rounds has an unknown
// rank.
constexpr int kMaxRounds = 4;

constexpr absl::string_view kChanges = "changes from iteration to iteration";

// A dim of a carried value, or its length, that changes from iteration to iteration.
struct Widened {
  size_t carried = 0;
  // Nothing for the length of a sequence.
  std::optional<size_t> axis;
  Dim initial;
  Dim symbol;
};

class FixedPoint {
 public:
  FixedPoint(RuleContext& ctx, BodyLoop loop)
      : ctx_(ctx),
        loop_(std::move(loop)),
        first_symbol_(static_cast<symbolic::SymbolId>(ctx.exprs().symbols().size())),
        integers_(ctx, first_symbol_) {
    if (loop_.trip_limit.is_unknown()) loop_.trip_limit = loop_.trip_count;
    widened_.resize(loop_.carried_count);
    for (size_t i = 0; i < loop_.carried_count; ++i) {
      integers_.Add(Carried(i));
      // Other elements change from one iteration to the next: only the type is kept.
      if (!IsPassedOn(i)) Carried(i) = ValueState(Carried(i).type());
    }
  }

  BodyLoopResult Run() {
    ctx_.runner().SetDiscardFindings(true);
    bool is_stable = loop_.carried_count == 0;
    bool can_run = true;
    for (int round = 0; round < kMaxRounds && !is_stable && can_run; ++round) {
      const BodyFindings first(ctx_);
      const auto outputs = RunBody();
      // What later iterations meet says nothing of the first one.
      can_run = round > 0 || !first.WhyItCannotRun(loop_.body);
      if (!HasAllCarried(outputs)) break;
      if (can_run) is_stable = !WidenBy(outputs);
    }
    if (!is_stable && can_run) ForgetCarried();
    ctx_.runner().SetDiscardFindings(false);
    BodyFindings findings(ctx_);
    BodyLoopResult result;
    result.outputs = RunBody();
    if (loop_.carried_count == 0) can_run = !findings.WhyItCannotRun(loop_.body);
    if (!can_run) result.never_runs = !ConcludeFromFirst(findings);
    if (loop_.must_fit) findings.LeaveGuard();
    if (!HasAllCarried(result.outputs)) {
      ctx_.Error("WRONG_OUTPUT_COUNT", {},
                 absl::StrCat("the body of ", ctx_.op().op_type, " has ", result.outputs.size(),
                              " outputs, fewer than loop state variables"));
      return {};
    }
    result.may_end = loop_.may_end && loop_.may_end(result.outputs);
    if (result.may_end) loop_.trip_count = Expr();
    for (size_t i = 0; i < loop_.carried_count; ++i) {
      result.carried.push_back(Final(i, result.outputs));
    }
    if (!result.never_runs) integers_.Follow(loop_, result.carried);
    return result;
  }

 private:
  ValueState& Carried(size_t i) { return loop_.inputs[loop_.carried_begin + i]; }

  // Whether the body returns a carried value as it got it, and the loop makes use of that.
  bool IsPassedOn(size_t i) const {
    if (!loop_.keeps_elements) return false;
    const graph::Graph& body = ctx_.workspace().model().graphs[loop_.body];
    const size_t input = loop_.carried_begin + i;
    const size_t output = loop_.carried_outputs_begin + i;
    return input < body.inputs.size() && output < body.outputs.size() &&
           body.inputs[input] == body.outputs[output];
  }

  std::vector<ValueState> RunBody() {
    return ctx_.runner().Run(loop_.body, loop_.inputs,
                             {ctx_.SiteOf({}), "body", false, loop_.runs_if});
  }

  // The first iteration fails: the loop has none, or the model cannot run. True for the latter.
  bool ConcludeFromFirst(BodyFindings& findings) {
    Expr runs = 1;
    for (const Expr condition : loop_.runs_if) {
      if (ctx_.Bounds(condition).min >= 1) continue;
      runs = runs.is_constant(1) ? condition : ctx_.Multiply(runs, condition);
    }
    if (loop_.must_fit || (runs.is_constant(1) && loop_.runs_if_is_all)) {
      findings.LeaveGuard();
      return true;
    }
    findings.Downgrade("body", BodyFindings::Reason::kFindings);
    if (!loop_.runs_if_is_all || runs.is_unknown()) {
      ctx_.runner().NoteOpenCondition();
      return false;
    }
    constexpr const symbolic::Check& kCannotRun = "body.cannot_run"_check;
    if (Interval{0, 1}.Contains(ctx_.Bounds(runs))) {
      ctx_.RequireCondition(runs, false, {}, kCannotRun);
    } else {
      ctx_.RequireAtMost(runs, {}, 0, {}, kCannotRun);
    }
    return false;
  }

  bool HasAllCarried(const std::vector<ValueState>& outputs) const {
    return outputs.size() >= loop_.carried_outputs_begin + loop_.carried_count;
  }

  shape::TypeId OutputType(const std::vector<ValueState>& outputs, size_t i) const {
    return outputs[loop_.carried_outputs_begin + i].type();
  }

  // True if a carried type had to become less precise.
  bool WidenBy(const std::vector<ValueState>& outputs) {
    bool has_changed = false;
    for (size_t i = 0; i < loop_.carried_count; ++i) {
      if (IsPassedOn(i)) continue;
      const shape::TypeId before = Carried(i).type();
      Carried(i) = ValueState(WidenType(i, before, OutputType(outputs, i)));
      has_changed |= Carried(i).type() != before;
    }
    return has_changed;
  }

  // Whether the dim is assumed to be as it began (AssumeKept). Not where either is unknown: no
  // binding would show that the assumption does not hold, and what a declared type says of the
  // result is not said of what began (S4).
  bool IsAssumedKept(Dim dim, Dim next) const {
    const symbolic::ExprArena& arena = ctx_.exprs();
    if (!loop_.keeps_shapes || symbolic::IsDifferent(arena, dim, next)) return false;
    return loop_.must_fit || (symbolic::DependsOnInputsOnly(arena, dim) &&
                              symbolic::DependsOnInputsOnly(arena, next));
  }

  shape::TypeId WidenType(size_t i, shape::TypeId in, shape::TypeId out) {
    if (in == out) return in;
    const Type& type_in = ctx_.types().at(in);
    const Type& type_out = ctx_.types().at(out);
    const bool is_same_rank = type_in.kind == shape::TypeKind::kTensor && type_out.has_rank() &&
                              type_in.has_rank() && type_in.shape.rank() == type_out.shape.rank() &&
                              type_in.element == type_out.element;
    if (!is_same_rank) return JoinCarried(i, in, out);
    DimVector dims(type_in.shape.dims.begin(), type_in.shape.dims.end());
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const Dim next = type_out.shape.dims[axis];
      if (dims[axis] == next || IsWidened(dims[axis])) continue;
      if (IsAssumedKept(dims[axis], next)) continue;
      dims[axis] = Widen(i, axis, dims[axis]);
    }
    return ctx_.types().Tensor(type_in.element, dims);
  }

  // Joins two types. The elements of sequences are joined; a length that changes becomes a symbol.
  shape::TypeId JoinCarried(size_t i, shape::TypeId in, shape::TypeId out) {
    Joiner joiner(ctx_, "carried by a loop", Place::Output(static_cast<int>(i)));
    const shape::TypeId joined = joiner.JoinTypes(in, out);
    if (ctx_.types().at(joined).kind != shape::TypeKind::kSequence) {
      return joined;
    }
    Type type = ctx_.types().at(joined);
    const Type& type_in = ctx_.types().at(in);
    if (!type_in.length.is_constant(0)) {
      type.inner = WidenElement(type_in.inner, ctx_.types().at(out).inner, type.inner);
    }
    type.length = WidenLength(i, type_in.length, ctx_.types().at(out).length);
    type.positions = {};
    return ctx_.types().Intern(type);
  }

  Expr WidenLength(size_t i, Expr in, Expr out) {
    if (in.is_unknown() || in == out || IsWidened(in)) return in;
    return Widen(i, std::nullopt, in);
  }

  // The joined type of every element. An anonymous dim of `in` stays where it covers the dim of
  // `out`: it may differ from element to element anyway.
  shape::TypeId WidenElement(shape::TypeId in, shape::TypeId out, shape::TypeId joined) {
    const Type type_in = ctx_.types().at(in);
    const Type& type_out = ctx_.types().at(out);
    const Type& type = ctx_.types().at(joined);
    if (type.kind != shape::TypeKind::kTensor || !type.has_rank() || !type_in.has_rank()) {
      return joined;
    }
    DimVector dims(type.shape.dims.begin(), type.shape.dims.end());
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const Dim before = type_in.shape.dims[axis];
      if (Covers(before, type_out.shape.dims[axis])) dims[axis] = before;
    }
    return ctx_.types().Tensor(type.element, dims);
  }

  // Whether `dim` is an anonymous symbol of the body whose interval contains that of `other`.
  bool Covers(Dim dim, Dim other) {
    const symbolic::ExprArena& exprs = ctx_.exprs();
    if (exprs.AsSymbol(dim) == nullptr || exprs.node(dim.node()).symbol < first_symbol_) {
      return false;
    }
    const Interval range = ctx_.Bounds(dim);
    const Interval wanted = ctx_.Bounds(other);
    return range.min <= wanted.min && wanted.max <= range.max;
  }

  bool IsWidened(Dim dim) const { return widened_symbols_.contains(dim); }

  // The place of a carried value's dim: `part` says whether in some iteration, or after the last
  // one.
  static Place PlaceOf(size_t carried, std::optional<size_t> axis, Place::Part part) {
    Place place = Place::Output(static_cast<int>(carried), axis ? static_cast<int>(*axis) : -1);
    return place.As(part);
  }

  Dim Widen(size_t carried, std::optional<size_t> axis, Dim initial) {
    Place place = PlaceOf(carried, axis, Place::Part::kCarried);
    place.entry = widened_count_++;
    const Dim symbol = ctx_.Fresh(place, kChanges);
    widened_symbols_.insert(symbol);
    widened_[carried].push_back({carried, axis, initial, symbol});
    return symbol;
  }

  void ForgetCarried() {
    for (size_t i = 0; i < loop_.carried_count; ++i) {
      if (IsPassedOn(i)) continue;
      const Type& type = ctx_.types().at(Carried(i).type());
      Carried(i) = ValueState(type.kind == shape::TypeKind::kTensor
                                  ? ctx_.types().Tensor(type.element, Shape::OfUnknownRank())
                                  : shape::kUnknownType);
    }
    widened_.assign(loop_.carried_count, {});
    widened_symbols_.clear();
    widened_count_ = 0;
  }

  // A carried value after the last iteration: unchanged dims, those that change evenly where the
  // trip count is known, else unknown.
  ValueState Final(size_t i, const std::vector<ValueState>& outputs) {
    if (IsPassedOn(i)) return Carried(i);
    shape::TypeId stable = Carried(i).type();
    if (loop_.keeps_shapes && !ctx_.types().at(stable).has_rank()) {
      stable = OutputType(outputs, i);  // the shape of any iteration is that of all
    }
    const Type& type = ctx_.types().at(stable);
    if (!type.has_rank() || stable != Carried(i).type()) {
      const Place place = Place::Output(static_cast<int>(i));
      return ValueState(
          FinalLength(i, RenewType(ctx_, stable, first_symbol_, place), OutputType(outputs, i)));
    }
    const Type& out = ctx_.types().at(OutputType(outputs, i));
    if (loop_.keeps_shapes) AssumeKept(i, type, out);
    DimVector dims(type.shape.dims.begin(), type.shape.dims.end());
    for (const Widened& widened : widened_[i]) {
      if (!widened.axis) continue;
      const Dim next = out.has_rank() && out.shape.rank() == type.shape.rank()
                           ? out.shape.dims[*widened.axis]
                           : Dim();
      dims[*widened.axis] = FinalDim(widened, next);
    }
    return ValueState(ctx_.types().Tensor(type.element, dims));
  }

  // What Scan carries has the same shape after each iteration, but may begin with another one. Dims
  // that are not shown to change are assumed to be as they began.
  void AssumeKept(size_t i, const Type& type, const Type& out) {
    if (!out.has_rank() || out.shape.rank() != type.shape.rank()) return;
    for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
      const Dim dim = type.shape.dims[axis];
      const Dim next = out.shape.dims[axis];
      if (dim == next || IsWidened(dim)) continue;
      const symbolic::Site site =
          ctx_.SiteOf(Place::Output(static_cast<int>(i), static_cast<int>(axis)));
      ctx_.facts().RequireEqual(dim, next,
                                {symbolic::Basis::kAssumed, site, site, "scan.carried"_check});
    }
  }

  // The type with the length after the last iteration; `out` is the type after each iteration.
  shape::TypeId FinalLength(size_t i, shape::TypeId renewed, shape::TypeId out) {
    for (const Widened& widened : widened_[i]) {
      if (widened.axis) continue;
      Type type = ctx_.types().at(renewed);
      if (type.kind != shape::TypeKind::kSequence) return renewed;
      type.length = FinalDim(widened, ctx_.types().at(out).length);
      return ctx_.types().Intern(type);
    }
    return renewed;
  }

  // The dim after the last iteration: exact where it changes evenly, else a new unknown within
  // bounds.
  Dim FinalDim(const Widened& widened, Dim next) {
    const Expr exact = AfterIterations(ctx_, {widened.symbol, next, first_symbol_}, widened.initial,
                                       loop_.trip_count);
    if (!exact.is_unknown()) return exact;
    const Expr step = ctx_.Subtract(next, widened.symbol);
    const Place place = PlaceOf(widened.carried, widened.axis, Place::Part::kFinal);
    if (step.is_unknown()) return ctx_.Fresh(place, kChanges);
    const Interval initial = ctx_.Bounds(widened.initial);
    const Interval steps = ctx_.Bounds(step);
    Interval bounds = Interval::Size();
    if (steps.min >= 0) bounds.min = std::max<int64_t>(0, initial.min);
    if (steps.max <= 0) bounds.max = initial.max;
    const Expr upper = MostAfter(widened.initial, next, step);
    if (!upper.is_unknown()) bounds.max = std::min(bounds.max, ctx_.Bounds(upper).max);
    return ctx_.Fresh(place, kChanges, bounds, upper);
  }

  // An upper bound of a dim that began as `initial`; unknown if there is none.
  Expr MostAfter(Dim initial, Dim next, Expr step) {
    const Expr first = UpperOf(initial);
    if (first.is_unknown() || ctx_.Bounds(step).max <= 0) return first;
    const Expr most = UpperOf(next);
    if (!most.is_unknown()) return ctx_.Max(first, most);
    const Expr most_added = UpperOf(ctx_.Max(0, step));
    const Expr most_trips = UpperOf(loop_.trip_limit);
    if (most_added.is_unknown() || most_trips.is_unknown()) return {};
    return ctx_.Add(first, ctx_.Multiply(most_trips, most_added));
  }

  Expr UpperOf(Expr e) { return symbolic::UpperExpression(ctx_.exprs(), e); }

  RuleContext& ctx_;
  BodyLoop loop_;
  symbolic::SymbolId first_symbol_;
  std::vector<std::vector<Widened>> widened_;  // by carried value
  CarriedIntegers integers_;
  HashSet<Expr> widened_symbols_;
  int widened_count_ = 0;
};

}  // namespace

BodyLoopResult RunToFixedPoint(RuleContext& ctx, BodyLoop loop) {
  return FixedPoint(ctx, std::move(loop)).Run();
}

shape::TypeId RenewType(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first_symbol,
                        Place place) {
  const Type& type = ctx.types().at(id);
  Type renewed = type;
  DimVector dims(type.shape.dims.begin(), type.shape.dims.end());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!MentionsSymbolsFrom(ctx.exprs(), dims[axis], first_symbol)) continue;
    place.axis = static_cast<int>(axis);
    dims[axis] =
        ctx.Fresh(place.As(Place::Part::kRenewed), "decided inside a loop", ctx.Bounds(dims[axis]));
  }
  renewed.shape.dims = dims;
  place.axis = -1;
  if (type.inner != shape::kUnknownType) {
    Place inner = place;
    ++inner.level;
    renewed.inner = RenewType(ctx, type.inner, first_symbol, inner);
  }
  renewed.positions = {};
  if (!type.length.is_unknown() && MentionsSymbolsFrom(ctx.exprs(), type.length, first_symbol)) {
    renewed.length = ctx.Fresh(place.As(Place::Part::kLength), "decided inside a loop");
  }
  return ctx.types().Intern(renewed);
}

shape::TypeId RenewSlices(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first_symbol,
                          int output, Dim count) {
  const shape::TypeId renewed = RenewType(ctx, id, first_symbol, Place::Output(output));
  if (renewed != id && (count.is_unknown() || ctx.Bounds(count).max > 1)) {
    ctx.NoteUnchecked(Place::Output(output), "the slices of a scan output have one shape");
  }
  return renewed;
}

}  // namespace shapewright::rules

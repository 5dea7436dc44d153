// If, Loop, TensorIterator and the states of OpenVINO.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/fixed_point.h"
#include "core/rules/control/unroll.h"
#include "core/rules/operands.h"
#include "core/rules/operators/onnx/control/conditional.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// The reader wires the branches as those of ONNX.
void InferOvIf(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  ctx.CheckForm(0, Form::kScalarOrOne);
  InferIf(ctx);
}

constexpr int kLoopLeading = 2;         // operands: trip count, condition
constexpr size_t kBodyLeading = 2;      // inputs of the body: iteration, unused
constexpr size_t kNumbersOfSlice = 5;   // axis, start, end, stride, size of a part
constexpr size_t kNumbersOfResult = 7;  // output of the body, whether slices are joined, and these

// What is cut out of an operand in each iteration, or joined of each.
struct LoopSlice {
  int64_t axis = 0;
  int64_t start = 0;
  int64_t end = -1;
  int64_t stride = 1;
  int64_t part = 1;

  static LoopSlice Of(absl::Span<const int64_t> numbers) {
    return {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
  }
};

ValueState StateOf(RuleContext& ctx, ElementType element, const Shape& shape) {
  return ValueState(ctx.types().Tensor(element, shape));
}

// How many parts an operand has on the axis.
Dim CountParts(RuleContext& ctx, const LoopSlice& slice, Dim size) {
  if (slice.part < 1 || slice.stride == 0) return {};
  // Both ends count from the back where they are negative; -1 is the end.
  const auto position = [&](int64_t end) {
    return end >= 0 ? Expr(end) : ctx.Add(ctx.Add(size, 1), end);
  };
  const Expr length = slice.stride > 0 ? ctx.Subtract(position(slice.end), position(slice.start))
                                       : ctx.Subtract(position(slice.start), position(slice.end));
  // No axis is longer than the longest step.
  constexpr int64_t kLongest = std::numeric_limits<int64_t>::max();
  const int64_t step = slice.stride > 0 ? slice.stride : -std::max(slice.stride, -kLongest);
  return ctx.CeilDiv(length, std::max(step, slice.part));
}

class OvLoop {
 public:
  explicit OvLoop(RuleContext& ctx) : ctx_(ctx) {}

  void Infer() {
    const graph::GraphId body = ctx_.GraphAttribute("body");
    const auto slices = ctx_.IntsAttribute("slices");
    const auto results = ctx_.IntsAttribute("results");
    const bool is_wired = body != graph::kNoGraph && slices && results &&
                          results->size() == kNumbersOfResult * ctx_.output_count() &&
                          slices->size() % kNumbersOfSlice == 0;
    if (!is_wired) {
      ctx_.Error("MISSING_ATTRIBUTE", {}, absl::StrCat(ctx_.op().op_type, " has no body"));
      return;
    }
    first_symbol_ = static_cast<symbolic::SymbolId>(ctx_.exprs().symbols().size());
    loop_.body = body;
    ReadLeading();
    ReadSlices(*slices);
    ReadCarried();
    loop_.trip_count = starts_true_ ? trip_ : Expr();
    loop_.trip_limit = trip_;
    loop_.may_end = [](absl::Span<const ValueState> outputs) {
      if (outputs.empty()) return true;
      const auto goes_on = KnownCondition(outputs[0]);
      return !goes_on || !*goes_on;
    };
    const KnownBefore before(ctx_);
    const BodyLoopResult result = RunToFixedPoint(ctx_, loop_);
    if (result.outputs.empty()) return;
    may_end_ = result.may_end;
    if (!result.never_runs) {
      unrolled_ = UnrollInPlaceOf(ctx_, before, [this] { return UnrollIfKnown(); });
    }
    for (int i = 0; i < ctx_.output_count(); ++i) {
      SetResult(i, results->subspan(kNumbersOfResult * static_cast<size_t>(i), kNumbersOfResult),
                result);
    }
  }

 private:
  // Iteration by iteration, where the operands limit their number by a constant, or nothing does.
  std::optional<UnrolledLoop> UnrollIfKnown() {
    if (!starts_true_ || (!trip_.is_constant() && !is_endless_)) return std::nullopt;
    const auto limit = is_endless_ ? std::nullopt : std::optional<int64_t>(trip_.constant());
    return Unroll(ctx_, loop_, limit, may_end_);
  }

  // The value of an output of the body in the last iteration, where that is known.
  bool SetLast(int output, size_t index) {
    if (!unrolled_ || unrolled_->iterations.empty()) return false;
    const ValueState& state = unrolled_->iterations.back()[index];
    if (!IsDecidedOutside(ctx_, state, first_symbol_)) return false;
    ctx_.SetOutputState(output, state);
    return true;
  }

  // The type of each slice that an output of the body is, where all have one that is known.
  shape::TypeId SliceType(size_t index, shape::TypeId otherwise) {
    if (!unrolled_ || unrolled_->iterations.empty()) return otherwise;
    const ValueState& first = unrolled_->iterations.front()[index];
    for (const auto& outputs : unrolled_->iterations) {
      const bool is_alike = IsDecidedOutside(ctx_, outputs[index], first_symbol_) &&
                            outputs[index].type() == first.type();
      if (!is_alike) return otherwise;
    }
    return first.type();
  }

  // The iteration has the type of its parameter.
  void ReadLeading() {
    const graph::Model& model = ctx_.workspace().model();
    const graph::Graph& body = model.graphs[loop_.body];
    const graph::DeclaredType* declared =
        body.inputs.empty() ? nullptr : model.values[body.inputs[0]].declared;
    DimVector dims;
    ElementType element = ElementType::kInt64;
    if (declared != nullptr) {
      element = declared->element;
      for (const graph::DeclaredDim& dim : declared->dims) {
        dims.push_back(dim.has_size ? Dim(dim.size) : Dim(1));
      }
    }
    loop_.inputs.push_back(StateOf(ctx_, element, Shape::Of(dims)));
    loop_.inputs.push_back(StateOf(ctx_, ElementType::kBool, Shape::Of({})));
    if (ctx_.HasInput(0)) {
      const Expr count = ctx_.OnlyElementOrFresh(0);
      // A count of -1 is no limit.
      const bool is_limit = !count.is_unknown() && ctx_.Bounds(count).min >= 0;
      if (is_limit) trip_ = count;
      is_endless_ = count.is_constant() && count.constant() < 0;
    }
    if (ctx_.HasInput(1)) {
      const auto condition = ctx_.ConstantInt(1);
      starts_true_ = condition && *condition != 0;
    }
  }

  void ReadSlices(absl::Span<const int64_t> numbers) {
    const size_t count = numbers.size() / kNumbersOfSlice;
    for (size_t i = 0; i < count; ++i) {
      const LoopSlice slice = LoopSlice::Of(numbers.subspan(i * kNumbersOfSlice, kNumbersOfSlice));
      const int input = kLoopLeading + static_cast<int>(i);
      const Shape shape = ctx_.InputShape(input);
      const ElementType element = ctx_.InputElement(input);
      const auto axis = shape.has_rank ? ctx_.NormalizeAxis(slice.axis, shape.rank(), input)
                                       : std::optional<int>();
      if (!axis) {
        loop_.inputs.push_back(StateOf(ctx_, element, Shape()));
        continue;
      }
      DimVector dims(shape.dims.begin(), shape.dims.end());
      const Dim parts = CountParts(ctx_, slice, dims[*axis]);
      if (trip_.is_unknown()) trip_ = parts;
      is_endless_ = false;
      dims[*axis] = slice.part >= 1 ? Dim(slice.part)
                                    : ctx_.Fresh(Place::Input(input, *axis), "a part of no size");
      loop_.inputs.push_back(StateOf(ctx_, element, Shape::Of(dims)));
    }
  }

  void ReadCarried() {
    loop_.carried_begin = loop_.inputs.size();
    const auto first = static_cast<int>(loop_.carried_begin - kBodyLeading) + kLoopLeading;
    for (int input = first; input < ctx_.input_count(); ++input) {
      loop_.inputs.push_back(ctx_.InputState(input));
    }
    loop_.carried_count = loop_.inputs.size() - loop_.carried_begin;
    loop_.carried_outputs_begin = 1;
  }

  void SetResult(int output, absl::Span<const int64_t> numbers, const BodyLoopResult& result) {
    const auto index = static_cast<size_t>(numbers[0]);
    if (index >= result.outputs.size()) return;
    if (numbers[1] == 0) {
      // The value of the last iteration.
      if (SetLast(output, index)) return;
      const bool is_carried = index >= 1 && index - 1 < result.carried.size();
      if (is_carried) return ctx_.SetOutputState(output, result.carried[index - 1]);
      return ctx_.SetOutputType(output, RenewType(ctx_, result.outputs[index].type(), first_symbol_,
                                                  Place::Output(output)));
    }
    const Dim trips = Trips();
    const shape::TypeId renewed = RenewSlices(ctx_, SliceType(index, result.outputs[index].type()),
                                              first_symbol_, output, trips);
    const Type& type = ctx_.types().at(renewed);
    if (!type.is_tensor()) return;
    const LoopSlice slice = LoopSlice::Of(numbers.subspan(2));
    const int rank = type.has_rank() ? type.shape.rank() : 0;
    const int64_t axis = slice.axis < 0 ? slice.axis + rank : slice.axis;
    if (axis < 0 || axis >= rank) return ctx_.SetOutput(output, type.element, Shape());
    DimVector dims(type.shape.dims.begin(), type.shape.dims.end());
    dims[static_cast<size_t>(axis)] = ctx_.Multiply(dims[static_cast<size_t>(axis)], trips);
    ctx_.SetOutput(output, type.element, dims);
  }

  Dim Trips() {
    if (unrolled_) return static_cast<int64_t>(unrolled_->iterations.size());
    if (starts_true_ && !may_end_ && !trip_.is_unknown()) return trip_;
    return ctx_.DataDependentUpTo(Place().As(Place::Part::kTrips), "how often a loop runs", trip_);
  }

  RuleContext& ctx_;
  BodyLoop loop_;
  Expr trip_;
  bool starts_true_ = true;
  // The trip count is -1, and nothing is sliced.
  bool is_endless_ = false;
  bool may_end_ = false;
  std::optional<UnrolledLoop> unrolled_;
  symbolic::SymbolId first_symbol_ = 0;
};

void InferOvLoop(RuleContext& ctx) { OvLoop(ctx).Infer(); }

// The variable's type, where it has one; else that of its first value.
void InferReadValue(RuleContext& ctx) {
  if (!CheckInputs(ctx, ctx.version() < 6 ? 1 : 0, 1)) return;
  const graph::Attribute* shape = ctx.FindAttribute("variable_shape");
  const ElementType given = ctx.HasInput(0) ? ctx.InputElement(0) : ElementType::kUndefined;
  if (ctx.version() < 6) return ctx.SetOutput(0, given, ctx.InputShape(0));
  const ElementType element = OvElement(ctx, "variable_type", given);
  if (given != ElementType::kUndefined && given != element) {
    ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Input(0),
              absl::StrCat("the variable is of ", shape::ElementTypeName(element),
                           ", its first value of ", shape::ElementTypeName(given)));
    return;
  }
  if (shape == nullptr || shape->kind != graph::AttributeKind::kType) {
    return ctx.SetOutput(0, element, ctx.InputShape(0));
  }
  const graph::DeclaredType& declared = *shape->type;
  if (!declared.has_shape) return ctx.SetOutput(0, element, Shape());
  DimVector dims;
  const Shape first = ctx.HasInput(0) ? ctx.InputShape(0) : Shape();
  if (first.has_rank && !ctx.CheckRank(0, static_cast<int>(declared.dims.size()))) return;
  if (ctx.HasInput(0) && !first.has_rank) {
    ctx.Error("RANK_MISMATCH", Place::Input(0), "the variable has a rank, its first value none");
    return;
  }
  for (const graph::DeclaredDim& dim : declared.dims) {
    const int axis = static_cast<int>(dims.size());
    const Interval room = dim.has_size ? Interval::Point(dim.size)
                                       : symbolic::Intersect(dim.bounds, Interval::Size());
    if (first.has_rank) {
      const Interval size = symbolic::Intersect(ctx.Bounds(first.dims[axis]), Interval::Size());
      if (size.min < room.min || size.max > room.max) {
        ctx.Error("DIM_MISMATCH", Place::Input(0, axis),
                  "the first value may have sizes that the variable's shape does not allow");
        return;
      }
    }
    dims.push_back(dim.has_size ? Dim(dim.size)
                                : ctx.Fresh(Place::Output(0, axis), "the state decides",
                                            symbolic::Intersect(dim.bounds, Interval::Size())));
  }
  ctx.SetOutput(0, element, dims);
}

void InferAssign(RuleContext& ctx) {
  if (CheckInputs(ctx, 1, 1)) SetSameAsInput(ctx, 0, 0);
}

constexpr OperatorRow kOvControlRows[] = {
    {kOpenVino, "Assign", {3, 6}, InferAssign, "the new state", kRandom, kFree},
    {kOpenVino,
     "If",
     {8},
     InferOvIf,
     "the join of both branches; one branch where the condition is known",
     {.bodies = Bodies::kBranches},
     kBodiesOnly},
    {kOpenVino,
     "Loop",
     {5},
     InferOvLoop,
     "a fixed point by widening; parts times trip count where known",
     {.bodies = Bodies::kLoop},
     kBodiesOnly},
    {kOpenVino, "ReadValue", {3, 6}, InferReadValue, "the variable's type", kRandom, kFree},
    {kOpenVino,
     "TensorIterator",
     {1},
     InferOvLoop,
     "a fixed point by widening; parts times trip count where known",
     {.bodies = Bodies::kLoop},
     kBodiesOnly},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoControlOperators() { return kOvControlRows; }

}  // namespace shapewright::rules

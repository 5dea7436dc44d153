// The operators of HLO text. Most are StableHLO's by another name: the reader brings attributes
// into the names and forms of StableHLO's.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operators/cost/hlo_cost.h"
#include "core/rules/operators/onnx/control/conditional.h"
#include "core/rules/operators/stablehlo/hlo_contraction.h"
#include "core/rules/operators/stablehlo/hlo_control.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kHlo = "hlo";

// The operator of another domain that an opcode is.
struct SameOperator {
  absl::string_view opcode;
  absl::string_view name;
  absl::string_view domain = kStablehlo;
};

constexpr SameOperator kSameOperators[] = {
    {"abs", "abs"},
    {"acos", "acos", kChlo},
    {"acosh", "acosh", kChlo},
    {"add", "add"},
    {"all-gather", "all_gather"},
    {"all-reduce", "all_reduce"},
    {"all-to-all", "collective_permute"},
    {"and", "and"},
    {"asin", "asin", kChlo},
    {"asinh", "asinh", kChlo},
    {"atan2", "atan2"},
    {"atanh", "atanh", kChlo},
    {"batch-norm-grad", "batch_norm_grad"},
    {"batch-norm-inference", "batch_norm_inference"},
    {"batch-norm-training", "batch_norm_training"},
    {"bitcast-convert", "bitcast_convert"},
    {"broadcast", "broadcast_in_dim"},
    {"cbrt", "cbrt"},
    {"ceil", "ceil"},
    {"cholesky", "cholesky"},
    {"clamp", "clamp"},
    {"collective-broadcast", "collective_broadcast"},
    {"collective-permute", "collective_permute"},
    {"compare", "compare"},
    {"complex", "complex"},
    {"concatenate", "concatenate"},
    {"constant", "constant"},
    {"convert", "convert"},
    {"cosh", "cosh", kChlo},
    {"cosine", "cosine"},
    {"count-leading-zeros", "count_leading_zeros"},
    {"custom-call", "custom_call"},
    {"divide", "divide"},
    {"dot", "dot_general"},
    {"dynamic-slice", "dynamic_slice"},
    {"dynamic-update-slice", "dynamic_update_slice"},
    {"erf", "erf", kChlo},
    {"exponential", "exponential"},
    {"exponential-minus-one", "exponential_minus_one"},
    {"fft", "fft"},
    {"floor", "floor"},
    {"gather", "gather"},
    {"get-dimension-size", "get_dimension_size"},
    {"imag", "imag"},
    {"iota", "iota"},
    {"is-finite", "is_finite"},
    {"log", "log"},
    {"log-plus-one", "log_plus_one"},
    {"logistic", "logistic"},
    {"map", "map"},
    {"maximum", "maximum"},
    {"minimum", "minimum"},
    {"multiply", "multiply"},
    {"negate", "negate"},
    {"not", "not"},
    {"opt-barrier", "optimization_barrier"},
    {"or", "or"},
    {"pad", "pad"},
    {"partition-id", "partition_id"},
    {"popcnt", "popcnt"},
    {"power", "power"},
    {"real", "real"},
    {"reduce", "reduce"},
    {"reduce-precision", "reduce_precision"},
    {"reduce-scatter", "reduce_scatter"},
    {"reduce-window", "reduce_window"},
    {"remainder", "remainder"},
    {"replica-id", "replica_id"},
    {"reshape", "reshape"},
    {"reverse", "reverse"},
    {"rng-bit-generator", "rng_bit_generator"},
    {"round-nearest-afz", "round_nearest_afz"},
    {"round-nearest-even", "round_nearest_even"},
    {"rsqrt", "rsqrt"},
    {"scatter", "scatter"},
    {"select", "select"},
    {"select-and-scatter", "select_and_scatter"},
    {"set-dimension-size", "set_dimension_size"},
    {"shift-left", "shift_left"},
    {"shift-right-arithmetic", "shift_right_arithmetic"},
    {"shift-right-logical", "shift_right_logical"},
    {"sign", "sign"},
    {"sine", "sine"},
    {"sinh", "sinh", kChlo},
    {"slice", "slice"},
    {"sort", "sort"},
    {"sqrt", "sqrt"},
    {"subtract", "subtract"},
    {"tan", "tan"},
    {"tanh", "tanh"},
    {"topk", "top_k", kChlo},
    {"transpose", "transpose"},
    {"triangular-solve", "triangular_solve"},
    {"while", "while"},
    {"xor", "xor"},
};

// Results that nothing but their types tells.
constexpr absl::string_view kDeclaredOnly[] = {
    "all-gather-done",
    "all-gather-start",
    "all-reduce-done",
    "all-reduce-start",
    "async-done",
    "async-start",
    "async-update",
    "collective-permute-done",
    "collective-permute-start",
    "copy-done",
    "copy-start",
    "dynamic-reshape",
    "infeed",
    "mulhi",
    "outfeed",
    "ragged-all-to-all",
    "ragged-dot",
    "recv",
    "recv-done",
    "rng",
    "rng-get-and-update-state",
    "scaled-dot",
    "scan",
    "send",
    "send-done",
};

// The operand itself, of the type that is declared.
void PassOperand(RuleContext& ctx, int i) {
  ctx.SetOutputToInput(i, i);
  RequireDeclared(ctx, i);
  const ElementType element = ctx.InputElement(i);
  const ElementType declared = ResultElement(ctx, i, element);
  if (element == declared || element == ElementType::kUndefined) return;
  ctx.Error("ELEMENT_TYPE_MISMATCH", Place::Output(i),
            absl::StrCat(ctx.op().op_type, " gives ", shape::ElementTypeName(element),
                         ", declared is ", shape::ElementTypeName(declared)));
}

// Parts of tuples as they are: of tuple, get-tuple-element, a parameter of a branch.
void InferParts(RuleContext& ctx) {
  if (ctx.input_count() != ctx.output_count()) {
    ctx.Error("WRONG_OUTPUT_COUNT", {},
              absl::StrCat(ctx.op().op_type, " gives ", ctx.input_count(), " parts, its type has ",
                           ctx.output_count()));
  }
  for (int i = 0; i < ctx.output_count(); ++i) {
    if (i < ctx.input_count()) {
      PassOperand(ctx, i);
    } else {
      SetToDeclared(ctx, i);
    }
  }
}

// The first operands; others only come before it.
void InferCopy(RuleContext& ctx) {
  for (int i = 0; i < std::min(ctx.input_count(), ctx.output_count()); ++i) PassOperand(ctx, i);
}

// Whether elements lie in one order whatever the layout is.
bool IsLine(const Shape& shape) {
  return shape.has_rank && std::count_if(shape.dims.begin(), shape.dims.end(),
                                         [](Dim dim) { return !dim.is_constant(1); }) <= 1;
}

// The bytes of the operand as the declared type, in whatever order its layout says.
void InferBitcast(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetToDeclared(ctx, 0);
  const ElementType element = ctx.InputElement(0);
  const graph::DeclaredType* const declared = DeclaredResultOf(ctx, 0);
  const bool has_shape = declared != nullptr && declared->has_shape;
  if (!has_shape || shape::ElementBits(declared->element) != shape::ElementBits(element)) return;
  const Shape result = OutputShape(ctx, 0);
  const Expr count = ctx.Product(DimVector(result.dims.begin(), result.dims.end()));
  ctx.RequireEqual(count, Place::Output(0), ctx.InputElementCount(0), Place::Input(0),
                   "hlo.reshape"_check);
  if (declared->element == element && IsLine(result) && IsLine(ctx.InputShape(0))) {
    PassElements(ctx, 0, 0);
  }
}

// The window says the sizes of the kernel again.
void InferWindowedConvolution(RuleContext& ctx) {
  const Shape kernel = ctx.InputShape(1);
  const auto sizes = IntsOr(ctx, "window_dimensions");
  const auto axes = IntsOr(ctx, "kernel_spatial_dimensions");
  if (kernel.has_rank && sizes.size() != axes.size()) {
    return RefuseInts(ctx, "window", absl::StrCat(axes.size(), " sizes, not ", sizes.size()));
  }
  for (size_t i = 0; kernel.has_rank && i < axes.size(); ++i) {
    const int64_t axis = axes[i];
    if (axis < 0 || axis >= kernel.rank()) continue;
    ctx.RequireEqual(kernel.dims[static_cast<size_t>(axis)],
                     Place::Input(1, static_cast<int>(axis)), sizes[i], {},
                     "hlo.conv_window"_check);
  }
  InferHloConvolution(ctx);
}

// By a pred one of two graphs, else one of a list.
void InferConditional(RuleContext& ctx) {
  if (ctx.FindAttribute("branches") != nullptr) return InferCase(ctx);
  InferIf(ctx);
  for (int i = 0; i < ctx.output_count(); ++i) RequireDeclared(ctx, i);
}

// The operand's shape, of the declared element type; the other operand has random bits for each.
void InferStochasticConvert(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  SetHloResult(ctx, 0, ResultElement(ctx, 0, ElementType::kUndefined),
               OneShapeOf(ctx, 0, 2, "hlo.shapes"_check));
}

constexpr absl::string_view kOperandItself = "the operand itself; by value";
constexpr OperatorTraits kDeclaredCall = {.purity = Purity::kImpure};
constexpr OperandForm kScalarFirst[] = {{0, Form::kScalar}};

constexpr OperatorRow kHloTextRows[] = {
    {kHlo, "add-dependency", {1}, InferCopy, kOperandItself, {}, kFree},
    {kHlo, "after-all", {1}, SetAllToDeclared, "the declared types", {}, kFree},
    {kHlo, "bitcast", {1}, InferBitcast, "the declared type, of as many bits", {}, kFree},
    {kHlo,
     "conditional",
     {1},
     InferConditional,
     "the join of the branches; one of them where it is known",
     {.bodies = Bodies::kBranches, .forms = kScalarFirst},
     kBodiesOnly},
    {kHlo,
     "convolution",
     {1},
     InferWindowedConvolution,
     "batch, features and the windows on each spatial axis",
     {},
     HloConvolutionCost},
    {kHlo, "copy", {1}, InferCopy, kOperandItself, kMovement, kMoved},
    {kHlo, "domain", {1}, InferCopy, kOperandItself, {}, kFree},
    {kHlo, "get-tuple-element", {1}, InferParts, "the parts of the operand; by value", {}, kFree},
    {kHlo,
     "parameter",
     {1},
     InferParts,
     "of a branch: the operand of the conditional; by value",
     {},
     kFree},
    {kHlo,
     "stochastic-convert",
     {1},
     InferStochasticConvert,
     "the operands' shape, the declared type",
     kElementwise,
     kMoved},
    {kHlo, "tuple", {1}, InferParts, "the operands themselves; by value", {}, kFree},
};

// The rows of the domains that HLO shares operators with.
const OperatorRow* FindSame(const SameOperator& same) {
  using Family = absl::Span<const OperatorRow> (*)();
  constexpr Family kFamilies[] = {
      HloElementwiseOperators, ChloOperators,       HloShapeOperators,
      HloMovementOperators,    HloGatherOperators,  HloContractionOperators,
      HloReductionOperators,   HloControlOperators, HloLinearOperators};
  for (const Family family : kFamilies) {
    for (const OperatorRow& row : family()) {
      if (row.domain == same.domain && row.name == same.name) return &row;
    }
  }
  return nullptr;
}

std::vector<OperatorRow> MakeRows() {
  std::vector<OperatorRow> rows(std::begin(kHloTextRows), std::end(kHloTextRows));
  for (const SameOperator& same : kSameOperators) {
    const OperatorRow* const found = FindSame(same);
    if (found == nullptr) continue;
    OperatorRow& row = rows.emplace_back(*found);
    row.domain = kHlo;
    row.name = same.opcode;
  }
  for (const absl::string_view name : kDeclaredOnly) {
    rows.push_back({kHlo, name, {1}, SetAllToDeclared, "the declared types", kDeclaredCall});
  }
  return rows;
}

}  // namespace

absl::Span<const OperatorRow> HloTextOperators() {
  static const auto& rows = *new const std::vector<OperatorRow>(MakeRows());
  return rows;
}

}  // namespace shapewright::rules

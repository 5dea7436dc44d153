#include "core/rules/control/unroll.h"

#include <algorithm>
#include <utility>

#include "core/rules/control/recurrence.h"
#include "core/rules/state/diagnostic_class.h"
#include "core/symbolic/facts/require_fact.h"

namespace shapewright::rules {
namespace {

// Longer loops are not unrolled.
constexpr int64_t kMaxIterations = 256;
constexpr absl::string_view kEachIteration = "each iteration of a loop";

ValueState Scalar(RuleContext& ctx, ElementType element, int64_t value) {
  ValueState state(ctx.types().Tensor(element, absl::Span<const Dim>()));
  state.SetInts(ctx.types(), ctx.workspace().Copy<Expr>({Expr(value)}));
  return state;
}

bool IsTypeDecidedOutside(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first) {
  const Type& type = ctx.types().at(id);
  const auto is_outside = [&](Expr e) {
    return e.is_unknown() || !MentionsSymbolsFrom(ctx.exprs(), e, first);
  };
  const auto is_type_outside = [&](shape::TypeId inner) {
    return inner == shape::kUnknownType || IsTypeDecidedOutside(ctx, inner, first);
  };
  const bool is_known = type.kind == shape::TypeKind::kTensor     ? type.has_rank()
                        : type.kind == shape::TypeKind::kSequence ? !type.length.is_unknown()
                                                                  : id != shape::kUnknownType;
  if (!is_known || !is_outside(type.length) ||
      !std::all_of(type.shape.dims.begin(), type.shape.dims.end(), is_outside)) {
    return false;
  }
  // If each position has its type, `inner` is only what they have in common.
  return type.positions.empty()
             ? is_type_outside(type.inner)
             : std::all_of(type.positions.begin(), type.positions.end(), is_type_outside);
}

struct IterationFact {
  symbolic::Fact fact;
  // The branch within the iteration that the fact holds in, if any.
  std::optional<symbolic::Guard> branch;
};

// The facts of the iterations, from fact number `first` on. All iterations run, so the facts are
// those of the whole loop. One that mentions a symbol of the body is left out, and leaves the loop
// unchecked; nothing if it is assumed.
std::optional<std::vector<IterationFact>> FactsOfIterations(RuleContext& ctx, size_t first,
                                                            symbolic::SymbolId first_symbol) {
  std::vector<IterationFact> found;
  const symbolic::FactStore& facts = ctx.facts();
  for (size_t i = first; i < facts.facts().size(); ++i) {
    const symbolic::Fact& fact = facts.facts()[i];
    if (fact.source.basis == symbolic::Basis::kDeclared) continue;
    if (MentionsSymbolsFrom(ctx.exprs(), fact.left, first_symbol) ||
        MentionsSymbolsFrom(ctx.exprs(), fact.right, first_symbol)) {
      if (fact.source.basis == symbolic::Basis::kAssumed) return std::nullopt;
      ctx.NoteUnchecked({}, fact.source.check.sentence);
      continue;
    }
    const symbolic::Scope& scope = facts.scopes()[fact.scope];
    IterationFact& added = found.emplace_back(IterationFact{fact, std::nullopt});
    if (scope.parent != facts.current_scope()) added.branch = scope.guard;
  }
  return found;
}

// Whether one of the diagnostics from number `first` on says that an iteration fails, whatever
// branches run within it.
bool FailsInIteration(RuleContext& ctx, size_t first) {
  const auto& diagnostics = ctx.workspace().diagnostics();
  const symbolic::Site loop = ctx.SiteOf({});
  return std::any_of(diagnostics.begin() + static_cast<ptrdiff_t>(first), diagnostics.end(),
                     [&](const Diagnostic& found) {
                       return IsUnderGuardOf(loop, found) &&
                              ClassOf(found.code) == DiagnosticClass::kRun;
                     });
}

// False where one of the facts is refuted.
bool Require(RuleContext& ctx, absl::Span<const IterationFact> facts) {
  for (const IterationFact& each : facts) {
    if (each.branch) ctx.facts().PushScope(*each.branch);
    const bool is_refuted =
        symbolic::RequireFact(ctx.facts(), each.fact) == symbolic::Verdict::kRefuted;
    if (each.branch) ctx.facts().PopScope();
    if (is_refuted) return false;
  }
  return true;
}

// The number of an iteration, of the type that the loop's first operand has.
ValueState Counted(RuleContext& ctx, const ValueState& counter, int64_t value) {
  ValueState state(counter.type());
  state.SetInts(ctx.types(), ctx.workspace().Copy<Expr>({Expr(value)}));
  return state;
}

}  // namespace

std::optional<bool> KnownCondition(const ValueState& state) {
  const auto ints = state.ints();
  if (ints && ints->size() == 1) {
    if (!ints->front().is_constant()) return std::nullopt;
    return !ints->front().is_constant(0);
  }
  if (state.tensor() == nullptr) return std::nullopt;
  const auto value = graph::DecodeIntegers(*state.tensor(), 1);
  if (!value || value->size() != 1) return std::nullopt;
  return (*value)[0] != 0;
}

bool IsDecidedOutside(RuleContext& ctx, const ValueState& state, symbolic::SymbolId first_symbol) {
  const auto is_inside = [&](Expr e) {
    return !e.is_unknown() && MentionsSymbolsFrom(ctx.exprs(), e, first_symbol);
  };
  const auto ints = state.ints();
  if (ints && std::any_of(ints->begin(), ints->end(), is_inside)) return false;
  const auto floats = state.floats();
  const auto is_float_inside = [&](const FloatElement& e) {
    return is_inside(e.numerator) || is_inside(e.positive);
  };
  if (floats && std::any_of(floats->begin(), floats->end(), is_float_inside)) return false;
  return IsTypeDecidedOutside(ctx, state.type(), first_symbol);
}

std::optional<UnrolledLoop> UnrollInPlaceOf(
    RuleContext& ctx, const KnownBefore& before,
    const std::function<std::optional<UnrolledLoop>()>& unroll) {
  symbolic::FactStore& facts = ctx.facts();
  const size_t known = before.facts;
  // A fact that holds outside of the body is kept where it is.
  const bool are_of_body =
      std::none_of(facts.facts().begin() + static_cast<ptrdiff_t>(known), facts.facts().end(),
                   [&](const symbolic::Fact& fact) { return facts.IsOpen(fact.scope); });
  if (!are_of_body) return unroll();
  std::vector<symbolic::Fact> of_any = facts.TakeFactsAfter(known);
  const auto unchecked = ctx.workspace().TakeUncheckedAfter(before.unchecked);
  auto unrolled = unroll();
  if (!unrolled) {
    for (symbolic::Fact& fact : of_any) facts.PutBack(std::move(fact));
    ctx.workspace().PutBackUnchecked(unchecked);
  }
  return unrolled;
}

std::optional<UnrolledLoop> Unroll(RuleContext& ctx, const BodyLoop& loop,
                                   std::optional<int64_t> limit, bool may_end) {
  const bool has_known_count = limit && !may_end;
  if (has_known_count && *limit > kMaxIterations) return std::nullopt;
  if (has_known_count && !ctx.runner().ReserveRuns(loop.body, *limit, kEachIteration))
    return std::nullopt;
  UnrolledLoop unrolled;
  std::vector<ValueState> inputs = loop.inputs;
  inputs[1] = Scalar(ctx, ElementType::kBool, 1);
  bool is_known = true;
  ctx.runner().SetDiscardFindings(true);
  const auto first_symbol = static_cast<symbolic::SymbolId>(ctx.exprs().symbols().size());
  const size_t first_fact = ctx.facts().facts().size();
  const size_t first_diagnostic = ctx.workspace().diagnostics().size();
  const size_t first_unchecked = ctx.workspace().unchecked().size();
  for (int64_t i = 0; !limit || i < *limit; ++i) {
    is_known = i < kMaxIterations &&
               (has_known_count || ctx.runner().ReserveRuns(loop.body, 1, kEachIteration));
    if (!is_known) break;
    inputs[0] = Counted(ctx, loop.inputs[0], i);
    const auto& outputs = unrolled.iterations.emplace_back(
        ctx.runner().Run(loop.body, inputs, {ctx.SiteOf({}), "body", false, loop.runs_if}));
    const auto condition = outputs.empty() ? std::nullopt : KnownCondition(outputs[0]);
    is_known = (condition || has_known_count) &&
               outputs.size() >= loop.carried_outputs_begin + loop.carried_count;
    if (!is_known || (condition && !*condition)) break;
    std::copy_n(outputs.begin() + static_cast<int64_t>(loop.carried_outputs_begin),
                loop.carried_count, inputs.begin() + static_cast<int64_t>(loop.carried_begin));
  }
  // What is found is discarded: of a loop that fails nothing may be concluded.
  is_known = is_known && !FailsInIteration(ctx, first_diagnostic);
  const auto facts = FactsOfIterations(ctx, first_fact, first_symbol);
  const auto unchecked = ctx.workspace().TakeUncheckedAfter(first_unchecked);
  ctx.runner().SetDiscardFindings(false);
  if (!is_known || !facts || !Require(ctx, *facts)) return std::nullopt;
  ctx.workspace().PutBackUnchecked(unchecked);
  return unrolled;
}

}  // namespace shapewright::rules

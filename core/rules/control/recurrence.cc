#include "core/rules/control/recurrence.h"

#include <optional>

#include "absl/algorithm/container.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/power.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::rules {
namespace {

using symbolic::Term;

// Beyond these, a quotient with a rest other than 0 or divisor - 1 is not followed: evaluated in
// 128 bits, it could overflow where the run does not.
constexpr int64_t kMostDivisor = 256;
constexpr int64_t kMostAdded = 1 << 20;

class Solver {
 public:
  Solver(RuleContext& ctx, const Recurrence& recurrence, Expr initial, Expr count)
      : ctx_(ctx), recurrence_(recurrence), initial_(initial), count_(count) {}

  Expr Solve() {
    const Expr step = ctx_.Subtract(recurrence_.next, recurrence_.current);
    if (IsInvariant(step)) return ctx_.Add(initial_, ctx_.Multiply(count_, step));
    if (!recurrence_.next.is_symbolic()) return {};
    const symbolic::TermList terms = symbolic::TermsOf(ctx_.exprs(), recurrence_.next);
    for (const Term& term : terms) {
      const Expr part = Expr::FromNode(term.monomial);
      const Expr rest = ctx_.Subtract(recurrence_.next, ctx_.Multiply(term.coefficient, part));
      if (term.monomial == symbolic::kUnitMonomial || !IsInvariant(rest)) continue;
      if (part == recurrence_.current) return Multiplied(term.coefficient, rest);
      const auto quotient = symbolic::AsConstantQuotient(ctx_.exprs().node(term.monomial));
      if (!quotient || term.coefficient != 1) return {};
      const Expr added = ctx_.Subtract(quotient->dividend, recurrence_.current);
      return Divided(added, quotient->divisor, rest);
    }
    return {};
  }

 private:
  bool IsInvariant(Expr e) const {
    return !e.is_unknown() && !MentionsSymbolsFrom(ctx_.exprs(), e, recurrence_.first_inner);
  }

  // x -> factor*x + added: x(n) = factor^n * x(0) + added * (factor^n - 1)/(factor - 1), where
  // the last quotient, 1 + factor + ... + factor^(n - 1), leaves no rest.
  Expr Multiplied(int64_t factor, Expr added) {
    if (factor < 2) return {};
    if (count_.is_constant() && !symbolic::CheckedPower(factor, count_.constant())) return {};
    const Expr power = symbolic::Power(ctx_.exprs(), factor, count_);
    const Expr sum = ctx_.Multiply(added, ctx_.Subtract(power, 1));
    return ctx_.Add(ctx_.Multiply(initial_, power), ctx_.FloorDiv(sum, factor - 1));
  }

  // x -> floor((x + added)/divisor) + rest, which is floor((x + b)/divisor) for
  // b = added + divisor*rest. As floor((floor(y/c) + b)/c) = floor((y + c*b)/c^2) for c > 0, it is
  // x(n) = floor((x(0) + b*(c^n - 1)/(c - 1))/c^n); with b = c - 1 that is x(0)/c^n rounded up.
  Expr Divided(Expr added, int64_t divisor, Expr rest) {
    const Expr b = ctx_.Add(added, ctx_.Multiply(divisor, rest));
    // A negative number may be 2^63, and then takes one iteration more to reach -1 or 0.
    const int64_t more = ctx_.Bounds(initial_).min >= 0 ? 0 : 1;
    if (b.is_constant(0)) return ctx_.FloorDiv(initial_, PowerOf(divisor, more));
    if (b.is_constant(divisor - 1)) return ctx_.CeilDiv(initial_, PowerOf(divisor, more));
    const bool is_small = b.is_constant() && divisor <= kMostDivisor &&
                          b.constant() <= kMostAdded && b.constant() >= -kMostAdded;
    if (!is_small) return {};
    // x is monotone in n. From c^n >= 2^63 on it lies within 4 of b/(c - 1), so that it stands
    // still after 4 more.
    const Expr power = PowerOf(divisor, 4);
    const Expr sum = ctx_.FloorDiv(ctx_.Multiply(b, ctx_.Subtract(power, 1)), divisor - 1);
    return ctx_.FloorDiv(ctx_.Add(initial_, sum), power);
  }

  // divisor^count. After as many iterations as it takes to reach 2^63, which no size does, and
  // `more`, a quotient by it stays the same: the power has no need to grow on.
  Expr PowerOf(int64_t divisor, int64_t more) {
    int64_t steps = 0;
    while (symbolic::Narrow(*symbolic::CheckedPower(divisor, steps))) ++steps;
    return symbolic::Power(ctx_.exprs(), divisor, ctx_.Min(count_, steps + more));
  }

  RuleContext& ctx_;
  const Recurrence& recurrence_;
  const Expr initial_;
  const Expr count_;
};

}  // namespace

bool MentionsSymbolsFrom(const symbolic::ExprArena& arena, Expr e, symbolic::SymbolId first) {
  const auto symbols = symbolic::ReachableSymbols(arena, {e});
  return !symbols.empty() && symbols.back() >= first;
}

Expr AfterIterations(RuleContext& ctx, const Recurrence& recurrence, Expr initial, Expr count) {
  if (recurrence.next.is_unknown() || initial.is_unknown() || count.is_unknown()) return {};
  return Solver(ctx, recurrence, initial, count).Solve();
}

}  // namespace shapewright::rules

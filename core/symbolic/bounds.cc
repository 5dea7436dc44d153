#include "core/symbolic/bounds.h"

#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "core/symbolic/apply_operation.h"
#include "core/symbolic/float_operation.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

constexpr NodeId kUnitNode = 0;
// For longer sums the tighter bounds are not worth the time.
constexpr size_t kMaxRelaxedTerms = 12;
// Sums of more terms have one choice relaxed at a time.
constexpr size_t kMaxTermsOfChoices = 4;
constexpr int64_t kMaxScale = int64_t{1} << 31;

Interval TermInterval(const Term& term, LookUpBounds look_up) {
  if (term.monomial == kUnitNode) return Interval::Point(term.coefficient);
  return Multiply(Interval::Point(term.coefficient), look_up(term.monomial));
}

Interval PlainSumBounds(absl::Span<const Term> terms, LookUpBounds look_up) {
  Interval total = Interval::Point(0);
  for (const Term& term : terms) {
    total = Add(total, TermInterval(term, look_up));
  }
  return total;
}

// A sum whose terms are being replaced. Like terms are combined; their order does not matter.
class Relaxation {
 public:
  explicit Relaxation(const ExprNodes& nodes) : nodes_(nodes) {}

  // False where a coefficient would leave 64 bits.
  bool AddTerm(int64_t coefficient, NodeId monomial) {
    if (!nodes_.CountWork(1 + terms_.size())) return false;
    for (Term& term : terms_) {
      if (term.monomial != monomial) continue;
      const auto sum = CheckedAdd(term.coefficient, coefficient);
      if (!sum) return false;
      term.coefficient = *sum;
      return true;
    }
    terms_.push_back({coefficient, monomial});
    return true;
  }

  bool AddScaled(Expr e, int64_t scale) {
    if (e.is_constant()) {
      const auto value = CheckedMul(e.constant(), scale);
      return value && AddTerm(*value, kUnitNode);
    }
    const ExprNode& node = nodes_.node(e.node());
    if (node.kind != NodeKind::kSum) return AddTerm(scale, e.node());
    for (const Term& term : node.terms) {
      const auto value = CheckedMul(term.coefficient, scale);
      if (!value || !AddTerm(*value, term.monomial)) return false;
    }
    return true;
  }

  void AddSlack(Interval slack) { slack_ = Add(slack_, slack); }

  Interval Bounds(LookUpBounds look_up) const {
    return Add(slack_, PlainSumBounds(terms_, look_up));
  }
  absl::Span<const Term> terms() const { return terms_; }

 private:
  const ExprNodes& nodes_;
  absl::InlinedVector<Term, 16> terms_;
  Interval slack_ = Interval::Point(0);
};

// The least common multiple of all constant divisors; nothing if there are none or it is too large.
std::optional<int64_t> CommonDivisor(const ExprNodes& nodes, absl::Span<const Term> terms) {
  int64_t scale = 1;
  bool any = false;
  for (const Term& term : terms) {
    const auto quotient = AsConstantQuotient(nodes.node(term.monomial));
    if (!quotient) continue;
    if (quotient->divisor > kMaxScale) return std::nullopt;
    any = true;
    scale = std::lcm(scale, quotient->divisor);
    if (scale > kMaxScale) return std::nullopt;
  }
  if (!any) return std::nullopt;
  return scale;
}

Interval DivideByScale(Interval scaled, int64_t scale) {
  if (scaled.has_min()) scaled.min = CeilDivide<int64_t>(scaled.min, scale);
  if (scaled.has_max()) scaled.max = FloorDivide<int64_t>(scaled.max, scale);
  return scaled;
}

// The bounds of the sum with (a - r) / c in place of each floordiv(a, c), r in [0, c).
Interval FloorRelaxedBounds(const ExprNodes& nodes, absl::Span<const Term> terms,
                            LookUpBounds look_up) {
  const auto scale = CommonDivisor(nodes, terms);
  if (!scale) return Interval::All();
  Relaxation relaxed(nodes);
  for (const Term& term : terms) {
    const auto scaled = CheckedMul(term.coefficient, *scale);
    if (!scaled) return Interval::All();
    const auto quotient = AsConstantQuotient(nodes.node(term.monomial));
    if (!quotient) {
      if (!relaxed.AddTerm(*scaled, term.monomial)) return Interval::All();
      continue;
    }
    const int64_t part = *scaled / quotient->divisor;
    if (!relaxed.AddScaled(quotient->dividend, part)) return Interval::All();
    relaxed.AddSlack(Multiply(Interval::Point(part), Interval{1 - quotient->divisor, 0}));
  }
  return DivideByScale(relaxed.Bounds(look_up), *scale);
}

bool IsChoice(const ExprNode& node) {
  return !node.defined && (node.kind == NodeKind::kMin || node.kind == NodeKind::kMax ||
                           node.kind == NodeKind::kBroadcast || node.kind == NodeKind::kIf);
}

// What a choice chooses from: not the condition of an if.
absl::Span<const Expr> SidesOf(const ExprNode& choice) {
  return choice.operands.subspan(choice.kind == NodeKind::kIf ? 1 : 0);
}

// How many choices of one sum are relaxed at a time.
constexpr int kMaxChoices = 2;

Interval ChoiceRelaxedBounds(const ExprNodes& nodes, absl::Span<const Term> terms, size_t chosen,
                             LookUpBounds look_up, int choices_left);

// The bounds of the sum with `operand` in place of the chosen term's monomial.
Interval BoundsWithOperand(const ExprNodes& nodes, absl::Span<const Term> terms, size_t chosen,
                           Expr operand, LookUpBounds look_up, int choices_left) {
  Relaxation relaxed(nodes);
  if (!relaxed.AddScaled(operand, terms[chosen].coefficient)) return {};
  for (size_t i = 0; i < terms.size(); ++i) {
    if (i == chosen) continue;
    if (!relaxed.AddTerm(terms[i].coefficient, terms[i].monomial)) return {};
  }
  Interval bounds = relaxed.Bounds(look_up);
  const absl::Span<const Term> rest = relaxed.terms();
  for (size_t i = 0; i < rest.size() && choices_left > 0 && rest.size() <= kMaxTermsOfChoices;
       ++i) {
    if (rest[i].coefficient == 0 || !IsChoice(nodes.node(rest[i].monomial))) continue;
    bounds = Intersect(bounds, ChoiceRelaxedBounds(nodes, rest, i, look_up, choices_left));
  }
  return bounds;
}

// By c * max(a, b) + r = max(c*a + r, c*b + r), a min for a negative c. A broadcast and an
// if have the value of one side.
Interval ChoiceRelaxedBounds(const ExprNodes& nodes, absl::Span<const Term> terms, size_t chosen,
                             LookUpBounds look_up, int choices_left) {
  const ExprNode& choice = nodes.node(terms[chosen].monomial);
  const bool is_max = (choice.kind == NodeKind::kMax) == (terms[chosen].coefficient > 0);
  Interval result = Interval::Empty();
  const bool is_either = choice.kind == NodeKind::kBroadcast || choice.kind == NodeKind::kIf;
  for (const Expr operand : SidesOf(choice)) {
    const Interval next =
        BoundsWithOperand(nodes, terms, chosen, operand, look_up, choices_left - 1);
    if (result.is_empty() || is_either) {
      result = Hull(result, next);
    } else {
      result = is_max ? Max(result, next) : Min(result, next);
    }
  }
  return result;
}

absl::Span<const NodeId> FactorsOf(const ExprNodes& nodes, const NodeId& monomial) {
  const ExprNode& node = nodes.node(monomial);
  return node.kind == NodeKind::kProduct ? node.factors : absl::MakeConstSpan(&monomial, 1);
}

using Factors = absl::InlinedVector<NodeId, 8>;

// The atoms that all terms have in common, with multiplicity.
Factors CommonFactors(const ExprNodes& nodes, absl::Span<const Term> terms) {
  const auto first = FactorsOf(nodes, terms[0].monomial);
  Factors common(first.begin(), first.end());
  for (const Term& term : terms.subspan(1)) {
    const auto factors = FactorsOf(nodes, term.monomial);
    Factors both;
    absl::c_set_intersection(common, factors, std::back_inserter(both));
    common = std::move(both);
    if (common.empty()) break;
  }
  return common;
}

// The bounds of the product that factoring out these atoms gives: N*P - N is N*(P - 1).
Interval FactoredBounds(const ExprNodes& nodes, absl::Span<const Term> terms,
                        LookUpBounds look_up) {
  const Factors common = CommonFactors(nodes, terms);
  if (common.empty()) return {};
  Interval quotient = Interval::Point(0);
  for (const Term& term : terms) {
    Factors rest;
    absl::c_set_difference(FactorsOf(nodes, term.monomial), common, std::back_inserter(rest));
    quotient =
        Add(quotient, Multiply(Interval::Point(term.coefficient), ProductBounds(rest, look_up)));
  }
  return Multiply(ProductBounds(common, look_up), quotient);
}

}  // namespace

Interval OperandBounds(Expr e, LookUpBounds look_up) {
  if (e.is_unknown()) return Interval::All();
  if (e.is_constant()) return Interval::Point(e.constant());
  return look_up(e.node());
}

Interval SumBounds(const ExprNodes& nodes, absl::Span<const Term> terms, LookUpBounds look_up) {
  Interval bounds = PlainSumBounds(terms, look_up);
  if (!nodes.CountWork(terms.size()) || bounds.is_point()) return bounds;
  if (terms.empty() || terms.size() > kMaxRelaxedTerms) return bounds;
  bounds = Intersect(bounds, FloorRelaxedBounds(nodes, terms, look_up));
  for (size_t i = 0; i < terms.size(); ++i) {
    const ExprNode& node = nodes.node(terms[i].monomial);
    if (!IsChoice(node)) continue;
    bounds = Intersect(bounds, ChoiceRelaxedBounds(nodes, terms, i, look_up, kMaxChoices));
  }
  if (terms.back().monomial == kUnitNode) return bounds;
  return Intersect(bounds, FactoredBounds(nodes, terms, look_up));
}

Interval ProductBounds(absl::Span<const NodeId> factors, LookUpBounds look_up) {
  Interval product = Interval::Point(1);
  for (size_t i = 0; i < factors.size(); ++i) {
    const Interval factor = look_up(factors[i]);
    if (i + 1 < factors.size() && factors[i + 1] == factors[i]) {
      product = Multiply(product, Square(factor));
      ++i;
    } else {
      product = Multiply(product, factor);
    }
  }
  return product;
}

Interval OperationBounds(NodeKind kind, absl::Span<const Expr> operands, LookUpBounds look_up) {
  if (kind == NodeKind::kTruncate) return TruncateBounds(OperandBounds(operands[0], look_up));
  if (kind == NodeKind::kFloat) {
    const bool is_binary = operands.size() > 2;
    return FloatBounds(operands, OperandBounds(operands[1], look_up),
                       is_binary ? OperandBounds(operands[2], look_up) : Interval::Point(0));
  }
  if (kind == NodeKind::kIf) {
    return Hull(OperandBounds(operands[1], look_up), OperandBounds(operands[2], look_up));
  }
  Interval result = OperandBounds(operands[0], look_up);
  for (const Expr operand : operands.subspan(1)) {
    result = ApplyOperation(kind, result, OperandBounds(operand, look_up));
  }
  return result;
}

}  // namespace shapewright::symbolic

// Reshape and Flatten: the same elements in other dims.
#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::rules {
namespace {

constexpr int kReshapeOperandVersion = 5;  // the target as an operand from here on
constexpr const Check& kKeepsCount = "reshape.volume"_check;

// A Reshape whose dims are being determined; those not known yet are unknown in `dims`.
struct Target {
  Shape input;
  bool is_empty = false;      // a dim is 0
  bool zero_is_size = false;  // allowzero
  DimVector dims;
  int inferred = -1;  // the index of the element -1
  int unknown_count = 0;
  int last_unknown = -1;
  // Value symbols that may be 0 or -1, by index: unknown in `dims` until the others are read. After
  // SettleUndecided() those that are still unknown.
  absl::InlinedVector<std::pair<int, Expr>, 2> undecided;
  // The indices of elements that were assumed to be sizes.
  absl::InlinedVector<int, 4> assumed;
};

// The kind of a symbol that may be -1; nothing for other expressions.
std::optional<symbolic::SymbolKind> KindOfElement(RuleContext& ctx, Expr e) {
  const symbolic::Symbol* const symbol = ctx.exprs().AsSymbol(e);
  if (symbol == nullptr || ctx.Bounds(e).min >= 0) return std::nullopt;
  return symbol->kind;
}

void AssumeSize(RuleContext& ctx, Target& target, int index, Expr e) {
  target.assumed.push_back(index);
  RequirePositive(ctx, e, Place::Element(1, index), "reshape.size"_check,
                  symbolic::Basis::kAssumed);
  ctx.facts().NoteChoice(e);
}

// Whether a dim of the result is at least 1, perhaps by assumption.
bool IsPositive(RuleContext& ctx, const Target& target, int index) {
  return ctx.Bounds(target.dims[index]).min >= 1 ||
         std::find(target.assumed.begin(), target.assumed.end(), index) != target.assumed.end();
}

Dim CopiedDim(RuleContext& ctx, const Target& target, int index) {
  if (!target.input.has_rank) return Dim();
  if (index < target.input.rank()) return target.input.dims[index];
  ctx.Error("RESHAPE_ZERO_OUT_OF_RANGE", Place::Element(1, index),
            absl::StrCat("Reshape copies dim ", index, " (element 0) of shape ",
                         ctx.Text(target.input), ", which has no such dim"));
  return Dim();
}

// The dim of an element that is not a constant (S10).
Dim SymbolicDim(RuleContext& ctx, Target& target, int index, Expr e) {
  // Where it is 0, it copies this dim, which is 0 too.
  if (target.input.has_rank && index < target.input.rank() && target.input.dims[index] == e) {
    return e;
  }
  const Interval bounds = ctx.Bounds(e);
  if (bounds.min >= 1 || (target.zero_is_size && bounds.min >= 0)) return e;
  // For an empty tensor 0 is as likely as any other size.
  if (target.is_empty) return Dim();
  const auto kind = KindOfElement(ctx, e);
  if (kind == symbolic::SymbolKind::kInputValue) {
    target.undecided.emplace_back(index, e);
    return Dim();
  }
  if (bounds.max < 1) return Dim();
  if (kind == symbolic::SymbolKind::kAnonymous || kind == symbolic::SymbolKind::kDataDependent) {
    return Dim();
  }
  // A data-dependent element may as well be 0 or -1.
  if (!symbolic::DependsOnInputsOnly(ctx.exprs(), e)) return Dim();
  AssumeSize(ctx, target, index, e);
  return e;
}

Dim ConstantDim(RuleContext& ctx, Target& target, int index, int64_t size) {
  if (size > 0 || (size == 0 && target.zero_is_size)) return size;
  if (size == 0) return CopiedDim(ctx, target, index);
  if (size < -1) {
    ctx.Error("NEGATIVE_SIZE", Place::Element(1, index),
              absl::StrCat("Reshape to a dim of ", size));
  } else if (target.inferred >= 0) {
    ctx.Error("SEVERAL_INFERRED_DIMS", Place::Element(1, index),
              absl::StrCat("Reshape has -1 at element ", target.inferred, " and at element ", index,
                           ": only one dim can be inferred"));
  } else {
    target.inferred = index;
  }
  return Dim();
}

void AddDim(RuleContext& ctx, Target& target, Expr e) {
  const int index = static_cast<int>(target.dims.size());
  Dim dim;
  if (e.is_constant()) {
    dim = ConstantDim(ctx, target, index, e.constant());
  } else if (e.is_symbolic()) {
    dim = SymbolicDim(ctx, target, index, e);
  }
  if (dim.is_unknown()) {
    ++target.unknown_count;
    target.last_unknown = index;
  }
  target.dims.push_back(dim);
}

// The greatest common divisor of all coefficients.
int64_t Content(RuleContext& ctx, Expr e) {
  if (e.is_constant()) return e.constant();
  const symbolic::ExprNode& node = ctx.exprs().node(e.node());
  if (node.kind != symbolic::NodeKind::kSum) return 1;
  int64_t content = 0;
  for (const symbolic::Term& term : node.terms) {
    content = std::gcd(content, term.coefficient);
  }
  return content;
}

void CancelContent(RuleContext& ctx, Expr& a, Expr& b) {
  if (a.is_unknown() || b.is_unknown()) return;
  const int64_t common = std::gcd(Content(ctx, a), Content(ctx, b));
  if (common <= 1) return;
  const auto small_a = symbolic::DivideExactly(ctx.exprs(), a, common);
  const auto small_b = symbolic::DivideExactly(ctx.exprs(), b, common);
  if (!small_a || !small_b) return;
  a = *small_a;
  b = *small_b;
}

void AppendFactors(RuleContext& ctx, Expr e, ExprVector& factors) {
  const symbolic::TermList terms =
      e.is_symbolic() ? symbolic::TermsOf(ctx.exprs(), e) : symbolic::TermList();
  if (terms.size() != 1) return factors.push_back(e);
  if (terms[0].coefficient != 1) factors.push_back(terms[0].coefficient);
  for (const symbolic::NodeId atom : symbolic::AtomsOf(ctx.exprs(), terms[0].monomial)) {
    factors.push_back(Expr::FromNode(atom));
  }
}

// Removes a dim of `b` from both lists, if `a` has it.
bool CancelDim(DimVector& a, DimVector& b, size_t place) {
  const auto same = std::find(a.begin(), a.end(), b[place]);
  if (same == a.end()) return false;
  a.erase(same);
  b.erase(b.begin() + static_cast<ptrdiff_t>(place));
  return true;
}

// What is required of a target holds only where its elements are sizes. What mentions one that was
// assumed to be a size rests on that (FactStore::NoteChoice); where it is left out of both sides,
// as a factor that they share, they are assumed to agree.
symbolic::Basis BasisOf(RuleContext& ctx, const Target& target, Expr a, Expr b) {
  const bool says_so =
      target.assumed.empty() || ctx.facts().RestsOnChoice(a) || ctx.facts().RestsOnChoice(b);
  return says_so ? symbolic::Basis::kRequired : symbolic::Basis::kAssumed;
}

// numerator / denominator; the specification requires that the division is exact.
Dim ExactQuotient(RuleContext& ctx, const Target& target, DimVector over, DimVector under) {
  for (size_t i = under.size(); i-- > 0;) CancelDim(over, under, i);
  Expr numerator = ctx.Product(over);
  ExprVector factors;
  for (const Dim dim : under) AppendFactors(ctx, dim, factors);
  Expr denominator = 1;
  for (const Expr factor : factors) {
    const auto part = symbolic::DivideExactly(ctx.exprs(), numerator, factor);
    if (part) {
      numerator = *part;
    } else {
      denominator = ctx.Multiply(denominator, factor);
    }
  }
  CancelContent(ctx, numerator, denominator);
  if (denominator.is_constant(1)) return numerator;
  if (!ctx.RequireDivisible(numerator, Place::Input(0), denominator, Place::Input(1), kKeepsCount,
                            BasisOf(ctx, target, numerator, denominator))) {
    return Dim();
  }
  return ctx.FloorDiv(numerator, denominator);
}

// Determines the only unknown dim: the number of elements divided by the other dims.
void InferMissing(RuleContext& ctx, Target& target) {
  const int missing = target.last_unknown;
  DimVector others;
  bool are_positive = true;
  for (int i = 0; i < static_cast<int>(target.dims.size()); ++i) {
    if (i == missing) continue;
    const Dim dim = target.dims[i];
    others.push_back(dim);
    const bool is_positive = IsPositive(ctx, target, i);
    if (missing == target.inferred && !is_positive) {
      // 0 elements over dims of 0 do not determine it (S13).
      RequirePositive(ctx, dim, Place::Element(1, i), "reshape.zero"_check);
      are_positive &= !dim.is_constant(0);
    } else {
      are_positive &= is_positive;
    }
  }
  if (!are_positive) return ctx.NoteUnchecked(Place::Input(1), kKeepsCount.sentence);
  const DimVector input(target.input.dims.begin(), target.input.dims.end());
  target.dims[missing] = ExactQuotient(ctx, target, input, others);
}

bool AreOthersPositive(RuleContext& ctx, const Target& target) {
  for (int i = 0; i < static_cast<int>(target.dims.size()); ++i) {
    if (!target.dims[i].is_unknown() && !IsPositive(ctx, target, i)) return false;
  }
  return true;
}

// If a single dim is undecided, it follows from the others, whether its element is the size, 0 or
// -1; AssumeInferred() tells so. If several are, each that can be a size is assumed to be one.
void SettleUndecided(RuleContext& ctx, Target& target) {
  if (target.undecided.empty()) return;
  const bool is_inferable = target.unknown_count == 1 && target.input.has_rank;
  if (is_inferable && AreOthersPositive(ctx, target)) return;
  const auto settle = [&](const auto& undecided) {
    const auto& [index, e] = undecided;
    if (ctx.Bounds(e).max < 1) return false;
    AssumeSize(ctx, target, index, e);
    target.dims[index] = e;
    --target.unknown_count;
    return true;
  };
  const auto end = std::remove_if(target.undecided.begin(), target.undecided.end(), settle);
  target.undecided.erase(end, target.undecided.end());
  for (int i = 0; i < static_cast<int>(target.dims.size()); ++i) {
    if (target.dims[i].is_unknown()) target.last_unknown = i;
  }
}

// That the element is the dim says nothing of an element of 0, where the dim is 0 too: then that
// one is copied, which has to be 0 in turn.
void AssumeCopied(RuleContext& ctx, const Target& target, int index, Dim dim,
                  const symbolic::FactSource& source) {
  if (target.zero_is_size || ctx.Bounds(dim).min >= 1) return;
  const bool has_copied = index < target.input.rank();
  if (has_copied && target.input.dims[index] == dim) return;
  const Expr copied = has_copied ? ctx.Min(1, target.input.dims[index]) : Expr(1);
  ctx.facts().RequireAtMost(copied, dim, source);
}

// Called if the element counts differ when all elements are taken as sizes: then one of them must
// be 0 or -1.
void GiveUpAssumed(RuleContext& ctx, Target& target, Expr before, Expr after) {
  for (const int index : target.assumed) target.dims[index] = Dim();
  ctx.Warning("RESHAPE_COUNT_DIFFERS", Place::Element(1, target.assumed[0]),
              absl::StrCat("Reshape of ", ctx.Text(before), " elements to ", ctx.Text(after),
                           " can only hold where an element of the target is 0 or -1"));
}

// The element cannot be the dim that the others leave: it is -1, or 0 and stands for that dim.
// Where other elements are assumed to be sizes, this is assumed too.
void RequireInferredOrCopied(RuleContext& ctx, Target& target, int index, Expr e) {
  constexpr const Check& kReason = "reshape.inferred"_check;
  symbolic::ExprArena& arena = ctx.exprs();
  const Dim dim = target.dims[index];
  const bool has_copied = index < target.input.rank();
  const Expr meant = target.zero_is_size ? Expr(0) : has_copied ? target.input.dims[index] : Expr();
  const Expr is_copied = meant.is_unknown() ? Expr(0)
                                            : ctx.Min(symbolic::EqualTo(arena, e, 0),
                                                      symbolic::EqualTo(arena, meant, dim));
  const symbolic::Basis basis =
      target.assumed.empty() ? symbolic::Basis::kRequired : symbolic::Basis::kAssumed;
  const Place place = Place::Element(1, index);
  const Expr either = ctx.Max(symbolic::EqualTo(arena, e, -1), is_copied);
  const bool may_hold = is_copied.is_constant(0)
                            ? ctx.RequireEqual(e, place, -1, place, kReason, basis)
                            : ctx.RequireEqual(either, place, 1, place, kReason, basis);
  if (may_hold || basis == symbolic::Basis::kRequired) return;
  DimVector sizes = target.dims;
  sizes[index] = e;
  GiveUpAssumed(ctx, target, ctx.Product(target.input.dims), ctx.Product(sizes));
}

// An element that may be 0 or -1 is assumed to be the dim that follows from the others.
void AssumeInferred(RuleContext& ctx, Target& target) {
  if (target.undecided.empty()) {
    // An element that the data decide may be another number than the size that is left.
    if (target.inferred < 0) ctx.NoteUnchecked(Place::Input(1), kKeepsCount.sentence);
    return;
  }
  const auto& [index, e] = target.undecided[0];
  const Dim dim = target.dims[index];
  if (dim.is_unknown() || dim == e) return;
  if (ctx.Bounds(e).max < 1 || symbolic::IsDifferent(ctx.exprs(), dim, e)) {
    return RequireInferredOrCopied(ctx, target, index, e);
  }
  const symbolic::FactSource source = {symbolic::Basis::kAssumed,
                                       ctx.SiteOf(Place::Element(1, index)),
                                       ctx.SiteOf(Place::Input(0)), "reshape.rest"_check};
  AssumeCopied(ctx, target, index, dim, source);
  ctx.facts().RequireEqual(e, dim, source);
}

void RequireSameCount(RuleContext& ctx, Target& target) {
  DimVector from(target.input.dims.begin(), target.input.dims.end());
  DimVector to = target.dims;
  // Only dims that cannot be 0; from the last, so that places of others stay.
  for (int i = static_cast<int>(to.size()) - 1; i >= 0; --i) {
    if (IsPositive(ctx, target, i)) CancelDim(from, to, static_cast<size_t>(i));
  }
  Expr before = ctx.Product(from);
  Expr after = ctx.Product(to);
  CancelContent(ctx, before, after);
  if (!target.assumed.empty() && symbolic::IsDifferent(ctx.exprs(), before, after)) {
    GiveUpAssumed(ctx, target, before, after);
    return;
  }
  ctx.RequireEqual(before, Place::Input(0), after, Place::Input(1), kKeepsCount,
                   BasisOf(ctx, target, before, after));
}

// The input has no elements: requires that the product of the result's dims is 0.
void RequireNoElements(RuleContext& ctx, Target& target) {
  bool is_open = false;
  for (int i = 0; i < static_cast<int>(target.dims.size()); ++i) {
    if (!target.dims[i].is_unknown()) continue;
    target.dims[i] = ctx.Fresh(Place::Output(0, i), "not known from the operands");
    is_open = true;
  }
  if (!is_open) {
    ctx.RequireEqual(0, Place::Input(0), ctx.Product(target.dims), Place::Input(1), kKeepsCount);
    return;
  }
  ctx.NoteUnchecked(Place::Input(1), kKeepsCount.sentence);
  ctx.workspace().NoteEmptyProduct();
  // Not listed in the answer, where it would be of no use; for IsSurelyEmpty().
  const size_t listed = ctx.facts().facts().size();
  ctx.RequireEqual(0, Place::Input(0), ctx.Product(target.dims), Place::Input(1), kKeepsCount);
  ctx.facts().ForgetFactsAfter(listed);
}

void CheckZeroBesideInferred(RuleContext& ctx, const Target& target,
                             absl::Span<const Expr> elements) {
  if (!target.zero_is_size || target.inferred < 0) return;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_constant(0)) continue;
    const ToleratedChecks checks(ctx, MayBeEmpty(ctx, ctx.InputShape(0)));
    ctx.Error("ZERO_BESIDE_INFERRED", Place::Element(1, static_cast<int>(i)),
              "Reshape with allowzero has both 0 and -1");
    return;
  }
}

void ReshapeTo(RuleContext& ctx, absl::Span<const Expr> elements) {
  Target target;
  target.input = ctx.InputShape(0);
  target.is_empty = IsSurelyEmpty(ctx, target.input);
  target.zero_is_size = ctx.version() >= 14 && ctx.BoolAttribute("allowzero", false);
  for (const Expr e : elements) AddDim(ctx, target, e);
  CheckZeroBesideInferred(ctx, target, elements);
  SettleUndecided(ctx, target);
  if (target.input.has_rank) {
    if (target.unknown_count == 1) {
      InferMissing(ctx, target);
      AssumeInferred(ctx, target);
    }
    if (target.is_empty) {
      RequireNoElements(ctx, target);
    } else if (target.unknown_count == 0) {
      RequireSameCount(ctx, target);
    } else if (target.unknown_count > 1) {
      ctx.NoteUnchecked(Place::Input(1), kKeepsCount.sentence);
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), target.dims);
  PassElements(ctx, 0, 0);
}

void InferReshape(RuleContext& ctx) {
  if (ctx.version() < kReshapeOperandVersion) {
    const auto sizes = ctx.IntsAttribute("shape");
    if (!sizes) {
      ctx.Error("MISSING_ATTRIBUTE", {}, "Reshape needs the attribute `shape`");
      return;
    }
    ReshapeTo(ctx, ExprVector(sizes->begin(), sizes->end()));
    return;
  }
  if (!ctx.CheckRank(1, 1)) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  if (const auto elements = ctx.IntElementsOrFresh(1)) {
    ReshapeTo(ctx, *elements);
    return;
  }
  const Interval rank = LengthBounds(ctx, 1);
  if (rank.is_point() && rank.min <= kMaxElements) {
    ReshapeTo(ctx, ExprVector(static_cast<size_t>(rank.min)));
    return;
  }
  ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(rank));
}

// Two dims: the product of the dims before the axis, and that of the others.
void InferFlatten(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  const int64_t axis = ctx.IntAttribute("axis", 1);
  if (!shape.has_rank) {
    const DimVector dims = {axis == 0 ? Dim(1) : Dim(), Dim()};
    ctx.SetOutput(0, element, dims);
    return;
  }
  // Unlike elsewhere the axis may be the rank itself.
  const int rank = shape.rank();
  const bool can_be_negative = ctx.version() >= 11;
  if (axis > rank || axis < (can_be_negative ? -rank : 0)) {
    ctx.Error("AXIS_OUT_OF_RANGE", Place::Input(0),
              absl::StrCat("Flatten at axis ", axis, " of rank ", rank));
    ctx.SetOutput(0, element, DimVector(2));
    return;
  }
  const auto split = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  const DimVector dims = {ctx.Product(shape.dims.subspan(0, split)),
                          ctx.Product(shape.dims.subspan(split))};
  ctx.SetOutput(0, element, dims);
  PassElements(ctx, 0, 0);
}

constexpr OperatorRow kReshapeRows[] = {
    {"",
     "Flatten",
     {1, 9, 11, 13, 21, 23, 24, 25},
     InferFlatten,
     "two dims: the product before the axis and the rest; by value",
     kMovement,
     kFree},
    {"",
     "Reshape",
     {1, 5, 13, 14, 19, 21, 23, 24, 25},
     InferReshape,
     "dims from the target's elements, 0 copied and -1 inferred; by value",
     kMovement,
     kFree},
};

}  // namespace

absl::Span<const OperatorRow> ReshapeOperators() { return kReshapeRows; }

}  // namespace shapewright::rules

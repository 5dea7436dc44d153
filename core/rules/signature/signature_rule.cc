#include "core/rules/signature/signature_rule.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/request_rule_row.h"
#include "core/rules/rule_context.h"
#include "core/rules/signature/bound_names.h"
#include "core/rules/signature/match_operands.h"
#include "core/rules/signature/parse_signature.h"
#include "core/rules/signature/require_relation.h"
#include "core/rules/signature/signature.h"
#include "core/rules/signature/signature_cost.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {
namespace {

using shape::TypeKind;
using symbolic::ParsedRelation;

// A result of more dims has an unknown rank: otherwise a chain of nodes could double it each time.
constexpr size_t kMaxResultDims = 1024;
constexpr absl::string_view kUnknownResultReason = "the rule says so";

class SignatureRun {
 public:
  SignatureRun(RuleContext& ctx, const Signature& signature)
      : ctx_(ctx), signature_(signature), names_(ctx, signature) {}

  void Run();

 private:
  void CheckConditions();
  void ReadElementsOfCosts();
  void CheckCondition(const Condition& condition, int occurrence);
  void SetResult(int output, const TypePattern& pattern);
  shape::TypeId InnerType(int output, const TypePattern& pattern, int level);
  ElementType ElementOf(const ElementPattern& pattern);
  // False if the rank is not known.
  bool AddDims(int output, const TypePattern& pattern, DimVector* dims);
  bool AddMany(const DimItem& item, DimVector* dims);
  bool AddElements(const DimItem& item, DimVector* dims);
  bool AddUnknowns(const DimItem& item, DimVector* dims);
  bool AddBroadcast(const DimItem& item, DimVector* dims);
  Dim OneDim(const DimItem& item, const Place& place);

  RuleContext& ctx_;
  const Signature& signature_;
  BoundNames names_;
};

void SignatureRun::CheckCondition(const Condition& condition, int occurrence) {
  const auto relations = symbolic::BuildRelations(
      ctx_.exprs(), condition.relation, [&](absl::string_view name) -> absl::StatusOr<Expr> {
        // `x.N` is N of the occurrence.
        return names_.ValueOf(name, occurrence);
      });
  if (!relations.ok()) {
    ctx_.Error("VALUE_OVERFLOW", {},
               absl::StrCat(ctx_.op().op_type, ": ", condition.reason, ": ",
                            relations.status().message()));
    return;
  }
  for (const ParsedRelation& relation : *relations)
    RequireRelation(ctx_, relation, condition.AsCheck());
}

void SignatureRun::CheckConditions() {
  for (const Condition& condition : signature_.conditions) {
    const int count = condition.is_of_occurrence ? names_.occurrences() : 1;
    for (int i = 0; i < count; ++i) {
      if (!ctx_.exprs().CountWork(1)) return;
      CheckCondition(condition, i);
    }
  }
}

// Elements are known in the end only if they were asked for here.
void SignatureRun::ReadElementsOfCosts() {
  for (const Count& count : signature_.counts) {
    for (const std::string& name : count.formula.program.names) {
      const auto found = signature_.names.find(name);
      const bool is_element =
          found != signature_.names.end() && found->second.kind == NameMeaning::Kind::kElement;
      if (is_element) ctx_.IntElementsOrFresh(static_cast<int>(found->second.index));
    }
  }
}

ElementType SignatureRun::ElementOf(const ElementPattern& pattern) {
  switch (pattern.kind) {
    case ElementPattern::Kind::kType:
      return pattern.type;
    case ElementPattern::Kind::kVariable:
      return names_.ElementAt(pattern.index).type;
    case ElementPattern::Kind::kAttribute: {
      const AttributeUse& use = signature_.attributes[pattern.index];
      const int64_t number = use.has_default ? use.default_value.front() : 0;
      return ctx_.ElementAttribute(use.name, static_cast<ElementType>(number));
    }
  }
  return ElementType::kUndefined;
}

Dim SignatureRun::OneDim(const DimItem& item, const Place& place) {
  switch (item.kind) {
    case DimItem::Kind::kVariable:
      return names_.DimOrUnknown(item.index, 0);
    case DimItem::Kind::kFormula:
      return names_.EvaluateWithUnknowns(item.formula);
    case DimItem::Kind::kRange: {
      const Expr least = names_.EvaluateWithUnknowns(item.formula);
      const int64_t min = least.is_unknown() ? 0 : std::max<int64_t>(ctx_.Bounds(least).min, 0);
      const Expr most =
          item.most.program.steps.empty() ? Expr() : names_.EvaluateWithUnknowns(item.most);
      return ctx_.DataDependentUpTo(place, kUnknownResultReason, most, min);
    }
    default:
      return ctx_.Fresh(place, kUnknownResultReason);
  }
}

bool SignatureRun::AddElements(const DimItem& item, DimVector* dims) {
  const auto input = static_cast<int>(item.index);
  const auto elements = ctx_.IntElementsOrFresh(input);
  if (!elements) return false;
  for (size_t i = 0; i < elements->size(); ++i) {
    const Expr element = (*elements)[i];
    if (!element.is_unknown()) {
      ctx_.RequireAtLeast(element, Place::Element(input, static_cast<int>(i)), 0,
                          "size.negative"_check);
    }
    dims->push_back(element);
  }
  return true;
}

bool SignatureRun::AddUnknowns(const DimItem& item, DimVector* dims) {
  const auto count = names_.AttributeNumber(item.index);
  if (!count || *count < 0 || *count > static_cast<int64_t>(kMaxResultDims)) return false;
  dims->resize(dims->size() + static_cast<size_t>(*count));
  return true;
}

// Numpy's rule over all of them, the last dims first.
bool SignatureRun::AddBroadcast(const DimItem& item, DimVector* dims) {
  DimVector result;
  std::vector<Place> places;
  for (const uint32_t rank : item.ranks) {
    const int count = signature_.ranks[rank].is_own ? names_.occurrences() : 1;
    for (int occurrence = 0; occurrence < count; ++occurrence) {
      const BoundRank& bound = names_.RankAt(rank, occurrence);
      if (!bound.is_bound || !ctx_.exprs().CountWork(bound.dims.size())) return false;
      const size_t size = bound.dims.size();
      if (size > result.size()) {
        result.insert(result.begin(), size - result.size(), Dim(1));
        places.insert(places.begin(), size - places.size(), Place());
      }
      const size_t offset = result.size() - size;
      for (size_t i = 0; i < size; ++i) {
        Place place = bound.place;
        place.axis += static_cast<int>(i);
        Dim& dim = result[offset + i];
        const Dim merged = ctx_.BroadcastDims(dim, places[offset + i], bound.dims[i], place);
        if (merged == dim && !dim.is_constant(1)) continue;
        dim = merged;
        places[offset + i] = place;
      }
    }
  }
  dims->insert(dims->end(), result.begin(), result.end());
  return true;
}

bool SignatureRun::AddMany(const DimItem& item, DimVector* dims) {
  switch (item.kind) {
    case DimItem::Kind::kRank: {
      const BoundRank& bound = names_.RankAt(item.index, 0);
      if (bound.is_bound) dims->insert(dims->end(), bound.dims.begin(), bound.dims.end());
      return bound.is_bound;
    }
    case DimItem::Kind::kCount:
      return AddUnknowns(item, dims);
    case DimItem::Kind::kElements:
      return AddElements(item, dims);
    case DimItem::Kind::kBroadcast:
      return AddBroadcast(item, dims);
    default:
      return false;
  }
}

bool SignatureRun::AddDims(int output, const TypePattern& pattern, DimVector* dims) {
  bool has_rank = pattern.has_shape;
  for (const DimItem& item : pattern.dims) {
    if (item.is_many()) {
      has_rank &= AddMany(item, dims);
    } else {
      dims->push_back(OneDim(item, Place::Output(output, static_cast<int>(dims->size()))));
    }
    if (dims->size() > kMaxResultDims) return false;
  }
  return has_rank;
}

shape::TypeId SignatureRun::InnerType(int output, const TypePattern& pattern, int level) {
  if (pattern.kind == TypeKind::kUnknown) return shape::kUnknownType;
  if (pattern.kind == TypeKind::kTensor) {
    DimVector dims;
    const bool has_rank = AddDims(output, pattern, &dims);
    for (size_t i = 0; i < dims.size(); ++i) {
      Place place = Place::Output(output, static_cast<int>(i));
      place.level = level;
      if (dims[i].is_unknown()) dims[i] = ctx_.Fresh(place, kUnknownResultReason);
    }
    return ctx_.types().Tensor(ElementOf(pattern.element), has_rank ? Shape::Of(dims) : Shape());
  }
  const shape::TypeId inner = InnerType(output, pattern.inner[0], level + 1);
  return pattern.kind == TypeKind::kSequence ? ctx_.types().Sequence(inner)
                                             : ctx_.types().Optional(inner);
}

void SignatureRun::SetResult(int output, const TypePattern& pattern) {
  if (!ctx_.HasOutput(output)) return;
  if (pattern.kind != TypeKind::kTensor) {
    return ctx_.SetOutputType(output, InnerType(output, pattern, 0));
  }
  DimVector dims;
  const bool has_rank = AddDims(output, pattern, &dims);
  const auto least =
      static_cast<int64_t>(std::count_if(pattern.dims.begin(), pattern.dims.end(),
                                         [](const DimItem& item) { return !item.is_many(); }));
  ctx_.SetOutput(output, ElementOf(pattern.element),
                 has_rank ? Shape::Of(dims) : Shape::OfUnknownRank(Interval::AtLeast(least)));
}

void SignatureRun::Run() {
  if (!names_.is_ready()) return;
  names_.CheckAttributes();
  MatchOperands(names_);
  names_.Define();
  CheckConditions();
  ReadElementsOfCosts();
  const size_t results = signature_.results.size();
  for (int i = 0; i < ctx_.output_count(); ++i) {
    const auto place = static_cast<size_t>(i);
    if (place < results) {
      SetResult(i, signature_.results[place]);
    } else if (signature_.has_variadic_result) {
      SetResult(i, signature_.results.back());
    }
  }
  if (static_cast<size_t>(ctx_.output_count()) > results && !signature_.has_variadic_result) {
    ctx_.Error("WRONG_OUTPUT_COUNT", {},
               absl::StrCat(ctx_.op().op_type, " has ", results, " outputs by its rule, the node ",
                            ctx_.output_count()));
  }
}

class SignatureRule final : public RequestRule {
 public:
  explicit SignatureRule(Signature signature) : signature_(std::move(signature)) {}

  void Apply(RuleContext& ctx) const override { SignatureRun(ctx, signature_).Run(); }
  void Count(CostContext& ctx) const override { CountBySignature(signature_, ctx); }

 private:
  const Signature signature_;
};

}  // namespace

absl::StatusOr<RequestRules::Rule> MakeSignatureRule(absl::string_view text, bool is_pure,
                                                     Work* work) {
  absl::StatusOr<Signature> signature = ParseSignature(text, work);
  if (!signature.ok()) return signature.status();
  RequestRules::Rule rule;
  rule.resolved.row = &RequestRuleRow(is_pure);
  for (const Operand& operand : signature->operands) {
    rule.inputs.push_back({.allowed = OperandTypeSet::All(), .presence = operand.presence});
    if (operand.presence == Presence::kSingle) {
      rule.resolved.required_inputs = static_cast<int>(rule.inputs.size());
    }
  }
  if (signature->variadic() == kNone) {
    rule.resolved.max_inputs = static_cast<int>(rule.inputs.size());
  }
  rule.rule = std::make_unique<SignatureRule>(*std::move(signature));
  return rule;
}

}  // namespace shapewright::rules

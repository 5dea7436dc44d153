#include "core/rules/control/alternatives.h"

#include <algorithm>
#include <vector>

#include "core/rules/join.h"

namespace shapewright::rules {
namespace {

// Whether two types differ in sizes only.
bool DifferInSizesOnly(const shape::TypeTable& types, shape::TypeId id_a, shape::TypeId id_b) {
  if (id_a == id_b) return true;
  const Type& a = types.at(id_a);
  const Type& b = types.at(id_b);
  if (a.kind != b.kind) return false;
  if (a.is_tensor()) {
    const bool is_of_one_rank = a.shape.has_rank && b.shape.has_rank
                                    ? a.shape.rank() == b.shape.rank()
                                    : a.shape == b.shape;
    return a.element == b.element && is_of_one_rank;
  }
  // The join drops the types of single positions, and takes that of elements from where there are
  // some.
  if (!(a.positions == b.positions)) return false;
  if (a.is_empty_sequence() || b.is_empty_sequence()) return true;
  return a.element == b.element && a.presence == b.presence && a.domain == b.domain &&
         a.name == b.name && a.length.is_unknown() == b.length.is_unknown() &&
         DifferInSizesOnly(types, a.inner, b.inner);
}

// Joins two states that hold in the cases that go with them.
ValueState Join(RuleContext& ctx, absl::string_view reason, const Alternative& a,
                const Alternative& b) {
  const Expr condition = ctx.workspace().conditions().Separate(a.cases, b.cases);
  Place place;
  place.condition = condition;
  return Joiner(ctx, reason, place, condition).JoinStates(a.state, b.state);
}

// The alternatives of a state, or the state itself, as far as they are in these cases.
void AppendParts(const Alternative& of, std::vector<Alternative>* parts) {
  if (!of.state.has_alternatives()) return parts->push_back(of);
  for (const Alternative& each : of.state.alternatives()) {
    const CaseSet cases = of.cases & each.cases;
    if (!cases.IsEmpty()) parts->push_back({cases, each.state});
  }
}

}  // namespace

bool NeedAlternatives(const shape::TypeTable& types, const ValueState& a, const ValueState& b) {
  if (a.has_alternatives() || b.has_alternatives()) return true;
  if (a.type() == b.type()) return false;
  return a.is_known_by_value() || b.is_known_by_value() ||
         !DifferInSizesOnly(types, a.type(), b.type());
}

ValueState JoinCases(RuleContext& ctx, absl::string_view reason,
                     absl::Span<const Alternative> states) {
  std::vector<Alternative> parts;
  for (const Alternative& each : states) AppendParts(each, &parts);
  if (parts.empty()) return {};
  for (Alternative& part : parts) part.state = ctx.workspace().Resolved(part.state);
  std::vector<Alternative> entries;
  Alternative joined = parts.front();
  for (const Alternative& part : parts) {
    if (&part != &parts.front()) {
      joined = {joined.cases | part.cases, Join(ctx, reason, joined, part)};
    }
    const auto alike = std::find_if(entries.begin(), entries.end(), [&](const Alternative& entry) {
      return !NeedAlternatives(ctx.types(), entry.state, part.state);
    });
    if (alike == entries.end()) {
      entries.push_back(part);
    } else {
      *alike = {alike->cases | part.cases, Join(ctx, reason, *alike, part)};
    }
  }
  if (entries.size() == 1) return entries.front().state;
  if (entries.size() > kMaxAlternatives) return joined.state;
  return ctx.workspace().WithAlternatives(joined.state, entries);
}

}  // namespace shapewright::rules

#include "core/rules/signature/require_relation.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"

namespace shapewright::rules {
namespace {

using symbolic::ParsedRelation;

void RequireOneOf(RuleContext& ctx, const ParsedRelation& relation, const Check& check) {
  const std::vector<int64_t>& values = *relation.values;
  const Expr left = ctx.facts().Resolve(relation.left);
  if (values.size() == 1) {
    ctx.RequireEqual(left, {}, values.front(), {}, check);
  } else if (left.is_constant() &&
             !std::binary_search(values.begin(), values.end(), left.constant())) {
    ctx.Error("DIM_MISMATCH", {},
              absl::StrCat(ctx.op().op_type, ": ", check.sentence, ": ", ctx.Text(left),
                           " is none of them"));
  } else {
    ctx.RequireAtLeast(left, {}, values.front(), check);
    ctx.RequireAtMost(left, {}, values.back(), {}, check);
  }
}

}  // namespace

void RequireRelation(RuleContext& ctx, const ParsedRelation& relation, const Check& check) {
  const bool is_list = relation.kind == ParsedRelation::Kind::kOneOf;
  if (relation.left.is_unknown() || (relation.right.is_unknown() && !is_list)) return;
  switch (relation.kind) {
    case ParsedRelation::Kind::kEqual:
      ctx.RequireEqual(relation.left, {}, relation.right, {}, check);
      break;
    case ParsedRelation::Kind::kNotEqual:
      ctx.RequireNotZero(ctx.Subtract(relation.left, relation.right), {}, check);
      break;
    case ParsedRelation::Kind::kAtMost:
      ctx.RequireAtMost(relation.left, {}, relation.right, {}, check);
      break;
    case ParsedRelation::Kind::kDivisible:
      ctx.RequireDivisible(relation.left, {}, relation.right, {}, check);
      break;
    case ParsedRelation::Kind::kBroadcastable:
      ctx.BroadcastDims(relation.left, {}, relation.right, {});
      break;
    case ParsedRelation::Kind::kOneOf:
      RequireOneOf(ctx, relation, check);
      break;
  }
}

}  // namespace shapewright::rules

// Transpose, DepthToSpace, SpaceToDepth: elements in another order.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using Axes = absl::InlinedVector<int64_t, 8>;

// A list that is longer than any rank is shortened.
std::string ListText(absl::Span<const int64_t> list) {
  constexpr size_t kShown = 64;
  return absl::StrCat("[", absl::StrJoin(list.subspan(0, kShown), ", "),
                      list.size() > kShown ? absl::StrCat(", ... (", list.size(), ")]") : "]");
}

bool IsPermutation(absl::Span<const int64_t> perm, int rank) {
  if (static_cast<int>(perm.size()) != rank) return false;
  absl::InlinedVector<bool, 16> seen(perm.size(), false);
  for (const int64_t axis : perm) {
    if (axis < 0 || axis >= rank || seen[static_cast<size_t>(axis)]) return false;
    seen[static_cast<size_t>(axis)] = true;
  }
  return true;
}

// Nothing if the attribute is no permutation of the axes.
std::optional<Axes> Permutation(RuleContext& ctx, int rank) {
  const auto given = ctx.IntsAttribute("perm");
  Axes perm;
  if (!given) {
    for (int axis = rank; axis-- > 0;) perm.push_back(axis);
    return perm;
  }
  if (!IsPermutation(*given, rank)) {
    ctx.Error("BAD_PERMUTATION", Place::Input(0),
              absl::StrCat("Transpose by perm ", ListText(*given),
                           ", which is not a permutation of the axes of rank ", rank));
    return std::nullopt;
  }
  perm.assign(given->begin(), given->end());
  return perm;
}

void TransposeByValue(RuleContext& ctx, const Shape& data, const Axes& perm) {
  if (!MayMoveElements(ctx, 0) || !ctx.HasOutput(0) || !SmallElementCount(data)) return;
  const auto from = RowMajorStrides(data.dims);
  absl::InlinedVector<int64_t, 6> strides;
  for (const int64_t axis : perm) strides.push_back(from[static_cast<size_t>(axis)]);
  TakeStrided(ctx, 0, 0, 0, strides);
}

void InferTranspose(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  if (!data.has_rank) {
    // The attribute tells the rank.
    const auto perm = ctx.IntsAttribute("perm");
    const bool has_rank = perm && perm->size() <= kMaxElements;
    if (has_rank) Permutation(ctx, static_cast<int>(perm->size()));
    ctx.SetOutput(0, element, has_rank ? Shape::Of(DimVector(perm->size())) : data);
    return;
  }
  const auto perm = Permutation(ctx, data.rank());
  if (!perm) {
    ctx.SetOutput(0, element, DimVector(data.dims.size()));
    return;
  }
  DimVector dims;
  for (const int64_t axis : *perm) dims.push_back(data.dims[static_cast<size_t>(axis)]);
  ctx.SetOutput(0, element, dims);
  TransposeByValue(ctx, data, *perm);
}

// Nothing where the attribute is missing or no size.
std::optional<int64_t> BlockSize(RuleContext& ctx) {
  const int64_t block = ctx.IntAttribute("blocksize", 0);
  if (block >= 1 && block <= (1 << 30)) return block;
  ctx.Error("INVALID_ATTRIBUTE", {},
            block < 1
                ? absl::StrCat(ctx.op().op_type, " needs a blocksize of at least 1, it is ", block)
                : absl::StrCat("overflow: ", ctx.op().op_type, " has a blocksize of ", block));
  return std::nullopt;
}

Dim Quotient(RuleContext& ctx, const Shape& data, int axis, int64_t divisor) {
  const Dim dim = data.dims[axis];
  const Place place = Place::Input(0, axis);
  if (!ctx.RequireDivisible(dim, place, divisor, place, "blocks.fill"_check)) return Dim();
  return ctx.FloorDiv(dim, divisor);
}

// True, with the output set, if rank or block size are unknown or wrong.
bool SetWithoutDims(RuleContext& ctx, const std::optional<int64_t>& block) {
  const bool is_fine = ctx.CheckRank(0, 4);
  if (is_fine && block && ctx.InputShape(0).has_rank) return false;
  ctx.SetOutput(0, ctx.InputElement(0), DimVector(4));
  return true;
}

void InferDepthToSpace(RuleContext& ctx) {
  const auto block = BlockSize(ctx);
  if (SetWithoutDims(ctx, block)) return;
  const Shape data = ctx.InputShape(0);
  const DimVector dims = {data.dims[0], Quotient(ctx, data, 1, *block * *block),
                          ctx.Multiply(data.dims[2], *block), ctx.Multiply(data.dims[3], *block)};
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferSpaceToDepth(RuleContext& ctx) {
  const auto block = BlockSize(ctx);
  if (SetWithoutDims(ctx, block)) return;
  const Shape data = ctx.InputShape(0);
  const DimVector dims = {data.dims[0], ctx.Multiply(data.dims[1], *block * *block),
                          Quotient(ctx, data, 2, *block), Quotient(ctx, data, 3, *block)};
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

constexpr OperatorRow kTransposeRows[] = {
    {"",
     "DepthToSpace",
     {1, 11, 13, 28},
     InferDepthToSpace,
     "[N, C / b^2, H * b, W * b]",
     {},
     kMoved},
    {"", "SpaceToDepth", {1, 13, 28}, InferSpaceToDepth, "[N, C * b^2, H / b, W / b]", {}, kMoved},
    {"",
     "Transpose",
     {1, 13, 21, 23, 24, 25},
     InferTranspose,
     "the dims permuted, by default reversed; by value",
     kMovement,
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> TransposeOperators() { return kTransposeRows; }

}  // namespace shapewright::rules

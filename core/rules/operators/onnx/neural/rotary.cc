#include "core/rules/operators/onnx/neural/rotary.h"

#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kTables = "rotary.tables"_check;

// How many columns the tables have; unknown where no attribute says how large a head is.
Dim RotatedPairs(RuleContext& ctx, const Rotary& rotary) {
  const int64_t rotated = ctx.IntAttribute("rotary_embedding_dim", 0);
  if (rotated <= 0) return rotary.head.is_unknown() ? Dim() : ctx.FloorDiv(rotary.head, 2);
  if (!rotary.head.is_unknown()) {
    ctx.RequireAtMost(rotated, {}, rotary.head, rotary.last.place, "rotary.head"_check);
  }
  return rotated / 2;
}

}  // namespace

std::optional<Rotary> ReadRotary(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 3, 4) || !shape.has_rank) return std::nullopt;
  const bool has_heads = shape.rank() == 4;
  const int words = has_heads ? 2 : 1;
  const int last = shape.rank() - 1;
  Rotary rotary;
  rotary.batch = {shape.dims[0], Place::Input(0, 0)};
  rotary.sequence = {shape.dims[words], Place::Input(0, words)};
  rotary.last = {shape.dims[last], Place::Input(0, last)};
  const int64_t heads = ctx.IntAttribute("num_heads", 0);
  if (has_heads) {
    rotary.head = rotary.last.dim;
  } else if (heads > 0) {
    ctx.RequireDivisible(rotary.last.dim, rotary.last.place, heads, {}, "heads.size"_check);
    rotary.head = ctx.FloorDiv(rotary.last.dim, heads);
  }
  return rotary;
}

void RequireRotaryTables(RuleContext& ctx, int cosines, int sines, const Rotary& rotary,
                         absl::Span<const PlacedDim> leading) {
  absl::InlinedVector<PlacedDim, 6> dims(leading.begin(), leading.end());
  dims.push_back({RotatedPairs(ctx, rotary), rotary.last.place});
  if (!RequireDims(ctx, cosines, dims, kTables) || !ctx.InputShape(cosines).has_rank) return;
  RequireDimsOf(ctx, sines, cosines, kTables);
}

}  // namespace shapewright::rules

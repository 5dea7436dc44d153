#include "core/inference/cost/peak_memory.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/cost/cost_sum.h"
#include "core/inference/cost/frame_cost_context.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/memory/memory_timeline.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;

// Sets that an expression is made of, and comparisons to find them (S57).
constexpr size_t kMaxSets = 64;
constexpr size_t kMaxComparisons = 100'000;
constexpr int64_t kTypicalSize = 64;

class Finder {
 public:
  Finder(Engine& engine, int64_t alignment)
      : engine_(engine), arena_(engine.workspace().exprs()), ctx_(engine), alignment_(alignment) {}

  PeakMemory Find() {
    const AnswerNumbering numbering(engine_.workspace().model());
    const MemoryTimeline timeline = BuildTimeline(engine_, numbering);
    peak_.is_lower = !timeline.is_complete;
    peak_.is_upper = timeline.has_choices;
    peak_.bytes = MaxOfAll(LargestSets(SetsOf(timeline)));
    return peak_;
  }

 private:
  // The distinct sums that live at steps where something begins.
  std::vector<Expr> SetsOf(const MemoryTimeline& timeline) {
    const size_t steps = timeline.main_steps.size() + 1;
    std::vector<std::vector<Expr>> begins(steps);
    std::vector<std::vector<Expr>> ends(steps);
    for (const TimedBuffer& buffer : timeline.buffers) {
      if (buffer.role != MemoryRole::kIntermediate) continue;
      const Expr bytes = Aligned(buffer.type);
      if (bytes.is_unknown()) {
        peak_.is_lower = true;
        continue;
      }
      begins[buffer.first].push_back(bytes);
      ends[buffer.last].push_back(bytes);
    }
    std::vector<Expr> sets;
    HashSet<Expr> seen;
    ExprSum live;
    for (size_t step = 0; step < steps; ++step) {
      for (const Expr bytes : begins[step]) live.Add(arena_, bytes);
      if (!begins[step].empty()) {
        const Expr sum = live.Take(arena_);
        peak_.is_lower |= sum.is_unknown();
        if (!sum.is_unknown() && seen.insert(sum).second) sets.push_back(sum);
      }
      for (const Expr bytes : ends[step]) live.Subtract(arena_, bytes);
      if (engine_.work().is_stopped()) break;
    }
    return sets;
  }

  Expr Aligned(shape::TypeId type) {
    const Expr bytes = ctx_.BytesOf(engine_.workspace().types().at(type));
    if (bytes.is_unknown()) return bytes;
    if (bytes.is_symbolic() && !symbolic::DependsOnInputsOnly(arena_, bytes)) {
      if (symbolic::UpperExpression(arena_, bytes).is_unknown()) return Expr();
      peak_.is_upper = true;
    }
    const Expr aligned =
        symbolic::Multiply(arena_, alignment_, symbolic::CeilDiv(arena_, bytes, alignment_));
    return arena_.TakeOverflow() ? Expr() : aligned;
  }

  // Those that are above all others somewhere, as far as intervals show; the greatest ones at
  // typical sizes first, which leave out most of the others.
  std::vector<Expr> LargestSets(const std::vector<Expr>& sets) {
    const std::vector<std::optional<int64_t>> typical(arena_.symbols().size(), kTypicalSize);
    const auto values = symbolic::Evaluate(arena_, sets, typical);
    std::vector<size_t> order(sets.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return values[a].value > values[b].value; });
    std::vector<Expr> largest;
    size_t comparisons = 0;
    for (const size_t i : order) {
      comparisons += largest.size();
      if (comparisons > kMaxComparisons || !engine_.work().Count(largest.size())) {
        peak_.is_lower = true;
        break;
      }
      const bool is_below = std::any_of(largest.begin(), largest.end(), [&](Expr other) {
        return symbolic::IsAtMost(arena_, sets[i], other);
      });
      if (!is_below) largest.push_back(sets[i]);
    }
    if (largest.size() > kMaxSets) {
      largest.resize(kMaxSets);
      peak_.is_lower = true;
    }
    return largest;
  }

  Expr MaxOfAll(absl::Span<const Expr> sets) {
    if (sets.empty()) return 0;
    const Expr most = symbolic::MaxOf(arena_, sets);
    return arena_.TakeOverflow() ? Expr() : most;
  }

  Engine& engine_;
  symbolic::ExprArena& arena_;
  FrameCostContext ctx_;
  const int64_t alignment_;
  PeakMemory peak_;
};

}  // namespace

PeakMemory FindPeakMemory(Engine& engine, int64_t alignment) {
  return Finder(engine, alignment).Find();
}

}  // namespace shapewright::inference

#include "core/questions/cost/peak_memory.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/questions/cost/cost_sum.h"
#include "core/questions/cost/frame_cost_context.h"
#include "core/questions/memory/memory_timeline.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::questions {
namespace {

using inference::AnswerNumbering;
using inference::Engine;
using symbolic::Expr;

using Set = PeakMemory::Set;

// Sets that an expression is made of, and comparisons to find them (S57).
constexpr size_t kMaxSets = 64;
constexpr size_t kMaxComparisons = 100'000;
// Sets of which it is told when each is the largest.
constexpr size_t kMaxConditions = 8;
constexpr int64_t kTypicalSize = 64;

class PeakFinder {
 public:
  PeakFinder(Engine& engine, int64_t alignment)
      : engine_(engine), arena_(engine.workspace().exprs()), ctx_(engine), alignment_(alignment) {}

  PeakMemory Find() {
    const AnswerNumbering numbering(engine_.workspace().model());
    const MemoryTimeline timeline = BuildTimeline(engine_, numbering);
    peak_.is_lower = !timeline.is_complete;
    peak_.is_upper = timeline.has_choices;
    std::vector<Set> sets = SetsOf(timeline);
    peak_.largest = LargestSets(sets);
    peak_.bytes = MaxOfAll(peak_.largest);
    if (has_too_many_) {
      peak_.at_most = BoundOf(sets);
      peak_.all = std::move(sets);
    }
    FindConditions();
    return std::move(peak_);
  }

 private:
  // The distinct sums that live at steps where something begins.
  std::vector<Set> SetsOf(const MemoryTimeline& timeline) {
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
    std::vector<Set> sets;
    HashSet<Expr> seen;
    ExprSum live;
    for (size_t step = 0; step < steps; ++step) {
      for (const Expr bytes : begins[step]) live.Add(arena_, bytes);
      if (!begins[step].empty()) {
        const Expr sum = live.Take(arena_);
        peak_.is_lower |= sum.is_unknown();
        if (!sum.is_unknown() && seen.insert(sum).second) {
          sets.push_back({sum, NodeAt(timeline, step)});
        }
      }
      for (const Expr bytes : ends[step]) live.Subtract(arena_, bytes);
      if (engine_.work().is_stopped()) break;
    }
    return sets;
  }

  static uint32_t NodeAt(const MemoryTimeline& timeline, size_t step) {
    if (timeline.main_steps.empty()) return 0;
    return timeline.main_steps[std::min(step, timeline.main_steps.size() - 1)];
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
  std::vector<Set> LargestSets(const std::vector<Set>& sets) {
    const std::vector<std::optional<int64_t>> typical(arena_.symbols().size(), kTypicalSize);
    const auto values = symbolic::Evaluate(arena_, BytesOf(sets), typical);
    std::vector<size_t> order(sets.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return values[a].value > values[b].value; });
    std::vector<Set> largest;
    size_t comparisons = 0;
    for (const size_t i : order) {
      comparisons += largest.size();
      if (comparisons > kMaxComparisons || !engine_.work().Count(largest.size())) {
        has_too_many_ = true;
        break;
      }
      const bool is_below = std::any_of(largest.begin(), largest.end(), [&](const Set& other) {
        return symbolic::IsAtMost(arena_, sets[i].bytes, other.bytes);
      });
      if (!is_below) largest.push_back(sets[i]);
    }
    if (largest.size() > kMaxSets) {
      largest.resize(kMaxSets);
      has_too_many_ = true;
    }
    peak_.is_lower |= has_too_many_;
    return largest;
  }

  static std::vector<Expr> BytesOf(const std::vector<Set>& sets) {
    std::vector<Expr> bytes;
    for (const Set& set : sets) bytes.push_back(set.bytes);
    return bytes;
  }

  Expr MaxOfAll(const std::vector<Set>& sets) {
    if (sets.empty()) return 0;
    const Expr most = symbolic::MaxOf(arena_, BytesOf(sets));
    return arena_.TakeOverflow() ? Expr() : most;
  }

  // Monomial by monomial the greatest coefficient, where no monomial is negative.
  Expr BoundOf(const std::vector<Set>& sets) {
    struct Coefficient {
      int64_t most;
      size_t sets;
    };
    HashMap<symbolic::NodeId, Coefficient> terms;
    for (const Set& set : sets) {
      for (const symbolic::Term& term : symbolic::TermsOf(arena_, set.bytes)) {
        const auto [found, is_new] = terms.try_emplace(term.monomial, Coefficient{0, 0});
        Coefficient& sum = found->second;
        sum.most = is_new ? term.coefficient : std::max(sum.most, term.coefficient);
        ++sum.sets;
      }
    }
    ExprSum bound;
    for (const auto& [monomial, coefficient] : terms) {
      // Sets that do not have it have it 0 times.
      const int64_t most = coefficient.sets == sets.size() ? coefficient.most
                                                           : std::max<int64_t>(coefficient.most, 0);
      const symbolic::Term unit = {1, monomial};
      const symbolic::Term term = {most, monomial};
      if (most == 0) continue;
      if (arena_.TermBounds(absl::MakeConstSpan(&unit, 1)).min < 0) return Expr();
      const auto each = symbolic::FromTerms(arena_, absl::MakeConstSpan(&term, 1));
      if (!each) return Expr();
      bound.Add(arena_, *each);
    }
    return bound.Take(arena_);
  }

  void FindConditions() {
    std::vector<Set>& sets = peak_.largest;
    if (sets.size() > kMaxConditions) return;
    for (Set& set : sets) {
      for (const Set& other : sets) {
        if (&other == &set) continue;
        const Expr condition = symbolic::AtMostTo(arena_, other.bytes, set.bytes);
        if (!arena_.TakeOverflow() && condition.is_symbolic()) set.when.push_back(condition);
      }
    }
  }

  Engine& engine_;
  symbolic::ExprArena& arena_;
  FrameCostContext ctx_;
  const int64_t alignment_;
  bool has_too_many_ = false;
  PeakMemory peak_;
};

}  // namespace

PeakMemory FindPeakMemory(Engine& engine, int64_t alignment) {
  return PeakFinder(engine, alignment).Find();
}

}  // namespace shapewright::questions

#include "core/questions/planning/box_bounds.h"

#include <algorithm>
#include <map>

#include "core/symbolic/algebra/substitute.h"

namespace shapewright::questions {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolId;
using symbolic::Trend;

namespace {

// Roots that are looked at in the time of one operation, about.
constexpr size_t kRootsPerCount = 8;

// The expressions with the values of symbols that do not vary. Values beyond the intervals that
// expressions are simplified by are left out.
std::vector<Expr> WithValues(symbolic::ExprArena& arena, absl::Span<const Expr> roots,
                             absl::Span<const SymbolId> varying, BoxView whole) {
  for (SymbolId id = 0; id < whole.size(); ++id) {
    if (!arena.SymbolBounds(id).Contains(whole[id])) return {roots.begin(), roots.end()};
  }
  symbolic::Rewriter rewriter(arena);
  std::vector<bool> varies(arena.symbols().size());
  for (const SymbolId id : varying) varies[id] = true;
  const auto value = [&](SymbolId id) {
    const bool is_fixed = id < whole.size() && whole[id].is_point() && !varies[id];
    return is_fixed ? Expr(whole[id].min) : Expr::FromNode(arena.symbol(id).node);
  };
  std::vector<Expr> fixed;
  fixed.reserve(roots.size());
  for (const Expr root : roots) {
    const Expr rewritten = rewriter.Rewrite(root, value);
    // A constant beyond 64 bits has no expression.
    fixed.push_back(rewritten.is_unknown() ? root : rewritten);
  }
  return fixed;
}

}  // namespace

BoxBounds::BoxBounds(symbolic::ExprArena& arena, absl::Span<const Expr> given,
                     absl::Span<const SymbolId> varying, BoxView whole)
    : varying_(varying.begin(), varying.end()),
      all_grow_(varying.size(), true),
      is_constant_(given.size()),
      results_(given.size()) {
  const std::vector<Expr> roots = WithValues(arena, given, varying, whole);
  std::vector<Trends> trends(roots.size());
  bool is_whole = true;
  symbolic::TrendFinder finder(arena, roots, whole);
  for (size_t place = 0; place < varying.size(); ++place) {
    if (!arena.CountWork(1 + roots.size() / kRootsPerCount)) {
      // Nothing is known of trends: intervals alone tell.
      for (Trends& of_root : trends) of_root.clear();
      all_grow_.assign(varying.size(), false);
      is_whole = false;
      break;
    }
    const absl::Span<const Trend> found = finder.Find(varying[place]);
    for (size_t i = 0; i < roots.size(); ++i) {
      if (found[i] == Trend::kConstant) continue;
      trends[i].emplace_back(place, found[i]);
      all_grow_[place] = all_grow_[place] && found[i] == Trend::kUp;
    }
  }
  std::map<Trends, std::vector<size_t>> places;
  for (size_t i = 0; i < roots.size(); ++i) {
    is_constant_[i] = is_whole && trends[i].empty();
    places[trends[i]].push_back(i);
  }
  for (auto& [key, members] : places) {
    std::vector<Expr> own;
    own.reserve(members.size());
    for (const size_t member : members) own.push_back(roots[member]);
    symbolic::RangeEvaluator ranges(arena, own);
    groups_.push_back({key, std::move(members), std::move(own), std::move(ranges)});
  }
}

void BoxBounds::MoveToEnd(const Group& group, BoxView box, bool is_least) {
  end_.assign(box.begin(), box.end());
  for (const auto& [place, trend] : group.trends) {
    Interval& range = end_[varying_[place]];
    if (range.is_empty() || trend == Trend::kOpen) continue;
    const bool at_min = (trend == Trend::kDown) != is_least;
    // A symbol without an end there stays as it is.
    if (at_min ? range.has_min() : range.has_max()) {
      range = Interval::Point(at_min ? range.min : range.max);
    }
  }
}

absl::Span<const Interval> BoxBounds::Run(BoxView box, Work& work) {
  for (Group& group : groups_) {
    const bool is_plain = std::all_of(group.trends.begin(), group.trends.end(),
                                      [](const auto& each) { return each.second == Trend::kOpen; });
    work.Count((is_plain ? 1 : 2) * group.ranges.steps() + box.size() / 4);
    if (is_plain) {
      const auto found = group.ranges.RunOver(box);
      for (size_t i = 0; i < found.size(); ++i) results_[group.places[i]] = found[i];
      continue;
    }
    MoveToEnd(group, box, true);
    const auto least = group.ranges.RunOver(end_);
    for (size_t i = 0; i < least.size(); ++i) results_[group.places[i]].min = least[i].min;
    MoveToEnd(group, box, false);
    const auto greatest = group.ranges.RunOver(end_);
    for (size_t i = 0; i < greatest.size(); ++i) results_[group.places[i]].max = greatest[i].max;
  }
  return results_;
}

}  // namespace shapewright::questions

#include "core/query/allowed_values.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::query {
namespace {

using symbolic::Interval;

// A value is looked up in another list.
constexpr uint64_t kCountPerValue = 4;

// The range without ends that are no multiples; empty where the next one inwards leaves 64 bits.
Interval RoundInwards(Interval range, int64_t divisor) {
  if (divisor <= 1 || range.is_empty()) return range;
  if (range.has_min()) {
    const auto low = symbolic::CheckedCeilDiv(range.min, divisor);
    const auto rounded = low ? symbolic::CheckedMul(*low, divisor) : std::nullopt;
    if (!rounded) return Interval::Empty();
    range.min = *rounded;
  }
  if (range.has_max()) {
    const auto rounded = symbolic::CheckedMul(symbolic::FloorDivide(range.max, divisor), divisor);
    if (!rounded) return Interval::Empty();
    range.max = *rounded;
  }
  return range;
}

// The values of a list that something else allows.
AllowedValues Filtered(const symbolic::ExprArena& arena, const std::vector<int64_t>& list,
                       const AllowedValues& other, int64_t divisor) {
  std::vector<int64_t> values;
  if (arena.CountWork(list.size() * kCountPerValue)) {
    std::copy_if(list.begin(), list.end(), std::back_inserter(values),
                 [&other](int64_t value) { return other.Allows(value); });
  }
  return {divisor, std::make_shared<const std::vector<int64_t>>(std::move(values))};
}

}  // namespace

bool AllowedValues::Allows(int64_t value) const {
  if (divisor > 1 && symbolic::FloorMod(value, divisor) != 0) return false;
  return list == nullptr || std::binary_search(list->begin(), list->end(), value);
}

Interval AllowedValues::Within(Interval range) const {
  if (range.is_empty()) return range;
  if (list == nullptr) return RoundInwards(range, divisor);
  const auto first = std::lower_bound(list->begin(), list->end(), range.min);
  const auto last = std::upper_bound(first, list->end(), range.max);
  return first == last ? Interval::Empty() : Interval{*first, *(last - 1)};
}

std::optional<int64_t> AllowedValues::CountWithin(Interval range) const {
  range = Within(range);
  if (range.is_empty()) return 0;
  if (list != nullptr) {
    const auto first = std::lower_bound(list->begin(), list->end(), range.min);
    return std::upper_bound(first, list->end(), range.max) - first;
  }
  if (!range.has_min() || !range.has_max()) return std::nullopt;
  return symbolic::Narrow((static_cast<symbolic::Int128>(range.max) - range.min) / divisor + 1);
}

AllowedValues Both(const symbolic::ExprArena& arena, const AllowedValues& a,
                   const AllowedValues& b) {
  const auto factor = a.divisor / std::gcd(a.divisor, b.divisor);
  const auto divisor = symbolic::CheckedMul(factor, b.divisor);
  if (a.list == nullptr && b.list == nullptr) {
    if (divisor) return {*divisor};
    // Of numbers beyond 64 bits only 0 is a multiple in 64 bits.
    return {1, std::make_shared<const std::vector<int64_t>>(1, 0)};
  }
  const bool is_of_a = b.list == nullptr || (a.list != nullptr && a.list->size() < b.list->size());
  const AllowedValues& shorter = is_of_a ? a : b;
  const AllowedValues& other = is_of_a ? b : a;
  // As they were read, they may be shared with other scopes.
  if (other.list == nullptr && shorter.divisor % other.divisor == 0) return shorter;
  return Filtered(arena, *shorter.list, other, divisor.value_or(1));
}

void AllowedValuesOfSymbols::Clear() {
  entries_.clear();
  places_.clear();
  trail_.clear();
}

const AllowedValues* AllowedValuesOfSymbols::Find(symbolic::SymbolId symbol) const {
  const auto found = places_.find(symbol);
  return found == places_.end() ? nullptr : &entries_[found->second].allowed;
}

AllowedValues AllowedValuesOfSymbols::Restrict(const symbolic::ExprArena& arena,
                                               symbolic::SymbolId symbol,
                                               const AllowedValues& allowed) {
  const auto [place, is_first] = places_.try_emplace(symbol, entries_.size());
  if (is_first) entries_.push_back({symbol, {}});
  AllowedValues& now = entries_[place->second].allowed;
  trail_.push_back({place->second, now, is_first});
  now = Both(arena, now, allowed);
  return now;
}

void AllowedValuesOfSymbols::ForgetAfter(size_t count) {
  for (; trail_.size() > count; trail_.pop_back()) {
    Step& step = trail_.back();
    if (step.is_first) {
      places_.erase(entries_.back().symbol);
      entries_.pop_back();
    } else {
      entries_[step.entry].allowed = std::move(step.before);
    }
  }
}

}  // namespace shapewright::query

#include "core/questions/planning/least_set.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace shapewright::questions {
namespace {

constexpr size_t kMaxTried = 16;

using Members = std::vector<bool>;
using Suffices = absl::FunctionRef<bool(const Members&)>;

// The next number with as many bits.
uint32_t NextOfSameSize(uint32_t bits) {
  const uint32_t low = bits & -bits;
  const uint32_t next = bits + low;
  return next | (((bits ^ next) / low) >> 2);
}

// Nothing if the work does not allow for it.
std::optional<Members> TryAll(const Members& needed, const std::vector<size_t>& others,
                              Suffices suffices, Work& work) {
  const Work::Share share(work, work.FindLeft() / 4);
  for (size_t size = 0; size <= others.size(); ++size) {
    const uint32_t end = uint32_t{1} << others.size();
    for (uint32_t bits = (uint32_t{1} << size) - 1; bits < end; bits = NextOfSameSize(bits)) {
      Members members = needed;
      for (size_t i = 0; i < others.size(); ++i) {
        if ((bits >> i & 1) != 0) members[others[i]] = true;
      }
      const bool is_enough = suffices(members);
      if (!work.Count()) return std::nullopt;
      if (is_enough) return members;
      if (size == 0) break;
    }
  }
  return std::nullopt;
}

}  // namespace

LeastSet FindLeastSet(size_t count, Suffices suffices, Work& work) {
  Members needed(count);
  std::vector<size_t> others;
  {
    const Work::Share share(work, work.FindLeft() / 2);
    Members without(count, true);
    for (size_t i = 0; i < count && work.Count(1 + count / 64); ++i) {
      without[i] = false;
      needed[i] = !suffices(without);
      without[i] = true;
      if (!needed[i]) others.push_back(i);
    }
    const bool is_enough = others.empty() || suffices(needed);
    if (share.is_exhausted()) return {Members(count, true), false};
    if (is_enough) return {std::move(needed), true};
  }
  if (others.size() <= kMaxTried) {
    if (auto found = TryAll(needed, others, suffices, work)) return {*std::move(found), true};
  }
  Members members(count, true);
  const Work::Share share(work, work.FindLeft() / 2);
  for (const size_t other : others) {
    members[other] = false;
    const bool is_enough = suffices(members);
    if (!work.Count() || !is_enough) members[other] = true;
  }
  return {std::move(members), false};
}

}  // namespace shapewright::questions

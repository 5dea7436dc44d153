#include "core/questions/memory/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

// Up to this many buffers two plans are made and the better one is taken; the time grows with the
// square of their number.
constexpr size_t kMaxCompared = 4096;

// Buffers with their aligned sizes.
struct Problem {
  absl::Span<const LiveBuffer> buffers;
  std::vector<int64_t> sizes;
};

bool Overlap(const LiveBuffer& a, const LiveBuffer& b) {
  return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

// False if the sum of all sizes exceeds 64 bits.
bool AlignSizes(int64_t alignment, Problem* problem) {
  int64_t total = 0;
  for (const LiveBuffer& buffer : problem->buffers) {
    const auto padded = symbolic::CheckedAdd(buffer.bytes, alignment - 1);
    if (!padded) return false;
    problem->sizes.push_back(*padded / alignment * alignment);
    const auto sum = symbolic::CheckedAdd(total, problem->sizes.back());
    if (!sum) return false;
    total = *sum;
  }
  return true;
}

void FindLowerBound(const Problem& problem, MemoryPlan* plan) {
  std::map<uint32_t, int64_t> changes;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    changes[problem.buffers[i].first_step] += problem.sizes[i];
    changes[problem.buffers[i].last_step + 1] -= problem.sizes[i];
  }
  int64_t live = 0;
  for (const auto& [step, change] : changes) {
    live += change;
    if (live <= plan->lower_bound_bytes) continue;
    plan->lower_bound_bytes = live;
    plan->peak_step = step;
  }
}

// Greedy by size: the largest buffer first, each into the smallest gap between placed buffers that
// are live at the same time.
void PlaceBySize(const Problem& problem, Work& work, MemoryPlan* plan) {
  std::vector<size_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return problem.sizes[a] > problem.sizes[b]; });
  std::vector<size_t> placed;  // by offset
  for (const size_t buffer : order) {
    if (!work.Count(1 + placed.size())) return;
    int64_t end = 0;
    int64_t best = -1;
    int64_t best_gap = 0;
    for (const size_t other : placed) {
      if (!Overlap(problem.buffers[buffer], problem.buffers[other])) continue;
      const int64_t gap = plan->offsets[other] - end;
      if (gap >= problem.sizes[buffer] && (best < 0 || gap < best_gap)) {
        best = end;
        best_gap = gap;
      }
      end = std::max(end, plan->offsets[other] + problem.sizes[other]);
    }
    plan->offsets[buffer] = best < 0 ? end : best;
    const auto place =
        std::upper_bound(placed.begin(), placed.end(), buffer,
                         [&](size_t a, size_t b) { return plan->offsets[a] < plan->offsets[b]; });
    placed.insert(place, buffer);
  }
}

// Free memory by offset, below a growing end.
class FreeList {
 public:
  explicit FreeList(Work& work) : work_(work) {}

  int64_t Take(int64_t size) {
    work_.Count(1 + blocks_.size());
    auto best = blocks_.end();
    for (auto it = blocks_.begin(); it != blocks_.end(); ++it) {
      if (it->second >= size && (best == blocks_.end() || it->second < best->second)) best = it;
    }
    if (best == blocks_.end()) {
      end_ += size;
      return end_ - size;
    }
    const auto [offset, room] = *best;
    blocks_.erase(best);
    if (room > size) blocks_[offset + size] = room - size;
    return offset;
  }

  void Return(int64_t offset, int64_t size) {
    auto next = blocks_.lower_bound(offset);
    if (next != blocks_.end() && next->first == offset + size) {
      size += next->second;
      next = blocks_.erase(next);
    }
    if (next != blocks_.begin()) {
      const auto before = std::prev(next);
      if (before->first + before->second == offset) {
        before->second += size;
        return;
      }
    }
    blocks_[offset] = size;
  }

 private:
  Work& work_;
  std::map<int64_t, int64_t> blocks_;
  int64_t end_ = 0;
};

// Greedy by time: in the order of first steps, each buffer into the smallest free block.
void PlaceByTime(const Problem& problem, Work& work, MemoryPlan* plan) {
  std::vector<size_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return problem.buffers[a].first_step < problem.buffers[b].first_step;
  });
  FreeList free(work);
  std::multimap<uint32_t, size_t> live;  // by last step
  for (const size_t buffer : order) {
    if (work.is_stopped()) return;
    while (!live.empty() && live.begin()->first < problem.buffers[buffer].first_step) {
      const size_t dead = live.begin()->second;
      free.Return(plan->offsets[dead], problem.sizes[dead]);
      live.erase(live.begin());
    }
    if (problem.sizes[buffer] == 0) continue;
    plan->offsets[buffer] = free.Take(problem.sizes[buffer]);
    live.emplace(problem.buffers[buffer].last_step, buffer);
  }
}

int64_t PeakOf(const Problem& problem, const std::vector<int64_t>& offsets) {
  int64_t peak = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    peak = std::max(peak, offsets[i] + problem.sizes[i]);
  }
  return peak;
}

}  // namespace

std::optional<MemoryPlan> PlanMemory(absl::Span<const LiveBuffer> buffers, int64_t alignment,
                                     Work& work) {
  Problem problem{buffers, {}};
  if (!AlignSizes(alignment, &problem)) return std::nullopt;
  MemoryPlan plan;
  plan.offsets.resize(buffers.size());
  FindLowerBound(problem, &plan);
  PlaceByTime(problem, work, &plan);
  if (work.is_stopped()) return std::nullopt;
  plan.peak_bytes = PeakOf(problem, plan.offsets);
  if (buffers.size() > kMaxCompared || plan.peak_bytes == plan.lower_bound_bytes) return plan;
  MemoryPlan other = plan;
  PlaceBySize(problem, work, &other);
  if (work.is_stopped()) return std::nullopt;
  other.peak_bytes = PeakOf(problem, other.offsets);
  return other.peak_bytes < plan.peak_bytes ? other : plan;
}

std::optional<int64_t> LeastPeak(absl::Span<const LiveBuffer> buffers, int64_t alignment) {
  Problem problem{buffers, {}};
  if (!AlignSizes(alignment, &problem)) return std::nullopt;
  MemoryPlan plan;
  FindLowerBound(problem, &plan);
  return plan.lower_bound_bytes;
}

}  // namespace shapewright::questions

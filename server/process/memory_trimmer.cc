#include "server/process/memory_trimmer.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/process/resident_bytes.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::seconds kInterval{1};
// Less is not worth a walk through the heap.
constexpr size_t kLeastGrowth = size_t{8} << 20;
// What a call took may be freed after the server was found idle, as when gRPC still sends the
// answer: free memory does not show as growth, so that the heap is walked so many times more.
constexpr int kTrimsAfterwards = 5;

}  // namespace

MemoryTrimmer::MemoryTrimmer(std::function<bool()> is_idle, size_t max_growth)
    : is_idle_(std::move(is_idle)),
      max_growth_(max_growth),
      floor_(ResidentBytes()),
      thread_(kInterval, [this] { Look(); }) {}

void MemoryTrimmer::Look() {
  const size_t resident = ResidentBytes();
  floor_ = std::min(floor_, resident);
  const size_t growth = resident - floor_;
  const bool has_grown = growth >= std::max(kLeastGrowth, floor_ / 8);
  if (!has_grown && trims_left_ == 0) return;
  if (growth < max_growth_ && !is_idle_()) return;
  trims_left_ = has_grown ? kTrimsAfterwards : trims_left_ - 1;
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  floor_ = ResidentBytes();
}

}  // namespace shapewright::server

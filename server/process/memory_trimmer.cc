#include "server/process/memory_trimmer.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/process/resident_bytes.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::seconds kTrimInterval{1};
// For less, walking the heap is not worth it.
constexpr size_t kLeastGrowth = size_t{8} << 20;
// How often to trim again: a call's memory may be freed after the server was found idle, for
// example while gRPC still sends the answer, and freed memory does not show as growth.
constexpr int kTrimsAfterwards = 5;

}  // namespace

MemoryTrimmer::MemoryTrimmer(std::function<bool()> is_idle, size_t max_growth)
    : is_idle_(std::move(is_idle)),
      max_growth_(max_growth),
      floor_(ResidentBytes()),
      thread_(kTrimInterval, [this] { Look(); }) {}

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

#include "server/process/memory_watch.h"

#include <malloc.h>

#include <utility>

#include "server/process/resident_bytes.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of the sanitizers' interface, whose header g++ does not bring.
extern "C" size_t
__sanitizer_get_current_allocated_bytes();  // NOLINT(bugprone-reserved-identifier)
#endif

namespace shapewright::server {
namespace {

// A flood of streams takes 0.7 MB a millisecond.
constexpr std::chrono::milliseconds kWatchInterval{5};
// Freeing takes a moment, and AllocatedBytes() takes longer than ResidentBytes().
constexpr std::chrono::milliseconds kPause{100};

// Allocated and not freed bytes; 0 if the allocator does not tell.
size_t AllocatedBytes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return __sanitizer_get_current_allocated_bytes();
#elif defined(__GLIBC__)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

}  // namespace

MemoryWatch::MemoryWatch(size_t allowance, Handlers handlers)
    : allowance_(allowance),
      handlers_(std::move(handlers)),
      thread_(kWatchInterval, [this] { Look(); }) {}

void MemoryWatch::Look() {
  const Clock::time_point now = Clock::now();
  if (now < next_look_) return;
  const size_t allowed = handlers_.counted() + allowance_;
  size_t held = ResidentBytes();
  if (held > allowed) {
    next_look_ = now + kPause;
    // Without memory that is freed and still resident.
    held = AllocatedBytes();
  }
  if (held <= allowed) {
    step_ = 0;
    return;
  }
  handlers_.on_excess(step_++, held - allowed + allowance_);
}

}  // namespace shapewright::server

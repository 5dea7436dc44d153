#include "server/process/memory_watch.h"

#include <malloc.h>

#include <utility>

#include "server/process/resident_bytes.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kInterval{20};
// What a step frees takes a moment; and to ask the allocator takes longer than to ask the kernel.
constexpr std::chrono::milliseconds kPause{100};

// What is allocated and not freed; 0 where the allocator does not tell, as under sanitizers.
size_t AllocatedBytes() {
#ifdef __GLIBC__
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

}  // namespace

MemoryWatch::MemoryWatch(size_t allowance, Handlers handlers)
    : allowance_(allowance), handlers_(std::move(handlers)) {
  thread_ = std::thread([this] { Run(); });
}

MemoryWatch::~MemoryWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void MemoryWatch::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!wake_.wait_for(lock, kInterval, [this] { return is_stopping_; })) {
    lock.unlock();
    Look();
    lock.lock();
  }
}

void MemoryWatch::Look() {
  const Clock::time_point now = Clock::now();
  if (now < next_look_) return;
  const size_t allowed = handlers_.counted() + allowance_;
  if (ResidentBytes() <= allowed) {
    step_ = 0;
    return;
  }
  next_look_ = now + kPause;
  // Not what was freed and is still resident.
  const size_t allocated = AllocatedBytes();
  if (allocated <= allowed) {
    step_ = 0;
    return;
  }
  handlers_.on_excess(step_++, allocated - allowed + allowance_);
}

}  // namespace shapewright::server

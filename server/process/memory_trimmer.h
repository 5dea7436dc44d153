#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_

#include <cstddef>
#include <functional>

#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Returns freed memory to the kernel, as the allocator keeps it for the next inference (see
// ReuseLargeAllocations). Once a second it checks whether the process has grown well beyond its
// size after the last trim, and trims if no work is going on, or if the growth exceeds
// `max_growth`. On a thread of its own, from construction to destruction.
class MemoryTrimmer {
 public:
  // `is_idle` is called on that thread. While there is work, up to `max_growth` bytes stay.
  MemoryTrimmer(std::function<bool()> is_idle, size_t max_growth);
  MemoryTrimmer(const MemoryTrimmer&) = delete;
  MemoryTrimmer& operator=(const MemoryTrimmer&) = delete;

 private:
  void Look();

  const std::function<bool()> is_idle_;
  const size_t max_growth_;
  // Used by the thread: the least size of the process since the last trim.
  size_t floor_ = 0;
  int trims_left_ = 0;  // used by the thread
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_

#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_

#include <cstddef>
#include <functional>

#include "server/process/periodic_thread.h"

namespace shapewright::server {

// Gives memory back that was freed, as the allocator keeps it for the next inference (see
// ReuseLargeAllocations): once a second it looks whether the process has grown well beyond what it
// took when memory was last given back, and does so again where nothing is worked on, or where the
// growth is more than it may be meanwhile. A thread of its own, from construction to destruction.
class MemoryTrimmer {
 public:
  // `is_idle` is asked on that thread. Under work up to `max_growth` bytes stay.
  MemoryTrimmer(std::function<bool()> is_idle, size_t max_growth);
  MemoryTrimmer(const MemoryTrimmer&) = delete;
  MemoryTrimmer& operator=(const MemoryTrimmer&) = delete;

 private:
  void Look();

  const std::function<bool()> is_idle_;
  const size_t max_growth_;
  // Of the thread: the least that the process had since memory was given back.
  size_t floor_ = 0;
  int trims_left_ = 0;  // of the thread
  PeriodicThread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_TRIMMER_H_

#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The bytes that this process may take: the least of what the machine has, of the limits of its
// control group and of those above it (memory.max of version 2, memory.limit_in_bytes of version
// 1), and half of RLIMIT_AS and RLIMIT_DATA. `root` stands before the paths under /proc and /sys:
// for tests.
int64_t MemoryLimit(const std::string& root = "");

// The share of that limit, in sixteenths, that an option gets where its usual default is more; 0:
// none. Together they leave two sixteenths for all that is not counted.
int64_t MemoryShare(absl::string_view flag);

// The default of an option under a limit of memory: `usual`, or its share in whole MiB if that is
// less, but at least `least`.
int64_t DefaultUnder(int64_t memory_limit, absl::string_view flag, int64_t usual, int64_t least);

// So that memory that was freed can go back: threads share a few heaps, as what the end of a heap
// of their own holds stays with them. Before the first thread.
void ShareHeaps();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_

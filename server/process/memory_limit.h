#ifndef SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_
#define SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The memory that this process may take, in bytes: the least of the machine's memory, of the limits
// of its control group and those above it (memory.max of version 2, memory.limit_in_bytes of
// version 1), and of half of RLIMIT_AS and RLIMIT_DATA. `root` is put before the paths under /proc
// and /sys: for tests.
int64_t MemoryLimit(const std::string& root = "");

// The sixteenths of that limit which an option gets if its usual default is more; 0 for options
// without a share. Two sixteenths are left for what is not counted.
int64_t MemoryShare(absl::string_view flag);

// The default of an option under a memory limit: the lesser of `usual` and its share in whole MiB,
// but at least `least`.
int64_t DefaultUnder(int64_t memory_limit, absl::string_view flag, int64_t usual, int64_t least);

// Makes threads share a few malloc arenas: in one arena per thread, freed memory often could not be
// returned. Called before the first thread starts.
void ShareHeaps();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_MEMORY_LIMIT_H_

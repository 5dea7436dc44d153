#ifndef SHAPEWRIGHT_SERVER_PROCESS_CPU_QUOTA_H_
#define SHAPEWRIGHT_SERVER_PROCESS_CPU_QUOTA_H_

#include <cstddef>
#include <optional>
#include <string>

namespace shapewright::server {

// The CPUs that this process's control group may use, by its own quota and those of the groups
// above it (cpu.max of version 2, cpu.cfs_quota_us of version 1); nothing without a quota. `root`
// is put before the paths under /proc and /sys: for tests.
std::optional<double> CgroupCpus(const std::string& root = "");

// How many threads can run at once: the least of the CPUs that the process may be scheduled on and
// the quota, rounded up; at least 1.
size_t UsableCpus(const std::string& root = "");

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_CPU_QUOTA_H_

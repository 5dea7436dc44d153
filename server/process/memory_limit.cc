#include "server/process/memory_limit.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "server/process/cgroup.h"
#include "server/process/cpu_quota.h"

namespace shapewright::server {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;
constexpr int64_t kShares = 16;

struct ShareRow {
  absl::string_view flag;
  int64_t sixteenths;
};
// A single message or upload is part of the others, so its share is not added.
constexpr ShareRow kShareTable[] = {
    {"work-memory-bytes", 6},         {"max-bytes-in-flight", 2}, {"transport-memory-bytes", 2},
    {"model-cache-bytes", 2},         {"result-cache-bytes", 1},  {"compiled-cache-bytes", 1},
    {"max-message-bytes", 1},         {"max-answer-bytes", 1},    {"max-upload-bytes", 2},
    {"max-streamed-answer-bytes", 2},
};

std::optional<double> ReadNumber(const std::string& path) {
  std::ifstream file(path);
  double bytes = 0;
  // "max" means no limit, and so does a number beyond the memory of any machine, in version 1.
  if (!(file >> bytes) || bytes <= 0) return std::nullopt;
  return bytes;
}
std::optional<double> ReadMemoryMax(const std::string& folder) {
  return ReadNumber(folder + "/memory.max");
}
std::optional<double> ReadLimitInBytes(const std::string& folder) {
  return ReadNumber(folder + "/memory.limit_in_bytes");
}

int64_t Narrow(double bytes) {
  constexpr double kMost = 9e18;
  return static_cast<int64_t>(std::min(bytes, kMost));
}

}  // namespace

int64_t MemoryLimit(const std::string& root) {
  auto limit = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  const auto cgroup = LeastCgroupLimit(root, "memory", ReadMemoryMax, ReadLimitInBytes);
  if (cgroup.has_value()) limit = std::min(limit, Narrow(*cgroup));
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit allowed{};
    if (getrlimit(resource, &allowed) != 0 || allowed.rlim_cur == RLIM_INFINITY) continue;
    // Half, because these also count the whole stacks of threads, and gRPC 1.51 ends the process
    // when they are reached.
    limit = std::min(limit, Narrow(static_cast<double>(allowed.rlim_cur) / 2));
  }
  return limit;
}

int64_t MemoryShare(absl::string_view flag) {
  for (const ShareRow& row : kShareTable) {
    if (row.flag == flag) return row.sixteenths;
  }
  return 0;
}

int64_t DefaultUnder(int64_t memory_limit, absl::string_view flag, int64_t usual, int64_t least) {
  const int64_t sixteenths = MemoryShare(flag);
  if (sixteenths == 0) return usual;
  const int64_t share = memory_limit / kShares * sixteenths / kMiB * kMiB;
  return std::max(std::min(usual, share), least);
}

void ShareHeaps() {
#ifdef __GLIBC__
  constexpr size_t kCpusPerHeap = 4;
  mallopt(M_ARENA_MAX, static_cast<int>(std::max<size_t>(1, UsableCpus() / kCpusPerHeap)));
#endif
}

}  // namespace shapewright::server

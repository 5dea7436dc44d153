#include "server/process/cpu_quota.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "server/process/cgroup.h"

namespace shapewright::server {
namespace {

// "max 100000" or "150000 100000": microseconds of CPU per period.
std::optional<double> ReadCpuMax(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

// -1 means no quota.
std::optional<double> ReadCfsQuota(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  if (!(quota_file >> quota) || !(period_file >> period)) return std::nullopt;
  if (quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

size_t AffinityCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    return static_cast<size_t>(std::max(1, CPU_COUNT(&set)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

std::optional<double> CgroupCpus(const std::string& root) {
  return LeastCgroupLimit(root, "cpu", ReadCpuMax, ReadCfsQuota);
}

size_t UsableCpus(const std::string& root) {
  const size_t cpus = AffinityCpus();
  const std::optional<double> quota = CgroupCpus(root);
  if (!quota.has_value()) return cpus;
  return std::clamp<size_t>(static_cast<size_t>(std::ceil(*quota)), 1, cpus);
}

}  // namespace shapewright::server

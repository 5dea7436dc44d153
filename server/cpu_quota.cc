#include "server/cpu_quota.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

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

// A quota of -1 is none.
std::optional<double> ReadCfsQuota(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  if (!(quota_file >> quota) || !(period_file >> period)) return std::nullopt;
  if (quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

bool HasController(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == wanted) return true;
  }
  return false;
}

// The least quota of a group and of those above it.
template <typename Read>
std::optional<double> LeastQuota(const std::string& mount, std::string group, Read read) {
  std::optional<double> least;
  while (true) {
    const std::optional<double> cpus = read(mount + group);
    if (cpus.has_value()) least = std::min(*cpus, least.value_or(*cpus));
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos || group.empty()) return least;
    group.resize(slash);
  }
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
  // Lines such as "0::/kubepods/pod1" (version 2) and "4:cpu,cpuacct:/kubepods/pod1" (version 1).
  std::ifstream groups(root + "/proc/self/cgroup");
  std::optional<double> least;
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (group == "/") group.clear();
    std::optional<double> cpus;
    if (controllers.empty()) {
      cpus = LeastQuota(root + "/sys/fs/cgroup", group, ReadCpuMax);
    } else if (HasController(controllers, "cpu")) {
      cpus = LeastQuota(root + "/sys/fs/cgroup/cpu", group, ReadCfsQuota);
    }
    if (cpus.has_value()) least = std::min(*cpus, least.value_or(*cpus));
  }
  return least;
}

size_t UsableCpus(const std::string& root) {
  const size_t cpus = AffinityCpus();
  const std::optional<double> quota = CgroupCpus(root);
  if (!quota.has_value()) return cpus;
  return std::clamp<size_t>(static_cast<size_t>(std::ceil(*quota)), 1, cpus);
}

}  // namespace shapewright::server

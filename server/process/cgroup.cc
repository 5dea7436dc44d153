#include "server/process/cgroup.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

bool HasController(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == wanted) return true;
  }
  return false;
}

// The least limit of a group and of those above it.
std::optional<double> LeastOnPath(const std::string& mount, std::string group, ReadLimit read) {
  std::optional<double> least;
  while (true) {
    const std::optional<double> limit = read(mount + group);
    if (limit.has_value()) least = std::min(*limit, least.value_or(*limit));
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos || group.empty()) return least;
    group.resize(slash);
  }
}

}  // namespace

std::optional<double> LeastCgroupLimit(const std::string& root, const std::string& controller,
                                       ReadLimit version2, ReadLimit version1) {
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
    std::optional<double> limit;
    if (controllers.empty()) {
      limit = LeastOnPath(root + "/sys/fs/cgroup", group, version2);
    } else if (HasController(controllers, controller)) {
      limit = LeastOnPath(absl::StrCat(root, "/sys/fs/cgroup/", controller), group, version1);
    }
    if (limit.has_value()) least = std::min(*limit, least.value_or(*limit));
  }
  return least;
}

}  // namespace shapewright::server

#ifndef SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_
#define SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_

#include <optional>
#include <string>

namespace shapewright::server {

// Reads a limit from the files of one control group; nothing if it has none.
using ReadLimit = std::optional<double> (*)(const std::string& folder);

// The least limit of this process's control group and of those above it, in version 2 and in
// version 1, where `controller` names the hierarchy. `root` is put before the paths under /proc and
// /sys: for tests.
std::optional<double> LeastCgroupLimit(const std::string& root, const std::string& controller,
                                       ReadLimit version2, ReadLimit version1);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_

#ifndef SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_
#define SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_

#include <optional>
#include <string>

namespace shapewright::server {

// Reads a limit from the files in the folder of one control group; nothing where there is none.
using ReadLimit = std::optional<double> (*)(const std::string& folder);

// The least limit of the control group of this process and of those above it, in version 2 and in
// version 1, where `controller` is its hierarchy. `root` stands before the paths under /proc and
// /sys: for tests.
std::optional<double> LeastCgroupLimit(const std::string& root, const std::string& controller,
                                       ReadLimit version2, ReadLimit version1);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_PROCESS_CGROUP_H_

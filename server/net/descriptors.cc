#include "server/net/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace shapewright::server {
namespace {

// A server with a few listeners and idle threads has about 25 open, besides its HTTP port and the
// files being read.
constexpr size_t kLeastReserve = 40;
constexpr size_t kMostReserve = 256;
constexpr size_t kReservedPart = 4;

}  // namespace

void OpenStandardDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open() returns the least free number, which is this one.
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) return;
  }
}

size_t RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  if (limit.rlim_cur < limit.rlim_max) {
    const rlimit raised = {limit.rlim_max, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur;
}

size_t DescriptorsForConnections(size_t descriptors) {
  const size_t reserve = std::clamp(descriptors / kReservedPart, kLeastReserve, kMostReserve);
  return descriptors > reserve ? descriptors - reserve : 1;
}

}  // namespace shapewright::server

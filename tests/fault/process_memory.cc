#include "tests/fault/process_memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::end_to_end {
namespace {

// A line of /proc/PID/status, in kB there.
size_t BytesOf(ServerProcess& server, const std::string& line) {
  std::ifstream status(absl::StrCat("/proc/", server.process().pid(), "/status"));
  for (std::string word; status >> word;) {
    size_t kilobytes = 0;
    if (word == line && status >> kilobytes) return kilobytes << 10;
  }
  ADD_FAILURE() << "the server is gone";
  return 0;
}

}  // namespace

size_t ResidentBytes(ServerProcess& server) { return BytesOf(server, "VmRSS:"); }
size_t PeakBytes(ServerProcess& server) { return BytesOf(server, "VmHWM:"); }

void ResetPeak(ServerProcess& server) {
  std::ofstream(absl::StrCat("/proc/", server.process().pid(), "/clear_refs")) << 5;
}

}  // namespace shapewright::end_to_end

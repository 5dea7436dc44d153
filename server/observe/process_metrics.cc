#include "server/observe/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

namespace shapewright::server {
namespace {

using prometheus::MetricType;

std::optional<double> CpuSeconds() {
  rusage usage = {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return std::nullopt;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::optional<double> ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total = 0;
  int64_t resident = 0;
  if (!(file >> total >> resident)) return std::nullopt;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE));
}

std::optional<double> OpenFiles() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  if (error) return std::nullopt;
  return static_cast<double>(std::distance(begin(files), end(files)));
}

std::optional<double> Threads() {
  std::error_code error;
  const std::filesystem::directory_iterator tasks("/proc/self/task", error);
  if (error) return std::nullopt;
  return static_cast<double>(std::distance(begin(tasks), end(tasks)));
}

struct Row {
  const char* name;
  const char* help;
  MetricType type;
  std::optional<double> (*read)();
};
constexpr Row kRows[] = {
    {"process_cpu_seconds_total", "CPU time of the process.", MetricType::Counter, CpuSeconds},
    {"process_resident_memory_bytes", "Memory of the process.", MetricType::Gauge, ResidentBytes},
    {"process_open_fds", "Open files and sockets.", MetricType::Gauge, OpenFiles},
    {"process_threads", "Threads of the process.", MetricType::Gauge, Threads},
};

}  // namespace

std::vector<prometheus::MetricFamily> ProcessMetrics() {
  std::vector<prometheus::MetricFamily> families;
  for (const Row& row : kRows) {
    const std::optional<double> value = row.read();
    if (!value.has_value()) continue;
    prometheus::ClientMetric metric;
    (row.type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = *value;
    families.push_back({row.name, row.help, row.type, {metric}});
  }
  return families;
}

}  // namespace shapewright::server

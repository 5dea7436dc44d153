#ifndef SHAPEWRIGHT_SERVER_OBSERVE_STATUS_PAGE_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_STATUS_PAGE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/config/options.h"
#include "server/observe/call_history.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// A model that is kept.
struct ModelOnPage {
  std::string id;
  size_t size_bytes = 0;
  size_t memory_bytes = 0;
  uint64_t hits = 0;
  std::chrono::seconds age{0};
  std::chrono::seconds idle{0};
};

// What the page tells.
struct StatusFacts {
  std::string state;
  std::chrono::system_clock::time_point started;
  std::chrono::system_clock::time_point now;
  size_t resident_bytes = 0;
  size_t work_bytes = 0;
  Levels levels;
  // By CacheKind.
  std::array<size_t, kCacheKinds> cache_limits{};
  std::vector<FinishedCall> last;
  std::vector<FinishedCall> slowest;
  // Those that were used last.
  std::vector<ModelOnPage> models;
};

// The page /statusz, for people: HTML without scripts, in which all text is escaped.
std::string StatusPage(const StatusFacts& facts, const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_STATUS_PAGE_H_

#ifndef SHAPEWRIGHT_SERVER_OBSERVE_CALL_SUMMARY_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_CALL_SUMMARY_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "server/admission/lane.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// The result of looking up the cache of answers.
enum class CacheResult : uint8_t {
  kNone,  // not looked up
  kHit,
  kMiss,
  kJoined,   // waited for an equal call that was under way
  kDerived,  // a miss, but computed from a cached inference
};

// "hit".
absl::string_view CacheResultName(CacheResult result);

// What is told of a finished call.
struct CallSummary {
  Method method;
  std::chrono::steady_clock::duration time{};
  std::array<std::optional<std::chrono::steady_clock::duration>, kPhases> phases{};
  size_t request_bytes = 0;
  size_t response_bytes = 0;
  CacheResult cache = CacheResult::kNone;
  // Where it waited for a thread, if it did.
  std::optional<Lane> lane = std::nullopt;
  // Of the model; 0: none, or not known.
  size_t nodes = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_CALL_SUMMARY_H_

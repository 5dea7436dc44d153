#include "server/admission/lane.h"

#include <algorithm>
#include <limits>

namespace shapewright::server {
namespace {

// A node of a serialized model has 30 to 60 bytes and takes one or two microseconds.
constexpr size_t kBytesPerNode = 32;
// Evaluating about this many bindings takes as long as one inference.
constexpr size_t kItemsPerInference = 16;
constexpr size_t kLeastNodes = 16;
constexpr size_t kTinyNodes = 2048;       // a request of 64 kB
constexpr size_t kNormalNodes = 1 << 15;  // 1 MB

}  // namespace

absl::string_view LaneName(Lane lane) {
  constexpr std::array<absl::string_view, kLanes> kNames = {"tiny", "normal", "large"};
  return kNames[static_cast<size_t>(lane)];
}

Lane LaneOf(const WorkSize& size) {
  const size_t nodes = std::max(size.bytes / kBytesPerNode + size.nodes, kLeastNodes);
  const size_t times = 1 + size.items / kItemsPerInference;
  const size_t work = nodes > std::numeric_limits<size_t>::max() / times
                          ? std::numeric_limits<size_t>::max()
                          : nodes * times;
  if (work <= kTinyNodes) return Lane::kTiny;
  return work <= kNormalNodes ? Lane::kNormal : Lane::kLarge;
}

}  // namespace shapewright::server

#ifndef SHAPEWRIGHT_SERVER_ADMISSION_LANE_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_LANE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// How much work a call is likely to be. Lighter work does not wait for heavier.
enum class Lane : uint8_t {
  kTiny,    // milliseconds
  kNormal,  // less than a second
  kLarge,
};
inline constexpr size_t kLanes = 3;
inline constexpr std::array<Lane, kLanes> kAllLanes = {Lane::kTiny, Lane::kNormal, Lane::kLarge};

// "tiny".
absl::string_view LaneName(Lane lane);

// What is known of the work before it begins.
struct WorkSize {
  // The size of a request with a model or with cases.
  size_t bytes = 0;
  // The number of nodes of a cached model, or other work counted as nodes.
  size_t nodes = 0;
  // How often the model is evaluated: bindings and the like.
  size_t items = 0;
};

Lane LaneOf(const WorkSize& size);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_LANE_H_

#ifndef SHAPEWRIGHT_TESTS_BENCHMARK_SHAPE_CASES_H_
#define SHAPEWRIGHT_TESTS_BENCHMARK_SHAPE_CASES_H_

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

// What case_speed and openvino_speed are asked, the same for both: all of this is
// C++17 without libraries. Random, but the same in every run.
namespace shapewright::benchmark {

// Pairs of shapes in OpenVINO's notation, of ranks 0 to 5: sizes, `?` and ranges.
// Most merge, some do not.
inline std::vector<std::pair<std::string, std::string>> ShapePairs(int count) {
  std::mt19937 engine(1);
  const auto upto = [&](int limit) { return static_cast<int>(engine() % (limit + 1)); };
  const auto dim = [&](int size) -> std::string {
    const int kind = upto(5);
    if (kind == 0) return "?";
    if (kind == 1) return std::to_string(size / 2) + ".." + std::to_string(size + upto(8));
    if (kind == 2 && upto(4) == 0) return std::to_string(size + 1);
    return std::to_string(size);
  };
  std::vector<std::pair<std::string, std::string>> pairs;
  for (int i = 0; i < count; ++i) {
    std::string one;
    std::string other;
    for (int rank = upto(5); rank > 0; --rank) {
      const int size = 1 + upto(511);
      one += (one.empty() ? "" : ",") + dim(size);
      other += (other.empty() ? "" : ",") + dim(size);
    }
    pairs.emplace_back("[" + one + "]", "[" + other + "]");
  }
  return pairs;
}

// Sizes of tensors of ranks 1 to 5 and an order of their dims, minor to major.
struct PlacedSizes {
  std::vector<int64_t> sizes;
  std::vector<int64_t> minor_to_major;
};

inline std::vector<PlacedSizes> Placements(int count) {
  std::mt19937 engine(2);
  std::vector<PlacedSizes> placements;
  for (int i = 0; i < count; ++i) {
    PlacedSizes placed;
    for (auto rank = static_cast<int64_t>(1 + engine() % 5); rank > 0; --rank) {
      placed.minor_to_major.push_back(static_cast<int64_t>(placed.sizes.size()));
      placed.sizes.push_back(static_cast<int64_t>(1 + engine() % 256));
    }
    std::shuffle(placed.minor_to_major.begin(), placed.minor_to_major.end(), engine);
    placements.push_back(std::move(placed));
  }
  return placements;
}

}  // namespace shapewright::benchmark

#endif  // SHAPEWRIGHT_TESTS_BENCHMARK_SHAPE_CASES_H_

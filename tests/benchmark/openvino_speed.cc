// Measures what OpenVINO's classes do of the same cases as case_speed, in process, on
// one thread, the best of several rounds. Not part of the build: case_speed.sh compiles
// and runs it.
//
// usage: openvino_speed [SECONDS [ROUNDS]]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <openvino/core/partial_shape.hpp>
#include <openvino/core/shape.hpp>
#include <openvino/core/strides.hpp>
#include <string>
#include <vector>

#include "shape_cases.h"

namespace {

using Clock = std::chrono::steady_clock;
using ov::PartialShape;
using Seconds = std::chrono::duration<double>;

constexpr int kCases = 1000;

struct Settings {
  double seconds = 0.5;
  int rounds = 3;
};

// `pass` runs all cases once and gives a number that depends on every answer.
void Measure(const Settings& settings, const char* name, const std::function<size_t()>& pass) {
  double best = 0;
  size_t sum = 0;
  for (int round = 0; round < settings.rounds; ++round) {
    const Clock::time_point start = Clock::now();
    int64_t cases = 0;
    do {
      sum += pass();
      cases += kCases;
    } while (Seconds(Clock::now() - start).count() < settings.seconds);
    best = std::max(best, static_cast<double>(cases) / Seconds(Clock::now() - start).count());
  }
  std::printf("%-34s %10s %9s %12.0f\n", name, sum > 0 ? "-" : "none", "-", best);
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.seconds = std::atof(argv[1]);
  if (argc > 2) settings.rounds = std::atoi(argv[2]);
  const auto pairs = shapewright::benchmark::ShapePairs(kCases);
  std::vector<std::pair<PartialShape, PartialShape>> shapes;
  for (const auto& [one, other] : pairs) shapes.emplace_back(one, other);
  std::vector<ov::Shape> sizes;
  for (const auto& placed : shapewright::benchmark::Placements(kCases)) {
    sizes.emplace_back(placed.sizes.begin(), placed.sizes.end());
  }
  Measure(settings, "OpenVINO merge_into", [&] {
    size_t sum = 0;
    for (const auto& [one, other] : shapes) {
      PartialShape merged = one;
      sum += PartialShape::merge_into(merged, other) ? 1 : 0;
    }
    return sum;
  });
  Measure(settings, "OpenVINO merge_into, texts", [&] {
    size_t sum = 0;
    for (const auto& [one, other] : pairs) {
      PartialShape merged(one);
      if (PartialShape::merge_into(merged, PartialShape(other))) sum += merged.to_string().size();
    }
    return sum;
  });
  Measure(settings, "OpenVINO row_major_strides", [&] {
    size_t sum = 0;
    for (const ov::Shape& shape : sizes) {
      sum += ov::row_major_strides(shape).size() + ov::shape_size(shape) % 2;
    }
    return sum;
  });
  return 0;
}

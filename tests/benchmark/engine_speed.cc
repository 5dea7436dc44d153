// Times the engine on models in memory: from their bytes to the serialized
// answer, one thread, the minimum of several rounds.
//
// usage: engine_speed [--rounds=N] MODEL.onnx...
// prints a line "NAME MILLISECONDS" for each model, then "total MILLISECONDS".
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/inference/infer.h"

namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsOf(const std::string& model) {
  const Clock::time_point start = Clock::now();
  const auto answer = shapewright::inference::InferOnnxModel(model);
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  if (!answer.ok()) {
    std::fprintf(stderr, "%s\n", answer.status().ToString().c_str());
    return std::numeric_limits<double>::quiet_NaN();
  }
  return elapsed.count();
}

std::string ReadFile(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  shapewright::ReuseLargeAllocations();
  int rounds = 5;
  double total = 0;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--rounds=")) {
      if (!absl::SimpleAtoi(argument, &rounds)) return 2;
      continue;
    }
    const std::string model = ReadFile(argv[i]);
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
      best = std::min(best, MillisecondsOf(model));
    }
    std::printf("%s %.4f\n", argv[i], best);
    total += best;
  }
  std::printf("total %.4f\n", total);
  return 0;
}

// Times the engine on models that are one long chain, to see what grows faster
// than the model does.
//
// usage: chain_speed [--rounds=N] [--nodes=N] [CHAIN...]
// prints for each chain the milliseconds of a model of N/8 nodes and of one of N
// (1,000,000), the ratio, and the nanoseconds per node.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/inference/infer.h"
#include "tests/core/inference/support/chain_models.h"

namespace shapewright::inference {
namespace {

// Of this process: what others do on the machine counts less.
double ProcessorMilliseconds() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double MillisecondsOf(const std::string& model) {
  const double start = ProcessorMilliseconds();
  const auto answer = InferOnnxModel(model);
  const double elapsed = ProcessorMilliseconds() - start;
  if (!answer.ok()) {
    std::fprintf(stderr, "%s\n", answer.status().ToString().c_str());
    return std::numeric_limits<double>::quiet_NaN();
  }
  return elapsed;
}

double Best(const std::string& model, int rounds) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    best = std::min(best, MillisecondsOf(model));
  }
  return best;
}

void Measure(const Chain& chain, int nodes, int rounds) {
  const double shorter = Best(chain.build(nodes / 8), rounds);
  const double longer = Best(chain.build(nodes), rounds);
  std::printf("%-10s %10.1f %10.1f %7.2f %10.0f\n", std::string(chain.name).c_str(), shorter,
              longer, longer / shorter, 1e6 * longer / nodes);
  std::fflush(stdout);
}

int Main(int argc, char** argv) {
  ReuseLargeAllocations();
  int rounds = 3;
  int nodes = 1'000'000;
  std::vector<Chain> chains;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--rounds=")) {
      if (!absl::SimpleAtoi(argument, &rounds)) return 2;
    } else if (absl::ConsumePrefix(&argument, "--nodes=")) {
      if (!absl::SimpleAtoi(argument, &nodes)) return 2;
    } else {
      chains.push_back(FindChain(argument));
    }
  }
  if (chains.empty()) chains.assign(Chains().begin(), Chains().end());
  std::printf("%-10s %10d %10d %7s %10s\n", "ms", nodes / 8, nodes, "ratio", "ns/node");
  for (const Chain& chain : chains) Measure(chain, nodes, rounds);
  return 0;
}

}  // namespace
}  // namespace shapewright::inference

int main(int argc, char** argv) { return shapewright::inference::Main(argc, argv); }

// Times bindings of a compiled inference in process: from the bytes of a request
// that no other equals to the bytes of its answer, for the sizes of all outputs.
// The baseline of the same run infers the model anew for each request.
//
// usage: bind_speed [--seconds=S] [--rounds=N] MODEL.onnx...
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/infer.h"

namespace shapewright::inference {
namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  double seconds = 0.5;
  int rounds = 3;
};

v1::EvaluateShapesRequest RequestFor(const graph::Model& model, int bindings) {
  v1::InferShapesRequest asks_symbols;
  asks_symbols.set_scope(v1::SCOPE_OUTPUTS);
  v1::InferShapesResponse answer;
  const auto bytes = InferRequest(asks_symbols, model);
  if (bytes.ok()) answer.ParseFromString(*bytes);
  v1::EvaluateShapesRequest request;
  for (int i = 0; i < bindings; ++i) {
    v1::Binding& binding = *request.add_bindings();
    for (const v1::Symbol& symbol : answer.symbols()) {
      if (symbol.kind() == v1::Symbol::KIND_INPUT_DIM) {
        binding.add_symbols()->set_symbol(symbol.name());
      }
    }
  }
  return request;
}

// Sizes that models of text and of images take.
void SetSizes(int64_t number, v1::EvaluateShapesRequest* request) {
  for (v1::Binding& binding : *request->mutable_bindings()) {
    for (v1::SymbolSize& size : *binding.mutable_symbols()) size.set_size(1 + number++ % 500);
  }
}

// Seconds of the fastest round for one call; 0 if a call fails.
template <typename Call>
double SecondsOf(const Settings& settings, const Call& call) {
  double best = std::numeric_limits<double>::infinity();
  int64_t number = 0;
  for (int round = 0; round < settings.rounds; ++round) {
    const Clock::time_point start = Clock::now();
    int64_t calls = 0;
    std::chrono::duration<double> elapsed{};
    do {
      if (!call(number++)) return 0;
      elapsed = Clock::now() - start;
      ++calls;
    } while (elapsed.count() < settings.seconds);
    best = std::min(best, elapsed.count() / static_cast<double>(calls));
  }
  return best;
}

void Measure(const Settings& settings, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto model = graph::ReadOnnxModel(bytes, {});
  if (!model.ok()) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), model.status().ToString().c_str());
    return;
  }
  const std::string name = path.substr(path.rfind('/') + 1);
  for (const int bindings : {1, 64}) {
    v1::EvaluateShapesRequest request = RequestFor(**model, bindings);
    const auto compiled = CompiledInference::Compile(request, **model, {});
    if (!compiled.ok()) continue;
    const double kept = SecondsOf(settings, [&](int64_t number) {
      SetSizes(number, &request);
      v1::EvaluateShapesRequest parsed;
      return parsed.ParseFromString(request.SerializeAsString()) &&
             (*compiled)->Answer(parsed, {}).ok();
    });
    const double fresh = SecondsOf(settings, [&](int64_t number) {
      SetSizes(number, &request);
      return EvaluateRequest(request, **model).ok();
    });
    std::printf("%-34s %10d %12.2f %12.2f %9.0f\n", name.c_str(), bindings, 1e6 * kept / bindings,
                1e6 * fresh / bindings, fresh / kept);
  }
}

int Main(int argc, char** argv) {
  ReuseLargeAllocations();  // as the server
  Settings settings;
  std::vector<std::string> models;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--seconds=")) {
      if (!absl::SimpleAtod(argument, &settings.seconds)) return 2;
    } else if (absl::ConsumePrefix(&argument, "--rounds=")) {
      if (!absl::SimpleAtoi(argument, &settings.rounds)) return 2;
    } else {
      models.emplace_back(argument);
    }
  }
  std::printf("%-34s %10s %12s %12s %9s\n", "us per binding, in process", "in a call", "compiled",
              "inferred", "times");
  for (const std::string& model : models) Measure(settings, model);
  return 0;
}

}  // namespace
}  // namespace shapewright::inference

int main(int argc, char** argv) { return shapewright::inference::Main(argc, argv); }

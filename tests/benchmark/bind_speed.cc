// Times bindings of a compiled inference in process: from the bytes of a request
// that no other equals to the bytes of its answer, for the sizes of all outputs.
// The baseline of the same run infers the model anew for each request; beside it the same with what
// a run costs.
//
// Then checks of requests by the guards of the models: ranks, sizes and facts, and the sizes of the
// outputs; the second time the memory too.
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
#include "core/guard/request_check.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::inference {
namespace {

using questions::CompiledInference;
using questions::EvaluateRequest;
using questions::FindModelRpc;
using questions::InferRequest;

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
    v1::EvaluateShapesRequest asks_cost = request;
    asks_cost.mutable_cost();
    const auto with_cost = CompiledInference::Compile(asks_cost, **model, {});
    if (!with_cost.ok()) continue;
    const double costing = SecondsOf(settings, [&](int64_t number) {
      SetSizes(number, &asks_cost);
      v1::EvaluateShapesRequest parsed;
      return parsed.ParseFromString(asks_cost.SerializeAsString()) &&
             (*with_cost)->Answer(parsed, {}).ok();
    });
    const double fresh = SecondsOf(settings, [&](int64_t number) {
      SetSizes(number, &request);
      return EvaluateRequest(request, **model).ok();
    });
    std::printf("%-34s %10d %12.2f %12.2f %9.0f %12.2f\n", name.c_str(), bindings,
                1e6 * kept / bindings, 1e6 * fresh / bindings, fresh / kept,
                1e6 * costing / bindings);
  }
}

// The sizes of all inputs where each symbol is 128.
v1::Evaluation InputsOf(const graph::Model& model, const v1::GuardProgram& program) {
  v1::EvaluateShapesRequest request = RequestFor(model, 1);
  for (const v1::GuardInput& input : program.inputs()) request.add_values(input.name());
  constexpr int64_t kSize = 128;
  for (v1::SymbolSize& size : *request.mutable_bindings(0)->mutable_symbols()) size.set_size(kSize);
  v1::EvaluateShapesResponse response;
  const auto bytes = EvaluateRequest(request, model);
  if (bytes.ok()) response.ParseFromString(*bytes);
  return response.evaluations_size() == 1 ? response.evaluations(0) : v1::Evaluation();
}

void MeasureGuard(const Settings& settings, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto model = graph::ReadOnnxModel(bytes, {});
  if (!model.ok()) return;
  const std::string name = path.substr(path.rfind('/') + 1);
  for (const bool with_memory : {false, true}) {
    v1::CompileGuardRequest request;
    if (with_memory) request.mutable_memory();
    const auto answer = FindModelRpc("CompileGuard")->answer(request, **model, {});
    v1::CompileGuardResponse response;
    if (!answer.ok() || !response.ParseFromString(*answer)) continue;
    const v1::Evaluation sizes = InputsOf(**model, response.program());
    std::vector<guard::RequestTensor> tensors;
    for (const v1::ValueSize& input : sizes.values()) {
      tensors.push_back({input.name(), input.element_type(), input.sizes(), {}});
    }
    const auto loaded = guard::LoadedGuard::Load(response.program());
    if (!loaded.ok()) continue;
    guard::RequestCheck check(*loaded);
    constexpr int kChecks = 1000;
    auto verdict = guard::Verdict::kUndecided;
    const double seconds = SecondsOf(settings, [&](int64_t) {
      for (int i = 0; i < kChecks; ++i) verdict = check.Check(tensors);
      return true;
    });
    std::printf("%-34s %10s %12d %12.0f %9s\n", name.c_str(), with_memory ? "yes" : "no",
                response.program().instructions_size(), 1e9 * seconds / kChecks,
                verdict == guard::Verdict::kPass ? "pass" : "other");
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
  std::printf("%-34s %10s %12s %12s %9s %12s\n", "us per binding, in process", "in a call",
              "compiled", "inferred", "times", "with cost");
  for (const std::string& model : models) Measure(settings, model);
  std::printf("\n%-34s %10s %12s %12s %9s\n", "ns per check by a guard", "memory", "instructions",
              "check", "verdict");
  for (const std::string& model : models) MeasureGuard(settings, model);
  return 0;
}

}  // namespace
}  // namespace shapewright::inference

int main(int argc, char** argv) { return shapewright::inference::Main(argc, argv); }

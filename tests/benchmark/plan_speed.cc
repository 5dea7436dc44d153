// Times the questions of docs/questions.md, in process, each with the inference of its model: the
// inference alone, under premises, with four scenarios, with proofs; a guard; the largest first
// symbol within a budget, for what memory needs at least, for the outputs and for the arena; which
// symbols to bind; a profile with its proof.
//
// usage: plan_speed [--rounds=N] MODEL.onnx...
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::inference {
namespace {

using questions::FindModelRpc;
using questions::InferRequest;

using Clock = std::chrono::steady_clock;
using google::protobuf::Message;

constexpr int64_t kBudget = int64_t{8} << 30;
constexpr int64_t kOtherSizes = 64;
constexpr int kScenarios = 4;

// Of the fastest round; 0 if a call fails.
double Milliseconds(const char* rpc, const Message& request, const graph::Model& model,
                    int rounds) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point start = Clock::now();
    if (!FindModelRpc(rpc)->answer(request, model, {}).ok()) return 0;
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    best = std::min(best, elapsed.count());
  }
  return best;
}

// The inference under premises about the symbols, with four scenarios, with proofs; a guard.
void MeasureInferences(const std::vector<std::string>& symbols, v1::InferShapesRequest request,
                       const graph::Model& model, int rounds) {
  v1::InferShapesRequest premises = request;
  for (size_t i = 0; i < symbols.size(); ++i) {
    premises.mutable_model()->add_premises(absl::StrCat("1 <= `", symbols[i], "` <= 4096"));
    if (i == 0) continue;
    premises.mutable_model()->add_premises(
        absl::StrCat("`", symbols[i - 1], "` <= `", symbols[i], "` + 4000"));
  }
  v1::InferShapesRequest scenarios = request;
  for (int i = 0; i < kScenarios && !symbols.empty(); ++i) {
    v1::Scenario* const scenario = scenarios.add_scenarios();
    scenario->set_name(absl::StrCat("case", i));
    scenario->add_premises(absl::StrCat("`", symbols[0], "` = ", i + 1));
  }
  request.add_include(v1::PART_PROOFS);
  std::printf(" %9.2f %9.2f %9.2f", Milliseconds("InferShapes", premises, model, rounds),
              Milliseconds("InferShapes", scenarios, model, rounds),
              Milliseconds("InferShapes", request, model, rounds));
  std::printf(" %9.2f", Milliseconds("CompileGuard", v1::CompileGuardRequest(), model, rounds));
}

void Measure(const std::string& path, int rounds) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto model = graph::ReadOnnxModel(bytes, {});
  v1::InferShapesRequest inferred;
  inferred.set_scope(v1::SCOPE_OUTPUTS);
  v1::InferShapesResponse answer;
  if (!model.ok()) return;
  const auto answered = InferRequest(inferred, **model);
  if (!answered.ok() || !answer.ParseFromString(*answered)) return;
  v1::FindLargestSizesRequest largest;
  largest.mutable_budget()->set_amount(kBudget);
  v1::PlanProfilesRequest profiles;
  std::vector<std::string> symbols;
  for (const v1::Symbol& symbol : answer.symbols()) {
    if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || symbol.has_equals()) continue;
    symbols.push_back(symbol.name());
    profiles.mutable_model()->add_premises(absl::StrCat("1 <= `", symbol.name(), "` <= 512"));
    if (largest.symbols().empty()) {
      largest.add_symbols()->set_symbol(symbol.name());
      largest.mutable_symbols(0)->set_least(1);
      continue;
    }
    v1::SymbolSize* const size = largest.mutable_binding()->add_symbols();
    size->set_symbol(symbol.name());
    size->set_size(kOtherSizes);
  }
  std::printf("%-34s %9.2f", path.substr(path.rfind('/') + 1).c_str(),
              Milliseconds("InferShapes", inferred, **model, rounds));
  MeasureInferences(symbols, inferred, **model, rounds);
  for (const auto quantity :
       {v1::Quantity::MEMORY_QUANTITY_LOWER_BOUND, v1::Quantity::MEMORY_QUANTITY_OUTPUTS,
        v1::Quantity::MEMORY_QUANTITY_PEAK}) {
    largest.mutable_budget()->mutable_quantity()->set_memory(quantity);
    std::printf(" %9.2f", Milliseconds("FindLargestSizes", largest, **model, rounds));
  }
  const v1::FindSymbolsToBindRequest bind;
  std::printf(" %9.2f %9.2f\n", Milliseconds("FindSymbolsToBind", bind, **model, rounds),
              Milliseconds("PlanProfiles", profiles, **model, rounds));
}

int Main(int argc, char** argv) {
  ReuseLargeAllocations();  // as the server
  int rounds = 3;
  std::vector<std::string> models;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--rounds=")) {
      if (!absl::SimpleAtoi(argument, &rounds)) return 2;
    } else if (!absl::StartsWith(argument, "--")) {
      models.emplace_back(argument);
    }
  }
  std::printf("%-34s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "ms per question, in process",
              "inference", "premises", "scenarios", "proofs", "guard", "at least", "outputs",
              "arena", "to bind", "profile");
  for (const std::string& model : models) Measure(model, rounds);
  return 0;
}

}  // namespace
}  // namespace shapewright::inference

int main(int argc, char** argv) { return shapewright::inference::Main(argc, argv); }

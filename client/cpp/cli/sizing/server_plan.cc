#include "client/cpp/cli/sizing/server_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

constexpr double kMiB = 1024 * 1024;
// The share of its cores that a server is planned to keep busy.
constexpr double kBusyShare = 0.6;
constexpr double kMostCoresPerReplica = 4;
// One may be replaced, or away.
constexpr int kLeastReplicas = 2;
// What is given beyond what is foretold: caches are bounded by what they count, memory by what it
// may come to.
constexpr double kCacheRoom = 1.25;
constexpr double kMemoryRoom = 1.5;
// What an inference under way takes, of what is kept of it.
constexpr double kWorkFactor = 3;

constexpr size_t kTerms = 3;
using Terms = std::array<double, kTerms>;

// Solves the normal equations for the terms in `used`; all others are 0. Few numbers, well apart.
Terms Solve(const std::array<Terms, kTerms>& products, const Terms& right,
            const std::array<bool, kTerms>& used) {
  std::array<Terms, kTerms> rows = products;
  Terms values = right;
  for (size_t i = 0; i < kTerms; ++i) {
    if (used[i]) continue;
    rows[i] = {};
    for (Terms& row : rows) row[i] = 0;
    rows[i][i] = 1;
    values[i] = 0;
  }
  for (size_t i = 0; i < kTerms; ++i) {
    for (size_t k = 0; k < kTerms; ++k) {
      if (k == i || rows[i][i] == 0) continue;
      const double factor = rows[k][i] / rows[i][i];
      for (size_t m = 0; m < kTerms; ++m) rows[k][m] -= factor * rows[i][m];
      values[k] -= factor * values[i];
    }
  }
  for (size_t i = 0; i < kTerms; ++i) values[i] = rows[i][i] == 0 ? 0 : values[i] / rows[i][i];
  return values;
}

// The factor within which nine of ten measured models lie.
double SpreadOf(const Measured& measured, Figure figure, const Fit& fit) {
  std::vector<double> factors;
  for (const MeasuredModel& model : measured.models) {
    const double told = fit.At({model.nodes, model.bytes});
    const double was = FigureOf(model, figure);
    if (told > 0 && was > 0) factors.push_back(std::max(told / was, was / told));
  }
  if (factors.empty()) return 1;
  std::sort(factors.begin(), factors.end());
  return factors[(factors.size() - 1) * 9 / 10];
}

std::string MiB(double bytes) {
  return absl::StrCat(static_cast<int64_t>(std::ceil(bytes / kMiB)));
}

std::string CacheOption(absl::string_view name, double bytes) {
  return absl::StrCat("--", name, "-cache-bytes=", MiB(std::max(kMiB, kCacheRoom * bytes)), "MiB");
}

// Of each replica while one of them is away.
double CoresEach(const ServerPlan& plan) { return plan.cores / (plan.replicas - 1); }

void PlanReplicas(ServerPlan& plan) {
  plan.cores = plan.busy_cores / kBusyShare;
  plan.replicas =
      std::max(kLeastReplicas, 1 + static_cast<int>(std::ceil(plan.cores / kMostCoresPerReplica)));
  plan.cores_per_replica = std::max(0.25, std::ceil(4 * CoresEach(plan)) / 4);
}

void PlanMemory(double bytes_per_kept_byte, double largest_bytes, ServerPlan& plan) {
  const double threads = std::max(1.0, std::ceil(plan.cores_per_replica));
  const double kept =
      bytes_per_kept_byte * (plan.model_bytes + plan.inference_bytes + plan.answer_bytes);
  plan.work_bytes = threads * kWorkFactor * largest_bytes;
  plan.resident_bytes = plan.base_bytes + kept + plan.work_bytes;
  plan.limit_bytes = kMemoryRoom * plan.resident_bytes;
  const double share = kept / std::max(1, plan.replicas - 1);
  plan.limit_with_affinity_bytes = kMemoryRoom * (plan.base_bytes + share + plan.work_bytes);
  plan.options = {absl::StrCat("--threads=", threads), CacheOption("model", plan.model_bytes),
                  CacheOption("compiled", plan.inference_bytes),
                  CacheOption("result", plan.answer_bytes)};
}

}  // namespace

double FigureOf(const MeasuredModel& model, Figure figure) {
  switch (figure) {
    case Figure::kModel:
      return model.model_bytes;
    case Figure::kInference:
      return model.inference_bytes;
    case Figure::kAnswer:
      return model.answer_bytes;
    case Figure::kNew:
      return model.new_us;
    case Figure::kCached:
      return model.cached_us;
    case Figure::kBind:
      break;
  }
  return model.bind_us;
}

Fit FitOf(const Measured& measured, Figure figure) {
  std::array<Terms, kTerms> products{};
  Terms right{};
  for (const MeasuredModel& model : measured.models) {
    const double value = FigureOf(model, figure);
    if (value <= 0) continue;
    // Relative to the value, so that large models do not outweigh small ones.
    const Terms terms = {1 / value, model.nodes / value, model.bytes / value};
    for (size_t i = 0; i < kTerms; ++i) {
      right[i] += terms[i];
      for (size_t k = 0; k < kTerms; ++k) products[i][k] += terms[i] * terms[k];
    }
  }
  std::array<bool, kTerms> used = {true, true, true};
  Terms found = Solve(products, right, used);
  // A term that would be negative is left out, the most negative one first.
  for (size_t tries = 0; tries < kTerms; ++tries) {
    const auto least = std::min_element(found.begin(), found.end());
    if (*least >= 0) break;
    used[static_cast<size_t>(least - found.begin())] = false;
    found = Solve(products, right, used);
  }
  Fit fit{found[0], found[1], found[2], 1};
  fit.spread = SpreadOf(measured, figure, fit);
  return fit;
}

ServerPlan PlanServers(const Measured& measured, const std::vector<ServedModel>& models,
                       double rate, const CallMix& mix) {
  const auto fit = [&measured](Figure figure) { return FitOf(measured, figure); };
  const Fit model_fit = fit(Figure::kModel);
  const Fit inference_fit = fit(Figure::kInference);
  const Fit answer_fit = fit(Figure::kAnswer);
  const std::array<std::pair<Fit, double>, 3> calls = {{{fit(Figure::kNew), mix.new_models},
                                                        {fit(Figure::kCached), mix.cached},
                                                        {fit(Figure::kBind), mix.bindings}}};
  ServerPlan plan;
  plan.models = models.size();
  plan.base_bytes = measured.base_bytes;
  double microseconds = 0;
  double largest = 0;
  for (const ServedModel& model : models) {
    plan.nodes += model.nodes;
    plan.bytes += model.bytes;
    plan.model_bytes += model_fit.At(model);
    plan.inference_bytes += inference_fit.At(model);
    plan.answer_bytes += answer_fit.At(model);
    largest = std::max(largest, inference_fit.At(model));
    for (const auto& [of_call, share] : calls) microseconds += share * of_call.At(model);
  }
  if (!models.empty()) microseconds /= static_cast<double>(models.size());
  plan.busy_cores = rate * microseconds / 1e6;
  plan.memory_spread = std::max(model_fit.spread, inference_fit.spread);
  for (const auto& [of_call, share] : calls) {
    if (share > 0) plan.cpu_spread = std::max(plan.cpu_spread, of_call.spread);
  }
  PlanReplicas(plan);
  PlanMemory(measured.bytes_per_kept_byte, largest, plan);
  return plan;
}

std::string ReportServerPlan(const Measured& measured, const ServerPlan& plan) {
  std::string text = absl::StrFormat("%d model%s, %.0f node%s, %s MiB without weights\n",
                                     plan.models, plan.models == 1 ? "" : "s", plan.nodes,
                                     plan.nodes == 1 ? "" : "s", MiB(plan.bytes));
  absl::StrAppendFormat(&text, "CPU: %.2f cores busy; give %.2f, so that %.0f %% of them are\n",
                        plan.busy_cores, plan.cores, 100 * kBusyShare);
  absl::StrAppendFormat(&text, "replicas: %d of %.2f cores, one of which may be away\n",
                        plan.replicas, plan.cores_per_replica);
  absl::StrAppendFormat(
      &text,
      "memory of a replica: %s MiB (server %s, models %s, inferences %s, answers %s, work %s)\n",
      MiB(plan.resident_bytes), MiB(plan.base_bytes), MiB(plan.model_bytes),
      MiB(plan.inference_bytes), MiB(plan.answer_bytes), MiB(plan.work_bytes));
  absl::StrAppend(&text, "limit: ", MiB(plan.limit_bytes), "Mi; with affinity ",
                  MiB(plan.limit_with_affinity_bytes), "Mi\n");
  absl::StrAppend(&text, "options: ", absl::StrJoin(plan.options, " "), "\n");
  absl::StrAppendFormat(
      &text,
      "how sure: from %d models on %s, %s; nine of ten within a factor of %.1f (memory), "
      "%.1f (CPU)\n",
      measured.models.size(), measured.machine, measured.date, plan.memory_spread, plan.cpu_spread);
  return text;
}

std::string ServerPlanJson(const Measured& measured, const ServerPlan& plan) {
  const auto whole = [](double number) {
    return absl::StrCat(static_cast<int64_t>(std::llround(number)));
  };
  JsonObject memory;
  memory.Json("base", whole(plan.base_bytes))
      .Json("models", whole(plan.model_bytes))
      .Json("inferences", whole(plan.inference_bytes))
      .Json("answers", whole(plan.answer_bytes))
      .Json("work", whole(plan.work_bytes))
      .Json("resident", whole(plan.resident_bytes))
      .Json("limit", whole(plan.limit_bytes))
      .Json("limit_with_affinity", whole(plan.limit_with_affinity_bytes))
      .Json("spread", absl::StrFormat("%.2f", plan.memory_spread));
  JsonObject cpu;
  cpu.Json("busy_cores", absl::StrFormat("%.3f", plan.busy_cores))
      .Json("cores", absl::StrFormat("%.3f", plan.cores))
      .Json("spread", absl::StrFormat("%.2f", plan.cpu_spread));
  std::vector<std::string> options;
  for (const std::string& option : plan.options) options.push_back(JsonString(option));
  JsonObject all;
  all.Json("models", absl::StrCat(plan.models))
      .Json("nodes", whole(plan.nodes))
      .Json("bytes", whole(plan.bytes))
      .Json("cpu", cpu.Take())
      .Json("replicas", absl::StrCat(plan.replicas))
      .Json("cores_per_replica", absl::StrFormat("%.2f", plan.cores_per_replica))
      .Json("memory_bytes", memory.Take())
      .Json("options", absl::StrCat("[", absl::StrJoin(options, ","), "]"))
      .Text("measured_on", measured.machine)
      .Text("measured_at", measured.date);
  return all.Take() + "\n";
}

}  // namespace shapewright::cli

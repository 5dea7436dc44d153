#include "client/cpp/cli/sizing/server_plan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

constexpr Figure kFigures[] = {Figure::kModel, Figure::kInference, Figure::kAnswer,
                               Figure::kNew,   Figure::kCached,    Figure::kBind};

// Of so many nodes and bytes, by formulas that the fit has to find.
MeasuredModel Made(double nodes, double bytes) {
  return {"made",          nodes, bytes, 200 * nodes + bytes, 1000 + 300 * nodes, 50 * nodes,
          2 * nodes + 100, 80,    40};
}

const MeasuredModel kMade[] = {Made(10, 5000), Made(100, 9000), Made(1000, 250'000),
                               Made(3000, 90'000)};
const Measured kOfMade = {"a machine", "a day", 2e7, 1.5, kMade};

TEST(ServerPlan, FindsTheFormulaThatFiguresFollow) {
  const ServedModel other = {500, 40'000};
  EXPECT_NEAR(FitOf(kOfMade, Figure::kModel).At(other), 200 * 500 + 40'000, 1);
  EXPECT_NEAR(FitOf(kOfMade, Figure::kInference).At(other), 1000 + 300 * 500, 1);
  EXPECT_NEAR(FitOf(kOfMade, Figure::kNew).At(other), 2 * 500 + 100, 0.1);
  EXPECT_NEAR(FitOf(kOfMade, Figure::kBind).At(other), 40, 0.1);
  for (const Figure figure : kFigures) EXPECT_NEAR(FitOf(kOfMade, figure).spread, 1, 0.01);
}

// What was measured is the oracle: nine of ten rows lie within the spread that is told, and none of
// the terms is negative, so that more nodes never need less.
TEST(ServerPlan, ForetellsWhatWasMeasured) {
  const Measured& measured = MeasuredFigures();
  ASSERT_GE(measured.models.size(), 20U);
  for (const Figure figure : kFigures) {
    const Fit fit = FitOf(measured, figure);
    EXPECT_GE(fit.constant, 0);
    EXPECT_GE(fit.per_node, 0);
    EXPECT_GE(fit.per_byte, 0);
    EXPECT_LT(fit.spread, 3) << static_cast<int>(figure);
    size_t within = 0;
    for (const MeasuredModel& model : measured.models) {
      const double told = fit.At({model.nodes, model.bytes});
      const double was = FigureOf(model, figure);
      const bool fits = told <= was * fit.spread * 1.001 && was <= told * fit.spread * 1.001;
      within += fits ? 1 : 0;
    }
    EXPECT_GE(10 * within, 9 * (measured.models.size() - 1)) << static_cast<int>(figure);
  }
}

// By hand: 10 models of 1,000 nodes and 100,000 bytes, 3,000 calls a second that only bind, 40 us
// each.
TEST(ServerPlan, AddsUp) {
  const std::vector<ServedModel> models(10, {1000, 100'000});
  const ServerPlan plan = PlanServers(kOfMade, models, 30'000, {0, 0, 1});
  EXPECT_EQ(plan.models, 10U);
  EXPECT_NEAR(plan.busy_cores, 1.2, 0.01);
  EXPECT_NEAR(plan.cores, 2, 0.02);
  EXPECT_EQ(plan.replicas, 2);
  EXPECT_NEAR(plan.model_bytes, 10 * 300'000, 100);
  EXPECT_NEAR(plan.inference_bytes, 10 * 301'000, 100);
  EXPECT_NEAR(plan.answer_bytes, 10 * 50'000, 100);
  EXPECT_NEAR(plan.resident_bytes - plan.work_bytes - plan.base_bytes, 1.5 * 6'510'000, 1000);
  EXPECT_GT(plan.limit_bytes, plan.resident_bytes);
  EXPECT_EQ(plan.options.at(0), "--threads=2");
}

TEST(ServerPlan, OfNothing) {
  const ServerPlan plan = PlanServers(kOfMade, {}, 0, {});
  EXPECT_EQ(plan.busy_cores, 0);
  EXPECT_EQ(plan.replicas, 2);
  EXPECT_EQ(plan.resident_bytes, 2e7);
  EXPECT_EQ(plan.options.at(1), "--model-cache-bytes=1MiB");
}

TEST(ServerPlan, MoreCallsTakeMoreReplicas) {
  const std::vector<ServedModel> models(10, {1000, 100'000});
  const ServerPlan plan = PlanServers(kOfMade, models, 300'000, {0, 0, 1});
  EXPECT_EQ(plan.replicas, 6) << "5 of 4 cores have what 20 need, and one may be away";
  EXPECT_LT(plan.limit_with_affinity_bytes, plan.limit_bytes);
}

TEST(ServerPlan, IsToldAsJson) {
  const ServerPlan plan = PlanServers(kOfMade, {{1000, 100'000}}, 100, {});
  const auto json = nlohmann::json::parse(ServerPlanJson(kOfMade, plan));
  EXPECT_EQ(json.at("models"), 1);
  EXPECT_EQ(json.at("measured_on"), "a machine");
  EXPECT_EQ(json.at("options").size(), 4U);
  EXPECT_EQ(json.at("memory_bytes").at("base"), 20'000'000);
  EXPECT_TRUE(absl::StrContains(ReportServerPlan(kOfMade, plan), "how sure: from 4 models"));
}

std::string Table() {
  constexpr double kKiB = 1024;
  constexpr double kMiB = 1024 * kKiB;
  const Measured& measured = MeasuredFigures();
  std::string table =
      "| model | nodes | KiB sent | model kept | inference kept | answer kept | new, us | cached, "
      "us | "
      "bind, us |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const MeasuredModel& model : measured.models) {
    absl::StrAppendFormat(
        &table, "| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", model.name,
        model.nodes, model.bytes / kKiB, model.model_bytes / kKiB, model.inference_bytes / kKiB,
        model.answer_bytes / kKiB, model.new_us, model.cached_us, model.bind_us);
  }
  std::vector<ServedModel> models;
  for (const MeasuredModel& model : measured.models) models.push_back({model.nodes, model.bytes});
  const ServerPlan plan = PlanServers(measured, models, 1000, {});
  const double kept = plan.resident_bytes - plan.base_bytes - plan.work_bytes;
  absl::StrAppendFormat(
      &table,
      "\nWhat is sent and kept is in KiB. Of 1,000 models like these a server keeps %.0f MiB. "
      "1,000\n"
      "calls a second about them, in the mix above, keep %.2f cores busy. Measured on %s,\n"
      "on %s. The server by itself takes %.0f MiB,\n"
      "and %.2f bytes for each byte that its caches count.\n",
      kept / kMiB * 1000 / static_cast<double>(models.size()), plan.busy_cores, measured.date,
      measured.machine, measured.base_bytes / kMiB, measured.bytes_per_kept_byte);
  return table;
}

TEST(DeploymentDoc, HasTheMeasuredTable) {
  const std::string path = SourcePath("docs/deployment.md");
  std::ifstream file(path);
  std::string doc{std::istreambuf_iterator<char>(file), {}};
  const std::string table = Table();
  if (std::getenv("SHAPEWRIGHT_WRITE_PAGES") != nullptr) {
    const size_t begin = doc.find("| model | nodes | KiB sent |");
    const size_t end = doc.find("\n\n", doc.find("What is sent and kept", begin));
    ASSERT_NE(end, std::string::npos);
    doc.replace(begin, end + 1 - begin, table);
    std::ofstream(path) << doc;
  }
  EXPECT_TRUE(absl::StrContains(doc, table))
      << "SHAPEWRIGHT_WRITE_PAGES=1 build/release/bin/tests/client_test writes it";
}

}  // namespace
}  // namespace shapewright::cli

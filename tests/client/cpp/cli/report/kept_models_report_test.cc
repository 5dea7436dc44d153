#include "client/cpp/cli/report/kept_models_report.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

TEST(KeptModelsReport, NeverShortensIds) {
  v1::ListModelsResponse response;
  v1::KeptModel& model = *response.add_models();
  model.set_model_id(absl::StrCat("sha256:", std::string(64, 'a')));
  model.set_size_bytes(480);
  model.set_memory_bytes(1'200'000);
  model.set_hits(7);
  model.set_age_milliseconds(3'600'999);
  model.set_idle_milliseconds(999);
  ReportOptions options;
  options.width = 40;
  const std::string text = ReportKeptModels(response, options);
  for (const std::string& part : {model.model_id(), std::string("480 B"), std::string("1.1 MiB"),
                                  std::string("7"), std::string("1h"), std::string("0")}) {
    EXPECT_TRUE(absl::StrContains(text, part)) << part << "\n" << text;
  }
}

TEST(KeptModelsReport, TellsWhereThereAreNone) {
  EXPECT_EQ(ReportKeptModels({}, {}), "no models are kept\n");
}

}  // namespace
}  // namespace shapewright::cli

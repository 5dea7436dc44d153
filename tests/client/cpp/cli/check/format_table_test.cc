#include "client/cpp/cli/check/format_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/check_report.h"
#include "client/cpp/cli/run/asked_models.h"
#include "tests/client/cpp/cli/check/check_cases.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

// Where a format's configuration stands, and the model that it is about.
struct WrittenPlace {
  const char* format;
  const char* config;
  const char* model;
};
constexpr WrittenPlace kPlaces[] = {
    {"triton", "NAME/config.pbtxt", "NAME/1/model.onnx"},
    {"ovms", "config.json", "NAME/1/model.onnx"},
    {"trtexec", "trtexec.flags", "NAME.onnx"},
    {"ort", "session.json", "NAME.onnx"},
    {"olive", "olive.json", "NAME.onnx"},
};

fs::path PathOf(const fs::path& folder, std::string text, const std::string& name) {
  const size_t at = text.find("NAME");
  if (at != std::string::npos) text.replace(at, 4, name);
  fs::create_directories((folder / text).parent_path());
  return folder / text;
}

// What is written for a model has no finding. Models of real exporters too: sums of sizes,
// sequences, scalars, sizes that an exporter fixed.
TEST(CheckFormats, WhatIsWrittenIsRight) {
  Arguments arguments;
  arguments.command = Command::kCheck;
  arguments.embedded = true;
  const absl::StatusOr<Asker> asker = Asker::Make(arguments);
  ASSERT_TRUE(asker.ok());
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(DataPath("check/models"))) {
    paths.push_back(entry.path());
  }
  for (const char* name : {"gpt2_past_expr_ts13", "lstm_tagger_ts11", "skl_columntransformer_lr"}) {
    paths.push_back(DataPath(absl::StrCat("corpus/models/", name, ".onnx")));
  }
  for (const WrittenPlace& place : kPlaces) {
    for (const fs::path& path : paths) {
      AskedModels source(arguments, *asker);
      Models models(source);
      const std::string name = path.stem();
      const fs::path folder = fs::path(testing::TempDir()) / "written" / place.format / name;
      fs::remove_all(folder);
      const absl::StatusOr<const CheckedModel*> model = models.Get(path);
      ASSERT_TRUE(model.ok()) << path << model.status();
      std::ofstream(PathOf(folder, place.config, name)) << FindWriter(place.format)->write(**model);
      fs::copy_file(path, PathOf(folder, place.model, name));
      const absl::StatusOr<Checked> checked = CheckFolder(folder);
      ASSERT_TRUE(checked.ok()) << folder << checked.status();
      EXPECT_TRUE(checked->findings.empty()) << CheckReport(*checked);
      fs::remove_all(folder);
    }
  }
}

}  // namespace
}  // namespace shapewright::cli

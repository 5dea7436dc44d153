#include "client/cpp/cli/run/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/run/write_file.h"

namespace shapewright::cli {
namespace {

using testing::ElementsAre;

class ModelFile : public testing::Test {
 protected:
  ModelFile()
      : folder_(std::filesystem::path(testing::TempDir()) / absl::StrCat("models_", getpid())) {
    std::filesystem::create_directories(folder_ / "deep");
    std::filesystem::create_directories(folder_ / "none.onnx");
    for (const char* const name : {"b.onnx", "a.onnx", "deep/c.onnx", "d.txt", "e[1].onnx"}) {
      std::ofstream(folder_ / name) << name;
    }
    std::filesystem::create_directory_symlink(folder_, folder_ / "deep" / "round");
  }
  ~ModelFile() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ / name; }

  // Paths within the folder, `!` behind those that are errors.
  std::vector<std::string> Named(const std::vector<std::string>& operands) const {
    std::vector<std::string> names;
    for (const NamedModel& model : ExpandModels(operands).models) {
      const std::string name = std::filesystem::path(model.path).lexically_relative(folder_);
      names.push_back(absl::StrCat(name, model.status.ok() ? "" : "!"));
    }
    return names;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(ModelFile, FoldersAndPatterns) {
  EXPECT_THAT(Named({Path("")}), ElementsAre("a.onnx", "b.onnx", "deep/c.onnx", "e[1].onnx"));
  EXPECT_THAT(Named({Path("[ab].onnx"), Path("d.txt"), Path("deep")}),
              ElementsAre("a.onnx", "b.onnx", "d.txt", "deep/c.onnx"));
  EXPECT_THAT(Named({Path("*.none"), Path("none.onnx")}), ElementsAre("*.none!", "none.onnx!"));
  // A file of that name is no pattern; one that is not there is told when it is read.
  EXPECT_THAT(Named({Path("e[1].onnx"), Path("no.onnx")}), ElementsAre("e[1].onnx", "no.onnx"));
}

TEST_F(ModelFile, WhatMayBeSeveral) {
  EXPECT_FALSE(ExpandModels({Path("a.onnx")}).is_list);
  EXPECT_FALSE(ExpandModels({"-"}).is_list);
  EXPECT_TRUE(ExpandModels({Path("deep")}).is_list);
  EXPECT_TRUE(ExpandModels({Path("a*.onnx")}).is_list);
  EXPECT_TRUE(ExpandModels({Path("a.onnx"), "-"}).is_list);
}

TEST_F(ModelFile, ReadsAndWrites) {
  const std::string bytes(3'000'000, 'x');
  ASSERT_TRUE(WriteFile(Path("large"), bytes).ok());
  EXPECT_EQ(ReadModel(Path("large")).value(), bytes);
  EXPECT_EQ(ReadModel("/dev/null").value(), "");
  EXPECT_TRUE(absl::IsNotFound(ReadModel(Path("no")).status()));
  EXPECT_FALSE(ReadModel(Path("deep")).ok());  // a folder
  EXPECT_FALSE(WriteFile(Path("no/file"), bytes).ok());
  EXPECT_FALSE(WriteFile("/dev/full", bytes).ok());
}

}  // namespace
}  // namespace shapewright::cli

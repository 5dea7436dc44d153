// Files that the commands write are written as a whole or not at all: on a full disk the user's own
// file stays byte for byte, and nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"

namespace shapewright::end_to_end {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Large enough that what is written of it meets the limits below.
constexpr char kBert[] = "corpus/models/bert_base_ts17.onnx";

std::vector<std::string> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A folder with m.onnx, a model for which `lint --fix` has something to mend.
class SafeWrites : public testing::Test {
 protected:
  SafeWrites() : original_(ReadFile(DataPath(kBert))), model_(folder_.File("m.onnx")) {
    const size_t rows = original_.find("batch", original_.rfind("output_0"));
    original_.replace(rows, 5, "rows2");
    WriteFile(model_, original_);
  }

  // Runs a line of the shell in the folder.
  ProcessResult Run(const std::string& line) const {
    return RunProcess({"/usr/bin/env", "-u", "SHAPEWRIGHT_TARGET",
                       absl::StrCat("cli=", SHAPEWRIGHT_CLI), "/bin/bash", "-c",
                       absl::StrCat("cd ", folder_.File(""), " && ", line)});
  }

  std::vector<std::string> Names() const { return NamesIn(folder_.File("")); }

  TempFolder folder_;
  std::string original_;
  const std::string model_;
};

// Each way to write, over the model itself or over another file of the user's.
const char* const kLines[] = {
    "$cli infer --embedded --quiet -o m.onnx m.onnx", "$cli lint --embedded --fix m.onnx -o m.onnx",
    "$cli lint --embedded --fix --in-place m.onnx",   "$cli report --embedded m.onnx -o m.onnx",
    "$cli guard --embedded --quiet m.onnx -o m.onnx",
};

// A limit on the size of files is a full disk that needs no rights: EFBIG in place of ENOSPC.
TEST_F(SafeWrites, AFullDiskLeavesTheUsersFileAsItWas) {
  for (const std::string line : kLines) {
    const ProcessResult result = Run(absl::StrCat("ulimit -f 1; ", line));
    EXPECT_EQ(result.code, 3) << line << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr("m.onnx: ")) << line;
    EXPECT_THAT(result.err, HasSubstr("reason: DISK_FULL")) << line;
    EXPECT_TRUE(ReadFile(model_) == original_) << line;
    EXPECT_THAT(Names(), ElementsAre("m.onnx")) << line;
  }
}

// The same on a small disk, where this user may make one.
TEST_F(SafeWrites, ASmallDisk) {
  if (Run("unshare -rm true").code != 0) GTEST_SKIP() << "no namespaces here";
  std::filesystem::create_directory(folder_.File("disk"));
  const std::string line =
      "unshare -rm /bin/bash -c 'mount -t tmpfs -o size=400k none disk || exit 77; "
      "cp m.onnx disk/ && cd disk && $cli infer --embedded --quiet -o m.onnx m.onnx; code=$?; "
      "ls -A; cmp m.onnx ../m.onnx && echo same; exit $code'";
  const ProcessResult result = Run("export cli; " + line);
  if (result.code == 77) GTEST_SKIP() << result.err;
  EXPECT_EQ(result.code, 3) << result.err;
  EXPECT_EQ(result.out, "m.onnx\nsame\n");
  EXPECT_THAT(result.err, HasSubstr("No space left on device"));
  EXPECT_THAT(result.err, HasSubstr("reason: DISK_FULL"));
}

TEST_F(SafeWrites, WhatIsNoRegularFileIsWrittenToAsItIs) {
  const ProcessResult full = Run("$cli infer --embedded --quiet -o /dev/full m.onnx");
  EXPECT_EQ(full.code, 3);
  EXPECT_THAT(full.err, HasSubstr("cannot write /dev/full: No space left on device"));
  EXPECT_THAT(full.err, HasSubstr("reason: DISK_FULL"));
  EXPECT_EQ(Run("$cli infer --embedded --quiet -o /dev/null m.onnx").code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  const ProcessResult piped =
      Run("mkfifo p && (cat p > copy & $cli infer --embedded --quiet -o p m.onnx; wait)");
  EXPECT_EQ(piped.code, 0) << piped.err;
  ASSERT_EQ(Run("$cli infer --embedded --quiet -o file m.onnx").code, 0);
  EXPECT_TRUE(ReadFile(folder_.File("copy")) == ReadFile(folder_.File("file")));
}

TEST_F(SafeWrites, LinksModesAndFolders) {
  ASSERT_EQ(chmod(model_.c_str(), 0640), 0);
  std::filesystem::create_directory(folder_.File("sub"));
  std::filesystem::create_symlink("../m.onnx", folder_.File("sub/link"));
  std::filesystem::create_symlink("new.onnx", folder_.File("sub/dangling"));
  for (const char* const name : {"sub/link", "sub/dangling"}) {
    const ProcessResult result =
        Run(absl::StrCat("$cli infer --embedded --quiet -o ", name, " ", DataPath(kBert)));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.File(name)));
  }
  EXPECT_FALSE(ReadFile(model_) == original_);
  EXPECT_TRUE(ReadFile(folder_.File("sub/new.onnx")) == ReadFile(model_));
  struct stat info = {};
  ASSERT_EQ(stat(model_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_THAT(NamesIn(folder_.File("sub")), ElementsAre("dangling", "link", "new.onnx"));

  const ProcessResult folder = Run("$cli infer --embedded --quiet -o sub m.onnx");
  EXPECT_EQ(folder.code, 3);
  EXPECT_THAT(folder.err, HasSubstr("cannot write sub: it is a folder; name a file"));
  EXPECT_THAT(folder.err, HasSubstr("reason: FILE_NOT_WRITABLE"));
  const ProcessResult nowhere = Run("$cli infer --embedded --quiet -o none/out.onnx m.onnx");
  EXPECT_EQ(nowhere.code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("reason: FILE_NOT_WRITABLE"));
}

}  // namespace
}  // namespace shapewright::end_to_end

#include "server/config/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "server/config/option_table.h"
#include "server/config/parse_options.h"
#include "tests/data_path/data_path.h"
#include "tests/mebibyte.h"

namespace shapewright::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Variables = std::map<std::string, std::string>;

absl::StatusOr<Options> Parse(const std::vector<std::string>& arguments,
                              const Variables& variables = {}) {
  return ParseOptions(arguments, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string ErrorOf(const std::vector<std::string>& arguments, const Variables& variables = {}) {
  const absl::StatusOr<Options> options = Parse(arguments, variables);
  EXPECT_TRUE(absl::IsInvalidArgument(options.status()));
  return std::string(options.status().message());
}

TEST(Options, Defaults) {
  const absl::StatusOr<Options> options = Parse({});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->listen, ElementsAre("unix:/run/shapewright/shapewright.sock"));
  EXPECT_EQ(options->socket_mode, 0660);
  EXPECT_EQ(options->threads, 0);
  EXPECT_EQ(options->max_message_bytes, 64 << 20);
  EXPECT_EQ(options->max_subgraph_depth, 32);
  EXPECT_EQ(options->log_level, 1);
}

TEST(Options, CommandLineGoesBeforeEnvironment) {
  const Variables variables = {{"SHAPEWRIGHT_THREADS", "3"},
                               {"SHAPEWRIGHT_MAX_NODES", "77"},
                               {"SHAPEWRIGHT_LISTEN", "unix:/a, [::1]:80"}};
  const absl::StatusOr<Options> options = Parse({"--threads=5"}, variables);
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->threads, 5);
  EXPECT_EQ(options->max_nodes, 77);
  EXPECT_THAT(options->listen, ElementsAre("unix:/a", "[::1]:80"));
}

TEST(Options, Forms) {
  const absl::StatusOr<Options> options =
      Parse({"--listen", "unix:/a", "--listen=localhost:0", "--max-message-bytes", "3MiB",
             "--socket-mode", "600", "--log-level", "error", "--threads", "1", "--threads", "2"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_THAT(options->listen, ElementsAre("unix:/a", "localhost:0"));
  EXPECT_EQ(options->max_message_bytes, 3 << 20);
  EXPECT_EQ(options->socket_mode, 0600);
  EXPECT_EQ(options->log_level, 3);
  EXPECT_EQ(options->threads, 2) << "the last one counts";
}

TEST(Options, Bytes) {
  const std::map<std::string, int64_t> cases = {
      {"65536", 65536}, {"64KiB", 65536}, {"1GiB", int64_t{1} << 30}};
  for (const auto& [text, bytes] : cases) {
    const auto options = Parse({"--max-message-bytes", text});
    ASSERT_TRUE(options.ok()) << options.status();
    EXPECT_EQ(options->max_message_bytes, bytes) << text;
  }
  for (const char* text :
       {"", "x", "1KB", "-1KiB", "1.5MiB", "0", "2GiB", "9223372036854775807GiB"}) {
    EXPECT_THAT(ErrorOf({"--max-message-bytes", text}), HasSubstr("--max-message-bytes")) << text;
  }
}

TEST(Options, Shares) {
  const std::map<std::string, int64_t> cases = {
      {"0", 0}, {"1", 1'000'000}, {"0.01", 10'000}, {"1e-6", 1}, {".5", 500'000}};
  for (const auto& [text, millionths] : cases) {
    const auto options = Parse({"--trace-sample", text});
    ASSERT_TRUE(options.ok()) << options.status();
    EXPECT_EQ(options->trace_sample, millionths) << text;
  }
  EXPECT_EQ(Parse({})->trace_sample, 10'000);
  for (const char* text : {"", "1 %", "-0.1", "1.1", "nan", "inf", "0x"}) {
    EXPECT_THAT(ErrorOf({"--trace-sample", text}), HasSubstr("0 to 1")) << text;
  }
}

TEST(Options, Errors) {
  EXPECT_THAT(ErrorOf({"--no-such"}), HasSubstr("--no-such"));
  EXPECT_THAT(ErrorOf({"model"}), HasSubstr("\"model\""));
  EXPECT_THAT(ErrorOf({"--threads"}), HasSubstr("0 to 1024"));
  EXPECT_THAT(ErrorOf({"--threads", "-1"}), HasSubstr("0 to 1024"));
  EXPECT_THAT(ErrorOf({"--threads", "4x"}), HasSubstr("\"4x\""));
  EXPECT_THAT(ErrorOf({"--socket-mode", "0680"}), HasSubstr("0000 to 0777"));
  EXPECT_THAT(ErrorOf({"--log-level", "loud"}), HasSubstr("debug, info"));
  EXPECT_THAT(ErrorOf({"--listen", ""}), HasSubstr("unix:PATH"));
  EXPECT_THAT(ErrorOf({}, {{"SHAPEWRIGHT_THREADS", "many"}}), HasSubstr("SHAPEWRIGHT_THREADS"));
}

// The ends of each range are allowed, what lies beyond is not.
TEST(Options, Ranges) {
  for (const OptionRow& row : OptionTable()) {
    if (row.kind != OptionKind::kNumber && row.kind != OptionKind::kBytes) {
      continue;
    }
    const std::string flag = absl::StrCat("--", row.flag);
    EXPECT_TRUE(Parse({flag, absl::StrCat(row.min)}).ok()) << flag;
    EXPECT_TRUE(Parse({flag, absl::StrCat(row.max)}).ok()) << flag;
    EXPECT_FALSE(Parse({flag, absl::StrCat(row.min - 1)}).ok()) << flag;
    EXPECT_FALSE(Parse({flag, absl::StrCat(row.max + 1)}).ok()) << flag;
  }
}

TEST(Options, HelpNamesAll) {
  const std::string help = HelpText();
  std::set<absl::string_view> flags;
  for (const OptionRow& row : OptionTable()) {
    EXPECT_TRUE(flags.insert(row.flag).second) << row.flag << " twice";
    EXPECT_THAT(help, HasSubstr(absl::StrCat("--", row.flag, "\n")));
    EXPECT_THAT(help, HasSubstr(EnvironmentName(row)));
    EXPECT_FALSE(row.doc.empty()) << row.flag;
  }
}

// Of roff, lines that begin with a dot or an apostrophe are requests, and a backslash is one within
// a line.
TEST(Options, ManualHasAllAndNoTextIsARequest) {
  const std::string page = HelpManual("1.2.3");
  EXPECT_THAT(page, HasSubstr("\"shapewright 1.2.3\""));
  for (const OptionRow& row : OptionTable()) {
    const std::string flag = absl::StrReplaceAll(row.flag, {{"-", "\\-"}});
    EXPECT_THAT(page, HasSubstr(absl::StrCat("\n.BI \\-\\-\\&", flag, " \\ VALUE\n\\&")));
    EXPECT_THAT(page, HasSubstr(absl::StrCat("Environment: \\&", EnvironmentName(row), "\n")));
  }
  const std::set<absl::string_view> requests = {".TH", ".SH", ".B",  ".BI",
                                                ".BR", ".RI", ".TP", ".br"};
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    if (line.empty() || (line[0] != '.' && line[0] != '\'')) continue;
    EXPECT_TRUE(requests.contains(line.substr(0, line.find(' ')))) << line;
  }
}

TEST(Options, ErrorsDocHasEachReason) {
  const std::string errors = ReadFile(SourcePath("docs/errors.md"));
  for (const OptionRow& row : OptionTable()) {
    if (!row.reason.empty()) {
      EXPECT_THAT(errors, HasSubstr(absl::StrCat("`", row.reason, "`")));
    }
  }
}

// Given values are kept; defaults become shares of the memory if that is small.
TEST(Options, DefaultsUnderLittleMemory) {
  const auto none = [](const char*) -> const char* { return nullptr; };
  const auto options = ParseOptions({"--model-cache-bytes=1GiB"}, none, 512 * kMiB);
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->model_cache_bytes, 1024 * kMiB);
  EXPECT_EQ(options->work_memory_bytes, 192 * kMiB);
  EXPECT_EQ(options->result_cache_bytes, 32 * kMiB);
  EXPECT_EQ(options->max_answer_bytes, 32 * kMiB);
  EXPECT_EQ(options->max_nodes, 4'000'000);
  // Even the least machine can start it.
  EXPECT_TRUE(ParseOptions({}, none, 1).ok());
}

TEST(Options, Text) {
  const absl::StatusOr<Options> options = Parse({"--model-root=/models"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->model_root, "/models");
}

}  // namespace
}  // namespace shapewright::server

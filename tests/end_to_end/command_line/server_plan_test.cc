#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

nlohmann::json Plan(const std::vector<std::string>& words) {
  std::vector<std::string> all = {SHAPEWRIGHT_CLI, "plan-server", "--json"};
  all.insert(all.end(), words.begin(), words.end());
  const ProcessResult result = RunProcess(all);
  EXPECT_EQ(result.code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

double InMebibytes(double bytes) { return bytes / static_cast<double>(kMiB); }

// Bytes that a process holds, by the kernel.
double ResidentBytes(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  int64_t size = 0;
  int64_t pages = 0;
  statm >> size >> pages;
  return static_cast<double>(pages) * 4096;
}

// The oracle is a server that has inferred the models. The bound is a wide one; docs/deployment.md
// says how far it was off.
TEST(ServerPlan, MemoryIsThatOfARealServer) {
  const std::string models = SourcePath("tests/data/corpus/models");
  ServerProcess server({"--threads=1"});
  ExpectServing(server);
  const double before = ResidentBytes(server.process().pid());
  for (const char* command : {"infer", "eval"}) {
    const ProcessResult asked =
        RunProcess({SHAPEWRIGHT_CLI, command, "--quiet", "--target", server.target(), models});
    EXPECT_EQ(asked.code, 0) << asked.err;
  }
  const double grown = ResidentBytes(server.process().pid()) - before;
  const auto memory = Plan({"--models", models}).at("memory_bytes");
  const double told = memory.at("resident").get<double>() - memory.at("base").get<double>();
  std::printf("foretold %.0f MiB, grown by %.0f MiB\n", InMebibytes(told), InMebibytes(grown));
  EXPECT_LT(grown, static_cast<double>(WithSanitizer(static_cast<size_t>(4 * told))));
  EXPECT_LT(told, grown * 4);
}

TEST(ServerPlan, NeedsModels) {
  EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "plan-server", "--rate", "5"}).code, 2);
  EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "plan-server", "--models", "/nothing/here"}).code, 3);
  for (const char* mix : {"new=1,bind=1", "old=1", "new=x", "new=-1,bind=2"}) {
    EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "plan-server", "--models", ".", "--mix", mix}).code, 2)
        << mix;
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

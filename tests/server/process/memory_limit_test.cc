#include "server/process/memory_limit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::server {
namespace {

// A file system with the files that the kernel would show.
class MemoryLimitTest : public testing::Test {
 protected:
  MemoryLimitTest() {
    std::string path = testing::TempDir() + "/memory_limit_XXXXXX";
    root_ = mkdtemp(path.data());
  }
  ~MemoryLimitTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::string root_;
};

// The form of the files: cgroups(7) and the kernel's cgroup-v2.rst.
TEST_F(MemoryLimitTest, Version2) {
  Write("/proc/self/cgroup", "0::/pod/container\n");
  Write("/sys/fs/cgroup/pod/container/memory.max", "536870912\n");
  EXPECT_EQ(MemoryLimit(root_), 512 * kMiB);
}

TEST_F(MemoryLimitTest, TheLeastOfThoseAboveCounts) {
  Write("/proc/self/cgroup", "0::/pod/container/inner\n");
  Write("/sys/fs/cgroup/pod/memory.max", "268435456\n");
  Write("/sys/fs/cgroup/pod/container/memory.max", "536870912\n");
  Write("/sys/fs/cgroup/pod/container/inner/memory.max", "max\n");
  EXPECT_EQ(MemoryLimit(root_), 256 * kMiB);
}

TEST_F(MemoryLimitTest, Version2InItsOwnNamespace) {
  Write("/proc/self/cgroup", "0::/\n");
  Write("/sys/fs/cgroup/memory.max", "134217728\n");
  EXPECT_EQ(MemoryLimit(root_), 128 * kMiB);
}

TEST_F(MemoryLimitTest, Version1) {
  Write("/proc/self/cgroup", "5:cpu,cpuacct:/other\n4:memory:/pod\n");
  Write("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "67108864\n");
  EXPECT_EQ(MemoryLimit(root_), 64 * kMiB);
}

// Version 1 shows a number that no machine has.
TEST_F(MemoryLimitTest, WithoutALimitTheMachineIsOne) {
  const int64_t machine = MemoryLimit(root_);
  EXPECT_GT(machine, 64 * kMiB);
  Write("/proc/self/cgroup", "4:memory:/pod\n");
  Write("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(MemoryLimit(root_), machine);
  Write("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "18446744073709551615\n");
  EXPECT_EQ(MemoryLimit(root_), machine);
}

TEST_F(MemoryLimitTest, HalfOfTheLimitsOfTheProcessCountsToo) {
  if (kIsSanitized) GTEST_SKIP() << kNeedsAddresses;
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_DATA, &old), 0);
  rlimit less = old;
  less.rlim_cur = 900 * kMiB;
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &less), 0);
  EXPECT_EQ(MemoryLimit(root_), 450 * kMiB);
  EXPECT_EQ(setrlimit(RLIMIT_DATA, &old), 0);
}

TEST(MemoryShares, LeaveAnEighth) {
  int64_t sum = 0;
  for (const char* flag : {"work-memory-bytes", "max-bytes-in-flight", "transport-memory-bytes",
                           "model-cache-bytes", "result-cache-bytes", "compiled-cache-bytes"}) {
    EXPECT_GT(MemoryShare(flag), 0) << flag;
    sum += MemoryShare(flag);
  }
  EXPECT_EQ(sum, 14);
  EXPECT_EQ(MemoryShare("max-nodes"), 0);
}

TEST(MemoryShares, LowerDefaults) {
  EXPECT_EQ(DefaultUnder(512 * kMiB, "model-cache-bytes", 512 * kMiB, 0), 64 * kMiB);
  EXPECT_EQ(DefaultUnder(1 << 30, "model-cache-bytes", 8 * kMiB, 0), 8 * kMiB);
  EXPECT_EQ(DefaultUnder(64 * kMiB, "transport-memory-bytes", kMiB << 10, 16 * kMiB), 16 * kMiB);
  EXPECT_EQ(DefaultUnder(kMiB, "max-nodes", 4'000'000, 1), 4'000'000);
}

}  // namespace
}  // namespace shapewright::server

#include "server/process/cpu_quota.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace shapewright::server {
namespace {

// A file system with the files that the kernel would show.
class CpuQuotaTest : public testing::Test {
 protected:
  CpuQuotaTest() {
    std::string path = testing::TempDir() + "/cpu_quota_XXXXXX";
    root_ = mkdtemp(path.data());
  }
  ~CpuQuotaTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::string root_;
};

TEST_F(CpuQuotaTest, NoControlGroups) { EXPECT_FALSE(CgroupCpus(root_).has_value()); }

// The form of the files: cgroups(7) and the kernel's cgroup-v2.rst.
TEST_F(CpuQuotaTest, Version2) {
  Write("/proc/self/cgroup", "0::/pod/container\n");
  Write("/sys/fs/cgroup/pod/container/cpu.max", "150000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 1.5);
}

TEST_F(CpuQuotaTest, Version2InItsOwnNamespace) {
  Write("/proc/self/cgroup", "0::/\n");
  Write("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 0.5);
  EXPECT_EQ(UsableCpus(root_), 1);
}

TEST_F(CpuQuotaTest, Version2Unbounded) {
  Write("/proc/self/cgroup", "0::/a\n");
  Write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  EXPECT_FALSE(CgroupCpus(root_).has_value());
}

// The group above may allow less.
TEST_F(CpuQuotaTest, TheLeastOfAllGroupsCounts) {
  Write("/proc/self/cgroup", "0::/pod/container\n");
  Write("/sys/fs/cgroup/pod/container/cpu.max", "400000 100000\n");
  Write("/sys/fs/cgroup/pod/cpu.max", "200000 100000\n");
  EXPECT_EQ(CgroupCpus(root_), 2.0);
}

TEST_F(CpuQuotaTest, Version1) {
  Write("/proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/abc\n0::/\n");
  Write("/sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us", "250000\n");
  Write("/sys/fs/cgroup/cpu/docker/abc/cpu.cfs_period_us", "100000\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 2.5);
}

// Within a container the group's own folder is the mount point, whatever the name outside.
TEST_F(CpuQuotaTest, Version1OfAContainer) {
  Write("/proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
  Write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus(root_), 1.0);
}

TEST_F(CpuQuotaTest, NeverMoreThanMayBeScheduled) {
  Write("/proc/self/cgroup", "0::/\n");
  Write("/sys/fs/cgroup/cpu.max", "100000000 100000\n");
  EXPECT_EQ(UsableCpus(root_), UsableCpus(root_ + "/nothing"));
  EXPECT_GE(UsableCpus(), 1);
}

}  // namespace
}  // namespace shapewright::server

#include "server/files/open_beneath.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace shapewright::server {
namespace {

std::string ContentOf(const OpenedFile& opened) {
  char bytes[64];
  const ssize_t size = read(opened.file.get(), bytes, sizeof(bytes));
  return size < 0 ? "" : std::string(bytes, static_cast<size_t>(size));
}

// For both ways to open a file: a root folder, next to a secret outside it.
class OpenBeneathTest : public testing::TestWithParam<bool> {
 protected:
  OpenBeneathTest() {
    std::string path = testing::TempDir() + "/beneath_XXXXXX";
    outside_ = std::filesystem::canonical(mkdtemp(path.data()));
    root_path_ = outside_ + "/root";
    MakeFolder("a/b");
    Write("model", "model");
    Write("a/b/model", "deeper");
    std::ofstream(outside_ + "/secret") << "secret";
    root_ = std::make_unique<BeneathFolder>(root_path_);
  }
  ~OpenBeneathTest() override { std::filesystem::remove_all(outside_); }

  std::string InRoot(const std::string& path) const { return root_path_ + "/" + path; }
  void MakeFolder(const std::string& path) { std::filesystem::create_directories(InRoot(path)); }
  void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(InRoot(path), std::ios::binary) << bytes;
  }
  void Link(const std::string& target, const std::string& path) {
    ASSERT_EQ(symlink(target.c_str(), InRoot(path).c_str()), 0) << path;
  }

  OpenedFile Open(const std::string& path) const {
    return GetParam() ? root_->OpenStepwise(path) : root_->Open(path);
  }
  void ExpectContent(const std::string& path, const std::string& content) const {
    const OpenedFile opened = Open(path);
    ASSERT_TRUE(opened.file.is_open()) << path << ": " << std::strerror(opened.error);
    EXPECT_EQ(ContentOf(opened), content) << path;
  }
  void ExpectError(const std::string& path, int error) const {
    const OpenedFile opened = Open(path);
    EXPECT_FALSE(opened.file.is_open()) << path;
    EXPECT_EQ(opened.error, error) << path << ": " << std::strerror(opened.error);
  }

  std::string outside_;
  std::string root_path_;
  std::unique_ptr<BeneathFolder> root_;
};

// The layout of snapshots in the caches of model hubs.
TEST_P(OpenBeneathTest, FollowsSnapshotsOfHubs) {
  MakeFolder("models--org--name/blobs");
  MakeFolder("models--org--name/snapshots/0123abcd/onnx");
  Write("models--org--name/blobs/77aa", "weights");
  Link("../../blobs/77aa", "models--org--name/snapshots/0123abcd/model.onnx");
  Link("../../../blobs/77aa", "models--org--name/snapshots/0123abcd/onnx/model.onnx");
  ExpectContent("models--org--name/snapshots/0123abcd/model.onnx", "weights");
  ExpectContent("models--org--name/snapshots/0123abcd/onnx/model.onnx", "weights");
}

// The layout of mounted ConfigMaps in Kubernetes, and how they are replaced.
TEST_P(OpenBeneathTest, FollowsConfigMaps) {
  MakeFolder("map/..2024_01_01");
  Write("map/..2024_01_01/model.onnx", "first");
  Link("..2024_01_01", "map/..data");
  Link("..data/model.onnx", "map/model.onnx");
  ExpectContent("map/model.onnx", "first");
  MakeFolder("map/..2024_01_02");
  Write("map/..2024_01_02/model.onnx", "second");
  Link("..2024_01_02", "map/..data_tmp");
  std::filesystem::rename(InRoot("map/..data_tmp"), InRoot("map/..data"));
  ExpectContent("map/model.onnx", "second");
}

TEST_P(OpenBeneathTest, FollowsWhatStaysWithin) {
  Link("a/b", "folder");
  Link("folder/../b/./model", "through_folders");
  Link("../../model", "a/b/up");
  Link(root_path_ + "/a/b/model", "absolute");
  Link(root_path_ + "//./a/b", "absolute_folder");
  ExpectContent("model", "model");
  ExpectContent("folder/model", "deeper");
  ExpectContent("through_folders", "deeper");
  ExpectContent("a/b/up", "model");
  ExpectContent("absolute", "deeper");
  ExpectContent("absolute_folder/model", "deeper");
}

// The folder may itself be named through a link.
TEST_P(OpenBeneathTest, AbsoluteTargetsByEitherNameOfTheFolder) {
  std::filesystem::create_directory_symlink("root", outside_ + "/alias");
  Link(outside_ + "/alias/model", "by_alias");
  Link(outside_ + "/root/model", "by_real_name");
  root_ = std::make_unique<BeneathFolder>(outside_ + "/alias");
  ExpectContent("by_alias", "model");
  ExpectContent("by_real_name", "model");
}

TEST_P(OpenBeneathTest, NothingOutsideIsReached) {
  Link("../secret", "out");
  Link("..", "up");
  Link("a/../../secret", "out_later");
  Link("../root/model", "out_and_in");
  Link(outside_ + "/secret", "absolute_out");
  Link(root_path_ + "/../secret", "absolute_up");
  Link(root_path_ + "2/model", "neighbour");
  Link("/", "slash");
  Link("out", "link_to_link");
  for (const char* path :
       {"out", "up/secret", "out_later", "out_and_in", "absolute_out", "absolute_up", "neighbour",
        "slash/etc/passwd", "link_to_link", "up/root/model"}) {
    ExpectError(path, EXDEV);
  }
}

TEST_P(OpenBeneathTest, ProcessesAreNoWayOut) {
  Link("/proc/self", "proc");
  for (const char* path : {"proc/environ", "proc/root/etc/passwd", "proc/cwd"}) {
    EXPECT_FALSE(Open(path).file.is_open()) << path;
  }
}

TEST_P(OpenBeneathTest, LoopsAndChainsEnd) {
  Link("self", "self");
  Link("pong", "ping");
  Link("ping", "pong");
  ExpectError("self", ELOOP);
  ExpectError("ping", ELOOP);
  Link("model", "chain0");
  for (int i = 1; i < 60; ++i) Link("chain" + std::to_string(i - 1), "chain" + std::to_string(i));
  ExpectContent("chain39", "model");
  ExpectError("chain40", ELOOP);
}

TEST_P(OpenBeneathTest, WhatIsNotThere) {
  Link("nothing", "dangling");
  Link("model/x", "below_a_file");
  ExpectError("nothing", ENOENT);
  ExpectError("dangling", ENOENT);
  ExpectError("model/x", ENOTDIR);
  ExpectError("below_a_file", ENOTDIR);
  ExpectError(std::string(300, 'n'), ENAMETOOLONG);
}

// None of them blocks, also behind a link.
TEST_P(OpenBeneathTest, OnlyRegularFiles) {
  ASSERT_EQ(mkfifo(InRoot("fifo").c_str(), 0600), 0);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, InRoot("socket").c_str(), sizeof(address.sun_path) - 1);
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  Link("fifo", "to_fifo");
  Link("a/b", "to_folder");
  ExpectError("fifo", ENXIO);
  ExpectError("to_fifo", ENXIO);
  ExpectError("socket", ENXIO);
  ExpectError("a", EISDIR);
  ExpectError("to_folder", EISDIR);
  close(listener);
  if (geteuid() != 0) return;
  if (mknod(InRoot("device").c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0) {
    ExpectError("device", ENXIO);
  }
}

// While targets inside and outside replace each other, as the last part of the path and before it,
// every call opens a file of the root or fails.
TEST_P(OpenBeneathTest, NothingOutsideIsReachedWhileLinksAreReplaced) {
  constexpr int kOpenings = 4000;
  std::filesystem::create_directories(outside_ + "/elsewhere");
  std::ofstream(outside_ + "/elsewhere/model") << "secret";
  MakeFolder("way");
  Link("a/b/model", "last");
  std::atomic<bool> is_over = false;
  std::thread replacing([&] {
    for (int i = 0; !is_over; ++i) {
      const std::string last = InRoot("new" + std::to_string(i % 3));
      if (i % 3 == 0) std::filesystem::create_symlink("../secret", last);
      if (i % 3 == 1) std::filesystem::create_symlink("a/b/model", last);
      if (i % 3 == 2) std::ofstream(last) << "model";
      std::filesystem::rename(last, InRoot("last"));
      // The folder on the way goes out of the root and comes back; a link out stands in its place.
      std::filesystem::rename(InRoot("a"), outside_ + "/gone");
      std::filesystem::create_symlink("../elsewhere", InRoot("a"));
      std::filesystem::remove(InRoot("a"));
      std::filesystem::rename(outside_ + "/gone", InRoot("a"));
    }
  });
  int opened = 0;
  for (int i = 0; i < kOpenings; ++i) {
    for (const char* path : {"last", "a/b/model", "a/model"}) {
      const OpenedFile file = Open(path);
      if (!file.file.is_open()) continue;
      ++opened;
      EXPECT_NE(ContentOf(file), "secret") << path;
    }
  }
  is_over = true;
  replacing.join();
  EXPECT_GT(opened, 0);
  ExpectContent("a/b/model", "deeper");
}

INSTANTIATE_TEST_SUITE_P(Both, OpenBeneathTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Stepwise" : "AtOnce"; });

TEST(BeneathFolder, MustBeAFolder) {
  EXPECT_EQ(BeneathFolder("/no/such/folder").error(), ENOENT);
  EXPECT_EQ(BeneathFolder("/etc/passwd").error(), ENOTDIR);
}

}  // namespace
}  // namespace shapewright::server

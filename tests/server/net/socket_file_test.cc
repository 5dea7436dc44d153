#include "server/net/socket_file.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace shapewright::server {
namespace {

class SocketFileTest : public testing::Test {
 protected:
  SocketFileTest() {
    std::string folder = testing::TempDir() + "socket_file_XXXXXX";
    folder_ = mkdtemp(folder.data());
    path_ = folder_ + "/socket";
  }
  ~SocketFileTest() override { std::filesystem::remove_all(folder_); }

  static bool Exists(const std::string& path) {
    struct stat info = {};
    return lstat(path.c_str(), &info) == 0;
  }

  // A socket that listens at path_ without taking the lock.
  int Listen() const {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path_.c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(listen(fd, 1), 0);
    return fd;
  }

  bool CanClaim() const { return SocketFile::Claim(path_).ok(); }
  bool IsServedByAnother() const {
    return absl::IsFailedPrecondition(SocketFile::Claim(path_).status());
  }

  std::string folder_;
  std::string path_;
};

TEST_F(SocketFileTest, NothingThere) {
  EXPECT_TRUE(CanClaim());
  EXPECT_FALSE(Exists(path_ + ".lock")) << "released";
  EXPECT_FALSE(SocketFile::Claim(folder_ + "/none/socket").ok());
  EXPECT_TRUE(absl::IsInvalidArgument(SocketFile::Claim(std::string(108, 'x')).status()));
}

TEST_F(SocketFileTest, StaleSocketIsRemoved) {
  close(Listen());
  EXPECT_TRUE(Exists(path_));
  EXPECT_TRUE(CanClaim());
  EXPECT_FALSE(Exists(path_));
}

TEST_F(SocketFileTest, LiveSocketStays) {
  const int fd = Listen();
  // More often than the length of the socket's queue.
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(IsServedByAnother());
  EXPECT_TRUE(Exists(path_));
  close(fd);
}

TEST_F(SocketFileTest, OtherFilesStay) {
  std::ofstream(path_) << "precious";
  EXPECT_TRUE(IsServedByAnother());
  EXPECT_TRUE(Exists(path_));
  unlink(path_.c_str());
  ASSERT_EQ(symlink("/nowhere", path_.c_str()), 0);
  EXPECT_TRUE(IsServedByAnother());
  EXPECT_TRUE(Exists(path_));
}

TEST_F(SocketFileTest, HasOneOwner) {
  auto owner = SocketFile::Claim(path_);
  ASSERT_TRUE(owner.ok()) << owner.status();
  EXPECT_TRUE(IsServedByAnother()) << "before there is a socket";
  const FileDescriptor fd(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_TRUE((*owner)->Bind(fd.get(), 0620).ok());
  struct stat info = {};
  ASSERT_EQ(lstat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0620U);
  EXPECT_TRUE(IsServedByAnother()) << "though nobody listens yet";
  EXPECT_TRUE(Exists(path_));
  owner->reset();
  EXPECT_FALSE(Exists(path_));
  EXPECT_FALSE(Exists(path_ + ".lock"));
  EXPECT_TRUE(CanClaim());
}

TEST_F(SocketFileTest, RemovesNoFileButItsOwn) {
  auto owner = SocketFile::Claim(path_);
  ASSERT_TRUE(owner.ok()) << owner.status();
  const FileDescriptor fd(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_TRUE((*owner)->Bind(fd.get(), 0600).ok());
  // Another process, which ignores the lock, takes its place.
  unlink(path_.c_str());
  const FileDescriptor other(Listen());
  unlink((path_ + ".lock").c_str());
  std::ofstream(path_ + ".lock") << "of another";
  owner->reset();
  EXPECT_TRUE(Exists(path_));
  EXPECT_TRUE(Exists(path_ + ".lock"));
}

TEST_F(SocketFileTest, LocksThatAreNone) {
  const std::string lock = path_ + ".lock";
  ASSERT_EQ(mkfifo(lock.c_str(), 0600), 0);
  EXPECT_FALSE(CanClaim()) << "and it does not wait for a writer";
  unlink(lock.c_str());
  ASSERT_EQ(symlink((folder_ + "/elsewhere").c_str(), lock.c_str()), 0);
  EXPECT_FALSE(CanClaim());
  EXPECT_FALSE(Exists(folder_ + "/elsewhere"));
  unlink(lock.c_str());
  std::ofstream(lock) << "left by a process that was killed";
  EXPECT_TRUE(CanClaim());
}

}  // namespace
}  // namespace shapewright::server

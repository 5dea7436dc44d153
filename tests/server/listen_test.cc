#include "server/listen.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace shapewright::server {
namespace {

class ListenTest : public testing::Test {
 protected:
  ListenTest() {
    std::string folder = testing::TempDir() + "listen_XXXXXX";
    folder_ = mkdtemp(folder.data());
    path_ = folder_ + "/socket";
  }
  ~ListenTest() override {
    unlink(path_.c_str());
    rmdir(folder_.c_str());
  }

  bool Exists() const {
    struct stat info = {};
    return lstat(path_.c_str(), &info) == 0;
  }

  // A socket that listens at path_.
  int Listen() const {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path_.c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(listen(fd, 1), 0);
    return fd;
  }

  std::string folder_;
  std::string path_;
};

TEST_F(ListenTest, NothingThere) {
  EXPECT_TRUE(ClearSocketPath(path_).ok());
  EXPECT_TRUE(ClearSocketPath(folder_ + "/none/socket").ok()) << "to listen there will tell";
}

TEST_F(ListenTest, StaleSocketIsRemoved) {
  close(Listen());
  EXPECT_TRUE(Exists());
  EXPECT_TRUE(ClearSocketPath(path_).ok());
  EXPECT_FALSE(Exists());
}

TEST_F(ListenTest, LiveSocketStays) {
  const int fd = Listen();
  // More often than its queue is long.
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(absl::IsFailedPrecondition(ClearSocketPath(path_)));
  }
  EXPECT_TRUE(Exists());
  close(fd);
}

TEST_F(ListenTest, OtherFilesStay) {
  std::ofstream(path_) << "precious";
  EXPECT_TRUE(absl::IsFailedPrecondition(ClearSocketPath(path_)));
  EXPECT_TRUE(Exists());
  unlink(path_.c_str());
  ASSERT_EQ(symlink("/nowhere", path_.c_str()), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(ClearSocketPath(path_)));
  EXPECT_TRUE(Exists());
}

TEST(ListenAddress, Forms) {
  const auto socket = ParseListenAddress("unix:/a/b");
  ASSERT_TRUE(socket.ok());
  EXPECT_EQ(socket->socket_path, "/a/b");
  EXPECT_EQ(ParseListenAddress("unix:///a/b")->socket_path, "/a/b");
  EXPECT_EQ(ParseListenAddress("unix:a")->socket_path, "a");
  for (const char* text : {"localhost:0", "0.0.0.0:65535", "[::1]:50051"}) {
    const auto address = ParseListenAddress(text);
    ASSERT_TRUE(address.ok()) << text;
    EXPECT_EQ(address->text, text);
    EXPECT_EQ(address->socket_path, "");
  }
  for (const std::string& text : {std::string("unix:"), std::string(""), std::string("localhost"),
                                  std::string(":80"), std::string("a:b"), std::string("a:65536"),
                                  std::string("a:-1"), "unix:/" + std::string(107, 'x')}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseListenAddress(text).status())) << text;
  }
  EXPECT_TRUE(ParseListenAddress("unix:/" + std::string(106, 'x')).ok());
}

}  // namespace
}  // namespace shapewright::server

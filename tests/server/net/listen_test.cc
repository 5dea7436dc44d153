#include "server/net/listen.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

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
  const auto abstract = ParseListenAddress("unix-abstract:a");
  ASSERT_TRUE(abstract.ok());
  EXPECT_EQ(abstract->abstract_name, "a");
  EXPECT_EQ(abstract->socket_path, "");
  for (const std::string& text :
       {std::string("unix-abstract:"), std::string("unix:"), std::string(""),
        std::string("localhost"), std::string(":80"), std::string("a:b"), std::string("a:65536"),
        std::string("a:-1"), "unix:/" + std::string(107, 'x')}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseListenAddress(text).status())) << text;
  }
  EXPECT_TRUE(ParseListenAddress("unix:/" + std::string(106, 'x')).ok());
}

}  // namespace
}  // namespace shapewright::server

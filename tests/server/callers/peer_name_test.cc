#include "server/callers/peer_name.h"

#include <gtest/gtest.h>

namespace shapewright::server {
namespace {

TEST(PeerName, IsTheAddressWithoutThePort) {
  EXPECT_EQ(PeerNameOfAddress("ipv4:10.0.0.7:1234"), "10.0.0.7");
  EXPECT_EQ(PeerNameOfAddress("ipv4:127.0.0.1:1"), PeerNameOfAddress("ipv4:127.0.0.1:65535"));
}

// A host has all addresses of its network.
TEST(PeerName, IsTheNetworkOfIpv6) {
  EXPECT_EQ(PeerNameOfAddress("ipv6:%5Bfd00:1:2:3:4:5:6:7%5D:80"), "fd00:1:2:3::/64");
  EXPECT_EQ(PeerNameOfAddress("ipv6:[fd00:1:2:3:ffff::1]:80"), "fd00:1:2:3::/64");
  EXPECT_EQ(PeerNameOfAddress("ipv6:%5Bfe80::1%25eth0%5D:80"), "fe80::/64");
  EXPECT_EQ(PeerNameOfAddress("ipv6:%5B::ffff:10.0.0.7%5D:80"), "10.0.0.7");
}

TEST(PeerName, OfOtherConnections) {
  EXPECT_EQ(PeerNameOfAddress("unix:"), "unix");
  EXPECT_EQ(PeerNameOfAddress("unix:/run/client"), "unix");
  EXPECT_EQ(PeerNameOfAddress("unix-abstract:x"), "unix");
  EXPECT_EQ(PeerNameOfAddress("nothing known"), "other");
}

}  // namespace
}  // namespace shapewright::server

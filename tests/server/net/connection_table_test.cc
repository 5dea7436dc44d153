#include "server/net/connection_table.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "server/net/file_descriptor.h"

namespace shapewright::server {
namespace {

std::pair<FileDescriptor, FileDescriptor> MakePair() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// What the peer reads: 0 is the end of the connection.
ssize_t Receive(const FileDescriptor& end) {
  char byte = 0;
  return recv(end.get(), &byte, 1, 0);
}

TEST(ConnectionTable, ShutsDownThoseThatAreYoung) {
  ConnectionTable table(8, 4);
  auto [ours, theirs] = MakePair();
  ASSERT_EQ(table.Add(ours.get(), "a"), Admittance::kYes);
  EXPECT_EQ(table.ShutDownYoungerThan(std::chrono::seconds(0)), 0);
  EXPECT_EQ(Receive(theirs), -1);
  EXPECT_EQ(table.ShutDownYoungerThan(std::chrono::hours(1)), 1);
  EXPECT_EQ(Receive(theirs), 0);
}

// Another socket may have got the number of one that was closed.
TEST(ConnectionTable, LeavesOthersAlone) {
  ConnectionTable table(8, 4);
  auto [ours, theirs] = MakePair();
  ASSERT_EQ(table.Add(ours.get(), "a"), Admittance::kYes);
  const int number = ours.get();
  auto [other, far] = MakePair();
  ASSERT_EQ(dup2(other.get(), number), number);
  EXPECT_EQ(table.ShutDownYoungerThan(ConnectionTable::Clock::duration::max()), 0);
  EXPECT_EQ(Receive(far), -1);
}

}  // namespace
}  // namespace shapewright::server

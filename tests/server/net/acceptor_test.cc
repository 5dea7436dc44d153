#include "server/net/acceptor.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/un.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace shapewright::server {
namespace {

// Records what an acceptor hands on.
class House {
 public:
  Acceptor::Handlers Handlers() {
    return {[this](FileDescriptor connection, const Peer& peer, bool is_own) {
              const std::lock_guard<std::mutex> lock(mutex_);
              guests_.push_back({std::move(connection), peer, is_own});
              changed_.notify_all();
            },
            [this](Refusal refusal, const Peer* /*peer*/) {
              const std::lock_guard<std::mutex> lock(mutex_);
              refusals_.push_back(refusal);
              changed_.notify_all();
            }};
  }
  void WaitFor(size_t guests, size_t refusals) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return guests_.size() >= guests && refusals_.size() >= refusals; });
    EXPECT_EQ(guests_.size(), guests);
    EXPECT_EQ(refusals_.size(), refusals);
  }
  void Leave(size_t guest) { guests_[guest].connection.Close(); }

  struct Guest {
    FileDescriptor connection;
    Peer peer;
    bool is_own;
  };
  const Guest& guest(size_t i) const { return guests_[i]; }
  Refusal refusal(size_t i) const { return refusals_[i]; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Guest> guests_;
  std::vector<Refusal> refusals_;
};

std::vector<Listener> ListenOn(const std::string& text) {
  std::vector<Listener> listeners;
  auto listener = Listen(*ParseListenAddress(text), 0600);
  EXPECT_TRUE(listener.ok()) << listener.status();
  if (listener.ok()) listeners.push_back(*std::move(listener));
  return listeners;
}

FileDescriptor ConnectTo(int listening) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  EXPECT_EQ(getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size), 0);
  FileDescriptor connection(socket(address.ss_family, SOCK_STREAM, 0));
  EXPECT_EQ(connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), size), 0);
  return connection;
}

// Whether the other side has closed it.
bool IsClosed(const FileDescriptor& connection) {
  pollfd polled = {connection.get(), POLLIN, 0};
  poll(&polled, 1, -1);
  char byte = 0;
  return read(connection.get(), &byte, 1) <= 0;
}

class AcceptorTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Family, AcceptorTest,
                         testing::Values("127.0.0.1:0", "unix-abstract:shapewright-acceptor-test"),
                         [](const auto& info) { return info.index == 0 ? "Tcp" : "Unix"; });

TEST_P(AcceptorTest, KnowsThePeer) {
  House house;
  ConnectionTable connections(8, 8);
  std::vector<Listener> listeners = ListenOn(GetParam());
  const int listening = listeners[0].sockets[0].get();
  const Acceptor acceptor(std::move(listeners), connections, house.Handlers());
  const FileDescriptor connection = ConnectTo(listening);
  house.WaitFor(1, 0);
  const Peer& peer = house.guest(0).peer;
  EXPECT_FALSE(house.guest(0).is_own);
  if (peer.is_unix) {
    EXPECT_EQ(peer.uid, getuid());
    EXPECT_EQ(peer.gid, getgid());
    EXPECT_EQ(peer.pid, getpid());
    EXPECT_EQ(peer.Key(), "uid:" + std::to_string(getuid()));
  } else {
    EXPECT_EQ(peer.Key(), "127.0.0.1");
  }
}

TEST_P(AcceptorTest, PlacesComeBack) {
  House house;
  ConnectionTable connections(3, 2);
  std::vector<Listener> listeners = ListenOn(GetParam());
  const int listening = listeners[0].sockets[0].get();
  const Acceptor acceptor(std::move(listeners), connections, house.Handlers());
  const FileDescriptor first = ConnectTo(listening);
  const FileDescriptor second = ConnectTo(listening);
  house.WaitFor(2, 0);
  EXPECT_EQ(connections.CountOpen(), 2U);
  EXPECT_TRUE(IsClosed(ConnectTo(listening)));
  house.WaitFor(2, 1);
  EXPECT_EQ(house.refusal(0), Refusal::kTooManyOfPeer);
  house.Leave(0);
  EXPECT_EQ(connections.CountOpen(), 1U);
  const FileDescriptor third = ConnectTo(listening);
  house.WaitFor(3, 1);
}

TEST_P(AcceptorTest, OwnConnectionsAreKnownAndNotCounted) {
  House house;
  ConnectionTable connections(1, 1);
  std::vector<Listener> listeners = ListenOn(GetParam());
  const int listening = listeners[0].sockets[0].get();
  Acceptor acceptor(std::move(listeners), connections, house.Handlers());
  const FileDescriptor other = ConnectTo(listening);
  house.WaitFor(1, 0);
  for (size_t i = 0; i < 20; ++i) {
    const auto own = acceptor.ConnectToSelf(0);
    ASSERT_TRUE(own.ok()) << own.status();
    house.WaitFor(2 + i, 0);
    EXPECT_TRUE(house.guest(1 + i).is_own);
  }
  EXPECT_EQ(connections.CountOpen(), 1U);
  acceptor.Stop();
  EXPECT_FALSE(acceptor.ConnectToSelf(0).ok());
}

TEST(ConnectionTable, TotalAndPeers) {
  ConnectionTable table(3, 2);
  std::vector<FileDescriptor> sockets;
  for (int i = 0; i < 4; ++i) sockets.emplace_back(socket(AF_UNIX, SOCK_STREAM, 0));
  EXPECT_EQ(table.Add(sockets[0].get(), "a"), Admittance::kYes);
  EXPECT_EQ(table.Add(sockets[1].get(), "a"), Admittance::kYes);
  EXPECT_EQ(table.Add(sockets[2].get(), "a"), Admittance::kTooManyOfPeer);
  EXPECT_EQ(table.Add(sockets[2].get(), "b"), Admittance::kYes);
  EXPECT_EQ(table.Add(sockets[3].get(), "c"), Admittance::kTooManyConnections);
  EXPECT_EQ(table.CountOpen(), 3U);
  // A new socket gets the descriptor number of a closed one.
  const int number = sockets[0].get();
  const FileDescriptor next(socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(dup2(next.get(), number), number);
  EXPECT_EQ(table.CountOpen(), 2U);
}

TEST(Peer, Keys) {
  Peer peer;
  for (const auto& [address, key] : std::vector<std::pair<std::string, std::string>>{
           {"10.0.0.7", "10.0.0.7"},
           {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
           {"2001:db8:1:2:ffff::", "2001:db8:1:2::/64"},
           {"::1", "::/64"}}) {
    peer.address = address;
    EXPECT_EQ(peer.Key(), key);
  }
}

}  // namespace
}  // namespace shapewright::server

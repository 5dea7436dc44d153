// Connections and descriptors run out; the server goes on and tells the truth about itself.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kOpen[] = "shapewright_connections";

std::string RefusedBecauseOf(const std::string& reason) {
  return "shapewright_connections_refused_total{reason=\"" + reason + "\"}";
}

// Connections to a Unix socket that say nothing.
class Visitors {
 public:
  Visitors(const std::string& path, size_t count) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    for (size_t i = 0; i < count; ++i) {
      sockets_.push_back(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
      EXPECT_EQ(
          connect(sockets_.back(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)),
          0);
    }
  }
  Visitors(const Visitors&) = delete;
  Visitors& operator=(const Visitors&) = delete;
  ~Visitors() {
    for (const int fd : sockets_) close(fd);
  }

  // Waits until the server has said something to so many, or closed them; returns how many it
  // closed. gRPC greets whom it takes on.
  size_t CountClosed() const {
    size_t closed = 0;
    for (const int fd : sockets_) {
      pollfd polled = {fd, POLLIN, 0};
      poll(&polled, 1, -1);
      char byte = 0;
      if (recv(fd, &byte, 1, MSG_PEEK) <= 0) ++closed;
    }
    return closed;
  }

 private:
  std::vector<int> sockets_;
};

size_t CountOpenFiles(pid_t pid) {
  const std::filesystem::directory_iterator files(absl::StrCat("/proc/", pid, "/fd"));
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

TEST(Descriptors, TheSoftLimitIsRaised) {
  ServerProcess server({}, {"/bin/sh", "-c", "ulimit -S -n 100; exec \"$@\"", "sh"});
  rlimit limit = {};
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, nullptr, &limit), 0);
  EXPECT_EQ(limit.rlim_cur, limit.rlim_max);
  EXPECT_GT(limit.rlim_cur, 100U);
}

TEST(Descriptors, ConnectionsOfAPeerAreBounded) {
  ServerProcess server({kListenHttp, "--max-connections-per-peer=4"});
  {
    const Visitors visitors(server.socket(), 10);
    EXPECT_EQ(visitors.CountClosed(), 6U);
    EXPECT_EQ(server.Metric(kOpen), 4);
    EXPECT_EQ(server.Metric(RefusedBecauseOf("peer")), 6);
    EXPECT_EQ(server.LogOf("connection_refused").at(0).at("reason"), "peer");
  }
  while (server.Metric(kOpen) > 0) std::this_thread::yield();
  ExpectServing(server);
}

// With few descriptors there are fewer connections, so that files can still be opened.
TEST(Descriptors, ConnectionsLeaveDescriptorsForOthers) {
  ServerProcess server({kListenHttp, "--listen=127.0.0.1:0"},
                       {"/bin/sh", "-c", "ulimit -n 80; exec \"$@\"", "sh"});
  const Visitors visitors(server.socket(), 70);
  EXPECT_GE(visitors.CountClosed(), 30U);
  EXPECT_EQ(server.Metric(RefusedBecauseOf("descriptors")), 0);
  EXPECT_EQ(Fetch(server.http_address(), "/healthz").status, 200);
  EXPECT_LT(CountOpenFiles(server.process().pid()), 75U);
  const auto client = Client::Connect(server.tcp_address());
  EXPECT_TRUE(client->InferShapes(Request(ReluModel())).ok()) << "another peer has its places";
}

// The descriptors go although there are few connections; as others of the process take them. So
// many visitors come that some find none, whatever the server opens and closes meanwhile: it calls
// itself, and reads files.
TEST(Descriptors, TheListenerOutlivesEmfile) {
  ServerProcess server({kListenHttp});
  const rlimit scarce = {CountOpenFiles(server.process().pid()) + 2, 4096};
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, &scarce, nullptr), 0);
  constexpr size_t kTurnedAway = 15;
  {
    const Visitors visitors(server.socket(), scarce.rlim_cur + kTurnedAway);
    EXPECT_GE(visitors.CountClosed(), kTurnedAway) << "told at once, not left waiting";
  }
  const rlimit plenty = {4096, 4096};
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, &plenty, nullptr), 0);
  EXPECT_GE(server.Metric(RefusedBecauseOf("descriptors")), kTurnedAway);
  const auto client = Client::Connect(server.target());
  EXPECT_TRUE(client->InferShapes(Request(ReluModel())).ok());
}

// Nothing that is opened later becomes stdin, stdout or stderr.
TEST(Descriptors, ClosedStandardDescriptorsAreOpened) {
  const TempFolder folder;
  Process server({"/bin/sh", "-c", "exec \"$@\" 0<&- 1>&- 2>&-", "sh", SHAPEWRIGHT_SERVER,
                  "--listen=unix:" + folder.File("socket"), "--log-every=1"},
                 folder.File("out"), folder.File("err"));
  while (!std::filesystem::exists(folder.File("socket"))) {
    ASSERT_TRUE(server.IsRunning());
    std::this_thread::yield();
  }
  const auto client = Client::Connect("unix:" + folder.File("socket"));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(client->InferShapes(Request(ReluModel())).ok());
  for (int fd = 0; fd < 3; ++fd) {
    EXPECT_EQ(std::filesystem::read_symlink(absl::StrCat("/proc/", server.pid(), "/fd/", fd)),
              "/dev/null");
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

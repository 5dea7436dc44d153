// Who owns the file of a socket.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

bool Exists(const std::string& path) {
  struct stat info = {};
  return lstat(path.c_str(), &info) == 0;
}

size_t CountRunning(const std::vector<std::unique_ptr<Process>>& processes) {
  size_t count = 0;
  for (const auto& process : processes) count += process->IsRunning() ? 1 : 0;
  return count;
}

class SocketRaceTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Rounds, SocketRaceTest, testing::Range(0, 12));

TEST_P(SocketRaceTest, OneOfThoseThatStartOnAStaleSocketStays) {
  constexpr size_t kServers = 4;
  ServerProcess first;
  first.process().Signal(SIGKILL);
  first.process().Wait();
  ASSERT_TRUE(Exists(first.socket()));
  std::vector<std::unique_ptr<Process>> others;
  for (size_t i = 0; i < kServers; ++i) others.push_back(first.StartAnother());
  first.WaitForLog("\"started\"", 2);
  while (CountRunning(others) > 1) std::this_thread::yield();
  EXPECT_EQ(CountRunning(others), 1U);
  EXPECT_EQ(first.LogOf("started").size(), 2U) << "the first, and one of the others";
  EXPECT_EQ(first.LogOf("start_failed").size(), kServers - 1);
  EXPECT_TRUE(Client::Connect(first.target())->InferShapes(Request(ReluModel())).ok());
}

// One stops while the next one starts, over and over: whoever says that it serves can be reached.
TEST(Sockets, AServerThatStopsRemovesOnlyItsOwn) {
  ServerProcess server;
  Process* last = &server.process();
  std::vector<std::unique_ptr<Process>> next;
  for (int started = 2; started < 8; ++started) {
    last->Signal(SIGTERM);
    size_t at = 0;
    do {
      next.push_back(server.StartAnother());
      at = next.size() - 1;
      while (next[at]->IsRunning() &&
             server.LogOf("started").size() < static_cast<size_t>(started)) {
        std::this_thread::yield();
      }
    } while (!next[at]->IsRunning());
    EXPECT_EQ(last->Wait(), 0);
    last = next[at].get();
    EXPECT_TRUE(Exists(server.socket()));
    EXPECT_TRUE(Client::Connect(server.target())->InferShapes(Request(ReluModel())).ok());
  }
  last->Signal(SIGTERM);
  EXPECT_EQ(last->Wait(), 0);
  EXPECT_FALSE(Exists(server.socket()));
  EXPECT_FALSE(Exists(server.socket() + ".lock"));
}

// Of another program, which knows nothing of the lock.
TEST(Sockets, ASocketThatAnotherPutThereStays) {
  ServerProcess server;
  ASSERT_EQ(unlink(server.socket().c_str()), 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, server.socket().c_str(), sizeof(address.sun_path) - 1);
  const int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(bind(other, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_TRUE(Exists(server.socket()));
  close(other);
}

TEST(Sockets, AbstractOnesHaveNoFile) {
  ServerProcess server({"--listen=unix-abstract:shapewright-sockets-test"});
  const auto client = Client::Connect("unix-abstract:shapewright-sockets-test");
  const auto response = client->InferShapes(Request(ReluModel()));
  EXPECT_TRUE(response.ok()) << response.status();
  const ProcessResult second =
      RunProcess({SHAPEWRIGHT_SERVER, "--listen=unix-abstract:shapewright-sockets-test"});
  EXPECT_EQ(second.code, 1);
  EXPECT_TRUE(absl::StrContains(second.err, "start_failed")) << second.err;
}

TEST(Sockets, PathsThatCannotBe) {
  const TempFolder folder;
  ASSERT_EQ(symlink("/nowhere", folder.File("link").c_str()), 0);
  ASSERT_EQ(mkdir(folder.File("folder").c_str(), 0700), 0);
  for (const std::string& path :
       {folder.File("link"), folder.File("folder"), folder.File("none/socket"),
        std::string("/proc/socket"), folder.File(std::string(120, 'x'))}) {
    const ProcessResult result = RunProcess({SHAPEWRIGHT_SERVER, "--listen=unix:" + path});
    EXPECT_EQ(result.code, 1) << path;
    EXPECT_TRUE(absl::StrContains(result.err, "start_failed")) << result.err;
  }
  EXPECT_FALSE(Exists(folder.File("link.lock"))) << "a start that fails leaves no lock";
}

}  // namespace
}  // namespace shapewright::end_to_end

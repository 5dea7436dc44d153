// Whatever happens to stderr, calls are answered, no line is torn, and each that is lost is
// counted.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr int kCalls = 1500;

void MakeCalls(Client& client, int count) {
  for (int i = 0; i < count; ++i) {
    const auto response = client.InferShapes(Request(ReluModel()));
    ASSERT_TRUE(response.ok()) << i << ": " << response.status();
  }
}

struct Lines {
  int whole = 0;
  int64_t lost = 0;
};

// Fails the test for a line that is no JSON.
Lines Count(const std::string& log) {
  Lines lines;
  std::istringstream stream(log);
  for (std::string text; std::getline(stream, text); ++lines.whole) {
    const nlohmann::json line = nlohmann::json::parse(text, nullptr, false);
    EXPECT_TRUE(line.is_object()) << text;
    if (line.is_object() && line["event"] == "log_lines_lost") {
      lines.lost += line["lines"].get<int64_t>();
      --lines.whole;
    }
  }
  EXPECT_TRUE(log.ends_with('\n'));
  return lines;
}

bool Listens(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool listens =
      connect(peer, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(peer);
  return listens;
}

// A server whose stderr is a pipe.
class PipeServer {
 public:
  PipeServer() {
    const std::string pipe = folder_.File("pipe");
    EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    reader_ = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    process_ = std::make_unique<Process>(
        std::vector<std::string>{SHAPEWRIGHT_SERVER, "--listen=unix:" + folder_.File("socket"),
                                 "--log-every=1", "--log-buffer-bytes=64KiB"},
        folder_.File("out"), pipe);
    // The file of the socket is there before the server listens.
    while (process_->IsRunning() && !Listens(folder_.File("socket"))) std::this_thread::yield();
    client_ = Client::Connect("unix:" + folder_.File("socket"));
  }
  ~PipeServer() { StopReading(); }
  PipeServer(const PipeServer&) = delete;
  PipeServer& operator=(const PipeServer&) = delete;

  Process& process() { return *process_; }
  Client& client() { return *client_; }
  void StopReading() {
    if (reader_ >= 0) close(reader_);
    reader_ = -1;
  }
  // Until the server has closed its end.
  std::string ReadAll() const {
    fcntl(reader_, F_SETFL, 0);
    std::string all;
    std::array<char, 4096> buffer;
    while (true) {
      const ssize_t count = read(reader_, buffer.data(), buffer.size());
      if (count <= 0) return all;
      all.append(buffer.data(), static_cast<size_t>(count));
    }
  }

 private:
  TempFolder folder_;
  int reader_ = -1;
  std::unique_ptr<Process> process_;
  std::unique_ptr<Client> client_;
};

TEST(Logs, APipeThatNobodyReadsStallsNoCall) {
  PipeServer server;
  MakeCalls(server.client(), kCalls);
  server.process().Signal(SIGTERM);
  const Lines lines = Count(server.ReadAll());
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_GT(lines.lost, 0) << "a pipe and the buffer hold less than was written";
  // started, stopping, draining, stopped
  EXPECT_EQ(lines.whole + lines.lost, kCalls + 4);
}

TEST(Logs, AReaderThatGoesAwayEndsNothing) {
  PipeServer server;
  MakeCalls(server.client(), 10);
  server.StopReading();
  MakeCalls(server.client(), 100);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
}

void LimitFileSize(const ServerProcess& server, pid_t pid, rlim_t more) {
  struct stat info = {};
  ASSERT_EQ(stat(server.log_path().c_str(), &info), 0);
  const rlimit limit = {static_cast<rlim_t>(info.st_size) + more, RLIM_INFINITY};
  ASSERT_EQ(prlimit(pid, RLIMIT_FSIZE, &limit, nullptr), 0);
}

// As on a full disk, the kernel takes a part of a line and then no more.
TEST(Logs, AFullDiskTearsNoLine) {
  ServerProcess server({"--log-every=1", "--log-buffer-bytes=64KiB"});
  const pid_t pid = server.process().pid();
  MakeCalls(server.client(), 3);
  LimitFileSize(server, pid, 1000);
  MakeCalls(server.client(), kCalls);
  EXPECT_FALSE(server.Log().ends_with('\n')) << "a line is cut at the limit";
  const rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
  ASSERT_EQ(prlimit(pid, RLIMIT_FSIZE, &none, nullptr), 0);
  server.WaitForLog("log_lines_lost");
  MakeCalls(server.client(), 3);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  const Lines lines = Count(server.Log());
  EXPECT_GT(lines.lost, 0);
  EXPECT_EQ(lines.whole + lines.lost, kCalls + 6 + 4);
}

// Somebody makes room by emptying the file: the rest of a line that was cut would be no line.
TEST(Logs, AFileThatIsEmptiedBeginsWithAWholeLine) {
  ServerProcess server({"--log-every=1", "--log-buffer-bytes=64KiB"});
  LimitFileSize(server, server.process().pid(), 1000);
  MakeCalls(server.client(), kCalls);
  ASSERT_EQ(truncate(server.log_path().c_str(), 0), 0);
  server.WaitForLog("log_lines_lost");
  const std::string log = server.Log();
  Count(log.substr(0, log.find('\n') + 1));
}

TEST(Logs, ADeviceThatIsAlwaysFullStallsNoCall) {
  const TempFolder folder;
  Process full({SHAPEWRIGHT_SERVER, "--listen=unix:" + folder.File("socket"), "--log-every=1"},
               folder.File("out"), "/dev/full");
  struct stat info = {};
  while (full.IsRunning() && stat(folder.File("socket").c_str(), &info) != 0) {
    std::this_thread::yield();
  }
  MakeCalls(*Client::Connect("unix:" + folder.File("socket")), kCalls);
  full.Signal(SIGTERM);
  EXPECT_EQ(full.Wait(), 0);
}

TEST(Logs, LinesOfGrpcAreJson) {
  ServerProcess server({}, {"/usr/bin/env", "GRPC_VERBOSITY=debug", "GRPC_TRACE=http"});
  ExpectServing(server);
  EXPECT_GT(server.LogOf("grpc").size(), 0U);
}

TEST(Logs, ACrashSaysSo) {
  ServerProcess server({"--log-every=1"});
  MakeCalls(server.client(), 20);
  server.process().Signal(SIGABRT);
  EXPECT_EQ(server.process().Wait(), -SIGABRT);
  EXPECT_EQ(server.LogOf("call").size(), 20U);
  ASSERT_EQ(server.LogOf("crashed").size(), 1U);
  EXPECT_EQ(server.LogOf("crashed")[0].at("signal"), SIGABRT);
}

}  // namespace
}  // namespace shapewright::end_to_end

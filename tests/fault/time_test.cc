// Nothing that a client does, or leaves undone, keeps a place, a thread or the process for ever.
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "shapewright/v1/registry.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/raw_http2.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kUpload[] = "/shapewright.v1.ModelService/UploadModel";
constexpr char kInFlight[] = "shapewright_calls_in_flight";
constexpr char kUnread[] = "shapewright_answers_unread_total";

std::string SmallRequest() { return Request(ReluModel()).SerializeAsString(); }

std::string FirstOfAnUpload() {
  v1::UploadModelRequest request;
  request.set_size_bytes(1000);
  return request.SerializeAsString();
}

class FarDeadlineTest : public testing::TestWithParam<const char*> {};
// 2562047 hours is the longest time that Go knows; the others are the longest that the wire knows.
INSTANTIATE_TEST_SUITE_P(Time, FarDeadlineTest,
                         testing::Values("2562047H", "2562048H", "99999999H", "99999999M",
                                         "99999999S", "99999999m"));

TEST_P(FarDeadlineTest, IsNoNearOne) {
  ServerProcess server({"--log-every=1"});
  RawHttp2 client(server.socket());
  client.Begin(1, kInferShapes, {{"grpc-timeout", GetParam()}});
  client.Send(1, SmallRequest(), true);
  const auto last = client.ReadToEnd(1);
  ASSERT_TRUE(last.has_value());
  EXPECT_TRUE(last->is_end_of_stream());
  ASSERT_EQ(server.LogOf("call").size(), 1U);
  EXPECT_EQ(server.LogOf("call")[0].at("code"), "OK");
}

TEST(Time, FarDeadlinesAreCapped) {
  ServerProcess server({kListenHttp, "--max-deadline-seconds=1"});
  RawHttp2 client(server.socket());
  client.Begin(1, kUpload, {{"grpc-timeout", "2562047H"}});
  client.Send(1, FirstOfAnUpload(), false);
  server.WaitForLog("\"call\"");
  EXPECT_EQ(server.LogOf("call")[0].at("code"), "DEADLINE_EXCEEDED");
  EXPECT_TRUE(client.ReadToEnd(1).has_value());
}

TEST(Time, SilentUploadsGiveTheirPlaceBack) {
  ServerProcess server({kListenHttp, "--upload-idle-seconds=1", "--max-calls-in-flight=2"});
  RawHttp2 client(server.socket());
  for (const uint32_t stream : {1, 3}) {
    client.Begin(stream, kUpload);
    client.Send(stream, FirstOfAnUpload(), false);
    EXPECT_TRUE(client.ReadToEnd(stream).has_value());
  }
  for (const auto& line : server.LogOf("call")) EXPECT_EQ(line.at("reason"), "UPLOAD_STALLED");
  EXPECT_EQ(server.LogOf("call").size(), 2U);
  while (server.Metric(kInFlight) > 0) std::this_thread::yield();
  ExpectServing(server);
}

// The caller grants no byte of the answer; it answers pings, so that its connection lives.
TEST(Time, AnswersThatNobodyReadsGiveTheirPlaceBack) {
  ServerProcess server(
      {kListenHttp, "--send-seconds=1", "--max-calls-in-flight=1", "--log-every=1"});
  RawHttp2 client(server.socket(), 0);
  client.Begin(1, kInferShapes);
  client.Send(1, SmallRequest(), true);
  server.WaitForLog("\"call\"");
  const auto last = client.ReadToEnd(1);
  EXPECT_TRUE(last.has_value()) << "the call is over, the connection is not";
  EXPECT_EQ(server.Metric(kUnread), 1);
  while (server.Metric(kInFlight) > 0) std::this_thread::yield();
  EXPECT_TRUE(server.client().InferShapes(Request(ChainModel(3))).ok());
}

// What is kept is not made anew, but as long as it is sent it takes memory.
TEST(Time, KeptAnswersThatNobodyReadsAreCut) {
  ServerProcess server({kListenHttp, "--send-seconds=1"});
  const auto uploaded = server.client().UploadModel(ChainModel(5000));
  ASSERT_TRUE(uploaded.ok()) << uploaded.status();
  const auto request = RequestById(uploaded->model_id());
  const auto response = server.client().InferShapes(request);
  ASSERT_TRUE(response.ok()) << response.status();
  ASSERT_GT(response->ByteSizeLong(), 70'000U);
  RawHttp2 client(server.socket(), 0);
  client.Begin(1, kInferShapes);
  client.Send(1, request.SerializeAsString(), true);
  const auto last = client.ReadToEnd(1);
  EXPECT_TRUE(last.has_value());
  EXPECT_EQ(server.Metric(kUnread), 1);
}

// A thread of a program, stopped in the middle of its work as if it ran into something that never
// ends. It holds no lock then: it does not run libc, whose malloc takes locks, and has worked for
// longer than it takes to leave the queue.
class StoppedThread {
 public:
  StoppedThread(pid_t pid, const std::string& name) : pid_(pid) {
    while (tid_ == 0) tid_ = FindWorking(name);
    EXPECT_EQ(ptrace(PTRACE_SEIZE, tid_, nullptr, nullptr), 0);
    Stop();
    while (RunsLibc()) {
      EXPECT_EQ(ptrace(PTRACE_CONT, tid_, nullptr, nullptr), 0);
      const int64_t ticks = CpuTicks(tid_);
      while (CpuTicks(tid_) == ticks) std::this_thread::yield();
      Stop();
    }
  }
  // Until it has ended with its process.
  void AwaitEnd() const {
    int status = 0;
    while (waitpid(tid_, &status, __WALL) == tid_ && WIFSTOPPED(status)) {
    }
  }

 private:
  static constexpr int64_t kWorked = 3;

  pid_t FindWorking(const std::string& name) const {
    for (const auto& task :
         std::filesystem::directory_iterator(absl::StrCat("/proc/", pid_, "/task"))) {
      const pid_t tid = std::stoi(task.path().filename());
      if (ReadFile(task.path() / "comm") == name + "\n" && CpuTicks(tid) >= kWorked) return tid;
    }
    return 0;
  }
  // User time, in hundredths of a second.
  int64_t CpuTicks(pid_t tid) const {
    constexpr size_t kUserTime = 13;
    const std::vector<std::string> fields =
        absl::StrSplit(ReadFile(absl::StrCat("/proc/", pid_, "/task/", tid, "/stat")), ' ');
    return std::stoll(fields[kUserTime]);
  }
  void Stop() const {
    EXPECT_EQ(ptrace(PTRACE_INTERRUPT, tid_, nullptr, nullptr), 0);
    int status = 0;
    EXPECT_EQ(waitpid(tid_, &status, __WALL), tid_);
    EXPECT_TRUE(WIFSTOPPED(status));
  }
  bool RunsLibc() const {
    __ptrace_syscall_info info{};
    EXPECT_GT(ptrace(PTRACE_GET_SYSCALL_INFO, tid_, sizeof(info), &info), 0);
    const std::string maps = ReadFile(absl::StrCat("/proc/", pid_, "/maps"));
    for (const absl::string_view line : absl::StrSplit(maps, '\n', absl::SkipEmpty())) {
      const std::vector<std::string> ends = absl::StrSplit(line.substr(0, line.find(' ')), '-');
      if (std::stoull(ends[0], nullptr, 16) <= info.instruction_pointer &&
          info.instruction_pointer < std::stoull(ends[1], nullptr, 16)) {
        return absl::StrContains(line, "/libc.so");
      }
    }
    return true;
  }

  pid_t pid_;
  pid_t tid_ = 0;
};

TEST(Time, TheDrainEndsThoughWorkDoesNot) {
  ServerProcess server({"--threads=1", "--drain-seconds=0", kLongWork, "--log-level=debug"});
  const std::string slow = LongRequests(1).front();
  const auto channel = OpenChannel(server);
  PendingCall call(channel, kEvaluateShapes, slow);
  server.WaitForLog("\"call_accepted\"");
  const StoppedThread stopped(server.process().pid(), "pool");
  server.process().Signal(SIGTERM);
  stopped.AwaitEnd();
  EXPECT_EQ(server.process().Wait(), 3);
  EXPECT_FALSE(call.Wait().ok());
  ASSERT_EQ(server.LogOf("stop_cut").size(), 1U);
  EXPECT_EQ(server.LogOf("stop_cut")[0].at("busy_threads"), 1);
  EXPECT_TRUE(server.LogOf("stopped").empty());
  EXPECT_FALSE(std::filesystem::exists(server.socket()));
}

class NoFileTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Time, NoFileTest,
                         testing::Values("--tls-cert", "--tls-key", "--tls-client-ca"),
                         [](const auto& info) { return absl::StrCat("Option", info.index); });

TEST_P(NoFileTest, IsAnErrorAndNoWait) {
  const TempFolder folder;
  const CertificateAuthority authority;
  const Identity identity = authority.Issue("server");
  WriteFile(folder.File("cert"), identity.certificate);
  WriteFile(folder.File("key"), identity.key);
  ASSERT_EQ(mkfifo(folder.File("fifo").c_str(), 0600), 0);
  for (const std::string& path :
       {folder.File("fifo"), folder.File(""), std::string("/dev/zero"), folder.File("none")}) {
    std::vector<std::string> words = {SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0"};
    const std::string option = GetParam();
    words.push_back("--tls-cert=" + (option == "--tls-cert" ? path : folder.File("cert")));
    words.push_back("--tls-key=" + (option == "--tls-key" ? path : folder.File("key")));
    if (option == "--tls-client-ca") words.push_back("--tls-client-ca=" + path);
    const ProcessResult result = RunProcess(words);
    EXPECT_EQ(result.code, 1) << path;
    EXPECT_TRUE(absl::StrContains(result.err, option)) << result.err;
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

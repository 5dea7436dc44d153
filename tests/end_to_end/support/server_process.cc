#include "tests/end_to_end/support/server_process.h"

#include <grpc/grpc.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"

namespace shapewright::end_to_end {
namespace {

constexpr std::chrono::milliseconds kPoll{5};
// For what takes milliseconds; a machine that needs longer is broken.
constexpr int kMaxPolls = 12'000;

// The letter that /proc tells of a thread: R runs or is about to, S sleeps.
char StateOf(const std::filesystem::path& task) {
  const std::string stat = ReadFile(task / "stat");
  const size_t name_end = stat.rfind(") ");
  return name_end == std::string::npos ? 'S' : stat[name_end + 2];
}

// The server writes its log on a thread of its own, which runs as long as there is something to
// write.
void AwaitLogThread(pid_t pid) {
  std::error_code error;
  const auto folder = std::filesystem::path("/proc") / std::to_string(pid) / "task";
  for (const auto& task : std::filesystem::directory_iterator(folder, error)) {
    if (ReadFile(task.path() / "comm") != "log\n") continue;
    for (char state = 'R'; state == 'R' || state == 'D'; state = StateOf(task.path())) {
      std::this_thread::yield();
    }
  }
}

int CountLines(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, text.find('\n', at))) {
    ++count;
  }
  return count;
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& options,
                             const std::vector<std::string>& before)
    : socket_(folder_.File("socket")), log_(folder_.File("log")) {
  // Never undone: gRPC 1.51 may take 10 s for it.
  grpc_init();
  words_ = before;
  words_.insert(words_.end(), {SHAPEWRIGHT_SERVER, "--listen", target()});
  words_.insert(words_.end(), options.begin(), options.end());
  process_ = StartAnother();
  WaitForLog("\"started\"");
  client_ = Client::Connect(target());
}

std::unique_ptr<Process> ServerProcess::StartAnother() const {
  return std::make_unique<Process>(words_, log_, log_);
}

std::string ServerProcess::Log() const {
  AwaitLogThread(process_->pid());
  return ReadFile(log_);
}

std::vector<nlohmann::json> ServerProcess::LogOf(const std::string& event) const {
  std::vector<nlohmann::json> lines;
  std::istringstream log(Log());
  for (std::string text; std::getline(log, text);) {
    if (log.eof()) break;  // no line end yet: the server is still writing it, or was killed
    nlohmann::json line = nlohmann::json::parse(text, nullptr, false);
    EXPECT_TRUE(line.is_object()) << text;
    if (line.is_object() && line["event"] == event) lines.push_back(std::move(line));
  }
  return lines;
}

std::string ServerProcess::tcp_address() const {
  std::istringstream addresses(LogOf("started").at(0).at("listen").get<std::string>());
  for (std::string address; std::getline(addresses, address, ',');) {
    if (!address.starts_with("unix:")) return address;
  }
  return "";
}

std::string ServerProcess::http_address() const { return LogOf("started").at(0).at("http"); }

double ServerProcess::Metric(const std::string& sample) const {
  return ParseMetrics(Fetch(http_address(), "/metrics").body).at(sample);
}

void ServerProcess::WaitForLog(const std::string& text, int count) {
  for (int i = 0; i < kMaxPolls; ++i) {
    if (CountLines(ReadFile(log_), text) >= count) return;
    std::this_thread::sleep_for(kPoll);
  }
  FAIL() << "no " << count << " lines with " << text << " in the log:\n" << Log();
}

void ExpectServing(ServerProcess& server) {
  const auto response = server.client().InferShapes(Request(ReluModel()));
  ASSERT_TRUE(response.ok()) << response.status() << server.Log();
  EXPECT_EQ(response->statistics().exact(), 2);
  EXPECT_EQ(response->statistics().values(), 2);
}

}  // namespace shapewright::end_to_end

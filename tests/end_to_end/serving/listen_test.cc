#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

mode_t ModeOf(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(lstat(path.c_str(), &info), 0);
  return info.st_mode & 0777;
}

TEST(Listen, StaleSocketIsReplaced) {
  ServerProcess server;
  server.process().Signal(SIGKILL);
  EXPECT_EQ(server.process().Wait(), -SIGKILL);
  EXPECT_NE(ModeOf(server.socket()), 0) << "the socket is still there";
  const auto next = server.StartAnother();
  server.WaitForLog("\"started\"", 2);
  const auto client = Client::Connect(server.target());
  EXPECT_TRUE(client->InferShapes(Request(ReluModel())).ok());
}

TEST(Listen, LiveSocketIsNot) {
  ServerProcess server;
  const auto other = server.StartAnother();
  EXPECT_EQ(other->Wait(), 1);
  EXPECT_TRUE(absl::StrContains(server.Log(), "another process serves"));
  ExpectServing(server);
}

TEST(Listen, ModeOfTheSocket) {
  EXPECT_EQ(ModeOf(ServerProcess().socket()), 0660);
  EXPECT_EQ(ModeOf(ServerProcess({"--socket-mode=0600"}).socket()), 0600);
}

TEST(Listen, AlsoOnTcp) {
  ServerProcess server({"--listen=127.0.0.1:0"});
  const std::string log = server.Log();
  const std::string host = "127.0.0.1:";
  const size_t at = log.find(host);
  ASSERT_NE(at, std::string::npos) << log;
  const std::string target = log.substr(at, log.find('"', at) - at);
  EXPECT_NE(target, host + "0");
  EXPECT_TRUE(Client::Connect(target)->InferShapes(Request(ReluModel())).ok());
  ExpectServing(server);
  // A port that is taken is not shared.
  const ProcessResult second = RunProcess({SHAPEWRIGHT_SERVER, "--listen", target});
  EXPECT_EQ(second.code, 1);
  EXPECT_TRUE(absl::StrContains(second.err, "start_failed")) << second.err;
}

TEST(Listen, OnManyAddressesAtOnce) {
  const TempFolder folder;
  ServerProcess server(
      {"--listen=unix:" + folder.File("second"), "--listen=127.0.0.1:0", "--listen=127.0.0.1:0"});
  std::istringstream addresses(server.LogOf("started").at(0).at("listen").get<std::string>());
  int count = 0;
  for (std::string address; std::getline(addresses, address, ','); ++count) {
    EXPECT_TRUE(Client::Connect(address)->InferShapes(Request(ReluModel())).ok()) << address;
  }
  EXPECT_EQ(count, 4);
}

TEST(Listen, NowhereToListen) {
  const ProcessResult result =
      RunProcess({SHAPEWRIGHT_SERVER, "--listen=unix:/no/such/folder/socket"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StrContains(result.err, "start_failed")) << result.err;
}

TEST(ServerOptions, HelpVersionAndMistakes) {
  ProcessResult result = RunProcess({SHAPEWRIGHT_SERVER, "--help"});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(absl::StrContains(result.out, "--max-message-bytes"));
  result = RunProcess({SHAPEWRIGHT_SERVER, "--version"});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(absl::StartsWith(result.out, "shapewright "));
  result = RunProcess({SHAPEWRIGHT_SERVER, "--threads=x"});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(absl::StrContains(result.err, "--threads"));
}

}  // namespace
}  // namespace shapewright::end_to_end

// Connections on which nothing is said: who is asked whether it lives, and who asks too often.
#include <grpc/grpc.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

// RFC 9113.
enum FrameType : uint8_t { kSettings = 4, kPing = 6 };
constexpr size_t kFrameHead = 9;
constexpr char kPreface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr char kEmptySettings[kFrameHead] = {0, 0, 0, kSettings};

// A client that says hello and then nothing more. Returns the types of the frames that it gets
// until the server ends the connection.
std::vector<int> FramesForASilentClient(const std::string& socket_path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path.c_str(), sizeof(address.sun_path) - 1);
  EXPECT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  const std::string hello = kPreface + std::string(kEmptySettings, kFrameHead);
  EXPECT_EQ(send(fd, hello.data(), hello.size(), MSG_NOSIGNAL), static_cast<ssize_t>(hello.size()));
  std::string got;
  char buffer[4096];
  for (ssize_t n = 0; (n = recv(fd, buffer, sizeof(buffer), 0)) > 0;) {
    got.append(buffer, static_cast<size_t>(n));
  }
  close(fd);
  std::vector<int> types;
  const auto byte = [&got](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(got[i])); };
  for (size_t at = 0; at + kFrameHead <= got.size();) {
    types.push_back(static_cast<int>(byte(at + 3)));
    at += kFrameHead + (byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2));
  }
  return types;
}

// A channel that has made its connection. `ping_ms` 0: it never asks.
std::shared_ptr<grpc::Channel> ConnectedChannel(const ServerProcess& server, int ping_ms) {
  grpc::ChannelArguments arguments;
  // A connection of its own.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  if (ping_ms > 0) {
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, ping_ms);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
    arguments.SetInt(GRPC_ARG_HTTP2_MIN_SENT_PING_INTERVAL_WITHOUT_DATA_MS, ping_ms);
  }
  auto channel =
      grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments);
  const std::string request = Request(ReluModel()).SerializeAsString();
  EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  EXPECT_EQ(channel->GetState(false), GRPC_CHANNEL_READY);
  return channel;
}

// Both are asked; one does not answer.
TEST(Keepalive, ClientsThatDoNotAnswerAreCutOff) {
  ServerProcess server({"--keepalive-seconds=1", "--keepalive-timeout-seconds=1"});
  const auto alive = ConnectedChannel(server, 0);
  const std::vector<int> types = FramesForASilentClient(server.socket());
  EXPECT_EQ(std::count(types.begin(), types.end(), kPing), 1);
  EXPECT_EQ(alive->GetState(false), GRPC_CHANNEL_READY);
  ExpectServing(server);
}

TEST(Keepalive, ClientsThatAskTooOftenAreCutOff) {
  ServerProcess server({"--min-ping-seconds=3600"});
  const auto patient = ConnectedChannel(server, 0);
  const auto hasty = ConnectedChannel(server, 100);
  EXPECT_TRUE(hasty->WaitForStateChange(
      GRPC_CHANNEL_READY, std::chrono::system_clock::now() + std::chrono::minutes(2)));
  EXPECT_EQ(patient->GetState(false), GRPC_CHANNEL_READY);
  // It may come again.
  const std::string request = Request(ReluModel()).SerializeAsString();
  EXPECT_TRUE(PendingCall(hasty, kInferShapes, request).Wait().ok());
}

}  // namespace
}  // namespace shapewright::end_to_end

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

std::shared_ptr<grpc::Channel> TcpChannel(const ServerProcess& server) {
  return grpc::CreateChannel(server.tcp_address(), grpc::InsecureChannelCredentials());
}

// A connection that is told to end is replaced without a failed call.
TEST(Transport, OldConnectionsAreReplaced) {
  ServerProcess server({"--listen=127.0.0.1:0", "--max-connection-age-seconds=1", "--log-every=1"});
  const auto channel = TcpChannel(server);
  const std::string request = Request(ReluModel()).SerializeAsString();
  std::set<std::string> connections;
  while (connections.size() < 3) {
    for (int i = 0; i < 200; ++i) {
      EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
    }
    for (const auto& line : server.LogOf("call")) connections.insert(line.at("peer"));
  }
}

TEST(Transport, IdleConnectionsAreClosed) {
  ServerProcess server({"--listen=127.0.0.1:0", "--max-connection-idle-seconds=1"});
  const auto channel = TcpChannel(server);
  const std::string request = Request(ReluModel()).SerializeAsString();
  EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  EXPECT_EQ(channel->GetState(false), GRPC_CHANNEL_READY);
  EXPECT_TRUE(channel->WaitForStateChange(
      GRPC_CHANNEL_READY, std::chrono::system_clock::now() + std::chrono::minutes(2)));
  EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
}

// More streams than a connection may have wait; none is lost.
TEST(Transport, StreamsBeyondTheLimitWait) {
  ServerProcess server({"--max-concurrent-streams=2", "--threads=1"});
  const auto channel = OpenChannel(server);
  const std::string request = Request(ChainModel(1000)).SerializeAsString();
  constexpr size_t kCalls = 50;
  std::vector<std::unique_ptr<PendingCall>> calls;
  calls.reserve(kCalls);
  for (size_t i = 0; i < kCalls; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
  }
  for (const auto& call : calls) EXPECT_TRUE(call->Wait().ok());
}

// Messages far beyond the memory of the transport's first buffers, one after the
// other, in memory for four: at half of it gRPC turned away one call in sixty.
TEST(Transport, LargeMessagesWithLittleMemory) {
  // gRPC frees the bytes of a call some time after its answer, and reads ahead for the next.
  ServerProcess server({"--transport-memory-bytes=32MiB", "--max-message-bytes=8MiB"});
  const auto channel = OpenChannel(server);
  for (int i = 0; i < 10; ++i) {
    const std::string request = Request(PaddedModel(7 << 20)).SerializeAsString();
    const grpc::Status status = PendingCall(channel, kInferShapes, request).Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
}

// gRPC ends one call for the memory that it lacks, or its whole connection.
bool IsTurnedAway(grpc::StatusCode code) {
  return code == grpc::StatusCode::RESOURCE_EXHAUSTED || code == grpc::StatusCode::UNAVAILABLE;
}

// Clients that send more at a time than the transport may hold: gRPC turns away some of their
// calls, or all; the others are answered. One that tries again is answered when the memory is free.
TEST(Transport, MessagesBeyondTheMemoryAreRefused) {
  constexpr int kCalls = 40;
  ServerProcess server({"--transport-memory-bytes=16MiB", "--threads=1"});
  const std::string slow = Request(ChainModel(1'000'000)).SerializeAsString();
  PendingCall first(OpenChannel(server), kInferShapes, slow);
  const std::string request = Request(PaddedModel(7 << 20)).SerializeAsString();
  std::vector<std::unique_ptr<PendingCall>> calls;
  calls.reserve(kCalls);
  for (int i = 0; i < kCalls; ++i) {
    calls.push_back(std::make_unique<PendingCall>(OpenChannel(server), kInferShapes, request));
  }
  int turned_away = 0;
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok() || IsTurnedAway(status.error_code())) << status.error_message();
    if (!status.ok()) ++turned_away;
  }
  EXPECT_GT(turned_away, 0);
  first.Wait();
  grpc::Status again(grpc::StatusCode::UNAVAILABLE, "never tried");
  for (int i = 0; i < 10'000 && IsTurnedAway(again.error_code()); ++i) {
    again = PendingCall(OpenChannel(server), kInferShapes, request).Wait();
  }
  EXPECT_TRUE(again.ok()) << again.error_message();
  ExpectServing(server);
}

TEST(Transport, ChannelzOnlyIfWanted) {
  constexpr char kGetServers[] = "/grpc.channelz.v1.Channelz/GetServers";
  EXPECT_EQ(Call(ServerProcess(), kGetServers, "").error_code(), grpc::StatusCode::UNIMPLEMENTED);
  const grpc::Status status = Call(ServerProcess({"--channelz=1"}), kGetServers, "");
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace
}  // namespace shapewright::end_to_end

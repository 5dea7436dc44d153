// What requests make the server take is bounded, and goes back.
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/process_memory.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

// Of the settings that docs/operations.md gives for 512 MiB.
const std::vector<std::string> kSmallServer = {
    "--work-memory-bytes=192MiB", "--max-bytes-in-flight=64MiB", "--transport-memory-bytes=64MiB",
    "--model-cache-bytes=64MiB",  "--result-cache-bytes=32MiB",  "--compiled-cache-bytes=32MiB",
    "--max-message-bytes=32MiB",  "--max-answer-bytes=32MiB",    "--max-upload-bytes=64MiB"};

std::shared_ptr<grpc::Channel> CompressingChannel(const ServerProcess& server) {
  grpc::ChannelArguments arguments;
  arguments.SetCompressionAlgorithm(GRPC_COMPRESS_GZIP);
  return grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments);
}

// 300 kB of gzip took 300 MB.
TEST(Memory, CompressedRequestsAreRefusedBeforeTheyAreInflated) {
  ServerProcess server;
  const std::string zeros = Request(PaddedModel(60 * kMiB)).SerializeAsString();
  const size_t before = PeakBytes(server);
  const auto channel = CompressingChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (int i = 0; i < 8; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, zeros));
  }
  for (const auto& call : calls) {
    EXPECT_EQ(call->Wait().error_code(), grpc::StatusCode::UNIMPLEMENTED);
  }
  EXPECT_LT(PeakBytes(server), before + WithSanitizer(16 * kMiB));
  ExpectServing(server);
}

// Each node has thousands of attributes: the arrays of the model are as large as its bytes.
std::string AttributesModel(int nodes, int attributes) {
  onnx::ModelProto model;
  model.ParseFromString(ChainModel(nodes));
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    for (int i = 0; i < attributes; ++i) {
      onnx::AttributeProto& attribute = *node.add_attribute();
      attribute.set_name(absl::StrCat("a", i));
      attribute.set_type(onnx::AttributeProto::INTS);
      attribute.add_ints(1);
    }
  }
  return model.SerializeAsString();
}

// A few bytes that are much in memory: empty messages within a message.
std::string EmptyMessages(int count) {
  v1::ComputeLayoutRequest request;
  for (int i = 0; i < count; ++i) request.add_cases();
  return request.SerializeAsString();
}

TEST(Memory, WorkBeyondItsMemoryFailsAlone) {
  std::vector<std::string> options = kSmallServer;
  options[0] = "--work-memory-bytes=64MiB";
  ServerProcess server(options);
  const size_t before = PeakBytes(server);
  const std::string request = Request(ChainModel(450'000)).SerializeAsString();
  const grpc::Status status = Call(server, kInferShapes, request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  EXPECT_EQ(ErrorInfoOf(status).reason(), "OUT_OF_MEMORY");
  EXPECT_FALSE(HasRetryInfo(status));
  // The request itself is there several times, in gRPC's buffers and ours.
  EXPECT_LT(PeakBytes(server), before + WithSanitizer((64 + 32) * kMiB + 4 * request.size()));
  ExpectServing(server);
}

TEST(Memory, MessagesOfNothingEndBeforeTheyFillTheMemory) {
  ServerProcess server(kSmallServer);
  const grpc::Status status = Call(server, kComputeLayout, EmptyMessages(8'000'000));
  EXPECT_FALSE(status.ok());
  EXPECT_LT(PeakBytes(server), WithSanitizer(512 * kMiB));
  ExpectServing(server);
}

// Waits for memory to go back; fails in the end.
bool FallsTo(ServerProcess& server, size_t bytes) {
  for (int i = 0; i < 300; ++i) {
    if (ResidentBytes(server) <= bytes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

// Nothing is kept: all that a burst took is free afterwards.
TEST(Memory, WhatWasFreedGoesBack) {
  if (kIsAddressSanitized) GTEST_SKIP() << kKeepsFreedMemory;
  ServerProcess server(
      {"--result-cache-bytes=0", "--model-cache-bytes=0", "--compiled-cache-bytes=0"});
  ExpectServing(server);
  const size_t before = ResidentBytes(server);
  for (const std::string& request : SlowRequests(3, 200'000)) {
    EXPECT_TRUE(Call(server, kInferShapes, request).ok());
  }
  EXPECT_GT(PeakBytes(server), before + 32 * kMiB);
  EXPECT_TRUE(FallsTo(server, before + before / 2)) << before << " " << ResidentBytes(server);
}

// What is kept weighs what it takes: the process is about as large as the caches say.
TEST(Memory, CachesHoldWhatTheyWeigh) {
  ServerProcess server(
      {"--model-cache-bytes=48MiB", "--result-cache-bytes=0", "--compiled-cache-bytes=0"});
  ExpectServing(server);
  const size_t before = ResidentBytes(server);
  for (int i = 0; i < 12; ++i) {
    std::string model = AttributesModel(20 + i, 4000);
    EXPECT_TRUE(Call(server, kInferShapes, Request(model).SerializeAsString()).ok());
  }
  EXPECT_TRUE(FallsTo(server, before + WithSanitizer(48 * kMiB + (before + 48 * kMiB) / 2)))
      << ResidentBytes(server);
}

// Without any option: what the process may take is derived from its limits.
TEST(Memory, AHardLimitEndsCallsNotTheProcess) {
  if (kIsSanitized) GTEST_SKIP() << kNeedsAddresses;
  ServerProcess server({}, {"/bin/sh", "-c", "ulimit -d 524288; exec \"$@\"", "sh"});
  const std::vector<std::pair<const char*, std::function<std::string()>>> hostile = {
      {kInferShapes, [] { return Request(ChainModel(300'000)).SerializeAsString(); }},
      {kInferShapes, [] { return Request(AttributesModel(100, 5000)).SerializeAsString(); }},
      {kComputeLayout, [] { return EmptyMessages(8'000'000); }},
      {kInferShapes, [] { return Request(PaddedModel(31 * kMiB)).SerializeAsString(); }},
  };
  for (int round = 0; round < 2; ++round) {
    std::vector<std::unique_ptr<PendingCall>> calls;
    const auto channel = OpenChannel(server);
    for (const auto& [method, request] : hostile) {
      calls.push_back(std::make_unique<PendingCall>(channel, method, request()));
    }
    for (const auto& call : calls) call->Wait();
    ASSERT_TRUE(server.process().IsRunning()) << server.Log();
  }
  EXPECT_LT(PeakBytes(server), 512 * kMiB);
  ExpectServing(server);
}

// A line and its reason, as all errors have, and no more.
TEST(Memory, TheCommandLineSaysSoInALine) {
  if (kIsSanitized) GTEST_SKIP() << kNeedsAddresses;
  const TempFolder folder;
  const std::string path = folder.File("large.onnx");
  WriteFile(path, ChainModel(300'000));
  const ProcessResult result =
      RunProcess({"/bin/sh", "-c", "ulimit -d 65536 && exec \"$0\" infer \"$1\" --embedded",
                  SHAPEWRIGHT_CLI, path});
  EXPECT_EQ(result.code, 3) << result.err;
  EXPECT_EQ(result.err,
            "shapewright: there is too little memory for this\n  reason: OUT_OF_MEMORY\n");
}

}  // namespace
}  // namespace shapewright::end_to_end

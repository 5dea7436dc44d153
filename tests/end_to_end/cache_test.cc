// Equal questions are worked on once, and their answer is the same with and without the caches.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/cpp/model_id.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

struct Answered {
  grpc::Status status;
  std::string bytes;
  std::string cache;
};

Answered Ask(const ServerProcess& server, const std::string& request) {
  PendingCall call(OpenChannel(server), kInferShapes, request);
  Answered answered;
  answered.status = call.Wait();
  answered.bytes = call.response();
  answered.cache = call.CacheWord();
  return answered;
}

// Keeps the one thread of a server busy until it is destroyed.
class BusyThread {
 public:
  explicit BusyThread(ServerProcess& server)
      : call_(OpenChannel(server), kInferShapes,
              Request(ChainModel(1'000'000, 77)).SerializeAsString()) {
    server.WaitForLog("\"call_accepted\"");
  }
  ~BusyThread() { EXPECT_TRUE(call_.Wait().ok()); }

 private:
  PendingCall call_;
};

TEST(Cache, TheSameBytesWithAndWithout) {
  ServerProcess with;
  ServerProcess without({"--result-cache-bytes=0", "--model-cache-bytes=0"});
  for (const char* name : {"bert_base_ts17.onnx", "scripted_control_ts17.onnx", "skl_svc.onnx"}) {
    const std::string request = Request(CorpusModel(name)).SerializeAsString();
    const Answered first = Ask(with, request);
    const Answered second = Ask(with, request);
    const Answered plain = Ask(without, request);
    const Answered again = Ask(without, request);
    ASSERT_TRUE(first.status.ok()) << first.status.error_message();
    EXPECT_EQ(first.cache, "miss") << name;
    EXPECT_EQ(second.cache, "hit") << name;
    EXPECT_EQ(plain.cache, "miss") << name;
    EXPECT_EQ(again.cache, "miss") << name;
    EXPECT_TRUE(first.bytes == second.bytes) << name;
    EXPECT_TRUE(first.bytes == plain.bytes) << name;
    EXPECT_TRUE(first.bytes == again.bytes) << name;
    // By its id, inferred anew from the model that is kept.
    v1::InferShapesRequest by_id = RequestById(ModelId(CorpusModel(name)));
    const Answered named = Ask(with, by_id.SerializeAsString());
    EXPECT_EQ(named.cache, "miss") << name;
    EXPECT_TRUE(first.bytes == named.bytes) << name;
    EXPECT_EQ(Ask(with, by_id.SerializeAsString()).cache, "hit") << name;
    EXPECT_EQ(ErrorInfoOf(Ask(without, by_id.SerializeAsString()).status).reason(),
              "MODEL_NOT_CACHED");
  }
}

TEST(Cache, OtherOptionsAreAnotherQuestion) {
  ServerProcess server;
  v1::InferShapesRequest request = Request(CorpusModel("bert_base_ts17.onnx"));
  const Answered all = Ask(server, request.SerializeAsString());
  request.mutable_selection()->set_scope(v1::Selection::SCOPE_OUTPUTS);
  const Answered outputs = Ask(server, request.SerializeAsString());
  EXPECT_EQ(outputs.cache, "miss");
  EXPECT_LT(outputs.bytes.size(), all.bytes.size());
}

// A model that was driven out while its answer stayed is kept again when it is sent again.
TEST(Cache, AModelThatIsSentCanBeNamed) {
  ServerProcess server({"--model-cache-bytes=3MiB"});
  const std::string model = CorpusModel("bert_base_ts17.onnx");
  const std::string request = Request(model).SerializeAsString();
  const std::string by_id = RequestById(ModelId(model)).SerializeAsString();
  EXPECT_EQ(Ask(server, request).cache, "miss");
  Ask(server, Request(PaddedModel(2'900'000)).SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(Ask(server, by_id).status).reason(), "MODEL_NOT_CACHED");
  EXPECT_EQ(Ask(server, request).cache, "hit");
  EXPECT_TRUE(Ask(server, by_id).status.ok());
}

TEST(Cache, WhatTheModelIsToBlameForIsKept) {
  ServerProcess server;
  const std::string request = Request(CyclicModel()).SerializeAsString();
  const Answered first = Ask(server, request);
  EXPECT_EQ(first.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const Answered second = Ask(server, request);
  server.WaitForLog("\"cache\":\"hit\"");
  EXPECT_EQ(second.status.error_code(), first.status.error_code());
  EXPECT_EQ(second.status.error_message(), first.status.error_message());
  EXPECT_EQ(second.status.error_details(), first.status.error_details());
}

TEST(Cache, WhatMayChangeIsNot) {
  ServerProcess server;
  const std::string by_id = RequestById(ModelId(ReluModel())).SerializeAsString();
  EXPECT_EQ(ErrorInfoOf(Ask(server, by_id).status).reason(), "MODEL_NOT_CACHED");
  ExpectServing(server);  // sends that model
  EXPECT_TRUE(Ask(server, by_id).status.ok());
}

// 64 equal calls come while the only thread is busy: one of them is worked on.
TEST(SingleFlight, ManyEqualCallsAreOneInference) {
  for (const bool is_large : {false, true}) {
    ServerProcess server({"--threads=1", "--log-level=debug"});
    const std::string request =
        Request(is_large ? ChainModel(5'000) : ReluModel()).SerializeAsString();
    std::vector<std::unique_ptr<PendingCall>> calls;
    {
      const BusyThread busy(server);
      const auto channel = OpenChannel(server);
      for (int i = 0; i < 64; ++i) {
        calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
      }
      server.WaitForLog("\"call_accepted\"", 65);
    }
    std::map<std::string, int> words;
    for (const auto& call : calls) {
      const grpc::Status status = call->Wait();
      EXPECT_TRUE(status.ok()) << status.error_message();
      EXPECT_TRUE(call->response() == calls[0]->response());
      ++words[call->CacheWord()];
    }
    EXPECT_EQ(words["miss"], 1);
    EXPECT_EQ(words["hit"], is_large ? 63 : 0);
    EXPECT_EQ(words["joined"], is_large ? 0 : 63);
  }
}

// With a thread for each, large requests are hashed side by side.
TEST(SingleFlight, LargeCallsJoinToo) {
  ServerProcess server({"--threads=8"});
  const std::string request = Request(ChainModel(20'000)).SerializeAsString();
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (int i = 0; i < 64; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
  }
  int misses = 0;
  for (const auto& call : calls) {
    EXPECT_TRUE(call->Wait().ok());
    EXPECT_TRUE(call->response() == calls[0]->response());
    if (call->CacheWord() == "miss") ++misses;
  }
  EXPECT_EQ(misses, 1);
}

// Whoever leaves, the others get their answer.
TEST(SingleFlight, TheFirstMayCancel) {
  ServerProcess server({"--threads=1", "--log-level=debug"});
  const std::string request = Request(ReluModel()).SerializeAsString();
  const auto channel = OpenChannel(server);
  std::unique_ptr<PendingCall> first;
  std::unique_ptr<PendingCall> second;
  {
    const BusyThread busy(server);
    first = std::make_unique<PendingCall>(channel, kInferShapes, request);
    server.WaitForLog("\"call_accepted\"", 2);
    second = std::make_unique<PendingCall>(channel, kInferShapes, request);
    server.WaitForLog("\"call_accepted\"", 3);
    first->Cancel();
    EXPECT_EQ(first->Wait().error_code(), grpc::StatusCode::CANCELLED);
    server.WaitForLog("\"CANCELLED\"");
  }
  EXPECT_TRUE(second->Wait().ok());
  EXPECT_EQ(second->CacheWord(), "joined");
}

TEST(SingleFlight, EachHasItsOwnDeadline) {
  ServerProcess server({"--threads=1", "--log-level=debug"});
  const std::string request = Request(ReluModel()).SerializeAsString();
  const auto channel = OpenChannel(server);
  std::unique_ptr<PendingCall> patient;
  {
    const BusyThread busy(server);
    PendingCall hasty(channel, kInferShapes, request, {}, std::chrono::milliseconds(50));
    server.WaitForLog("\"call_accepted\"", 2);
    patient = std::make_unique<PendingCall>(channel, kInferShapes, request);
    server.WaitForLog("\"call_accepted\"", 3);
    EXPECT_EQ(hasty.Wait().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
  EXPECT_TRUE(patient->Wait().ok());
}

}  // namespace
}  // namespace shapewright::end_to_end

// Equal questions are worked on once, and their answer is the same with and without the caches.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/wire/model_id.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

struct Answered {
  grpc::Status status;
  std::string bytes;
  std::string cache;
  std::string answers_id;
};

Answered Ask(const ServerProcess& server, const std::string& request,
             const char* method = kInferShapes) {
  PendingCall call(OpenChannel(server), method, request);
  Answered answered;
  answered.status = call.Wait();
  answered.bytes = call.response();
  answered.cache = call.CacheWord();
  answered.answers_id = call.Trailer("shapewright-answers-id");
  return answered;
}

// A small request that is much work: it waits for the thread.
std::string LargeRequest(ServerProcess& server) {
  const std::string model = ChainModel(60'000);
  EXPECT_TRUE(server.client().UploadModel(model).ok());
  v1::InferShapesRequest request = RequestById(ModelId(model));
  request.set_scope(v1::SCOPE_OUTPUTS);
  return request.SerializeAsString();
}

std::string LargeMergeRequest() {
  v1::MergeShapesRequest request;
  for (int i = 0; i < 4500; ++i) {
    request.add_cases()->mutable_merge()->add_operands()->set_text("[2]");
  }
  return request.SerializeAsString();
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

TEST(Cache, EveryAnswerTellsFromWhichEngineItIs) {
  ServerProcess server;
  const std::string good = Request(ReluModel()).SerializeAsString();
  const Answered miss = Ask(server, good);
  const Answered hit = Ask(server, good);
  EXPECT_EQ(miss.cache, "miss");
  EXPECT_EQ(hit.cache, "hit");
  const Answered error = Ask(server, "\xff");
  EXPECT_FALSE(error.status.ok());
  const auto capabilities = server.client().GetCapabilities();
  ASSERT_TRUE(capabilities.ok());
  EXPECT_EQ(capabilities->answers_id().size(), 16);
  for (const Answered& each : {miss, hit, error}) {
    EXPECT_EQ(each.answers_id, capabilities->answers_id());
  }
}

TEST(S23Cache, TheSameBytesWithAndWithout) {
  ServerProcess with;
  ServerProcess without(
      {"--result-cache-bytes=0", "--model-cache-bytes=0", "--compiled-cache-bytes=0"});
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

std::string RequestOfMerges(int cases) {
  v1::MergeShapesRequest request;
  for (int i = 0; i < cases; ++i) {
    v1::MergeTypes& merge = *request.add_cases()->mutable_merge();
    merge.add_operands()->set_text("[N, ?]");
    merge.add_operands()->set_text("[?, 5]");
  }
  return request.SerializeAsString();
}

std::string LayoutRequest(int cases) {
  v1::ComputeLayoutRequest request;
  for (int i = 0; i < cases; ++i) {
    v1::LayoutCase& message = *request.add_cases();
    message.mutable_tensor()->set_text("f32[2,3]{0,1}");
    v1::Numbers& axes = *message.add_changes()->mutable_transpose();
    for (const int64_t axis : {1, 0}) axes.add_values(axis);
  }
  return request.SerializeAsString();
}

// Requests that are hashed at once, and such as are hashed by the pool.
TEST(S23Cache, TheRpcsOfCasesHaveItToo) {
  ServerProcess with({"--max-cases=100000"});
  ServerProcess without({"--max-cases=100000", "--result-cache-bytes=0"});
  for (const int cases : {1, 5'000}) {
    const std::map<const char*, std::string> requests = {{kMergeShapes, RequestOfMerges(cases)},
                                                         {kComputeLayout, LayoutRequest(cases)}};
    for (const auto& [method, request] : requests) {
      const Answered first = Ask(with, request, method);
      const Answered second = Ask(with, request, method);
      const Answered plain = Ask(without, request, method);
      ASSERT_TRUE(first.status.ok()) << first.status.error_message();
      EXPECT_EQ(first.cache, "miss") << method << cases;
      EXPECT_EQ(second.cache, "hit") << method << cases;
      EXPECT_EQ(plain.cache, "miss") << method << cases;
      EXPECT_EQ(Ask(without, request, method).cache, "miss") << method << cases;
      EXPECT_TRUE(first.bytes == second.bytes) << method << cases;
      EXPECT_TRUE(first.bytes == plain.bytes) << method << cases;
    }
  }
}

// What is the same request for two methods has two answers.
TEST(S23Cache, MethodsAreApart) {
  ServerProcess server;
  const std::string empty;
  EXPECT_EQ(Ask(server, empty, kInferShapes).status.error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(Ask(server, empty, kMergeShapes).status.ok());
  EXPECT_TRUE(Ask(server, empty, kComputeLayout).status.ok());
  const std::string layout = LayoutRequest(1);
  EXPECT_TRUE(Ask(server, layout, kComputeLayout).status.ok());
  EXPECT_FALSE(Ask(server, layout, kMergeShapes).status.ok());
  EXPECT_TRUE(Ask(server, layout, kComputeLayout).status.ok());
}

v1::EvaluateShapesRequest BoundRequest(const std::string& model, int64_t size) {
  v1::EvaluateShapesRequest request = SizesRequest(CorpusModel(model));
  for (const char* symbol : {"batch", "sequence"}) {
    v1::SymbolSize& bound = *request.add_bindings()->add_symbols();
    bound.set_symbol(symbol);
    bound.set_size(size);
  }
  return request;
}

// Requests that differ in their bindings alone are one inference, and all get what they would get
// without any cache.
TEST(S23Cache, OtherBindingsOfTheSameInference) {
  const std::string name = "bert_base_ts17.onnx";
  ServerProcess with({kListenHttp});
  ServerProcess without(
      {"--result-cache-bytes=0", "--model-cache-bytes=0", "--compiled-cache-bytes=0"});
  for (int size = 1; size <= 10; ++size) {
    v1::EvaluateShapesRequest request = BoundRequest(name, size);
    const Answered plain = Ask(without, request.SerializeAsString(), kEvaluateShapes);
    ASSERT_TRUE(plain.status.ok()) << plain.status.error_message();
    // Once with the model, then by its id.
    if (size > 1) request.mutable_model()->set_model_id(ModelId(CorpusModel(name)));
    const Answered bound = Ask(with, request.SerializeAsString(), kEvaluateShapes);
    EXPECT_TRUE(bound.bytes == plain.bytes) << size;
  }
  v1::EvaluateShapesRequest other = BoundRequest(name, 1);
  other.mutable_memory();
  EXPECT_TRUE(Ask(with, other.SerializeAsString(), kEvaluateShapes).status.ok());
  const auto samples = ParseMetrics(Fetch(with.http_address(), "/metrics").body);
  EXPECT_EQ(samples.at("shapewright_inferences_total"), 2);
  EXPECT_EQ(samples.at("shapewright_cache_hits_total{cache=\"compiled\"}"), 9);
  EXPECT_EQ(samples.at("shapewright_cache_misses_total{cache=\"compiled\"}"), 2);
  EXPECT_EQ(samples.at("shapewright_cache_entries{cache=\"compiled\"}"), 2);
}

// The shortest way to ask is answered at once too, from what the same question in full left.
TEST(S23Cache, OneInferenceForBothNames) {
  ServerProcess server;
  v1::InferShapesRequest request = Request(CorpusModel("bert_base_ts17.onnx"));
  request.mutable_model()->add_premises("batch <= 8");
  const auto told = server.client().InferShapes(request);
  ASSERT_TRUE(told.ok()) << told.status();
  v1::EvaluateShapesRequest sizes = BoundRequest("bert_base_ts17.onnx", 9);
  sizes.mutable_model()->add_premises("batch <= 8");
  const Answered in_full = Ask(server, sizes.SerializeAsString(), kEvaluateShapes);
  ASSERT_TRUE(in_full.status.ok()) << in_full.status.error_message();
  sizes.mutable_model()->Clear();
  sizes.mutable_model()->set_inference_id(told->inference_id());
  const Answered by_id = Ask(server, sizes.SerializeAsString(), kEvaluateShapes);
  ASSERT_TRUE(by_id.status.ok()) << by_id.status.error_message();
  EXPECT_EQ(by_id.bytes, in_full.bytes);
}

// What little is left to do needs no thread of the pool.
TEST(S23Cache, SmallBindingsAreAnsweredAtOnce) {
  const std::string name = "bert_base_ts17.onnx";
  ServerProcess server({"--threads=1", "--log-level=debug", "--log-every=1"});
  v1::EvaluateShapesRequest request = BoundRequest(name, 1);
  ASSERT_TRUE(Ask(server, request.SerializeAsString(), kEvaluateShapes).status.ok());
  request.mutable_model()->set_model_id(ModelId(CorpusModel(name)));
  PendingCall busy(OpenChannel(server), kInferShapes,
                   Request(ChainModel(1'000'000, 77)).SerializeAsString());
  server.WaitForLog("\"call_accepted\"", 2);
  for (int size = 2; size <= 10; ++size) {
    for (auto& binding : *request.mutable_bindings()) {
      binding.mutable_symbols(0)->set_size(size);
    }
    EXPECT_TRUE(Ask(server, request.SerializeAsString(), kEvaluateShapes).status.ok());
  }
  EXPECT_TRUE(busy.Wait().ok());
  int derived = 0;
  for (const auto& line : server.LogOf("call")) derived += line.value("cache", "") == "derived";
  EXPECT_EQ(derived, 9);
  EXPECT_EQ(server.LogOf("call_accepted").size(), 2U);
}

TEST(S23Cache, OtherOptionsAreAnotherQuestion) {
  ServerProcess server;
  v1::InferShapesRequest request = Request(CorpusModel("bert_base_ts17.onnx"));
  const Answered all = Ask(server, request.SerializeAsString());
  request.set_scope(v1::SCOPE_OUTPUTS);
  const Answered outputs = Ask(server, request.SerializeAsString());
  EXPECT_EQ(outputs.cache, "miss");
  EXPECT_LT(outputs.bytes.size(), all.bytes.size());
}

// A model that was driven out while its answer stayed is kept again when it is sent again.
TEST(S23Cache, AModelThatIsSentCanBeNamed) {
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

TEST(S23Cache, WhatTheModelIsToBlameForIsKept) {
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

TEST(S23Cache, SoIsWhatThePremisesAreToBlameFor) {
  ServerProcess server({kListenHttp});
  v1::MergeShapesRequest request;
  request.add_premises("N <");
  const std::string bytes = request.SerializeAsString();
  const Answered first = Ask(server, bytes, kMergeShapes);
  EXPECT_EQ(first.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Ask(server, bytes, kMergeShapes).status.error_details(), first.status.error_details());
  const auto samples = ParseMetrics(Fetch(server.http_address(), "/metrics").body);
  EXPECT_EQ(samples.at("shapewright_cache_hits_total{cache=\"answers\"}"), 1);
}

TEST(S23Cache, WhatMayChangeIsNot) {
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
        is_large ? Request(ChainModel(60'000)).SerializeAsString() : LargeRequest(server);
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

TEST(SingleFlight, EqualCasesToo) {
  ServerProcess server({"--threads=1", "--log-level=debug"});
  const std::string request = LargeMergeRequest();
  std::vector<std::unique_ptr<PendingCall>> calls;
  {
    const BusyThread busy(server);
    const auto channel = OpenChannel(server);
    for (int i = 0; i < 8; ++i) {
      calls.push_back(std::make_unique<PendingCall>(channel, kMergeShapes, request));
    }
    server.WaitForLog("\"call_accepted\"", 9);
  }
  std::map<std::string, int> words;
  for (const auto& call : calls) {
    EXPECT_TRUE(call->Wait().ok());
    ++words[call->CacheWord()];
  }
  EXPECT_EQ(words, (std::map<std::string, int>{{"joined", 7}, {"miss", 1}}));
}

// With a thread for each, large requests are hashed side by side.
TEST(SingleFlight, LargeCallsJoinToo) {
  constexpr size_t kCalls = 64;
  ServerProcess server({"--threads=8"});
  const std::string request = Request(ChainModel(20'000)).SerializeAsString();
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  calls.reserve(kCalls);
  for (size_t i = 0; i < kCalls; ++i) {
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
  const std::string request = LargeRequest(server);
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
  const std::string request = LargeRequest(server);
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

// Answers are limited while they are written: what is asked with few bytes cannot take the memory
// of the server.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/process_memory.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

// A request whose answer is well over the least limit that the server may be started with.
struct AnswerCase {
  const char* name;
  const char* method;
  // Serialized, with that limit of its answer.
  std::function<std::string(uint64_t max_answer_bytes)> request;
};

std::string InferRequest(uint64_t max_answer_bytes) {
  v1::InferShapesRequest request = Request(ChainModel(50));
  request.mutable_limits()->set_answer_bytes(max_answer_bytes);
  return request.SerializeAsString();
}

// Is answered from an inference that is kept, from the second time on.
std::string BindingRequest(uint64_t max_answer_bytes) {
  v1::EvaluateShapesRequest request = SizesRequest(ChainModel(50));
  for (int i = 0; i < 60; ++i) {
    v1::SymbolSize& size = *request.add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(i);
  }
  request.mutable_limits()->set_answer_bytes(max_answer_bytes);
  return request.SerializeAsString();
}

std::string MergeRequest(uint64_t max_answer_bytes) {
  v1::MergeShapesRequest request;
  for (int i = 0; i < 100; ++i) {
    v1::MergeCase& message = *request.add_cases();
    message.mutable_broadcast()->add_operands()->set_text("f32[N, 1, 7]");
    message.mutable_broadcast()->add_operands()->set_text("f32[1, M, 7]");
  }
  request.mutable_limits()->set_answer_bytes(max_answer_bytes);
  return request.SerializeAsString();
}

std::string LayoutRequest(uint64_t max_answer_bytes) {
  v1::ComputeLayoutRequest request;
  for (int i = 0; i < 20; ++i) {
    v1::LayoutCase& message = *request.add_cases();
    message.mutable_tensor()->set_text("f32[3,50]{0,1}");
    message.add_questions()->mutable_memory_order();
  }
  request.mutable_limits()->set_answer_bytes(max_answer_bytes);
  return request.SerializeAsString();
}

class AnswerTest : public testing::TestWithParam<AnswerCase> {};

void ExpectTooLarge(const grpc::Status& status, uint64_t limit) {
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  EXPECT_EQ(ErrorInfoOf(status).reason(), "ANSWER_TOO_LARGE");
  EXPECT_FALSE(HasRetryInfo(status));
  std::string fact;
  const google::rpc::ErrorInfo info = ErrorInfoOf(status);
  for (const auto& entry : info.metadata()) {
    if (entry.key() == "limit") fact = entry.value();
  }
  EXPECT_EQ(fact, std::to_string(limit));
}

// To the byte, by the option and by the request, whichever is less.
TEST_P(AnswerTest, JustKeptAndJustBreached) {
  const AnswerCase& test = GetParam();
  const ServerProcess server;
  const auto channel = OpenChannel(server);
  PendingCall free(channel, test.method, test.request(0));
  ASSERT_TRUE(free.Wait().ok());
  const uint64_t size = free.response().size();
  ASSERT_GT(size, 1024U);
  for (int round = 0; round < 2; ++round) {
    PendingCall kept(channel, test.method, test.request(size));
    ASSERT_TRUE(kept.Wait().ok());
    EXPECT_TRUE(kept.response() == free.response());
    ExpectTooLarge(PendingCall(channel, test.method, test.request(size - 1)).Wait(), size - 1);
  }
  const ServerProcess small({"--max-answer-bytes=1KiB"});
  ExpectTooLarge(Call(small, test.method, test.request(0)), 1024);
  ExpectTooLarge(Call(small, test.method, test.request(size)), 1024);
  ExpectTooLarge(Call(small, test.method, test.request(1000)), 1000);
}

INSTANTIATE_TEST_SUITE_P(Answers, AnswerTest,
                         testing::Values(AnswerCase{"Infer", kInferShapes, InferRequest},
                                         AnswerCase{"Bindings", kEvaluateShapes, BindingRequest},
                                         AnswerCase{"Merge", kMergeShapes, MergeRequest},
                                         AnswerCase{"Layout", kComputeLayout, LayoutRequest}),
                         [](const auto& info) { return std::string(info.param.name); });

std::string ImagesRequest(int cases, int questions) {
  v1::ComputeLayoutRequest request;
  for (int i = 0; i < cases; ++i) {
    v1::LayoutCase& message = *request.add_cases();
    message.mutable_tensor()->set_text("f32[256,256]");
    for (int k = 0; k < questions; ++k) message.add_questions()->mutable_memory_order();
  }
  return request.SerializeAsString();
}

// 541 bytes made 131 MB, 54 kB 17.5 GB.
TEST(Answers, PlacesAreLimitedPerRequest) {
  ServerProcess server;
  const size_t before = PeakBytes(server);
  for (const auto& [cases, questions] :
       {std::pair(1, 100), std::pair(100, 1), std::pair(100, 100)}) {
    const grpc::Status status = Call(server, kComputeLayout, ImagesRequest(cases, questions));
    EXPECT_EQ(ErrorInfoOf(status).reason(), "TOO_MANY_PLACES") << status.error_message();
  }
  EXPECT_LT(PeakBytes(server), before + WithSanitizer(256 * kMiB));
  ExpectServing(server);
}

std::string QuestionsRequest(int elements, int questions) {
  v1::ComputeLayoutRequest request;
  v1::LayoutCase& message = *request.add_cases();
  v1::SequenceType& tuple = *message.mutable_tensor()->mutable_sequence();
  tuple.mutable_length()->set_size(elements);
  for (int i = 0; i < elements; ++i) tuple.add_positions()->set_text("f32[2]");
  for (int i = 0; i < questions; ++i) message.add_questions()->set_axis_named("x");
  return request.SerializeAsString();
}

// A product that the request only names the factors of; the tuple itself counts too.
TEST(Answers, QuestionsOfTuplesAreLimitedPerRequest) {
  const ServerProcess server({"--max-queries=100"});
  EXPECT_TRUE(Call(server, kComputeLayout, QuestionsRequest(9, 10)).ok());
  const grpc::Status status = Call(server, kComputeLayout, QuestionsRequest(10, 10));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "TOO_MANY_QUERIES") << status.error_message();
}

// 10,000 bindings with plans made 4.4 GB, and a length modulo 2^32.
TEST(Answers, BindingsWithPlansEndAtTheLimit) {
  ServerProcess server;
  v1::EvaluateShapesRequest request = SizesRequest(ChainModel(5000));
  request.mutable_memory()->set_with_plan(true);
  request.mutable_packed();
  for (int i = 0; i < 10'000; ++i) {
    v1::SymbolSize& size = *request.add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(1'000'000 + i);
  }
  const size_t before = PeakBytes(server);
  const grpc::Status status = Call(server, kEvaluateShapes, request.SerializeAsString());
  ExpectTooLarge(status, 64 * kMiB);
  EXPECT_LT(PeakBytes(server), before + WithSanitizer(4 * 64 * kMiB));
  ExpectServing(server);
}

// What a message is made of may be three times as long on its way: control characters are
// percent-encoded in the trailers, of which clients take 8 kB.
TEST(Answers, ErrorsReachTheClientWhateverNamesAreMadeOf) {
  const ServerProcess server;
  for (const char* piece : {"\x01", "%", "\xd7\x90", "\xf0\x9f\x92\xa9", "a"}) {
    onnx::ModelProto model;
    model.ParseFromString(ReluModel());
    std::string name;
    while (name.size() < 100'000) name += piece;
    for (int i = 0; i < 10; ++i) {
      onnx::NodeProto& node = *model.mutable_graph()->add_node();
      node.set_op_type("NoSuchOperator");
      node.set_name(name);
      node.add_input("x");
      node.add_input("x");
      node.add_output(absl::StrCat(name, i));
    }
    v1::InferShapesRequest request = Request(model.SerializeAsString());
    request.set_strictness(v1::STRICTNESS_COMPLETE);
    const grpc::Status status = Call(server, kInferShapes, request.SerializeAsString());
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << status.error_message();
    EXPECT_FALSE(ErrorInfoOf(status).reason().empty());
    EXPECT_LE(status.error_details().size(), 4096U);

    v1::InferShapesRequest unknown = Request(ReluModel());
    unknown.add_values(name);
    const grpc::Status missing = Call(server, kInferShapes, unknown.SerializeAsString());
    EXPECT_EQ(missing.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << missing.error_message();
    EXPECT_FALSE(ErrorInfoOf(missing).reason().empty());
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

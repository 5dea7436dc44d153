#include <google/protobuf/util/message_differencer.h>
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/answer_pieces.h"
#include "shapewright/v1/service.grpc.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// StreamInferShapes: the answers of InferShapes in pieces.
namespace shapewright::end_to_end {
namespace {

using google::protobuf::util::MessageDifferencer;

struct Streamed {
  grpc::Status status;
  std::vector<size_t> sizes;
  v1::InferShapesResponse answer;
  std::string timing;
};

Streamed Stream(const ServerProcess& server, const v1::InferShapesRequest& request) {
  Streamed result;
  grpc::ClientContext context;
  v1::StreamInferShapesRequest message;
  *message.mutable_request() = request;
  const auto stub = v1::ShapeService::NewStub(OpenChannel(server));
  const auto reader = stub->StreamInferShapes(&context, message);
  for (v1::StreamInferShapesResponse piece; reader->Read(&piece);) {
    result.sizes.push_back(piece.ByteSizeLong());
    EXPECT_TRUE(AddPiece(piece, &result.answer));
  }
  result.status = reader->Finish();
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto timing = trailers.find("server-timing");
  if (timing != trailers.end()) result.timing = {timing->second.data(), timing->second.size()};
  return result;
}

v1::InferShapesRequest WholeRequest(const std::string& onnx) {
  v1::InferShapesRequest request = Request(onnx);
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  request.add_include(v1::PART_NODES);
  request.add_include(v1::PART_ELEMENTS);
  request.add_include(v1::PART_AUDIT);
  return request;
}

// The answer of the unary call is the oracle, over all models of the corpus.
TEST(Stream, PiecesTogetherAreTheAnswer) {
  constexpr size_t kMessageBytes = 16 << 10;
  ServerProcess server({absl::StrCat("--stream-message-bytes=", kMessageBytes)});
  const auto folder = std::filesystem::path(SourcePath("tests/data/corpus/models"));
  int in_pieces = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename();
    SCOPED_TRACE(name);
    const v1::InferShapesRequest request = WholeRequest(CorpusModel(name));
    const auto expected = server.client().InferShapes(request);
    ASSERT_TRUE(expected.ok()) << expected.status();
    const Streamed streamed = Stream(server, request);
    ASSERT_TRUE(streamed.status.ok()) << streamed.status.error_message();
    EXPECT_TRUE(MessageDifferencer::Equals(streamed.answer, *expected));
    EXPECT_LE(*std::max_element(streamed.sizes.begin(), streamed.sizes.end()), kMessageBytes);
    in_pieces += streamed.sizes.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(in_pieces, 20);
}

TEST(Stream, WhatIsTooLargeForAMessageIsStreamed) {
  ServerProcess server({"--max-answer-bytes=16KiB", "--max-streamed-answer-bytes=1MiB",
                        "--stream-message-bytes=4KiB"});
  const v1::InferShapesRequest request = Request(ChainModel(1000));
  const grpc::Status unary = Call(server, kInferShapes, request.SerializeAsString());
  EXPECT_EQ(unary.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(unary).reason(), "ANSWER_TOO_LARGE");
  EXPECT_TRUE(absl::StrContains(unary.error_message(), "StreamInferShapes"))
      << unary.error_message();
  // Whoever wants no more is not told so.
  v1::InferShapesRequest small = request;
  small.mutable_limits()->set_answer_bytes(1000);
  const grpc::Status own = Call(server, kInferShapes, small.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(own).reason(), "ANSWER_TOO_LARGE");
  EXPECT_FALSE(absl::StrContains(own.error_message(), "StreamInferShapes"));
  EXPECT_EQ(ErrorInfoOf(Stream(server, small).status).reason(), "ANSWER_TOO_LARGE");

  const auto streamed = server.client().StreamInferShapes(request);
  ASSERT_TRUE(streamed.ok()) << streamed.status();
  EXPECT_EQ(streamed->graphs(0).values_size(), 1001);
  const Streamed too_large = Stream(server, Request(ChainModel(50'000)));
  EXPECT_EQ(too_large.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(too_large.status).reason(), "ANSWER_TOO_LARGE");
  EXPECT_TRUE(too_large.sizes.empty());
  ExpectServing(server);
}

// They are those of InferShapes.
TEST(Stream, Errors) {
  ServerProcess server;
  const Streamed none = Stream(server, v1::InferShapesRequest());
  EXPECT_EQ(ErrorInfoOf(none.status).reason(), "MODEL_MISSING");
  EXPECT_EQ(FieldOf(none.status), "model");
  v1::InferShapesRequest by_id;
  by_id.mutable_model()->set_model_id("sha256:" + std::string(64, '0'));
  const Streamed unknown = Stream(server, by_id);
  EXPECT_EQ(ErrorInfoOf(unknown.status).reason(), "MODEL_NOT_CACHED");
  EXPECT_EQ(FieldOf(unknown.status), "model.model_id");
  // Kept, as errors of InferShapes are.
  for (int i = 0; i < 2; ++i) {
    const Streamed malformed = Stream(server, Request("no model"));
    EXPECT_EQ(ErrorInfoOf(malformed.status).reason(), "MALFORMED_MODEL");
    EXPECT_EQ(FieldOf(malformed.status), "model.onnx");
  }
  ServerProcess small({"--stream-message-bytes=1KiB"});
  const std::string name(2000, 'n');
  v1::InferShapesRequest request = Request(ReluModel());
  v1::NamedType& type = *request.mutable_model()->add_input_types();
  type.set_name("x");
  type.mutable_type()->set_text(absl::StrCat("float32[", name, ", 3]"));
  const Streamed large = Stream(small, request);
  EXPECT_EQ(ErrorInfoOf(large.status).reason(), "ANSWER_TOO_LARGE");
  EXPECT_TRUE(large.sizes.empty());
}

TEST(Stream, IsCountedAndLogged) {
  ServerProcess server({kListenHttp, "--log-every=1", "--stream-message-bytes=4KiB"});
  const v1::InferShapesRequest request = Request(ChainModel(1000));
  const Streamed first = Stream(server, request);
  EXPECT_TRUE(absl::StrContains(first.timing, "cache;desc=miss")) << first.timing;
  const Streamed second = Stream(server, request);
  EXPECT_EQ(second.timing, "");
  EXPECT_EQ(second.sizes, first.sizes);
  size_t bytes = 0;
  for (const size_t size : first.sizes) bytes += size;
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 2U);
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("method"), "StreamInferShapes");
    EXPECT_EQ(line.at("response_bytes"), bytes);
  }
  EXPECT_EQ(lines[0].at("cache"), "miss");
  EXPECT_EQ(lines[1].at("cache"), "hit");
  const std::string labels =
      "{grpc_method=\"StreamInferShapes\",grpc_service=\"shapewright.v1.ShapeService\","
      "grpc_type=\"server_stream\"}";
  EXPECT_EQ(server.Metric("grpc_server_msg_sent_total" + labels), 2.0 * first.sizes.size());
  EXPECT_EQ(server.Metric("grpc_server_msg_received_total" + labels), 2);
}

// Large models are named by their id, which a server may have forgotten, as in other calls.
TEST(Stream, TheClientSendsAModelOnce) {
  ServerProcess server({"--log-every=1"});
  const v1::InferShapesRequest request = Request(PaddedModel(200'000));
  const auto expected = server.client().InferShapes(request);
  ASSERT_TRUE(expected.ok()) << expected.status();
  const auto streamed = server.client().StreamInferShapes(request);
  ASSERT_TRUE(streamed.ok()) << streamed.status();
  EXPECT_TRUE(MessageDifferencer::Equals(*streamed, *expected));
  EXPECT_LT(server.LogOf("call").back().at("request_bytes"), 200);
  v1::InferShapesRequest by_inference;
  by_inference.mutable_model()->set_inference_id(streamed->inference_id());
  const auto again = server.client().StreamInferShapes(by_inference);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(MessageDifferencer::Equals(*again, *expected));
}

}  // namespace
}  // namespace shapewright::end_to_end

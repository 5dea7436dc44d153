#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "client/cpp/answer_pieces.h"
#include "shapewright/v1/service.grpc.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/process_memory.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

// Callers that read a stream slowly, not to its end, or not at all.
namespace shapewright::end_to_end {
namespace {

constexpr char kOpenCalls[] = "shapewright_calls_in_flight";
constexpr char kOpenBytes[] = "shapewright_bytes_in_flight";
constexpr char kCutAnswers[] = "shapewright_answers_unread_total";
constexpr int kStreamNodes = 50'000;

// A stream of which the first message was read, over a connection that takes little ahead.
class OpenStream {
 public:
  OpenStream(const ServerProcess& server, const v1::InferShapesRequest& request) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    stub_ = v1::ShapeService::NewStub(
        grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments));
    v1::StreamInferShapesRequest message;
    *message.mutable_request() = request;
    reader_ = stub_->StreamInferShapes(&context_, message);
    EXPECT_TRUE(ReadOne());
  }

  bool ReadOne() {
    v1::StreamInferShapesResponse piece;
    return reader_->Read(&piece) && AddPiece(piece, &answer_);
  }
  grpc::Status ReadToEnd() {
    while (ReadOne()) {
    }
    return reader_->Finish();
  }
  void Cancel() { context_.TryCancel(); }
  const v1::InferShapesResponse& answer() const { return answer_; }

 private:
  std::unique_ptr<v1::ShapeService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::StreamInferShapesResponse>> reader_;
  v1::InferShapesResponse answer_;
};

// By the id of a model whose answer is so large that no window takes it; the answer is kept.
// Of LargeRequest(): that for the limits, the upload, and the answer.
constexpr int kCallsBefore = 3;
v1::InferShapesRequest LargeRequest(ServerProcess& server, size_t* answer_bytes = nullptr) {
  const auto uploaded = server.client().UploadModel(ChainModel(kStreamNodes));
  EXPECT_TRUE(uploaded.ok()) << uploaded.status();
  v1::InferShapesRequest request = RequestById(uploaded.ok() ? uploaded->model_id() : "");
  const auto answer = server.client().StreamInferShapes(request);
  EXPECT_TRUE(answer.ok()) << answer.status();
  if (answer.ok() && answer_bytes != nullptr) *answer_bytes = answer->ByteSizeLong();
  return request;
}

void ExpectWhole(const OpenStream& stream) {
  ASSERT_EQ(stream.answer().graphs_size(), 1);
  EXPECT_EQ(stream.answer().graphs(0).values_size(), kStreamNodes + 1);
}

TEST(StreamFault, SlowReadersHoldOneAnswer) {
  ServerProcess server({kListenHttp, "--stream-message-bytes=64KiB"});
  size_t size = 0;
  const v1::InferShapesRequest request = LargeRequest(server, &size);
  const size_t before = ResidentBytes(server);
  std::vector<std::unique_ptr<OpenStream>> streams;
  for (int i = 0; i < 20; ++i) streams.push_back(std::make_unique<OpenStream>(server, request));
  EXPECT_EQ(server.Metric(kOpenCalls), 20);
  EXPECT_GE(server.Metric(kOpenBytes), 20.0 * static_cast<double>(size));
  // What each holds besides is a message, and what the transport has taken of it.
  EXPECT_LT(ResidentBytes(server), before + WithSanitizer(20 * kMiB));
  ExpectServing(server);
  for (const auto& stream : streams) {
    const grpc::Status status = stream->ReadToEnd();
    EXPECT_TRUE(status.ok()) << status.error_message();
    ExpectWhole(*stream);
  }
  while (server.Metric(kOpenCalls) > 0) std::this_thread::yield();
  EXPECT_EQ(server.Metric(kOpenBytes), 0);
}

// The time is for each message.
TEST(StreamFault, AReaderThatStopsIsCut) {
  ServerProcess server({kListenHttp, "--send-seconds=1", "--log-every=1"});
  OpenStream stream(server, LargeRequest(server));
  server.WaitForLog("\"call\"", kCallsBefore + 1);
  EXPECT_EQ(server.LogOf("call").back().at("code"), "CANCELLED");
  EXPECT_EQ(server.Metric(kCutAnswers), 1);
  EXPECT_EQ(stream.ReadToEnd().error_code(), grpc::StatusCode::CANCELLED);
  while (server.Metric(kOpenCalls) > 0) std::this_thread::yield();
  ExpectServing(server);
}

TEST(StreamFault, ACallerThatCancelsGivesItsPlaceBack) {
  ServerProcess server({kListenHttp, "--log-every=1", "--stream-message-bytes=64KiB"});
  const v1::InferShapesRequest request = LargeRequest(server);
  for (int i = 0; i < 10; ++i) {
    OpenStream stream(server, request);
    stream.Cancel();
    EXPECT_EQ(stream.ReadToEnd().error_code(), grpc::StatusCode::CANCELLED);
  }
  server.WaitForLog("\"call\"", kCallsBefore + 10);
  int cancelled = 0;
  for (const auto& line : server.LogOf("call")) cancelled += line.at("code") == "CANCELLED" ? 1 : 0;
  EXPECT_EQ(cancelled, 10);
  while (server.Metric(kOpenCalls) > 0) std::this_thread::yield();
  EXPECT_EQ(server.Metric(kOpenBytes), 0);
  ExpectServing(server);
}

TEST(StreamFault, TheDeadlineHoldsBetweenMessages) {
  // The message that is not read is cut later than the deadline of the call is.
  ServerProcess server({"--max-deadline-seconds=2", "--send-seconds=3", "--log-every=1"});
  OpenStream stream(server, LargeRequest(server));
  server.WaitForLog("\"call\"", kCallsBefore + 1);
  EXPECT_EQ(server.LogOf("call").back().at("code"), "DEADLINE_EXCEEDED");
  EXPECT_FALSE(stream.ReadToEnd().ok());
  ExpectServing(server);
}

// A stream that has begun is sent to its end, as long as the drain allows.
TEST(StreamFault, ADrainLetsStreamsEnd) {
  ServerProcess server({"--stream-message-bytes=64KiB"});
  OpenStream stream(server, LargeRequest(server));
  server.process().Signal(SIGTERM);
  server.WaitForLog("\"draining\"");
  const grpc::Status status = stream.ReadToEnd();
  EXPECT_TRUE(status.ok()) << status.error_message();
  ExpectWhole(stream);
  EXPECT_EQ(server.process().Wait(), 0);
}

TEST(StreamFault, TheDrainHasAnEnd) {
  ServerProcess server({"--drain-seconds=0"});
  OpenStream stream(server, LargeRequest(server));
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_FALSE(stream.ReadToEnd().ok());
}

}  // namespace
}  // namespace shapewright::end_to_end

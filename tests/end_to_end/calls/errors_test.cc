// Whatever is wrong with a call gets the status that docs/errors.md says, and
// the server goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "client/cpp/error_text.h"
#include "core/wire/model_id.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

struct BadCall {
  const char* name;
  std::function<std::string()> request;
  grpc::StatusCode code;
  const char* reason;
  const char* field;
  const char* method = kInferShapes;
};

std::string OnnxRequest(const std::string& model) { return Request(model).SerializeAsString(); }

// A graph in the service's own form, with graphs within graphs.
std::string DeepGraphRequest() {
  v1::InferShapesRequest request;
  v1::Graph* graph = request.mutable_model()->mutable_graph()->mutable_graph();
  for (int i = 0; i < 200; ++i) {
    graph = graph->add_nodes()->add_attributes()->mutable_graph();
  }
  return request.SerializeAsString();
}

std::string StrictRequest() {
  v1::InferShapesRequest request = Request(ReluModel());
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  std::string model = request.model().onnx();
  // The same length, and no operator.
  model.replace(model.find("Relu"), 4, "Blub");
  request.mutable_model()->set_onnx(model);
  return request.SerializeAsString();
}

std::string ModelIdRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(ModelId("some model"));
  return request.SerializeAsString();
}

std::string InferenceIdRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_inference_id("inference:" + std::string(64, '0'));
  return request.SerializeAsString();
}

std::string MoreThanAnInferenceIdRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_inference_id("inference:" + std::string(64, '0'));
  request.mutable_model()->add_premises("N <= 8");
  return request.SerializeAsString();
}

std::string PathRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_path("model.onnx");
  return request.SerializeAsString();
}

std::string UnknownSymbolRequest() {
  v1::InferShapesRequest request = Request(ReluModel());
  request.mutable_model()->add_premises("no_such_symbol <= 8");
  return request.SerializeAsString();
}

// Field 99, which no message of ours has, behind the fields of a message.
std::string WithField99(const google::protobuf::Message& message) {
  return message.SerializeAsString() + "\x98\x06\x01";
}

std::string UnknownFieldRequest() { return WithField99(Request(ReluModel())); }

std::string UnknownFieldOfABindingRequest() {
  v1::EvaluateShapesRequest request = SizesRequest(ReluModel());
  v1::Binding known;
  known.set_label("first");
  *request.add_bindings() = known;
  EXPECT_TRUE(request.add_bindings()->ParseFromString(WithField99(known)));
  return request.SerializeAsString();
}

std::string UnknownValueRequest() {
  v1::EvaluateShapesRequest request = SizesRequest(ReluModel());
  request.add_values("nobody");
  return request.SerializeAsString();
}

std::string UnknownEnumValueRequest() {
  v1::InferShapesRequest request = Request(ReluModel());
  request.set_strictness(static_cast<v1::Strictness>(17));
  return request.SerializeAsString();
}

std::string TextIsNoUtf8Request() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_path("?.onnx");
  std::string bytes = request.SerializeAsString();
  bytes[bytes.find('?')] = '\xff';
  return bytes;
}

std::string Truncated(const std::string& bytes) { return bytes.substr(0, bytes.size() / 2); }

const std::vector<BadCall>& BadCalls() {
  using grpc::StatusCode;
  static const auto* const kCalls = new std::vector<BadCall>{
      {"MalformedRequest", [] { return std::string("\xff\xff\xff"); }, StatusCode::INVALID_ARGUMENT,
       "MALFORMED_REQUEST", ""},
      {"TruncatedRequest", [] { return Truncated(OnnxRequest(ReluModel())); },
       StatusCode::INVALID_ARGUMENT, "MALFORMED_REQUEST", ""},
      {"TextIsNoUtf8", TextIsNoUtf8Request, StatusCode::INVALID_ARGUMENT, "MALFORMED_REQUEST",
       "model.path"},
      {"DeepRequest", DeepGraphRequest, StatusCode::INVALID_ARGUMENT, "MALFORMED_REQUEST", ""},
      {"UnknownField", UnknownFieldRequest, StatusCode::INVALID_ARGUMENT, "UNKNOWN_FIELD", "99"},
      {"UnknownFieldOfABinding", UnknownFieldOfABindingRequest, StatusCode::INVALID_ARGUMENT,
       "UNKNOWN_FIELD", "bindings[1].99", kEvaluateShapes},
      {"UnknownValue", UnknownValueRequest, StatusCode::INVALID_ARGUMENT, "MALFORMED_REQUEST",
       "values[0]", kEvaluateShapes},
      {"SizesOfNoModel", [] { return std::string(); }, StatusCode::INVALID_ARGUMENT,
       "MODEL_MISSING", "model", kEvaluateShapes},
      {"UnknownEnumValue", UnknownEnumValueRequest, StatusCode::INVALID_ARGUMENT,
       "UNKNOWN_ENUM_VALUE", "strictness"},
      {"EmptyRequest", [] { return std::string(); }, StatusCode::INVALID_ARGUMENT, "MODEL_MISSING",
       "model"},
      {"MalformedModel", [] { return OnnxRequest("this is not a model"); },
       StatusCode::INVALID_ARGUMENT, "MALFORMED_MODEL", "model.onnx"},
      {"TruncatedModel", [] { return OnnxRequest(Truncated(CorpusModel("resnet50_ts17.onnx"))); },
       StatusCode::INVALID_ARGUMENT, "MALFORMED_MODEL", "model.onnx"},
      {"Cycle", [] { return OnnxRequest(CyclicModel()); }, StatusCode::INVALID_ARGUMENT,
       "CYCLIC_GRAPH", "model.onnx"},
      {"NestedSubgraphs", [] { return OnnxRequest(NestedModel(200)); },
       StatusCode::INVALID_ARGUMENT, "SUBGRAPH_TOO_DEEP", "model.onnx"},
      {"Incomplete", StrictRequest, StatusCode::INVALID_ARGUMENT, "MODEL_INCOMPLETE", "model.onnx"},
      {"UnknownSymbol", UnknownSymbolRequest, StatusCode::INVALID_ARGUMENT, "MALFORMED_PREMISE",
       "model.premises[0]"},
      {"UnknownModelId", ModelIdRequest, StatusCode::NOT_FOUND, "MODEL_NOT_CACHED",
       "model.model_id"},
      {"UnknownInferenceId", InferenceIdRequest, StatusCode::NOT_FOUND, "INFERENCE_NOT_CACHED",
       "model.inference_id"},
      {"MoreThanAnInferenceId", MoreThanAnInferenceIdRequest, StatusCode::INVALID_ARGUMENT,
       "MALFORMED_REQUEST", "model.inference_id"},
      {"Path", PathRequest, StatusCode::NOT_FOUND, "PATH_NOT_SERVED", "model.path"},
  };
  return *kCalls;
}

class BadCallTest : public testing::TestWithParam<BadCall> {};

TEST_P(BadCallTest, GetsItsStatusAndTheServerGoesOn) {
  ServerProcess server;
  const grpc::Status status = Call(server, GetParam().method, GetParam().request());
  EXPECT_EQ(status.error_code(), GetParam().code) << status.error_message();
  EXPECT_FALSE(status.error_message().empty());
  EXPECT_EQ(ErrorInfoOf(status).reason(), GetParam().reason);
  EXPECT_EQ(ErrorInfoOf(status).domain(), "shapewright");
  EXPECT_EQ(FieldOf(status), GetParam().field);
  EXPECT_FALSE(HasRetryInfo(status));
  server.WaitForLog("\"call\"");
  EXPECT_TRUE(absl::StrContains(server.Log(), GetParam().reason));
  ExpectServing(server);
}

INSTANTIATE_TEST_SUITE_P(Errors, BadCallTest, testing::ValuesIn(BadCalls()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Errors, LinesOfLibrariesAreLinesOfTheLog) {
  ServerProcess server;
  for (int i = 0; i < 3; ++i) Call(server, kInferShapes, TextIsNoUtf8Request());
  server.WaitForLog("\"protobuf\"");
  size_t lines = 0;
  for (const absl::string_view line : absl::StrSplit(server.Log(), '\n', absl::SkipEmpty())) {
    EXPECT_TRUE(absl::StartsWith(line, "{")) << line;
    lines += absl::StrContains(line, "\"protobuf\"") ? 1 : 0;
  }
  EXPECT_GT(lines, 0U);
}

TEST(Errors, TheCycleIsNamed) {
  ServerProcess server;
  const auto response = server.client().InferShapes(Request(CyclicModel()));
  ASSERT_FALSE(response.ok());
  EXPECT_TRUE(absl::StrContains(response.status().message(), "first") ||
              absl::StrContains(response.status().message(), "second"))
      << response.status();
  EXPECT_EQ(ErrorReason(response.status()), "CYCLIC_GRAPH");
}

TEST(Errors, MessageOverTheLimit) {
  constexpr size_t kLimit = 3'000'000;
  ServerProcess server({"--max-message-bytes=" + std::to_string(kLimit)});
  // So long that a byte more needs no longer length before it.
  const size_t overhead = OnnxRequest(PaddedModel(kLimit)).size() - kLimit;
  const auto call = [&](size_t bytes) {
    return Call(server, kInferShapes, OnnxRequest(PaddedModel(bytes - overhead)));
  };
  EXPECT_TRUE(call(kLimit).ok());
  // A little more: our answer.
  const grpc::Status ours = call(kLimit + 1);
  EXPECT_EQ(ours.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const google::rpc::ErrorInfo info = ErrorInfoOf(ours);
  EXPECT_EQ(info.reason(), "MESSAGE_TOO_LARGE");
  ASSERT_EQ(info.metadata_size(), 2);
  EXPECT_EQ(info.metadata(0).key(), "actual");
  EXPECT_EQ(info.metadata(0).value(), std::to_string(kLimit + 1));
  EXPECT_EQ(info.metadata(1).key(), "limit");
  EXPECT_EQ(info.metadata(1).value(), std::to_string(kLimit));
  // Over 1 MiB more: gRPC's, which has no details.
  const grpc::Status of_grpc = call(kLimit + (1 << 20) + 1);
  EXPECT_EQ(of_grpc.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(of_grpc).reason(), "");
  ExpectServing(server);
}

TEST(Errors, ExpiredDeadline) {
  ServerProcess server;
  const v1::InferShapesRequest request = Request(ChainModel(200'000));
  const auto response = server.client().InferShapes(request, absl::Milliseconds(1));
  EXPECT_TRUE(absl::IsDeadlineExceeded(response.status()));
  ExpectServing(server);
}

// A call without a deadline gets the server's.
TEST(Errors, DefaultDeadline) {
  ServerProcess server({"--default-deadline-seconds=1", "--threads=1"});
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& slow : SlowRequests(16, 400'000)) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
  }
  // They are more work than fits into a second: the last ones are late.
  int late = 0;
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    if (status.ok()) continue;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "DEADLINE_EXCEEDED");
    ++late;
  }
  EXPECT_GT(late, 0);
  ExpectServing(server);
}

TEST(Errors, Cancelled) {
  ServerProcess server({"--threads=1", "--log-level=debug"});
  PendingCall call(OpenChannel(server), kInferShapes, OnnxRequest(ChainModel(1'000'000)));
  server.WaitForLog("\"call_accepted\"");
  call.Cancel();
  EXPECT_EQ(call.Wait().error_code(), grpc::StatusCode::CANCELLED);
  server.WaitForLog("\"CANCELLED\"");
  ExpectServing(server);
}

TEST(Errors, NoSuchMethod) {
  ServerProcess server;
  EXPECT_EQ(Call(server, "/shapewright.v1.ShapeService/Guess", "").error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
  ExpectServing(server);
}

}  // namespace
}  // namespace shapewright::end_to_end

// Models that a request names: by the id of one that the server keeps, after an upload, and by the
// path of a file of the server.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "client/cpp/error_text.h"
#include "core/wire/model_id.h"
#include "core/wire/strip.h"
#include "shapewright/v1/service.grpc.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

// One message of an upload.
v1::UploadModelRequest First(std::optional<int64_t> size, const std::string& id) {
  v1::UploadModelRequest request;
  if (size.has_value()) request.set_size_bytes(*size);
  request.set_model_id(id);
  return request;
}

v1::UploadModelRequest Chunk(const std::string& bytes) {
  v1::UploadModelRequest request;
  request.set_chunk(bytes);
  return request;
}

struct Uploaded {
  grpc::Status status;
  v1::UploadModelResponse response;
};

Uploaded Upload(const ServerProcess& server, const std::vector<v1::UploadModelRequest>& messages) {
  v1::ModelService::Stub stub(OpenChannel(server));
  grpc::ClientContext context;
  Uploaded uploaded;
  const auto writer = stub.UploadModel(&context, &uploaded.response);
  for (const v1::UploadModelRequest& message : messages) {
    if (!writer->Write(message)) break;
  }
  writer->WritesDone();
  uploaded.status = writer->Finish();
  return uploaded;
}

TEST(UploadModel, CanBeNamedAfterwards) {
  ServerProcess server;
  const std::string model = CorpusModel("bert_base_ts17.onnx");
  const auto uploaded = server.client().UploadModel(model);
  ASSERT_TRUE(uploaded.ok()) << uploaded.status();
  EXPECT_EQ(uploaded->model_id(), ModelId(model));
  EXPECT_EQ(uploaded->size_bytes(), model.size());
  EXPECT_FALSE(uploaded->already_known());
  const auto named = server.client().InferShapes(RequestById(uploaded->model_id()));
  ASSERT_TRUE(named.ok()) << named.status();
  const auto sent = server.client().InferShapes(Request(model));
  ASSERT_TRUE(sent.ok()) << sent.status();
  EXPECT_EQ(named->SerializeAsString(), sent->SerializeAsString());
  EXPECT_TRUE(server.client().UploadModel(model)->already_known());
}

// Of a model that is known, too, the answer tells the size, not what the first message claims.
TEST(UploadModel, TheSizeIsThatOfTheModel) {
  ServerProcess server;
  const std::string model = ReluModel();
  ASSERT_TRUE(server.client().UploadModel(model).ok());
  const auto size = static_cast<int64_t>(model.size());
  for (const std::optional<int64_t> promised : {std::optional<int64_t>(), std::optional(size)}) {
    const Uploaded known = Upload(server, {First(promised, ModelId(model))});
    ASSERT_TRUE(known.status.ok()) << known.status.error_message();
    EXPECT_TRUE(known.response.already_known());
    EXPECT_EQ(known.response.size_bytes(), size);
  }
  const grpc::Status wrong = Upload(server, {First(size + 1, ModelId(model))}).status;
  EXPECT_EQ(wrong.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(wrong).reason(), "MALFORMED_REQUEST");
}

TEST(UploadModel, NeedsNoPromises) {
  ServerProcess server;
  const std::string model = ReluModel();
  const Uploaded uploaded =
      Upload(server, {Chunk(model.substr(0, 5)), Chunk(""), Chunk(model.substr(5))});
  ASSERT_TRUE(uploaded.status.ok()) << uploaded.status.error_message();
  EXPECT_EQ(uploaded.response.model_id(), ModelId(model));
}

TEST(UploadModel, Mistakes) {
  ServerProcess server({"--max-calls-in-flight=1"});
  const std::string model = ReluModel();
  const auto size = static_cast<int64_t>(model.size());
  const auto reason = [&](const std::vector<v1::UploadModelRequest>& messages) {
    const Uploaded uploaded = Upload(server, messages);
    EXPECT_EQ(uploaded.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    return ErrorInfoOf(uploaded.status).reason();
  };
  EXPECT_EQ(reason({}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({First(-1, "")}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({Chunk(model), First(size, "")}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({Chunk(model), First(std::nullopt, ModelId(model))}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({First(size + 1, ""), Chunk(model)}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({First(size, ""), Chunk(model + model)}), "MALFORMED_REQUEST");
  EXPECT_EQ(reason({First(std::nullopt, ModelId("other")), Chunk(model)}), "MODEL_ID_MISMATCH");
  EXPECT_EQ(reason({First(std::nullopt, ""), Chunk("no model")}), "MALFORMED_MODEL");
  EXPECT_EQ(FieldOf(Upload(server, {Chunk("no model")}).status), "chunk");
  // None of them keeps the one place: it is free before the caller hears of the mistake.
  ExpectServing(server);
}

TEST(UploadModel, LimitOfBytes) {
  constexpr size_t kLimit = 100'000;
  ServerProcess server({"--max-upload-bytes=" + std::to_string(kLimit)});
  const size_t overhead = PaddedModel(kLimit).size() - kLimit;
  const auto upload = [&](size_t bytes, std::optional<int64_t> promised) {
    return Upload(server, {First(promised, ""), Chunk(PaddedModel(bytes - overhead))}).status;
  };
  EXPECT_TRUE(upload(kLimit, kLimit).ok());
  EXPECT_EQ(ErrorInfoOf(upload(kLimit + 1, kLimit + 1)).reason(), "UPLOAD_TOO_LARGE");
  EXPECT_EQ(ErrorInfoOf(upload(kLimit + 1, std::nullopt)).reason(), "UPLOAD_TOO_LARGE");
  ExpectServing(server);
}

TEST(UploadModel, WhatCannotBeKeptIsRefused) {
  ServerProcess server({"--model-cache-bytes=100KiB"});
  const auto uploaded = server.client().UploadModel(PaddedModel(200'000));
  EXPECT_EQ(ErrorReason(uploaded.status()), "MODEL_NOT_KEPT");
  EXPECT_TRUE(server.client().UploadModel(PaddedModel(20'000)).ok());
}

// With two places for calls, nobody would be served if vanished clients kept theirs. (A place is
// free a moment after its caller has the answer.)
TEST(UploadModel, ClientsThatVanishLeaveNothing) {
  ServerProcess server({"--max-calls-in-flight=2", "--max-bytes-in-flight=2MiB"});
  for (int i = 1; i <= 10; ++i) {
    {
      v1::ModelService::Stub stub(OpenChannel(server));
      grpc::ClientContext context;
      v1::UploadModelResponse response;
      const auto writer = stub.UploadModel(&context, &response);
      ASSERT_TRUE(writer->Write(First(10'000'000, "")));
      ASSERT_TRUE(writer->Write(Chunk(std::string(900'000, 'x'))));
      if (i % 2 == 0) context.TryCancel();
      // Else the channel goes away in the middle of it.
    }
    server.WaitForLog("\"UploadModel\"", i);
    ExpectServing(server);
  }
}

TEST(DescribeModel, TellsTheSameHoweverTheModelComes) {
  ServerProcess server;
  const std::string model = ReluModel();
  v1::DescribeModelRequest request;
  request.mutable_model()->set_onnx(model);
  const auto sent = server.client().DescribeModel(request);
  ASSERT_TRUE(sent.ok()) << sent.status();
  EXPECT_EQ(sent->model_id(), ModelId(model));
  EXPECT_GT(sent->inputs_size(), 0);
  request.mutable_model()->set_model_id(sent->model_id());
  const auto named = server.client().DescribeModel(request);
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(named->SerializeAsString(), sent->SerializeAsString());
}

TEST(DescribeModel, FailsAsOtherCallsDo) {
  ServerProcess server;
  const auto error = [&](v1::DescribeModelRequest request) {
    return ErrorReason(server.client().DescribeModel(request).status());
  };
  v1::DescribeModelRequest request;
  EXPECT_EQ(error(request), "MODEL_MISSING");
  request.mutable_model()->set_onnx("no model");
  EXPECT_EQ(error(request), "MALFORMED_MODEL");
  request.mutable_model()->set_model_id(ModelId("no model"));
  EXPECT_EQ(error(request), "MODEL_NOT_CACHED");
  request.mutable_model()->set_path("no.onnx");
  EXPECT_EQ(error(request), "PATH_NOT_SERVED");
  request.mutable_model()->set_onnx(ReluModel());
  request.mutable_limits()->set_answer_bytes(1);
  EXPECT_EQ(error(request), "ANSWER_TOO_LARGE");
}

TEST(ClientByName, LargeModelsAreSentOnce) {
  ServerProcess server({"--log-every=1", "--result-cache-bytes=0"});
  const v1::InferShapesRequest request = Request(PaddedModel(200'000));
  for (int i = 0; i < 3; ++i) {
    const auto response = server.client().InferShapes(request);
    ASSERT_TRUE(response.ok()) << response.status();
    EXPECT_EQ(response->model_id(), ModelId(request.model().onnx()));
  }
  server.WaitForLog("\"event\":\"call\"", 3);
  server.WaitForLog("\"request_bytes\":75", 2);
  EXPECT_EQ(RequestById(ModelId("")).ByteSizeLong(), 75);
}

// A new server knows nothing: the client sends the model again by itself.
// What stands beside the model is the same in a call that only names it.
TEST(ClientByName, AsksTheSameQuestion) {
  ServerProcess server;
  v1::InferShapesRequest request = Request(CorpusModel("bert_base_ts17.onnx"));
  request.set_strictness(v1::STRICTNESS_NO_ERRORS);
  request.set_scope(v1::SCOPE_OUTPUTS);
  const auto sent = server.client().InferShapes(request);
  ASSERT_TRUE(sent.ok()) << sent.status();
  const auto named = server.client().InferShapes(request);
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(named->SerializeAsString(), sent->SerializeAsString());
}

TEST(ClientByName, AsksForTheSameSizes) {
  ServerProcess server;
  v1::EvaluateShapesRequest request = SizesRequest(CorpusModel("bert_base_ts17.onnx"));
  request.mutable_memory();
  for (const int64_t size : {2, 3}) {
    v1::SymbolSize& bound = *request.add_bindings()->add_symbols();
    bound.set_symbol("batch");
    bound.set_size(size);
  }
  const auto sent = server.client().EvaluateShapes(request);
  ASSERT_TRUE(sent.ok()) << sent.status();
  const auto named = server.client().EvaluateShapes(request);
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(named->evaluations_size(), 2);
  EXPECT_EQ(named->SerializeAsString(), sent->SerializeAsString());
}

TEST(ClientByName, SendsAgainWhatIsForgotten) {
  ServerProcess server;
  const v1::InferShapesRequest request = Request(PaddedModel(200'000));
  ASSERT_TRUE(server.client().InferShapes(request).ok());
  server.process().Signal(SIGKILL);
  server.process().Wait();
  const std::unique_ptr<Process> next = server.StartAnother();
  server.WaitForLog("\"started\"", 2);
  absl::Status status = absl::UnavailableError("");
  // The channel may take a moment to connect again.
  for (int i = 0; i < 100 && absl::IsUnavailable(status); ++i) {
    status = server.client().InferShapes(request).status();
    if (absl::IsUnavailable(status)) absl::SleepFor(absl::Milliseconds(100));
  }
  EXPECT_TRUE(status.ok()) << status;
}

TEST(ClientByName, UploadsWhatIsTooLargeForAMessage) {
  ServerProcess server({"--max-message-bytes=900000", "--log-every=1"});
  // Sent; refused, then uploaded; uploaded at once.
  for (const size_t bytes : {800'000, 950'000, 3'000'000}) {
    const v1::InferShapesRequest request = Request(PaddedModel(bytes));
    for (int i = 0; i < 2; ++i) {
      const auto response = server.client().InferShapes(request);
      ASSERT_TRUE(response.ok()) << bytes << response.status();
      EXPECT_EQ(response->model_id(), ModelId(request.model().onnx()));
    }
  }
  server.WaitForLog("\"method\":\"UploadModel\"", 2);
}

// A model root with a model, and a file beside it.
class PathTest : public testing::Test {
 protected:
  PathTest() {
    std::filesystem::create_directories(folder_.File("root/sub"));
    model_ = CorpusModel("skl_svc.onnx");
    WriteFile(folder_.File("root/sub/model.onnx"), model_);
    WriteFile(folder_.File("secret.onnx"), model_);
    server_ = std::make_unique<ServerProcess>(
        std::vector<std::string>{"--model-root", folder_.File("root")});
  }

  grpc::Status Infer(const std::string& path) {
    PendingCall call(OpenChannel(*server_), kInferShapes, RequestByPath(path).SerializeAsString());
    grpc::Status status = call.Wait();
    cache_ = call.CacheWord();
    response_.ParseFromString(call.response());
    return status;
  }

  TempFolder folder_;
  std::string model_;
  std::unique_ptr<ServerProcess> server_;
  v1::InferShapesResponse response_;
  std::string cache_;
};

// As the same model sent without its weights; only ids it has not.
TEST_F(PathTest, AnswersForAFile) {
  ASSERT_TRUE(Infer("sub/model.onnx").ok());
  EXPECT_EQ(cache_, "miss");
  auto sent = server_->client().InferShapes(Request(*StripWeights(model_)));
  ASSERT_TRUE(sent.ok()) << sent.status();
  sent->clear_model_id();
  sent->clear_inference_id();
  EXPECT_EQ(response_.SerializeAsString(), sent->SerializeAsString());
  ASSERT_TRUE(Infer("sub/model.onnx").ok());
  EXPECT_EQ(cache_, "hit");
}

TEST_F(PathTest, AChangedFileIsAnotherModel) {
  ASSERT_TRUE(Infer("sub/model.onnx").ok());
  const std::string before = response_.SerializeAsString();
  WriteFile(folder_.File("root/sub/new"), ReluModel());
  std::filesystem::rename(folder_.File("root/sub/new"), folder_.File("root/sub/model.onnx"));
  ASSERT_TRUE(Infer("sub/model.onnx").ok());
  EXPECT_EQ(cache_, "miss");
  EXPECT_EQ(response_.statistics().nodes(), 1);
  EXPECT_NE(response_.SerializeAsString(), before);
}

// OpenVINO says f32[1..64,4,3] of y: the 4 and the 3 are in the `.bin`.
TEST_F(PathTest, TheWeightsBesideAnIrAreRead) {
  const std::string xml = ReadFile(DataPath("openvino/reshape.xml"));
  WriteFile(folder_.File("root/sub/model.xml"), xml);
  ASSERT_TRUE(Infer("sub/model.xml").ok());
  EXPECT_EQ(response_.outputs(0).type().text(), "float32[?5, ?6, ?7]");
  WriteFile(folder_.File("root/sub/model.bin"), ReadFile(DataPath("openvino/reshape.bin")));
  ASSERT_TRUE(Infer("sub/model.xml").ok());
  EXPECT_EQ(cache_, "miss") << "another file is beside it";
  EXPECT_EQ(response_.outputs(0).type().text(), "float32[?1, 4, 3]");
  std::filesystem::remove(folder_.File("root/sub/model.bin"));
  std::filesystem::create_symlink("../../secret.onnx", folder_.File("root/sub/model.bin"));
  ASSERT_TRUE(Infer("sub/model.xml").ok());
  EXPECT_EQ(response_.outputs(0).type().text(), "float32[?5, ?6, ?7]");
}

TEST_F(PathTest, NothingElseIsReached) {
  const std::string root = folder_.File("root");
  std::filesystem::create_symlink("../secret.onnx", root + "/link.onnx");
  std::filesystem::create_directory_symlink("..", root + "/up");
  std::filesystem::create_directory_symlink("/proc/self", root + "/proc");
  mkfifo((root + "/fifo").c_str(), 0600);
  for (const std::string& path :
       {std::string("../secret.onnx"), std::string("sub/../../secret.onnx"),
        folder_.File("secret.onnx"), root + "/sub/model.onnx", std::string("link.onnx"),
        std::string("up/secret.onnx"), std::string("proc/environ"),
        std::string("/proc/self/environ"), std::string("fifo"), std::string("sub"),
        std::string("nothing"), std::string()}) {
    const grpc::Status status = Infer(path);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND) << path;
    EXPECT_EQ(ErrorInfoOf(status).reason(), "PATH_NOT_SERVED") << path;
    EXPECT_EQ(FieldOf(status), "model.path") << path;
    EXPECT_FALSE(absl::StrContains(status.error_message(), "secret"));
  }
  ASSERT_TRUE(Infer("sub/model.onnx").ok());
}

TEST(ModelRoot, MustExist) {
  const ProcessResult result =
      RunProcess({SHAPEWRIGHT_SERVER, "--listen=localhost:0", "--model-root=/no/such/folder"});
  EXPECT_NE(result.code, 0);
  EXPECT_TRUE(absl::StrContains(result.err, "--model-root")) << result.err;
}

}  // namespace
}  // namespace shapewright::end_to_end

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/client.h"
#include "client/cpp/error_text.h"
#include "core/wire/model_id.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

// What the client makes of a server's answers, against one that the test scripts.
namespace shapewright {
namespace {

struct Scripted {
  grpc::StatusCode code = grpc::StatusCode::OK;
  std::string reason;
  int retry_ms = -1;     // of RetryInfo; -1: none
  std::string pushback;  // the trailer; empty: none
};

grpc::Status StatusOf(const Scripted& answer) {
  if (answer.code == grpc::StatusCode::OK) return grpc::Status::OK;
  google::rpc::Status details;
  if (!answer.reason.empty()) {
    google::rpc::ErrorInfo info;
    info.set_reason(answer.reason);
    details.add_details()->PackFrom(info);
  }
  if (answer.retry_ms >= 0) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_nanos(answer.retry_ms * 1'000'000);
    details.add_details()->PackFrom(retry);
  }
  return {answer.code, "refused", details.SerializeAsString()};
}

// Answers as the script says, then OK. Writes down what it was asked.
class FakeService final : public v1::ShapeService::Service,
                          public v1::PlanService::Service,
                          public v1::ModelService::Service {
 public:
  std::deque<Scripted> script;
  std::vector<std::string> asked;
  // Of the models that were asked about, without their sources.
  std::vector<std::string> specs;
  // What each call told balancers.
  std::vector<std::string> routes;

  grpc::Status InferShapes(grpc::ServerContext* context, const v1::InferShapesRequest* request,
                           v1::InferShapesResponse* response) override {
    v1::ModelSpec spec = request->model();
    spec.clear_source();
    specs.push_back(spec.ShortDebugString());
    response->set_model_id("sha256:m");
    response->set_inference_id("inference:m");
    return Answer(context, request->model().has_onnx() ? "onnx" : "id");
  }
  grpc::Status EvaluateShapes(grpc::ServerContext* context,
                              const v1::EvaluateShapesRequest* request,
                              v1::EvaluateShapesResponse* /*response*/) override {
    if (request->model().has_inference_id()) return Answer(context, "inference");
    v1::ModelSpec spec = request->model();
    spec.clear_source();
    specs.push_back(spec.ShortDebugString());
    return Answer(context, request->model().has_onnx() ? "onnx for sizes" : "id for sizes");
  }
  grpc::Status PlanProfiles(grpc::ServerContext* context, const v1::PlanProfilesRequest* request,
                            v1::PlanProfilesResponse* /*response*/) override {
    return Answer(context, request->model().has_onnx() ? "onnx for a plan" : "id for a plan");
  }
  grpc::Status DescribeModel(grpc::ServerContext* context,
                             const v1::DescribeModelRequest* /*request*/,
                             v1::DescribeModelResponse* /*response*/) override {
    return Answer(context, "describe");
  }
  grpc::Status MergeShapes(grpc::ServerContext* context, const v1::MergeShapesRequest* /*request*/,
                           v1::MergeShapesResponse* /*response*/) override {
    return Answer(context, "merge");
  }
  grpc::Status ComputeLayout(grpc::ServerContext* context,
                             const v1::ComputeLayoutRequest* /*request*/,
                             v1::ComputeLayoutResponse* /*response*/) override {
    return Answer(context, "layout");
  }
  grpc::Status GetCapabilities(grpc::ServerContext* context,
                               const v1::GetCapabilitiesRequest* /*request*/,
                               v1::GetCapabilitiesResponse* response) override {
    v1::ServerLimit* limit = response->add_limits();
    limit->set_name("max_message_bytes");
    limit->set_value(1 << 20);
    return Answer(context, "capabilities");
  }
  grpc::Status UploadModel(grpc::ServerContext* context,
                           grpc::ServerReader<v1::UploadModelRequest>* reader,
                           v1::UploadModelResponse* response) override {
    v1::UploadModelRequest request;
    size_t bytes = 0;
    while (reader->Read(&request)) bytes += request.chunk().size();
    response->set_size_bytes(static_cast<int64_t>(bytes));
    return Answer(context, absl::StrCat("upload of ", bytes));
  }

 private:
  grpc::Status Answer(grpc::ServerContext* context, const std::string& what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    asked.push_back(what);
    const auto route = context->client_metadata().find("x-shapewright-model");
    const bool has_route = route != context->client_metadata().end();
    routes.push_back(has_route ? std::string(route->second.data(), route->second.size()) : "");
    if (script.empty()) return grpc::Status::OK;
    const Scripted answer = script.front();
    script.pop_front();
    if (!answer.pushback.empty()) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", answer.pushback);
    }
    return StatusOf(answer);
  }

  std::mutex mutex_;
};

class AttemptsTest : public testing::Test {
 protected:
  AttemptsTest() {
    std::string pattern = testing::TempDir() + "shapewright_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    const std::string target = "unix:" + folder_ + "/socket";
    grpc::ServerBuilder builder;
    builder.AddListeningPort(target, grpc::InsecureServerCredentials());
    builder.RegisterService(static_cast<v1::ShapeService::Service*>(&service_));
    builder.RegisterService(static_cast<v1::PlanService::Service*>(&service_));
    builder.RegisterService(static_cast<v1::ModelService::Service*>(&service_));
    server_ = builder.BuildAndStart();
    ClientOptions options;
    options.retry.backoff = absl::Microseconds(10);
    client_ = Client::Connect(target, options);
  }
  ~AttemptsTest() override {
    server_->Shutdown();
    std::filesystem::remove_all(folder_);
  }

  absl::Status Infer(const std::string& onnx = "m") {
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(onnx);
    return client_->InferShapes(request).status();
  }

  FakeService service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Client> client_;

 private:
  std::string folder_;
};

const Scripted kOk = {};
const Scripted kUnavailable = {grpc::StatusCode::UNAVAILABLE, "", -1, ""};
const Scripted kCancelled = {grpc::StatusCode::CANCELLED, "", -1, ""};
const Scripted kOverloaded = {grpc::StatusCode::RESOURCE_EXHAUSTED, "OVERLOADED", 1, "1"};
const Scripted kNotCached = {grpc::StatusCode::NOT_FOUND, "MODEL_NOT_CACHED", -1, ""};
using Asked = std::vector<std::string>;

TEST_F(AttemptsTest, AllCallsAboutAModelTellBalancersSo) {
  EXPECT_TRUE(Infer().ok());
  v1::EvaluateShapesRequest sizes;
  for (const char* id : {"inference:m", "inference:of-another-client", "no\nheader"}) {
    sizes.mutable_model()->set_inference_id(id);
    EXPECT_TRUE(client_->EvaluateShapes(sizes).ok());
  }
  sizes.mutable_model()->set_path("a/b.onnx");
  EXPECT_TRUE(client_->EvaluateShapes(sizes).ok());
  EXPECT_TRUE(client_->MergeShapes(v1::MergeShapesRequest()).ok());
  EXPECT_TRUE(client_->UploadModel("m").ok());
  const std::string id = ModelId("m");
  // An upload asks for the limit of messages first.
  EXPECT_EQ(service_.routes,
            Asked({id, id, "inference:of-another-client", "", "a/b.onnx", "", "", id}));
}

TEST_F(AttemptsTest, WhatAStoppingOrBusyServerRefusedIsTriedAgain) {
  service_.script = {kUnavailable,
                     kCancelled,
                     kOverloaded,
                     {grpc::StatusCode::ABORTED, "MODEL_FILE_CHANGED", 1, ""}};
  EXPECT_TRUE(Infer().ok());
  EXPECT_EQ(service_.asked, Asked(5, "onnx"));
}

TEST_F(AttemptsTest, EveryRpcIsTriedAgain) {
  service_.script = {kCancelled};
  EXPECT_TRUE(client_->MergeShapes({}).ok());
  service_.script = {kCancelled};
  EXPECT_TRUE(client_->ComputeLayout({}).ok());
  service_.script = {kCancelled};
  EXPECT_TRUE(client_->DescribeModel({}).ok());
  service_.script = {kCancelled};
  EXPECT_TRUE(client_->GetCapabilities().ok());
  service_.script = {kOk, kUnavailable};
  const auto uploaded = client_->UploadModel("model");
  ASSERT_TRUE(uploaded.ok());
  EXPECT_EQ(uploaded->size_bytes(), 5) << "the stream begins anew";
  EXPECT_EQ(service_.asked,
            Asked({"merge", "merge", "layout", "layout", "describe", "describe", "capabilities",
                   "capabilities", "capabilities", "upload of 5", "upload of 5"}));
}

TEST_F(AttemptsTest, WhatIsFinalIsNotTriedAgain) {
  for (const Scripted& final :
       {Scripted{grpc::StatusCode::RESOURCE_EXHAUSTED, "WORK_LIMIT", -1, ""},
        Scripted{grpc::StatusCode::RESOURCE_EXHAUSTED, "ANSWER_TOO_LARGE", -1, ""},
        Scripted{grpc::StatusCode::RESOURCE_EXHAUSTED, "", -1, "1"},
        Scripted{grpc::StatusCode::INVALID_ARGUMENT, "CYCLIC_GRAPH", -1, ""},
        Scripted{grpc::StatusCode::DEADLINE_EXCEEDED, "", -1, ""},
        Scripted{grpc::StatusCode::INTERNAL, "", -1, ""},
        Scripted{grpc::StatusCode::UNAVAILABLE, "", -1, "-1"},
        Scripted{grpc::StatusCode::UNAVAILABLE, "", -1, "soon"},
        Scripted{grpc::StatusCode::UNAVAILABLE, "", -1, "3600000"}}) {
    service_.asked.clear();
    service_.script = {final};
    EXPECT_EQ(static_cast<int>(Infer().code()), static_cast<int>(final.code));
    EXPECT_EQ(service_.asked, Asked({"onnx"})) << final.reason << final.pushback;
  }
}

TEST_F(AttemptsTest, GivesUp) {
  service_.script.assign(100, kUnavailable);
  EXPECT_TRUE(absl::IsUnavailable(Infer()));
  EXPECT_EQ(service_.asked, Asked(6, "onnx"));
}

// The error that it has is more than a wait up to the deadline would give.
TEST_F(AttemptsTest, DoesNotWaitBeyondTheDeadline) {
  service_.script = {{grpc::StatusCode::UNAVAILABLE, "DRAINING", 900, ""}};
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("m");
  const absl::Status status = client_->InferShapes(request, absl::Milliseconds(800)).status();
  EXPECT_EQ(ErrorReason(status), "DRAINING") << status;
  EXPECT_EQ(service_.asked, Asked({"onnx"}));
}

// The id stands for the bytes alone: all else is said again.
TEST_F(AttemptsTest, ByItsIdAModelHasTheSameSpec) {
  v1::InferShapesRequest request;
  v1::ModelSpec& spec = *request.mutable_model();
  spec.add_input_types()->set_name("x");
  spec.add_premises("N <= 8");
  spec.add_constants()->set_name("k");
  spec.mutable_options()->set_check_types(true);
  const std::string said = spec.ShortDebugString();
  spec.set_onnx(std::string(100'000, 'm'));
  EXPECT_TRUE(client_->InferShapes(request).ok());
  EXPECT_TRUE(client_->InferShapes(request).ok());
  EXPECT_EQ(service_.asked.back(), "id");
  for (const std::string& seen : service_.specs) EXPECT_EQ(seen, said);
}

TEST_F(AttemptsTest, AModelThatAServerDoesNotKnowIsSentAgain) {
  const std::string model(100'000, 'm');
  EXPECT_TRUE(Infer(model).ok());
  service_.script = {kOk, kNotCached};
  EXPECT_TRUE(Infer(model).ok());
  EXPECT_TRUE(Infer(model).ok());
  EXPECT_EQ(service_.asked, Asked({"onnx", "id", "id", "onnx"}));
}

// In another service too.
TEST_F(AttemptsTest, PlansAreAskedByNameToo) {
  v1::PlanProfilesRequest request;
  request.mutable_model()->set_onnx(std::string(100'000, 'm'));
  EXPECT_TRUE(client_->PlanProfiles(request).ok());
  EXPECT_TRUE(client_->PlanProfiles(request).ok());
  EXPECT_EQ(service_.asked, Asked({"onnx for a plan", "id for a plan"}));
}

// What was sent with one call is named in the other.
TEST_F(AttemptsTest, SizesAreAskedByNameToo) {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(std::string(100'000, 'm'));
  request.add_bindings();
  EXPECT_TRUE(Infer(request.model().onnx()).ok());
  EXPECT_TRUE(client_->EvaluateShapes(request).ok());
  service_.script = {kNotCached, kCancelled};
  EXPECT_TRUE(client_->EvaluateShapes(request).ok());
  EXPECT_EQ(service_.asked,
            Asked({"onnx", "id for sizes", "id for sizes", "onnx for sizes", "onnx for sizes"}));
}

// The client says again what a server has forgotten.
TEST_F(AttemptsTest, AnInferenceThatAServerDoesNotKnowIsSaidAgain) {
  const Scripted not_cached = {grpc::StatusCode::NOT_FOUND, "INFERENCE_NOT_CACHED", -1, ""};
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_inference_id("inference:m");
  // Nobody has told it yet.
  service_.script = {not_cached};
  EXPECT_EQ(ErrorReason(client_->EvaluateShapes(request).status()), "INFERENCE_NOT_CACHED");
  v1::InferShapesRequest infer;
  infer.mutable_model()->set_onnx("m");
  infer.mutable_model()->add_premises("N <= 8");
  const auto told = client_->InferShapes(infer);
  ASSERT_TRUE(told.ok());
  EXPECT_EQ(told->inference_id(), "inference:m");
  service_.asked.clear();
  service_.script = {kOk, not_cached};
  // The third call says it all, too: it may reach another server than the second one did.
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(client_->EvaluateShapes(request).ok());
  EXPECT_EQ(service_.asked,
            Asked({"inference", "inference", "onnx for sizes", "onnx for sizes", "inference"}));
  EXPECT_EQ(service_.specs.back(), "premises: \"N <= 8\"");
}

// Whoever says more is told so, also where the client would have had to say it again.
TEST_F(AttemptsTest, NothingIsSaidBesideAnInference) {
  v1::InferShapesRequest infer;
  infer.mutable_model()->set_onnx("m");
  ASSERT_TRUE(client_->InferShapes(infer).ok());
  service_.asked.clear();
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_inference_id("inference:m");
  request.mutable_model()->add_premises("N <= 8");
  service_.script = {{grpc::StatusCode::INVALID_ARGUMENT, "MALFORMED_REQUEST", -1, ""}};
  EXPECT_EQ(ErrorReason(client_->EvaluateShapes(request).status()), "MALFORMED_REQUEST");
  EXPECT_EQ(service_.asked, Asked({"inference"}));
}

// Of two servers that take turns the upload reaches one, the call that names the model the other.
TEST_F(AttemptsTest, AnUploadThatWentElsewhereIsRepeated) {
  const std::string model(2 << 20, 'm');
  service_.script = {kOk, kOk, kNotCached, kNotCached, kOk, kNotCached, kOk};
  EXPECT_TRUE(Infer(model).ok());
  const std::string upload = absl::StrCat("upload of ", model.size());
  EXPECT_EQ(service_.asked, Asked({"capabilities", upload, "id", "id", upload, "id", "id"}));
}

TEST_F(AttemptsTest, UploadsHaveAnEnd) {
  service_.script.assign(100, kNotCached);
  service_.script.front() = kOk;
  // Uploads are answered whatever becomes of their models.
  for (const size_t upload : {1, 4, 8, 13}) service_.script[upload] = kOk;
  EXPECT_EQ(ErrorReason(Infer(std::string(2 << 20, 'm'))), "MODEL_NOT_CACHED");
  EXPECT_EQ(service_.asked.size(), 1 + 4 + (2 + 3 + 4 + 5));
}

}  // namespace
}  // namespace shapewright

// External authorization of Envoy (docs/guards.md), asked as Envoy asks.
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "envoy/service/auth/v3/external_auth.grpc.pb.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/server/guard/kserve_message.h"

namespace shapewright::end_to_end {
namespace {

using envoy::service::auth::v3::AttributeContext;
using envoy::service::auth::v3::Authorization;
using envoy::service::auth::v3::CheckRequest;
using envoy::service::auth::v3::CheckResponse;

constexpr char kModelInfer[] = "/inference.GRPCInferenceService/ModelInfer";
constexpr char kProblem[] = "axis 1 of input x is 3: 4 = 3 does not hold; give 3";

class EnvoyGuard : public testing::Test {
 protected:
  EnvoyGuard() {
    WriteFile(folder_.File("relu.onnx"), ReluModel());
    WriteFile(folder_.File("bad.onnx"), "no model");
    WriteFile(folder_.File("doors"),
              "relu enforce relu.onnx\nseen shadow relu.onnx\nrelu/versions/2 enforce relu.onnx\n"
              "bad enforce bad.onnx\n");
    server_ = std::make_unique<ServerProcess>(std::vector<std::string>{
        kListenHttp, "--envoy-guards=1", "--model-root=" + folder_.File(""),
        "--guard-models=" + folder_.File("doors")});
    stub_ = Authorization::NewStub(
        grpc::CreateChannel(server_->target(), grpc::InsecureChannelCredentials()));
  }

  // The answer once the guard is compiled.
  CheckResponse Ask(const AttributeContext::HttpRequest& http) {
    CheckRequest request;
    *request.mutable_attributes()->mutable_request()->mutable_http() = http;
    while (true) {
      grpc::ClientContext context;
      CheckResponse response;
      const grpc::Status status = stub_->Check(&context, request, &response);
      EXPECT_TRUE(status.ok()) << status.error_message();
      if (!status.ok() || VerdictOf(response) != "compiling") return response;
      std::this_thread::yield();
    }
  }

  static std::string VerdictOf(const CheckResponse& response) {
    const auto& fields = response.dynamic_metadata().fields();
    return fields.contains("verdict") ? fields.at("verdict").string_value() : "";
  }

  static AttributeContext::HttpRequest Infer(const std::string& path, const std::string& shape) {
    AttributeContext::HttpRequest http;
    http.set_method("POST");
    http.set_path(path);
    http.set_body(R"({"inputs": [{"name": "x", "datatype": "FP32", "shape": )" + shape + "}]}");
    return http;
  }

  static AttributeContext::HttpRequest ModelInfer(const std::string& model,
                                                  const std::vector<int64_t>& shape) {
    AttributeContext::HttpRequest http;
    http.set_method("POST");
    http.set_path(kModelInfer);
    http.set_raw_body(kserve::Framed(kserve::Field(1, model) + kserve::Input("x", "FP32", shape)));
    return http;
  }

  const TempFolder folder_;
  std::unique_ptr<ServerProcess> server_;
  std::unique_ptr<Authorization::Stub> stub_;
};

TEST_F(EnvoyGuard, RefusesJsonWithTheReason) {
  const CheckResponse good = Ask(Infer("/v2/models/relu/infer", "[7, 3]"));
  EXPECT_EQ(good.status().code(), 0);
  ASSERT_EQ(good.ok_response().headers_size(), 1);
  EXPECT_EQ(good.ok_response().headers(0).header().key(), "x-shapewright-guard");
  EXPECT_EQ(good.ok_response().headers(0).header().value(), "pass");
  for (const char* const path : {"/v2/models/relu/infer", "/a/v2/models/rel%75/infer?b=c",
                                 "/v2/models/relu/versions/2/infer"}) {
    const CheckResponse bad = Ask(Infer(path, "[7, 4]"));
    EXPECT_EQ(bad.status().code(), 3);
    EXPECT_EQ(bad.denied_response().status().code(), 400);
    EXPECT_EQ(bad.denied_response().body(), std::string(R"({"error":")") + kProblem + "\"}");
    EXPECT_EQ(bad.dynamic_metadata().fields().at("mode").string_value(), "enforce");
  }
}

TEST_F(EnvoyGuard, RefusesGrpcWithItsStatus) {
  EXPECT_EQ(VerdictOf(Ask(ModelInfer("relu", {7, 3}))), "pass");
  const CheckResponse bad = Ask(ModelInfer("relu", {7, 4}));
  EXPECT_EQ(bad.denied_response().body(), kProblem);
  ASSERT_EQ(bad.denied_response().headers_size(), 1);
  EXPECT_EQ(bad.denied_response().headers(0).header().key(), "grpc-status");
  EXPECT_EQ(bad.denied_response().headers(0).header().value(), "3");
}

TEST_F(EnvoyGuard, LetsThroughInShadowMode) {
  for (const auto& http : {Infer("/v2/models/seen/infer", "[7, 4]"), ModelInfer("seen", {7, 4})}) {
    const CheckResponse bad = Ask(http);
    ASSERT_TRUE(bad.has_ok_response());
    EXPECT_EQ(bad.ok_response().headers(0).header().value(), "fail");
    EXPECT_EQ(bad.dynamic_metadata().fields().at("problem").string_value(), kProblem);
  }
  EXPECT_EQ(server_->Metric(R"(shapewright_door_requests_total{model="seen",verdict="fail"})"), 2);
}

// Only what is seen counts: nothing is refused for what may come.
TEST_F(EnvoyGuard, JudgesAPartOfABody) {
  const auto part = [](AttributeContext::HttpRequest http) {
    (*http.mutable_headers())["x-envoy-auth-partial-body"] = "true";
    return http;
  };
  EXPECT_EQ(VerdictOf(Ask(part(ModelInfer("relu", {7, 3})))), "pass");
  EXPECT_TRUE(Ask(part(ModelInfer("relu", {7, 4}))).has_denied_response());
  AttributeContext::HttpRequest empty = ModelInfer("relu", {7, 3});
  empty.set_raw_body(kserve::Framed(kserve::Field(1, "relu")));
  EXPECT_TRUE(Ask(empty).has_denied_response());
  EXPECT_EQ(VerdictOf(Ask(part(empty))), "undecided");
  EXPECT_EQ(VerdictOf(Ask(part(Infer("/v2/models/relu/infer", "[7, 4]")))), "unread");
}

TEST_F(EnvoyGuard, LetsThroughWhatIsNotForADoor) {
  AttributeContext::HttpRequest http = Infer("/v2/models/relu/infer", "[7, 4]");
  http.set_method("GET");
  EXPECT_EQ(VerdictOf(Ask(http)), "");
  EXPECT_TRUE(Ask(http).has_ok_response());
  EXPECT_EQ(VerdictOf(Ask(Infer("/v2/models/relu/ready", "[7, 4]"))), "");
  EXPECT_EQ(VerdictOf(Ask(Infer("/v2/models/relu/versions/9/infer", "[7, 4]"))), "unknown_model");
  // A file of the root that no line names.
  EXPECT_EQ(VerdictOf(Ask(Infer("/v2/models/relu.onnx/infer", "[7, 4]"))), "unknown_model");
  EXPECT_EQ(VerdictOf(Ask(Infer("/v2/models/bad/infer", "[7, 4]"))), "no_guard");
  EXPECT_EQ(VerdictOf(Ask(Infer("/v2/models/relu/infer", "[7"))), "unread");
  http = ModelInfer("relu", {7, 4});
  http.set_raw_body("\x01" + http.raw_body().substr(1));
  EXPECT_EQ(VerdictOf(Ask(http)), "unread");
  http = Infer("/v2/models/relu/infer", "[7, 4]");
  (*http.mutable_headers())["content-encoding"] = "gzip";
  EXPECT_EQ(VerdictOf(Ask(http)), "unread");
  EXPECT_EQ(server_->Metric(R"(shapewright_door_unchecked_total{model="relu",reason="unread"})"),
            2);
}

// The JSON is what the field says, bytes of tensors follow.
TEST_F(EnvoyGuard, ReadsJsonBeforeBytes) {
  AttributeContext::HttpRequest http = Infer("/v2/models/relu/infer", "[7, 4]");
  (*http.mutable_headers())["inference-header-content-length"] = std::to_string(http.body().size());
  http.set_raw_body(http.body() + std::string(112, '\xff'));
  EXPECT_TRUE(Ask(http).has_denied_response());
}

TEST(EnvoyGuardOptions, NeedTheModels) {
  const TempFolder folder;
  const ProcessResult ended =
      RunProcess({SHAPEWRIGHT_SERVER, "--listen=unix:" + folder.File("s"), "--envoy-guards=1"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("--envoy-guards needs --guard-models"), std::string::npos);
}

}  // namespace
}  // namespace shapewright::end_to_end

#include "shapewright/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "shapewright/model.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "shapewright/v1/service.pb.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using testing::AllOf;
using testing::HasSubstr;

v1::InferShapesRequest RequestAbout(absl::string_view model) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ParseModelText(model).SerializeAsString());
  return request;
}

constexpr absl::string_view kRelu = R"(
  opset 17
  input x: float32[N, 3]
  y = Relu(x)
  output y)";

TEST(Call, AnswersInMessagesOfTheService) {
  const v1::InferShapesRequest request = RequestAbout(kRelu);
  const auto answer = AnswerCall("InferShapes", request.SerializeAsString());
  ASSERT_TRUE(answer.ok()) << answer.status();
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(*answer));
  EXPECT_EQ(response.model_id(), "");
  EXPECT_EQ(response.graphs(0).values(1).name(), "y");
}

// All RPCs of these; of ModelService one, the others keep models or are about the server.
TEST(Call, EveryQuestionOfTheServicesIsThere) {
  std::vector<std::string> names = {"DescribeModel"};
  const auto& pool = *google::protobuf::DescriptorPool::generated_pool();
  for (const char* full_name : {"shapewright.v1.ShapeService", "shapewright.v1.PlanService"}) {
    const auto* service = pool.FindServiceByName(full_name);
    ASSERT_NE(service, nullptr);
    for (int i = 0; i < service->method_count(); ++i) {
      // The same answers in pieces.
      if (service->method(i)->server_streaming()) continue;
      const std::string& name = service->method(i)->name();
      names.push_back(name);
      // An empty request is one that makes no sense, or asks nothing.
      const absl::Status status = AnswerCall(name, "").status();
      EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << name << ": " << status;
    }
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(CallMethods(), names);
}

TEST(Call, FailsAsTheServerDoes) {
  const absl::Status unknown = AnswerCall("InferShapes", "\x98\x06\x01").status();
  EXPECT_TRUE(absl::IsInvalidArgument(unknown));
  EXPECT_EQ(ErrorReason(unknown), "UNKNOWN_FIELD");
  EXPECT_EQ(ErrorField(unknown), "99");

  EXPECT_EQ(ErrorReason(AnswerCall("MergeShapes", "no message").status()), "MALFORMED_REQUEST");

  v1::InferShapesRequest malformed;
  malformed.mutable_model()->set_onnx("no model");
  const absl::Status no_model = AnswerCall("InferShapes", malformed.SerializeAsString()).status();
  EXPECT_EQ(ErrorReason(no_model), "MALFORMED_MODEL");
  EXPECT_EQ(ErrorField(no_model), "model.onnx");

  EXPECT_TRUE(absl::IsUnimplemented(AnswerCall("Infer\x1bShapes", "").status()));
  EXPECT_THAT(AnswerCall("Infer\x1bShapes", "").status().message(),
              AllOf(HasSubstr("Infer\\x1bShapes"), HasSubstr("ComputeLayout, DescribeModel")));
}

TEST(Call, EndsAtTheDeadlineOrWhenItIsTold) {
  const std::string request = RequestAbout(kRelu).SerializeAsString();
  CallOptions options;
  options.deadline = absl::InfinitePast();
  EXPECT_TRUE(absl::IsDeadlineExceeded(AnswerCall("InferShapes", request, options).status()));
  options.deadline = absl::InfiniteFuture();
  options.check_interrupt = [] { return absl::CancelledError("enough"); };
  EXPECT_TRUE(absl::IsCancelled(AnswerCall("InferShapes", request, options).status()));
}

}  // namespace
}  // namespace shapewright

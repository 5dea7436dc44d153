#include "server/errors/status.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/errors/call_errors.h"

namespace shapewright::server {
namespace {

google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

// The first detail of a type, or a default one.
template <typename Detail>
Detail Find(const google::rpc::Status& status) {
  Detail detail;
  for (const auto& any : status.details()) {
    if (any.UnpackTo(&detail)) break;
  }
  return detail;
}

TEST(Status, Ok) { EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok()); }

TEST(Status, CodesAreTheSame) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status error(static_cast<absl::StatusCode>(code), "why");
    const grpc::Status status = ToGrpcStatus(error);
    EXPECT_EQ(status.error_code(), code);
    EXPECT_EQ(status.error_message(), "why");
    EXPECT_EQ(DetailsOf(status).code(), code);
    EXPECT_EQ(DetailsOf(status).message(), "why");
  }
}

TEST(Status, EngineError) {
  absl::Status error = graph::ReadError(graph::reason::kCyclicGraph, "node \"a\" is on a cycle");
  SetField(error, "model.onnx");
  SetField(error, "model");  // the first one is the more precise
  const google::rpc::Status details = DetailsOf(ToGrpcStatus(error));
  const auto info = Find<google::rpc::ErrorInfo>(details);
  EXPECT_EQ(info.reason(), "CYCLIC_GRAPH");
  EXPECT_EQ(info.domain(), "shapewright");
  const auto request = Find<google::rpc::BadRequest>(details);
  ASSERT_EQ(request.field_violations_size(), 1);
  EXPECT_EQ(request.field_violations(0).field(), "model.onnx");
  EXPECT_EQ(request.field_violations(0).reason(), "CYCLIC_GRAPH");
  EXPECT_EQ(request.field_violations(0).description(), "node \"a\" is on a cycle");
}

TEST(Status, ErrorWithoutReason) {
  const absl::Status error = absl::InternalError("what");
  const auto info = Find<google::rpc::ErrorInfo>(DetailsOf(ToGrpcStatus(error)));
  EXPECT_EQ(info.reason(), "INTERNAL");
  EXPECT_EQ(DetailsOf(ToGrpcStatus(error)).details_size(), 1);
}

TEST(Status, FactsAndRetry) {
  absl::Status error = CallError(absl::StatusCode::kResourceExhausted, reason::kOverloaded, "busy");
  SetFact(error, "limit", "2");
  SetFact(error, "actual", "3");
  SetRetryDelay(error, std::chrono::milliseconds(1250));
  EXPECT_EQ(RetryDelay(error), std::chrono::milliseconds(1250));
  const google::rpc::Status details = DetailsOf(ToGrpcStatus(error));
  const auto info = Find<google::rpc::ErrorInfo>(details);
  ASSERT_EQ(info.metadata_size(), 2);
  EXPECT_EQ(info.metadata(0).key(), "actual");
  EXPECT_EQ(info.metadata(0).value(), "3");
  EXPECT_EQ(info.metadata(1).key(), "limit");
  const auto retry = Find<google::rpc::RetryInfo>(details);
  EXPECT_EQ(retry.retry_delay().seconds(), 1);
  EXPECT_EQ(retry.retry_delay().nanos(), 250'000'000);
}

TEST(Status, DetailsStaySmall) {
  const std::string text(100'000, 'x');
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, text);
  SetField(error, text);
  for (int i = 0; i < 40; ++i) SetFact(error, absl::StrCat("key", i), text);
  const grpc::Status status = ToGrpcStatus(error);
  EXPECT_LE(status.error_details().size(), kMaxDetailsBytes);
  EXPECT_LE(status.error_message().size(), 1024);
  EXPECT_GT(status.error_message().size(), 1000);
  EXPECT_EQ(status.error_message().substr(status.error_message().size() - 4), "x...");
}

// protobuf's strings are UTF-8; names in models need not be.
TEST(Status, MessagesAreUtf8) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
      {"a\xff"
       "b\xc3",
       "a\\xffb\\xc3"},
      {"\xc0\x80", "\\xc0\\x80"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
      // An escape sequence for terminals, a line break, and a right-to-left override.
      {"n\x1b[31m\n\u202e\x7f", "n\\x1b[31m\\x0a\\u202e\\x7f"},
  };
  for (const auto& [text, expected] : cases) {
    const grpc::Status status = ToGrpcStatus(absl::InternalError(text));
    EXPECT_EQ(status.error_message(), expected);
    EXPECT_EQ(DetailsOf(status).message(), expected);
  }
}

TEST(Status, ShortenedBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xe2\x82\xac";
  const grpc::Status status = ToGrpcStatus(absl::InternalError(text));
  // 170 of them and "...": gRPC writes each in 9 characters, and all in 1,536 at most.
  EXPECT_EQ(status.error_message().size(), 513);
  EXPECT_EQ(DetailsOf(status).message(), status.error_message());
  EXPECT_EQ(ToGrpcStatus(absl::InternalError(std::string(2000, 'a'))).error_message().size(), 1024);
}

// The prepared form equals one made anew.
TEST(Status, PreparedError) {
  for (const absl::Status& error : {OverloadedError(), DrainingError()}) {
    const WireError* const wire = PreparedError(error);
    ASSERT_NE(wire, nullptr);
    const WireError anew(error);
    EXPECT_EQ(wire->status.error_code(), static_cast<int>(error.code()));
    EXPECT_EQ(wire->status.error_message(), anew.status.error_message());
    EXPECT_EQ(wire->status.error_details(), anew.status.error_details());
    EXPECT_EQ(wire->reason, ReasonOf(error));
    EXPECT_EQ(wire->retry_pushback, "100");
  }
  EXPECT_EQ(PreparedError(absl::ResourceExhaustedError(OverloadedError().message())), nullptr);
  EXPECT_EQ(WireError(absl::InternalError("a defect")).retry_pushback, "");
}

TEST(Status, AFieldIsOneOfAParent) {
  absl::Status error = CallError(absl::StatusCode::kInvalidArgument, "REASON", "message");
  SetParentField(error, "request");
  EXPECT_FALSE(error.GetPayload(graph::kFieldPayload).has_value());
  SetField(error, "model.onnx");
  SetParentField(error, "request");
  EXPECT_EQ(*error.GetPayload(graph::kFieldPayload), "request.model.onnx");
}

}  // namespace
}  // namespace shapewright::server

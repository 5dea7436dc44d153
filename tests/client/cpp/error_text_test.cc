#include "client/cpp/error_text.h"

#include <gtest/gtest.h>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace shapewright {
namespace {

TEST(ErrorText, TellsTheDetails) {
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  info.set_reason("MESSAGE_TOO_LARGE");
  info.add_metadata()->set_key("limit");
  info.mutable_metadata(0)->set_value("7");
  details.add_details()->PackFrom(info);
  google::rpc::Help unknown_to_us;
  details.add_details()->PackFrom(unknown_to_us);
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(1);
  retry.mutable_retry_delay()->set_nanos(5'000'000);
  details.add_details()->PackFrom(retry);
  google::rpc::BadRequest request;
  request.add_field_violations()->set_field("model.onnx");
  request.mutable_field_violations(0)->set_description("too large");
  request.add_field_violations()->set_field("bindings[3]");
  request.mutable_field_violations(1)->set_description("is empty");
  details.add_details()->PackFrom(request);
  const absl::Status status = ToAbslStatus(
      grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "too large", details.SerializeAsString()));
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(status.message(),
            "too large\n"
            "  reason: MESSAGE_TOO_LARGE\n"
            "  limit: 7\n"
            "  try again after: 1005 ms\n"
            "  field: model.onnx\n"
            "  field: bindings[3]: is empty");
  EXPECT_EQ(ErrorReason(status), "MESSAGE_TOO_LARGE");
}

TEST(ErrorText, WithoutDetails) {
  const absl::Status status = ToAbslStatus(grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone"));
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_EQ(status.message(),
            "no server answers: gone; start one there, or correct the address\n"
            "  reason: SERVER_UNREACHABLE");
  EXPECT_EQ(ErrorReason(status), "SERVER_UNREACHABLE");
  const grpc::Status gone(grpc::StatusCode::UNAVAILABLE, "gone");
  EXPECT_EQ(ToAbslStatus(gone, "host:1").message().substr(0, 33),
            "no server answers at host:1: gone");
  EXPECT_EQ(ErrorReason(DeadlinePassed()), "DEADLINE_EXCEEDED");
  EXPECT_EQ(ToAbslStatus(grpc::Status(grpc::StatusCode::ABORTED, "", "\xff")).message(), "ABORTED");
  EXPECT_TRUE(ToAbslStatus(grpc::Status::OK).ok());
}

// Servers pass on names as models have them.
TEST(ErrorText, IsPrintable) {
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  info.set_reason("R\x1b[2J");
  info.add_metadata()->set_key("k\n");
  info.mutable_metadata(0)->set_value("\u202ev");
  details.add_details()->PackFrom(info);
  google::rpc::BadRequest request;
  request.add_field_violations()->set_field("f\r");
  request.mutable_field_violations(0)->set_description("d\u2066");
  details.add_details()->PackFrom(request);
  EXPECT_EQ(ToAbslStatus(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "a\n  reason: OK\x9b",
                                      details.SerializeAsString()))
                .message(),
            "a\\x0a  reason: OK\\x9b\n"
            "  reason: R\\x1b[2J\n"
            "  k\\x0a: \\u202ev\n"
            "  field: f\\x0d: d\\u2066");
}

}  // namespace
}  // namespace shapewright

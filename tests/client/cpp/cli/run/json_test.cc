#include "client/cpp/cli/run/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/cord.h"
#include "core/base/error_payload.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::cli {
namespace {

TEST(Json, OfAMessage) {
  v1::ServerLimit limit;
  limit.set_name("a\x1b");
  EXPECT_EQ(JsonOf(limit, true).value(), "{\"name\":\"a\\u001b\"}\n");
  EXPECT_EQ(JsonOf(limit, false).value(), "{\n \"name\": \"a\\u001b\"\n}\n");
}

TEST(Json, LineOfAModel) {
  EXPECT_EQ(JsonLine("m.onnx", "{\"a\":1}\n", absl::OkStatus()),
            "{\"path\":\"m.onnx\",\"answer\":{\"a\":1}}\n");
  EXPECT_EQ(JsonLine("m", "", absl::NotFoundError("no \"m\"")),
            "{\"path\":\"m\",\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"no \\\"m\\\"\"}}\n");
}

TEST(Json, ErrorWithoutAnAnswer) {
  absl::Status error =
      absl::InvalidArgumentError("no model\n  reason: MALFORMED_MODEL\n  field: f");
  error.SetPayload(kReasonPayload, absl::Cord("MALFORMED_MODEL"));
  error.SetPayload(kFieldPayload, absl::Cord("model.onnx"));
  EXPECT_EQ(JsonError(error),
            "{\"error\":{\"code\":\"INVALID_ARGUMENT\",\"reason\":\"MALFORMED_MODEL\","
            "\"field\":\"model.onnx\",\"message\":\"no model\"}}\n");
}

// Whatever the path and the message are, it is one line of JSON.
TEST(Json, LineOfAnything) {
  const std::string line =
      JsonLine("a\n\xff\x1b\"\\", "{}", absl::InvalidArgumentError("one\ntwo\xfe\x07"));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json.at("path"), "a\\x0a\\xff\\x1b\"\\");
  EXPECT_EQ(json.at("error").at("message"), "one\ntwo\\xfe\\x07");
}

}  // namespace
}  // namespace shapewright::cli

// The ends of calls that clients of all languages are held to: what is told of them, and whether
// they are final.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/error_text.h"
#include "client/cpp/retry.h"
#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

using nlohmann::json;

grpc::StatusCode CodeOf(const std::string& name) {
  int code = 0;
  while (code < 16 && absl::StatusCodeToString(static_cast<absl::StatusCode>(code)) != name) ++code;
  return static_cast<grpc::StatusCode>(code);
}

void Check(const json& test) {
  std::string details;
  EXPECT_TRUE(absl::Base64Unescape(test.value("details", ""), &details));
  const absl::Status error =
      ToAbslStatus(grpc::Status(CodeOf(test["code"]), test["message"].get<std::string>(), details));
  EXPECT_EQ(ErrorReason(error), test["reason"].get<std::string>());
  const std::string field = test["field"].get<std::string>();
  EXPECT_EQ(absl::StrContains(error.message(), "\n  field: "), !field.empty());
  EXPECT_TRUE(field.empty() || absl::StrContains(error.message(), "\n  field: " + field));
  const auto delay = ServerRetryDelay(error);
  EXPECT_EQ(delay.has_value(), test.contains("retryDelayMs"));
  if (delay.has_value()) {
    EXPECT_EQ(*delay, absl::Milliseconds(test["retryDelayMs"].get<int>()));
  }
  // What the trailer adds is tested with a server (attempts_test.cc).
  if (test.value("pushback", "") != "-1") {
    EXPECT_EQ(RetryDelay(RetryPolicy(), error, 1, 0).has_value(), test["retry"].get<bool>());
  }
}

TEST(Vectors, EndsOfCallsAreToldSo) {
  const json tests = json::parse(ReadFile(DataPath("vectors/errors.json")))["statuses"];
  EXPECT_GT(tests.size(), 10U);
  for (const json& test : tests) {
    SCOPED_TRACE(test["name"].get<std::string>());
    Check(test);
  }
}

}  // namespace
}  // namespace shapewright

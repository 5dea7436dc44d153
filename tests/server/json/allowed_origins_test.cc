#include "server/json/allowed_origins.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"

namespace shapewright::server {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

AllowedOrigins Allowed(std::vector<std::string> origins) {
  absl::StatusOr<AllowedOrigins> made = AllowedOrigins::Make(std::move(origins));
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

HttpRequest RequestOf(Fields fields, const std::string& method = "POST") {
  HttpRequest http;
  http.method = method;
  http.fields = std::move(fields);
  return http;
}

// The serialization of an origin: RFC 6454, section 6.2.
TEST(AllowedOrigins, AreOrigins) {
  for (const std::string good : {"*", "https://a.example", "http://localhost:5173",
                                 "http://[::1]:80", "chrome-extension://abc"}) {
    EXPECT_TRUE(AllowedOrigins::Make({good}).ok()) << good;
  }
  for (const std::string bad :
       {"", "a.example", "https://a.example/", "https://A.example", "https://*.a.example",
        "https://a.example,https://b.example", "null", "://a", "https://", "https://u@a"}) {
    const absl::Status error = AllowedOrigins::Make({bad}).status();
    EXPECT_TRUE(absl::StrContains(error.message(), "--json-allow-origin")) << bad;
  }
}

TEST(AllowedOrigins, AreTold) {
  const AllowedOrigins one = Allowed({"https://a.example", "https://b.example"});
  EXPECT_EQ(one.FieldsOf(RequestOf({{"origin", "https://b.example"}})),
            "access-control-allow-origin: https://b.example\r\n"
            "access-control-expose-headers: *\r\nvary: origin\r\n");
  for (const Fields& fields :
       {Fields(), Fields{{"origin", "https://c.example"}}, Fields{{"origin", "null"}},
        Fields{{"origin", "https://a.example"}, {"origin", "https://a.example"}}}) {
    EXPECT_EQ(one.FieldsOf(RequestOf(fields)), "");
  }
  EXPECT_EQ(Allowed({"*"}).FieldsOf(RequestOf({{"origin", "null"}})),
            "access-control-allow-origin: *\r\naccess-control-expose-headers: *\r\n");
  EXPECT_EQ(Allowed({}).FieldsOf(RequestOf({{"origin", "https://a.example"}})), "");
}

TEST(AllowedOrigins, AnswerPreflightRequests) {
  const AllowedOrigins one = Allowed({"https://a.example"});
  const Fields asks = {{"origin", "https://a.example"}, {"access-control-request-method", "POST"}};
  const auto answer = one.AnswerPreflight(RequestOf(asks, "OPTIONS"));
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 200);
  EXPECT_TRUE(absl::StrContains(answer->fields, "access-control-allow-methods: GET, POST\r\n"));
  EXPECT_FALSE(one.AnswerPreflight(RequestOf(asks, "POST")).has_value());
  EXPECT_FALSE(one.AnswerPreflight(RequestOf({asks[0]}, "OPTIONS")).has_value());
  EXPECT_FALSE(one.AnswerPreflight(RequestOf({{"origin", "https://c.example"}, asks[1]}, "OPTIONS"))
                   .has_value());
}

}  // namespace
}  // namespace shapewright::server

#include "server/json/connect_request.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

constexpr char kMerge[] = "/shapewright.v1.ShapeService/MergeShapes";

HttpRequest PostOf(const std::string& type) {
  HttpRequest http;
  http.method = "POST";
  http.path = kMerge;
  http.fields = {{"content-type", type}};
  return http;
}

TEST(ConnectMethods, AreUnary) {
  const ConnectMethods methods = AllConnectMethods();
  EXPECT_EQ(methods.count(kMerge), 1U);
  EXPECT_EQ(methods.count("/shapewright.v1.ModelService/UploadModel"), 0U);
  EXPECT_EQ(methods.count("/shapewright.v1.ShapeService/StreamInferShapes"), 0U);
}

TEST(ConnectHead, SaysTheEncoding) {
  const ConnectMethods methods = AllConnectMethods();
  ConnectRequest request;
  EXPECT_EQ(ReadConnectHead(PostOf("Application/JSON; charset=utf-8"), methods, &request).status,
            0);
  EXPECT_TRUE(request.is_json);
  EXPECT_EQ(ReadConnectHead(PostOf("application/proto"), methods, &request).status, 0);
  EXPECT_FALSE(request.is_json);
  for (const std::string type : {"", "text/plain", "application/grpc", "application/jsonx"}) {
    EXPECT_EQ(ReadConnectHead(PostOf(type), methods, &request).status, 415) << type;
  }
}

TEST(ConnectQuery, HasTheMessage) {
  ConnectRequest request;
  ASSERT_TRUE(ReadConnectQuery("connect=v1&encoding=json&message=%7B%7D+", &request).ok());
  EXPECT_EQ(request.message, "{} ");
  // RFC 4648, section 5: without padding too.
  ASSERT_TRUE(ReadConnectQuery("encoding=proto&base64=1&message=-_8", &request).ok());
  EXPECT_EQ(request.message, "\xfb\xff");
  for (const std::string query :
       {"", "message={}", "encoding=json", "encoding=xml&message=", "encoding=json&message=%7",
        "encoding=json&message=%zz", "encoding=json&message=a&message=b",
        "encoding=json&encoding=proto&message=a", "encoding=json&message=*&base64=1",
        "encoding=json&message=&base64=2", "encoding=json&message=&connect=v2",
        "encoding=json&message=&compression=gzip"}) {
    EXPECT_FALSE(ReadConnectQuery(query, &request).ok()) << query;
  }
}

TEST(ConnectFields, AreRead) {
  const auto read = [](const std::string& name, const std::string& value, ConnectRequest* request) {
    HttpRequest http;
    http.fields = {{name, value}};
    return ReadConnectFields(http, request).ok();
  };
  ConnectRequest request;
  EXPECT_TRUE(read("connect-timeout-ms", "1500", &request));
  EXPECT_EQ(request.timeout, std::chrono::milliseconds(1500));
  for (const std::string value : {"-1", "1.5", "12345678901", "x"}) {
    EXPECT_FALSE(read("connect-timeout-ms", value, &request)) << value;
  }
  EXPECT_FALSE(read("connect-protocol-version", "2", &request));
  EXPECT_FALSE(read("content-encoding", "gzip", &request));
  for (const std::string value : {"gzip", "br, gzip;q=0.5", "deflate,GZIP"}) {
    EXPECT_TRUE(read("accept-encoding", value, &request) && request.wants_gzip) << value;
  }
  for (const std::string value : {"", "br", "gzip;q=0", "gzip; Q=0.0", "gzipx"}) {
    EXPECT_TRUE(read("accept-encoding", value, &request) && !request.wants_gzip) << value;
  }
}

using Metadata = std::vector<std::pair<std::string, std::string>>;

TEST(CallerFields, AreLegalMetadata) {
  const auto read = [](const Metadata& fields) {
    HttpRequest http;
    http.fields = fields;
    return ReadCallerFields(http);
  };
  const Metadata good = {
      {"x-request-id", "a b"}, {"traceparent", "00-1-2-01"}, {"tracestate", "a"}};
  EXPECT_EQ(read(good), good);
  EXPECT_EQ(read({{"cookie", "a"}, {"x-request-id", ""}, {"traceparent", "a\tb"}}), Metadata());
  EXPECT_EQ(read({{"tracestate", "a=\xff"}, {"x-request-id", std::string(513, 'a')}}), Metadata());
  // W3C Trace Context: one traceparent, or none; tracestate as with commas between, 512 bytes.
  EXPECT_EQ(read({{"traceparent", "a"}, {"traceparent", "a"}, {"x-request-id", "a"}}),
            Metadata({{"x-request-id", "a"}}));
  const std::string half(255, 'a');
  const Metadata joined = {{"tracestate", half + "," + half}};
  EXPECT_EQ(read({{"tracestate", half}, {"tracestate", half}}), joined);
  EXPECT_EQ(read({{"tracestate", half}, {"tracestate", half + "bb"}}), Metadata());
}

}  // namespace
}  // namespace shapewright::server

#include "server/trace/collector.h"

#include <gtest/gtest.h>

namespace shapewright::server {
namespace {

TEST(CollectorUrl, IsRead) {
  const auto plain = ParseCollectorUrl("http://collector.observe.svc:4318");
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->host, "collector.observe.svc");
  EXPECT_EQ(plain->port, "4318");
  EXPECT_EQ(plain->authority, "collector.observe.svc:4318");
  EXPECT_EQ(plain->path, "/v1/traces");
  const auto below = ParseCollectorUrl("http://[::1]:4318/otlp/");
  ASSERT_TRUE(below.ok()) << below.status();
  EXPECT_EQ(below->host, "::1");
  EXPECT_EQ(below->authority, "[::1]:4318");
  EXPECT_EQ(below->path, "/otlp/v1/traces");
  EXPECT_EQ(ParseCollectorUrl("http://a:1/")->path, "/v1/traces");
}

TEST(CollectorUrl, ThatIsNone) {
  for (const char* url :
       {"", "collector:4318", "https://collector:4318", "http://collector", "http://:4318",
        "http://collector:0", "http://collector:65536", "http://collector:4318x", "http://a b:1",
        "http://a:1/\r\nx: y", "http://user@a:1", "http://::1:4318", "http://a:1?b", "http://[a:1",
        "grpc://collector:4317"}) {
    EXPECT_FALSE(ParseCollectorUrl(url).ok()) << url;
  }
}

}  // namespace
}  // namespace shapewright::server

#include "server/observe/trace_context.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

// The example of the W3C recommendation "Trace Context".
constexpr char kExample[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(TraceContext, Example) {
  const auto context = ParseTraceparent(kExample);
  ASSERT_TRUE(context.has_value());
  EXPECT_EQ(context->trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(context->parent_id, "00f067aa0ba902b7");
  EXPECT_TRUE(context->is_sampled);
}

// The lowest of eight flags.
TEST(TraceContext, Sampled) {
  const std::string ids = std::string(kExample).substr(0, 53);
  for (const char* flags : {"01", "03", "ff", "ab"}) {
    EXPECT_TRUE(ParseTraceparent(ids + flags)->is_sampled) << flags;
  }
  for (const char* flags : {"00", "02", "fe", "10"}) {
    EXPECT_FALSE(ParseTraceparent(ids + flags)->is_sampled) << flags;
  }
}

// A later version is read as far as it is known (section "Versioning of
// traceparent").
TEST(TraceContext, LaterVersions) {
  const std::string rest = std::string(kExample).substr(2);
  EXPECT_TRUE(ParseTraceparent("01" + rest).has_value());
  EXPECT_TRUE(ParseTraceparent("cc" + rest + "-what-the-future-holds").has_value());
  EXPECT_FALSE(ParseTraceparent("cc" + rest + ".what-the-future-holds").has_value());
  EXPECT_FALSE(ParseTraceparent("00" + rest + "-more").has_value());
  EXPECT_FALSE(ParseTraceparent("ff" + rest).has_value()) << "forbidden";
}

TEST(TraceContext, Invalid) {
  for (const char* header : {
           "",
           "00",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
           "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
           "00-4bf92f3577b34da6a3ce929d0e0e473\"-00f067aa0ba902b7-01",
           "00+4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
           "0 -4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
       }) {
    EXPECT_FALSE(ParseTraceparent(header).has_value()) << header;
  }
}

}  // namespace
}  // namespace shapewright::server

#include "server/observe/caller_ids.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

constexpr char kTraceparent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(CallerIds, AreRead) {
  const CallerIds ids =
      ReadCallerIds({{"x-request-id", "request 7"}, {"traceparent", kTraceparent}});
  EXPECT_EQ(ids.request_id, "request 7");
  ASSERT_TRUE(ids.trace.has_value());
  EXPECT_EQ(ids.trace->trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(ids.trace->parent_id, "00f067aa0ba902b7");
}

TEST(CallerIds, ThatAreHostileAreNotTaken) {
  EXPECT_EQ(ReadCallerIds({}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "a\nb"}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "\xff"}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", std::string(128, 'a')}}).request_id.size(), 128U);
  EXPECT_EQ(ReadCallerIds({{"x-request-id", std::string(129, 'a')}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "a"}, {"x-request-id", "b"}}).request_id, "");
  // "If the vendor failed to parse traceparent", or got several, there is none.
  EXPECT_FALSE(ReadCallerIds({{"traceparent", kTraceparent}, {"traceparent", kTraceparent}})
                   .trace.has_value());
}

TEST(TraceState, IsJoined) {
  EXPECT_EQ(ReadTraceState({}), "");
  EXPECT_EQ(ReadTraceState({{"tracestate", "a=1,b=2"}}), "a=1,b=2");
  EXPECT_EQ(ReadTraceState({{"tracestate", "a=1"}, {"tracestate", "b=2"}}), "a=1,b=2");
  // "SHOULD propagate at least 512 characters of a combined header".
  const std::string longest(512, 'a');
  EXPECT_EQ(ReadTraceState({{"tracestate", longest}}), longest);
  EXPECT_EQ(ReadTraceState({{"tracestate", longest + "a"}}), "");
  EXPECT_EQ(ReadTraceState({{"tracestate", longest}, {"tracestate", "b=2"}}), "");
  EXPECT_EQ(ReadTraceState({{"tracestate", "a=\xff"}}), "");
}

}  // namespace
}  // namespace shapewright::server

#include "client/cpp/cli/report/timing.h"

#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

TEST(Timing, IsForPeople) {
  EXPECT_EQ(TimingText("cache;desc=miss, queue;dur=0.047, read;dur=2.450, infer;dur=0.514, "
                       "serialize;dur=0.068"),
            "2.5 ms reading, 0.5 ms inferring, 0.1 ms writing");
  EXPECT_EQ(TimingText("cache;desc=hit, queue;dur=0.1"), "kept from an earlier call");
  EXPECT_EQ(TimingText("other;dur=3, read;dur=x, infer"), "");
  EXPECT_EQ(TimingText(""), "");
}

}  // namespace
}  // namespace shapewright::cli

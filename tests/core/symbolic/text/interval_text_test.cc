#include "core/symbolic/text/interval_text.h"

#include <string>

#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"

namespace shapewright::symbolic {
namespace {

TEST(S24IntervalText, PrintsAndParsesBack) {
  struct Case {
    Interval interval;
    const char* text;
  };
  const Case cases[] = {
      {{2, 8}, "2..8"},
      {{2, Interval::kInfinity}, "2.."},
      {Interval::AtMost(8), "..8"},
      {Interval::All(), ".."},
      {{3, 3}, "3"},
      {{-5, -1}, "-5..-1"},
      {Interval::Size(), "0.."},
      {{0, 8}, "0..8"},
  };
  for (const auto& [interval, text] : cases) {
    EXPECT_EQ(ToString(interval), text);
    const auto parsed = ParseInterval(text);
    ASSERT_TRUE(parsed.ok()) << text << " " << parsed.status();
    EXPECT_EQ(*parsed, interval) << text;
  }
}

TEST(S24IntervalText, AcceptsSpacesAndPointRanges) {
  EXPECT_EQ(*ParseInterval(" 2 .. 8 "), (Interval{2, 8}));
  EXPECT_EQ(*ParseInterval("3..3"), Interval::Point(3));
}

TEST(S24IntervalText, RefusesWhatIsNoInterval) {
  for (const char* text : {"", "N", "8..2", "2...8", "2..8..9", "a..b", "2..x", "2.5..3", "--2..3",
                           "2..99999999999999999999", "2..9223372036854775807", "?", "2 3..4",
                           "-..3", "-9223372036854775808..", "1e3.."}) {
    EXPECT_FALSE(ParseInterval(text).ok()) << text;
  }
  EXPECT_EQ(ParseInterval("8..2").status().message(),
            "interval \"8..2\": the minimum is greater than the maximum");
}

TEST(S24IntervalText, IsToldFromExpressions) {
  for (const char* text : {"2..8", "2..", "..8", " -3 ..4", "..", "2..x"}) {
    EXPECT_TRUE(IsIntervalText(text)) << text;
  }
  for (const char* text : {"a..b", "N", "2", "", "`..`", "-N", "?"}) {
    EXPECT_FALSE(IsIntervalText(text)) << text;
  }
}

}  // namespace
}  // namespace shapewright::symbolic

#include "client/cpp/cli/plan/observed_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright::cli {
namespace {

TEST(ObservedTable, AddsUpEqualLines) {
  const auto request = ParseObservedTable("batch, seq ,count\r\n1,128,90\n8,512,3\n\n1,128,10\n");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->symbols(), testing::ElementsAre("batch", "seq"));
  ASSERT_EQ(request->observed_size(), 2);
  EXPECT_THAT(request->observed(0).sizes(), testing::ElementsAre(1, 128));
  EXPECT_EQ(request->observed(0).count(), 100u);
  EXPECT_EQ(request->observed(1).count(), 3u);
}

TEST(ObservedTable, CountsLinesWithoutACount) {
  const auto request = ParseObservedTable("N\n3\n5\n3");
  ASSERT_TRUE(request.ok()) << request.status();
  ASSERT_EQ(request->observed_size(), 2);
  EXPECT_EQ(request->observed(0).count(), 2u);
}

TEST(ObservedTable, TellsTheLine) {
  const auto error = [](const char* text) {
    return std::string(ParseObservedTable(text).status().message());
  };
  EXPECT_EQ(error(""), "there are no observed sizes");
  EXPECT_EQ(error("3,5\n"), "line 1: the first line has the names of the symbols");
  EXPECT_EQ(error("N,\n"), "line 1: the first line has the names of the symbols");
  EXPECT_EQ(error("N,M\n1,2\n3\n"), "line 3: 1 columns, the first line has 2");
  EXPECT_EQ(error("N\n-1\n"), "line 2: \"-1\" is not a size");
  EXPECT_EQ(error("N,count\n1,x\n"), "line 2: \"x\" is not a count");
  EXPECT_EQ(error("N,count\n1,18446744073709551615\n1,1\n"), "line 3: too large a count");
}

}  // namespace
}  // namespace shapewright::cli

#include "client/cpp/cli/requests/request_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  return std::string(ParseRequestLog(text).status().message());
}

TEST(RequestLog, ReadsLinesOfJson) {
  const auto log = ParseRequestLog(
      "{\"inputs\": {\"ids\": [8, 128], \"mask\": [8, 128]}}\r\n"
      "{\"inputs\": {\"mask\": [8, 128], \"ids\": [8, 128]}, \"count\": 3}\n\n"
      "{\"inputs\": [{\"name\": \"to\", \"shape\": [2], \"datatype\": \"INT64\", \"data\": [3, "
      "-1]}, {\"name\": \"x\", \"shape\": [], \"data\": [0.5]}]}");
  ASSERT_TRUE(log.ok()) << log.status();
  ASSERT_EQ(log->size(), 2U);
  EXPECT_EQ((*log)[0].count, 4U);
  EXPECT_EQ((*log)[0].line, 1U);
  EXPECT_EQ((*log)[0].inputs.inputs(0).name(), "ids");
  EXPECT_THAT((*log)[0].inputs.inputs(0).sizes(), ElementsAre(8, 128));
  const v1::Binding& second = (*log)[1].inputs;
  EXPECT_EQ((*log)[1].line, 4U);
  EXPECT_THAT(second.inputs(0).values(), ElementsAre(3, -1));
  EXPECT_TRUE(second.inputs(1).scalar());
  EXPECT_TRUE(second.inputs(1).values().empty());
}

TEST(RequestLog, ReadsCommaSeparatedValues) {
  const auto log = ParseRequestLog("ids, length ,count\n8x128,scalar,2\n1x5,,7\n8x128,scalar,1\n");
  ASSERT_TRUE(log.ok()) << log.status();
  ASSERT_EQ(log->size(), 2U);
  EXPECT_EQ((*log)[0].count, 7U);
  EXPECT_EQ((*log)[0].inputs.inputs_size(), 1);
  EXPECT_EQ((*log)[1].count, 3U);
  EXPECT_TRUE((*log)[1].inputs.inputs(1).scalar());
}

TEST(RequestLog, TellsTheLine) {
  EXPECT_EQ(ErrorOf(""), "the log has no requests");
  EXPECT_EQ(ErrorOf("ids\n"), "the log has no requests");
  EXPECT_THAT(ErrorOf("{\"inputs\": {}}\n{"), HasSubstr("line 2: not JSON"));
  EXPECT_EQ(ErrorOf("{\"input\": {}}"), "line 1: it has no `inputs`");
  EXPECT_EQ(ErrorOf("{\"inputs\": {\"x\": [-1]}}"), "line 1: input \"x\" has the negative size -1");
  EXPECT_EQ(ErrorOf("{\"inputs\": {\"x\": [1.5]}}"),
            "line 1: input \"x\" is neither a list of sizes nor an object with a shape");
  EXPECT_EQ(ErrorOf("{\"inputs\": {\"x\": {\"data\": [1]}}}"),
            "line 1: input \"x\" has no shape of whole numbers");
  EXPECT_EQ(
      ErrorOf("{\"inputs\": [{\"name\": \"x\", \"shape\": []}, {\"name\": \"x\", \"shape\": []}]}"),
      "line 1: input \"x\" is given twice");
  EXPECT_EQ(ErrorOf("{\"inputs\": {}, \"count\": -1}"), "line 1: `count` is not a whole number");
  EXPECT_EQ(ErrorOf("a,b\n1\n"), "line 2: 1 columns, the first line has 2");
  EXPECT_EQ(ErrorOf("a\n1x\n"), "line 2: \"1x\" is not a shape such as 8x128");
  EXPECT_EQ(ErrorOf("a,a\n1,1\n"), "line 1: the column \"a\" is there twice");
  EXPECT_EQ(ErrorOf("a,count\n1,-1\n"), "line 2: \"-1\" is not a count");
  EXPECT_EQ(ErrorOf("a,count\n1,18446744073709551615\n1,1\n"), "line 3: too large a count");
}

TEST(RequestLog, IsBounded) {
  std::string text = "a\n";
  for (size_t i = 0; i <= kMaxLoggedRequests; ++i) text += std::to_string(i) + "\n";
  EXPECT_THAT(ErrorOf(text), HasSubstr("more than 100000 different requests"));
}

}  // namespace
}  // namespace shapewright::cli

#include "client/cpp/cli/evaluation_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

using ::testing::HasSubstr;

std::string ReportOf(const std::string& response, size_t width = 80) {
  v1::InferShapesResponse message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(response, &message));
  ReportOptions options;
  options.width = width;
  return ReportEvaluations(message, options);
}

constexpr char kAnswer[] = R"pb(
  graphs {
    values { name: "a" }
    values { name: "b" }
    first_value: 4
  }
  evaluated_values: 5
  evaluated_values: 4
  evaluated_ranks: 2
  evaluated_ranks: -1
  evaluations {
    label: "N=3"
    sizes: [ 3, -1 ]
    upper_sizes: [ 3, 6 ]
    bytes: [ 18000, -1 ]
    unbound: "M"
    memory { weights_bytes: 16 peak_bytes: 128 peak_step: 2 overhead: 1 upper_bound: true }
    violations { message: "node 2 Reshape: N = 3 is a multiple of 2 does not hold" }
  })pb";

TEST(EvaluationReport, ShowsSizesMemoryAndWhatFails) {
  const std::string report = ReportOf(kAnswer, 200);
  EXPECT_THAT(report, HasSubstr("with N=3"));
  EXPECT_THAT(report, HasSubstr("[3, ..6]"));
  EXPECT_THAT(report, HasSubstr("18.0 kB"));
  EXPECT_THAT(report, HasSubstr("not bound: M"));
  EXPECT_THAT(report, HasSubstr("peak 128 B at node 2"));
  EXPECT_THAT(report, HasSubstr("violated: node 2 Reshape"));
  // b is asked for before a.
  EXPECT_LT(report.find("\n  b "), report.find("\n  a "));
}

TEST(EvaluationReport, FitsEightyColumns) {
  const std::string report = ReportOf(kAnswer);
  size_t begin = 0;
  while (begin < report.size()) {
    const size_t end = report.find('\n', begin);
    EXPECT_LE(end - begin, 80u) << report.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(EvaluationReport, NothingForNoEvaluations) { EXPECT_EQ(ReportOf(""), ""); }

}  // namespace
}  // namespace shapewright::cli

#include "client/cpp/cli/report/evaluation_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

v1::EvaluateShapesResponse Parsed(const std::string& response) {
  v1::EvaluateShapesResponse message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(response, &message));
  return message;
}

std::string ReportOf(const std::string& response, size_t width = 80) {
  ReportOptions options;
  options.width = width;
  return RenderLines(ReportEvaluations(Parsed(response), options), false);
}

constexpr char kAnswer[] = R"pb(
  evaluations {
    label: "N=3"
    verdict: VERDICT_INVALID
    outputs { name: "b" unsized: true }
    values {
      name: "a"
      sizes: [ 3, -1, -1 ]
      upper_sizes: [ 3, 6, -1 ]
      bytes: 18000
    }
    unbound: "M"
    memory {
      weights_bytes: 16
      peak_bytes: 128
      lower_bound_bytes: 64
      intermediates_bytes: 400
      peak_node: 2
      upper_bound: true
    }
    violations {
      message: "node 2 Reshape: N = 3 is a multiple of 2 does not hold"
      suggestion: "N must be even"
    }
  }
  evaluations {
    label: "Q=3"
    error { field: "symbols[0].symbol" message: "the model has no symbol Q" }
  })pb";

TEST(EvaluationReport, ShowsSizesMemoryAndWhatFails) {
  EXPECT_EQ(
      ReportOf(kAnswer, 200),
      "with N=3: invalid\n"
      "  value  shape        bytes\n"
      "  b      ?            ?\n"
      "  a      [3, ..6, ?]  17.6 KiB\n"
      "  not bound: M\n"
      "  memory: ? in all: weights 16 B, inputs ?, outputs ?, the peak of intermediates 128 B "
      "of 400 B, at node 2 (2.00 of the lower bound); some are upper bounds\n"
      "  violated: node 2 Reshape: N = 3 is a multiple of 2 does not hold; N must be even\n"
      "\n"
      "with Q=3: not answered\n"
      "  symbols[0].symbol: the model has no symbol Q\n");
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

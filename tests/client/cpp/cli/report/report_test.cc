#include "client/cpp/cli/report/report.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

v1::InferShapesResponse Response() {
  v1::InferShapesResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(graphs {
           name: "g"
           nodes { op_type: "If" } nodes { name: "Relu_1" op_type: "Relu" }
           values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "x" input: 0 }
           values { type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } name: "w" }
           values { type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: "N" } dims { size: 3 } } } } name: "y" node: 1 }
         }
         graphs {
           owner { node: 0 op_type: "If" } attribute: "then_branch"
           values { type { tensor { element_type: ELEMENT_TYPE_BOOL shape {} } } name: "c" node: 0 }
         }
         symbols { name: "N" kind: KIND_INPUT_DIM range { min: 1 }
                   origin { input: 0 value: "x" axis: 0 } }
         symbols { name: "h" kind: KIND_ALIAS equals { expr: "2*N" } }
         facts { text: "1 <= N" relation: RELATION_LESS_OR_EQUAL left { value: 1 }
                       right { expr: "N" } basis: BASIS_REQUIRED
                       sites { node: 1 node_name: "Relu_1" input: 0 } reason: "divides" }
         diagnostics { severity: SEVERITY_WARNING code: "ODD" check: "sums.even"
                       message: "this is odd" site { node: 1 node_name: "Relu_1" }
                       suggestion: "make it even" }
         statistics { diagnostics_dropped: 4 })",
      &response));
  return response;
}

TEST(Report, HasAllSections) {
  EXPECT_EQ(RenderLines(Report(Response(), {}), false),
            "main graph g\n"
            "  value  type   shape   producer\n"
            "  x      float  [N, 3]  input\n"
            "  y      float  [N, 3]  Relu_1\n"
            "  and 1 constant (--constants lists them)\n"
            "\n"
            "then_branch of #0 If\n"
            "  value  type  shape  producer\n"
            "  c      bool  []     #0\n"
            "\n"
            "facts that must hold at run time\n"
            "  fact    basis     why\n"
            "  1 <= N  required  divides at Relu_1\n"
            "\n"
            "symbols\n"
            "  symbol    range  what       from\n"
            "  N         1..    input dim  input x axis 0\n"
            "  h := 2*N         alias\n"
            "\n"
            "diagnostics\n"
            "  warning ODD sums.even at Relu_1: this is odd\n"
            "      to fix it: make it even\n"
            "  and 4 more\n");
}

TEST(Report, ListsConstants) {
  ReportOptions options;
  options.lists_constants = true;
  const std::string report = RenderLines(Report(Response(), options), false);
  EXPECT_NE(report.find("  w      bool   []      constant\n"), std::string::npos);
  EXPECT_EQ(report.find("--constants"), std::string::npos);
}

TEST(Report, OfNothing) { EXPECT_EQ(Report({}, {}), ""); }

TEST(Summary, RoundsTheShareDown) {
  v1::Statistics statistics;
  statistics.set_nodes(1);
  statistics.set_values(10'000);
  statistics.set_exact(9'999);
  statistics.set_bounded(1);
  statistics.set_warnings(1);
  EXPECT_EQ(RenderLines(Summary(statistics), false),
            "1 node, 10000 values: 99.9 % fully known (9999 exact, 1 bounded, "
            "0 unknown)\n0 errors, 1 warning");
  statistics.set_values_on_errors(2);
  EXPECT_NE(RenderLines(Summary(statistics), false).find("2 rest on an error"), std::string::npos);
  EXPECT_EQ(Summary({}).substr(0, 40), "0 nodes, 0 values: 100.0 % fully known (");
}

}  // namespace
}  // namespace shapewright::cli

#include "client/cpp/cli/report/profile_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

TEST(ProfileReport, InputsOutputsMemoryAndViolations) {
  v1::Profile response;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        min {
          binding {
            inputs {
              name: "x"
              sizes: [ 1, 3 ]
            }
            inputs { name: "k" values: 1 }
          }
          evaluation {
            label: "min"
            outputs { name: "y" sizes: 1 }
            memory { peak_bytes: 12 }
          }
        }
        opt {
          binding {
            inputs {
              name: "x"
              sizes: [ 8, 3 ]
            }
            inputs { name: "k" values: 2 }
          }
          evaluation {
            label: "opt"
            outputs { name: "y" sizes: 8 }
            memory { peak_bytes: 96 }
          }
        }
        max {
          binding {
            inputs {
              name: "x"
              sizes: [ -1, 3 ]
            }
            inputs { name: "k" values: 9 }
          }
          evaluation {
            label: "max"
            outputs { name: "y" sizes: -1 }
            memory {}
            violations { message: "N is too large" }
          }
        }
      )pb",
      &response));
  EXPECT_EQ(RenderLines(ReportProfile(response, {}), false),
            "  input          min     opt     max\n"
            "  x              [1, 3]  [8, 3]  [?, 3]\n"
            "  k              []      []      []\n"
            "  k: its values  {1}     {2}     {9}\n"
            "\n"
            "  output                 min   opt   max\n"
            "  y                      [1]   [8]   [?]\n"
            "  peak of intermediates  12 B  96 B  ?\n"
            "  violated at max: N is too large\n");
}

}  // namespace
}  // namespace shapewright::cli

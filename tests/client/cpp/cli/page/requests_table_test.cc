#include "client/cpp/cli/page/requests_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(RequestsTable, HasProblemsShapesAndChoices) {
  RequestStudy study;
  study.requests = 8;
  study.passed = 6;
  study.failed = 2;
  study.problems = {{"K = 768 does not hold", true, 2, 3}};
  study.shapes = {{"x=[2,768]", 6, 4096}};
  study.symbols = {"N"};
  study.buckets = {{2, 0.25, false}};
  study.notes = {"A note."};
  EXPECT_THAT(RequestsTable(study),
              AllOf(HasSubstr("<p>8 requests in 1 shape; the guard: 6 pass, 2 fail, 0 undecided"),
                    HasSubstr("<td>2</td><td>fail</td><td>3</td><td>K = 768 does not hold</td>"),
                    HasSubstr("<td>6</td><td>75.0 %</td><td>4096 B</td><td>x=[2,768]</td>"),
                    HasSubstr("Sizes of N"), HasSubstr("<td>2 buckets</td><td>25.0 %</td>"),
                    HasSubstr("<p>A note.</p>")));
}

TEST(RequestsTable, TellsOfShapesThatItLeavesOut) {
  RequestStudy study;
  study.shapes.resize(203, {"x=[1]", 1, std::nullopt});
  EXPECT_THAT(RequestsTable(study), HasSubstr("<p>and 3 others</p>"));
}

TEST(RequestsTable, NamesStayNames) {
  RequestStudy study;
  study.problems = {{"<script>x</script>", true, 1, 1}};
  study.notes = {"<script>"};
  study.symbols = {"<script>"};
  study.buckets = {{1, 0, false}};
  EXPECT_THAT(RequestsTable(study), Not(HasSubstr("<script")));
}

}  // namespace
}  // namespace shapewright::cli

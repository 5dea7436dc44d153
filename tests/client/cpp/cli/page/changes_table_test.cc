#include "client/cpp/cli/page/changes_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

using testing::HasSubstr;

TEST(ChangesTable, HasARowForEachChange) {
  Change change;
  change.effect = Effect::kBreaks;
  change.part = Part::kOutput;
  change.name = "y";
  change.axis = 1;
  change.before = "4";
  change.after = "5";
  EXPECT_THAT(
      ChangesTable({change}),
      HasSubstr("<tr class=\"breaks\" data-name=\"y\"><td>breaks</td><td>output y axis 1</td>"
                "<td>type</td><td>4</td><td>5</td>"));
  EXPECT_THAT(ChangesTable({}), HasSubstr("<p>No difference.</p>"));
}

TEST(ChangesTable, NamesStayNames) {
  Change change;
  change.name = "\"><script>x</script>";
  change.before = change.name;
  EXPECT_THAT(ChangesTable({change}), testing::Not(HasSubstr("<script")));
}

}  // namespace
}  // namespace shapewright::cli

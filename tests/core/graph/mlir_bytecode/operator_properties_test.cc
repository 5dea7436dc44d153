#include "core/graph/mlir_bytecode/operator_properties.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"

namespace shapewright::graph {
namespace {

TEST(OperatorProperties, AreFoundByName) {
  for (const absl::string_view dialect : {"builtin", "chlo", "func", "stablehlo", "vhlo"}) {
    const absl::Span<const OperatorProperties> rows = PropertiesOf(dialect);
    ASSERT_FALSE(rows.empty());
    EXPECT_TRUE(std::is_sorted(
        rows.begin(), rows.end(),
        [](const OperatorProperties& a, const OperatorProperties& b) { return a.name < b.name; }));
    for (const OperatorProperties& row : rows) {
      EXPECT_FALSE(FindProperties(dialect, row.name).empty()) << row.name;
    }
  }
  EXPECT_TRUE(FindProperties("vhlo", "add_v2").empty());
  EXPECT_TRUE(FindProperties("arith", "addi").empty());
}

// MLIR writes properties in the order of their names.
TEST(OperatorProperties, AttributesAreSorted) {
  for (const absl::string_view dialect : {"builtin", "chlo", "func", "stablehlo", "vhlo"}) {
    for (const OperatorProperties& row : PropertiesOf(dialect)) {
      const std::vector<std::string> names = absl::StrSplit(row.attributes, ',', absl::SkipEmpty());
      EXPECT_TRUE(std::is_sorted(names.begin(), names.end())) << row.name;
    }
  }
}

}  // namespace
}  // namespace shapewright::graph

// What MergeShapes says to people holds no character that a terminal would heed, whatever the names
// of the request.
#include <gtest/gtest.h>

#include <string>

#include "core/query/merge/merge_shapes.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

constexpr char kEvil[] = "n\x1b[31m\n\u202em";

TEST(PrintableReasons, OfConflicts) {
  v1::MergeShapesRequest request;
  v1::MergeCase& asked = *request.add_cases();
  asked.set_operation(v1::MergeCase::OPERATION_MERGE);
  asked.add_operands()->mutable_tensor()->mutable_shape()->add_dims()->set_expr(std::string("`") +
                                                                                kEvil + "`");
  asked.add_operands()->mutable_tensor()->mutable_shape()->add_dims()->set_size(3);
  v1::SymbolFact& fact = *asked.add_symbols();
  fact.set_symbol(kEvil);
  fact.add_allowed(2);
  fact.add_allowed(5);
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(response.results(0).conflicts_size(), 1) << response.DebugString();
  const v1::Conflict& conflict = response.results(0).conflicts(0);
  EXPECT_EQ(conflict.reason(),
            "`n\\x1b[31m\\x0a\\u202em` would be 3, which is not one of the values declared");
  EXPECT_EQ(conflict.reason(), Printable(conflict.reason()));
}

}  // namespace
}  // namespace shapewright::query

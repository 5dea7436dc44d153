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
  const std::string name = std::string("`") + kEvil + "`";
  v1::MergeShapesRequest request;
  v1::MergeCase& asked = *request.add_cases();
  asked.mutable_merge()->add_operands()->set_text("[" + name + "]");
  asked.mutable_merge()->add_operands()->set_text("[3]");
  asked.add_premises(name + " in {2, 5}");
  v1::MergeCase& mistaken = *request.add_cases();
  mistaken.add_premises(name + " <");
  mistaken.mutable_merge()->add_operands()->set_text("[" + name + "*]");
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(response.results(0).conflicts_size(), 1) << response.DebugString();
  const v1::Conflict& conflict = response.results(0).conflicts(0);
  EXPECT_EQ(conflict.message(), "`n\\x1b[31m\\x0a\\u202em` in {2, 5} would be 3 in {2, 5}");
  EXPECT_EQ(conflict.message(), Printable(conflict.message()));
  const std::string& mistake = response.results(1).error().message();
  EXPECT_FALSE(mistake.empty());
  EXPECT_EQ(mistake, Printable(mistake));
}

}  // namespace
}  // namespace shapewright::query

#include "shapewright/expression.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

using nlohmann::json;

int64_t NumberOf(const json& number) {
  int64_t value = 0;
  const std::string text = number.is_string() ? number.get<std::string>() : number.dump();
  EXPECT_TRUE(absl::SimpleAtoi(text, &value)) << number;
  return value;
}

std::string Outcome(const absl::StatusOr<int64_t>& value) {
  switch (value.status().code()) {
    case absl::StatusCode::kOk:
      return std::to_string(*value);
    case absl::StatusCode::kNotFound:
      return "unbound";
    case absl::StatusCode::kFailedPrecondition:
      return "division_by_zero";
    case absl::StatusCode::kOutOfRange:
      return "overflow";
    default:
      return value.status().ToString();
  }
}

std::string Expected(const json& at) {
  return at.contains("error") ? at["error"].get<std::string>()
                              : std::to_string(NumberOf(at["value"]));
}

void Check(const json& test) {
  const absl::StatusOr<Expression> e = Expression::Parse(test["text"].get<std::string>());
  if (!test.contains("prints") && !test.contains("dialect")) {
    EXPECT_FALSE(e.ok());
    return;
  }
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->symbols(), test["symbols"].get<std::vector<std::string>>());
  EXPECT_EQ(e->text(), test.value("prints", e->text()));
  const absl::StatusOr<Expression> printed = Expression::Parse(e->text());
  ASSERT_TRUE(printed.ok()) << printed.status();
  for (const json& at : test["at"]) {
    std::map<std::string, int64_t> sizes;
    for (const auto& [name, size] : at["sizes"].items()) sizes[name] = NumberOf(size);
    EXPECT_EQ(Outcome(e->Evaluate(sizes)), Expected(at)) << at;
    if (at.contains("value")) {
      EXPECT_EQ(Outcome(printed->Evaluate(sizes)), Expected(at)) << at;
    }
  }
}

// What every client is held to; values are Python's, and of other tools' notations sympy's.
TEST(Expression, Vectors) {
  for (const char* const path : {"vectors/expressions.json", "vectors/dialects.json"}) {
    const json file = json::parse(ReadFile(DataPath(path)));
    for (const json& test : file["cases"]) {
      SCOPED_TRACE(test["text"]);
      Check(test);
    }
  }
}

TEST(Expression, SizesAreNotNegative) {
  const auto e = Expression::Parse("N//2 + x[0]");
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(*e->Evaluate({{"N", 7}, {"x[0]", -5}}), -2);
  EXPECT_TRUE(absl::IsInvalidArgument(e->Evaluate({{"N", -7}, {"x[0]", 5}}).status()));
}

TEST(Expression, NewUnknownsHaveNoSize) {
  const auto e = Expression::Parse("? + ?1");
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(e->symbols(), std::vector<std::string>{"?1"});
  EXPECT_TRUE(absl::IsNotFound(e->Evaluate({{"?1", 5}, {"?", 5}}).status()));
}

TEST(Expression, EqualOnesPrintAlike) {
  EXPECT_EQ(Expression::Parse("2*(N + 1)")->text(), Expression::Parse("N + N + 2")->text());
}

}  // namespace
}  // namespace shapewright

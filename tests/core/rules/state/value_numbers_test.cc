// S69: two values have one number only if they are equal in every run.
#include "core/rules/state/value_numbers.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

using graph::ValueId;

TEST(S69Numbers, EqualPureNodesHaveOne) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  const ValueId a = model.Node("Relu", {x})[0];
  const ValueId b = model.Node("Relu", {model.Node("Identity", {x})[0]})[0];
  const ValueId c = model.Node("Abs", {x})[0];
  model.Run();
  ValueNumbers& numbers = model.workspace().numbers();
  EXPECT_EQ(numbers.OfValue(a), numbers.OfValue(b));
  EXPECT_NE(numbers.OfValue(a), numbers.OfValue(c));
  EXPECT_NE(numbers.OfValue(graph::kNoValue), ValueNumbers::kNone);
}

// Whatever differs tells two nodes apart: no field is packed or cut.
TEST(S69Numbers, AttributesInFull) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  std::vector<ValueId> values;
  for (const Attr& attribute : std::vector<Attr>{{"a", int64_t{1}},
                                                 {"a", int64_t{1} << 32},
                                                 {"a", 1.0},
                                                 {"b", int64_t{1}},
                                                 {"a", Ints{1}},
                                                 {"a", Ints{1, 0}},
                                                 {"a", Ints{}},
                                                 {"a", Floats{1.0}},
                                                 {"a", std::string("1")},
                                                 {"a", Strings{"1"}},
                                                 {"a", Strings{"1", ""}},
                                                 {"a", TensorText{"int64[1] = {1}"}},
                                                 {"a", TensorText{"int64[] = {1}"}},
                                                 {"a", TensorText{"int32[1] = {1}"}}}) {
    values.push_back(model.Node("Relu", {x}, {attribute})[0]);
  }
  model.Run();
  std::set<ValueNumbers::Number> seen;
  for (const ValueId value : values) {
    EXPECT_TRUE(seen.insert(model.workspace().numbers().OfValue(value)).second) << value;
  }
}

// Long texts and lists are remembered where they stand, short ones are read again.
TEST(S69Numbers, LongAttributesLikeShortOnes) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  std::set<ValueNumbers::Number> seen;
  std::vector<std::pair<ValueId, ValueId>> pairs;
  for (const size_t size : {1, 8, 9, 32, 33, 100}) {
    const std::vector<Attr> attributes = {{"a", std::string(size, 's')},
                                          {"a", Ints(std::vector<int64_t>(size, 7))},
                                          {std::string(size, 'n'), int64_t{1}}};
    for (const Attr& attribute : attributes) {
      pairs.emplace_back(model.Node("Relu", {x}, {attribute})[0],
                         model.Node("Relu", {x}, {attribute})[0]);
    }
  }
  model.Run();
  ValueNumbers& numbers = model.workspace().numbers();
  for (const auto& [first, second] : pairs) {
    EXPECT_EQ(numbers.OfValue(first), numbers.OfValue(second));
    EXPECT_TRUE(seen.insert(numbers.OfValue(first)).second);
  }
}

TEST(S69Numbers, OutputsAreApart) {
  TestModel model;
  const ValueId x = model.Input("float32[600]");
  const std::vector<std::string> names(300, "y");
  const auto parts = model.Node("Split-18", {x}, {{"num_outputs", int64_t{300}}}, names);
  model.Run();
  std::set<ValueNumbers::Number> seen;
  for (const ValueId part : parts) {
    EXPECT_TRUE(seen.insert(model.workspace().numbers().OfValue(part)).second);
  }
}

// A run of a graph makes new values; those outside of it stay.
TEST(S69Numbers, RunsAreApart) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  const ValueId y = model.Node("Relu", {x})[0];
  model.Run();
  ValueNumbers& numbers = model.workspace().numbers();
  const auto before = numbers.OfValue(y);
  EXPECT_EQ(numbers.OfValue(y), before);
  numbers.Forget(0);
  EXPECT_NE(numbers.OfValue(y), before);
}

TEST(S69Numbers, TheInputThatANumberIsOf) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  const ValueId copy = model.Node("Identity", {x})[0];
  const ValueId other = model.Node("Relu", {x})[0];
  model.Run();
  ValueNumbers& numbers = model.workspace().numbers();
  EXPECT_EQ(numbers.MainInput(numbers.OfValue(copy)), x);
  EXPECT_EQ(numbers.MainInput(numbers.OfValue(other)), graph::kNoValue);
}

}  // namespace
}  // namespace shapewright::rules

// S14: logarithms, exponentials and powers, as ranges that hold what any library gives. The numbers
// are numpy's, in the same precision.
#include "core/rules/elements/float_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/symbolic/text/interval_text.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// int(rounding(op(H) * factor)) for an H in `sizes`.
struct Rounded {
  std::string op;
  std::string element;
  std::string sizes;
  std::string factor;
  std::string rounding;
  std::string range;
};

class FloatFunctions : public testing::TestWithParam<Rounded> {};

TEST_P(FloatFunctions, S14RoundedResultsLieWithinARange) {
  const auto& [op, element, sizes, factor, rounding, range] = GetParam();
  TestModel model;
  model.DeclareSymbol("H", sizes);
  const int64_t type = element == "float32" ? 1 : 11;
  const auto size = model.Node("Cast", {model.Input("int64[] = {H}")}, {{"to", type}}).front();
  const auto result = model.Node(op, {size}).front();
  const auto scale = model.Input(element + "[] = {" + factor + "}");
  const auto scaled = model.Node("Mul", {result, scale}).front();
  const auto whole = model.Node(rounding, {scaled}).front();
  const auto integer = model.Node("Cast", {whole}, {{"to", int64_t{7}}}).front();
  model.Run();
  const auto found = model.workspace().IntElements(integer);
  ASSERT_TRUE(found);
  EXPECT_EQ(symbolic::ToString(model.workspace().exprs().Bounds((*found)[0])), range);
}

INSTANTIATE_TEST_SUITE_P(
    Logarithms, FloatFunctions,
    testing::Values(
        // log2(4096) is 12, but may be a little more as it is computed.
        Rounded{"Log", "float32", "1..4096", "1.44269502162933349609375", "Ceil", "0..13"},
        Rounded{"Log", "float32", "1..4095", "1.44269502162933349609375", "Ceil", "0..12"},
        Rounded{"Log", "float64", "1..4096", "1.4426950408889634", "Floor", "0..12"},
        // Between 2.32 and 2.81.
        Rounded{"Log", "float32", "5..7", "1.44269502162933349609375", "Floor", "2"},
        Rounded{"Log", "float32", "1..1", "5", "Ceil", "0"},
        // 43.67 for 2^63.
        Rounded{"Log", "float32", "0..", "1", "Floor", "0..43"},
        Rounded{"Log", "float32", "..10", "1", "Floor", ".."},
        Rounded{"Exp", "float32", "0..3", "1", "Ceil", "1..21"},
        Rounded{"Exp", "float64", "-1..3", "1", "Floor", "0..20"},
        Rounded{"Exp", "float32", "0..", "1", "Floor", ".."}));

// 0.7310586 to 1 of the halves of H.
TEST(FloatFunctions, S14PowersAreMonotoneInBothOperands) {
  TestModel model;
  model.DeclareSymbol("H", "1..9");
  const auto size =
      model.Node("Cast", {model.Input("int64[] = {H}")}, {{"to", int64_t{1}}}).front();
  const auto power = model.Node("Pow", {size, model.Input("float32[] = {0.3}")}).front();
  const auto inverse = model.Node("Pow", {size, model.Input("float32[] = {-1.5}")}).front();
  const auto up = model.Node("Cast", {power}, {{"to", int64_t{7}}}).front();
  const auto down = model.Node("Cast", {inverse}, {{"to", int64_t{7}}}).front();
  model.Run();
  const auto range = [&](graph::ValueId value) {
    const auto ints = model.workspace().IntElements(value);
    return symbolic::ToString(model.workspace().exprs().Bounds((*ints)[0]));
  };
  EXPECT_EQ(range(up), "1") << "9^0.3 is 1.93";
  EXPECT_EQ(range(down), "0..1") << "9^-1.5 is 1/27";
}

TEST(FloatFunctions, S14OfZeroAnInfinityIsNotFollowed) {
  CheckCases({
      {.op = "Log", .inputs = {"float32[2] = {1, 0}"}, .outputs = {"float32[2] = {0, ?}"}},
      {.op = "Log", .inputs = {"float32[] = {-1}"}, .outputs = {"float32[] = {?}"}},
      {.op = "Log", .inputs = {"float16[] = {3}"}, .outputs = {"float16[] = {?}"}},
      {.op = "Exp", .inputs = {"float32[2] = {0, 100}"}, .outputs = {"float32[2] = {1, ?}"}},
      {.op = "Pow",
       .inputs = {"float32[] = {N}", "float32[] = {0.5}"},
       .outputs = {"float32[] = {?}"}},
  });
}

// The size that is not to be 0 is assumed where an integer is made of it, and not before.
TEST(FloatFunctions, S14AssumptionsAreMadeWhereIntegersFollow) {
  for (const bool is_used : {false, true}) {
    TestModel model;
    const auto size =
        model.Node("Cast", {model.Input("int64[] = {H}")}, {{"to", int64_t{11}}}).front();
    const auto width =
        model.Node("Cast", {model.Input("int64[] = {W}")}, {{"to", int64_t{11}}}).front();
    const auto quotient = model.Node("Div", {size, width}).front();
    const auto sum = model.Node("Add", {quotient, model.Node("Log", {size}).front()}).front();
    const auto whole = model.Node("Floor", {quotient}).front();
    if (is_used) model.Node("Cast", {whole}, {{"to", int64_t{7}}});
    model.Run();
    EXPECT_EQ(model.Text(sum), "float64[] = {?}");
    if (is_used) {
      EXPECT_THAT(model.FactTexts(), ElementsAre("ASSUMED W >= 1"));
    } else {
      EXPECT_THAT(model.FactTexts(), IsEmpty());
    }
  }
}

}  // namespace
}  // namespace shapewright::rules

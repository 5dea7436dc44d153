#include "core/rules/registry/registry.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/rules/registry/model_operators.h"
#include "core/rules/registry/onnx_inputs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

// A type that is allowed, of those that the rules are written for.
std::string AnyOf(OperandTypeSet allowed) {
  for (const shape::ElementType type :
       {shape::ElementType::kFloat, shape::ElementType::kUint32, shape::ElementType::kBool}) {
    if (allowed.Holds(OperandTypeSet::Of(type))) return std::string(shape::ElementTypeName(type));
  }
  return "undefined";
}

TEST(Registry, NoVersionIsServedTwice) {
  std::set<std::tuple<std::string, std::string, int>> seen;
  for (const OperatorRow* row : AllOperators()) {
    for (const int16_t version : row->versions) {
      if (version == 0) break;
      EXPECT_TRUE(seen.insert({std::string(row->domain), std::string(row->name), version}).second)
          << row->domain << ":" << row->name << "-" << version;
    }
  }
}

TEST(Registry, EveryRowIsComplete) {
  for (const OperatorRow* row : AllOperators()) {
    SCOPED_TRACE(absl::StrCat(row->domain, ":", row->name));
    EXPECT_FALSE(row->name.empty());
    EXPECT_NE(row->rule, nullptr);
    EXPECT_FALSE(row->summary.empty());
    EXPECT_GT(row->versions[0], 0);
    for (size_t i = 1; i < row->versions.size() && row->versions[i] != 0; ++i) {
      EXPECT_GT(row->versions[i], row->versions[i - 1]);
    }
  }
}

TEST(Registry, ResolvesTheNewestVersionThatIsNotNewer) {
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 12}).since_version, 6);
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 13}).since_version, 13);
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 999}).since_version, 13);
  EXPECT_EQ(ResolveOperator({"", "Acos", "", 6}).row, nullptr);
  EXPECT_EQ(ResolveOperator({"nowhere", "Abs", "", 13}).row, nullptr);
  // A scope that does not import the domain has version 0.
  EXPECT_EQ(ResolveOperator({"com.microsoft", "Gelu", "", 0}).row, nullptr);
}

// An operator's row may not contradict its schema, where the specification has one.
TEST(Registry, RowsSuitTheirInputs) {
  std::set<std::pair<absl::string_view, absl::string_view>> specified;
  for (const OnnxOperator& op : OnnxOperators()) specified.emplace(op.domain, op.name);
  for (const OperatorRow* row : AllOperators()) {
    SCOPED_TRACE(absl::StrCat(row->domain, ":", row->name));
    const OperatorTraits& traits = row->traits;
    const ResolvedOperator op = ResolveOperator({row->domain, row->name, "", row->versions[0]});
    ASSERT_EQ(op.row, row);
    // What is written over an operand, or made of its elements, has one.
    const bool takes_operand = traits.is_elementwise ||
                               traits.elements == Elements::kOfFirstOperand ||
                               traits.elements == Elements::kFill;
    if (takes_operand && specified.contains({row->domain, row->name})) {
      EXPECT_GE(op.required_inputs, 1);
    }
    if (traits.elements == Elements::kOfAttribute) {
      EXPECT_THAT(op.inputs, testing::IsEmpty());
    }
    // Neither draws, nor runs bodies, nor lets the data decide a size.
    if (traits.is_elementwise || traits.elements != Elements::kComputed) {
      EXPECT_TRUE(traits.purity == Purity::kPure || traits.purity == Purity::kIdentity);
      EXPECT_EQ(traits.bodies, Bodies::kNone);
      EXPECT_EQ(traits.precision, Precision::kExact);
    }
  }
}

// Rows of one operator differ by their rules, and by when they draw numbers, only.
TEST(Registry, RowsOfAnOperatorAgree) {
  std::map<std::pair<absl::string_view, absl::string_view>, const OperatorRow*> first;
  for (const OperatorRow* row : AllOperators()) {
    SCOPED_TRACE(absl::StrCat(row->domain, ":", row->name));
    const OperatorTraits& other =
        first.try_emplace({row->domain, row->name}, row).first->second->traits;
    EXPECT_EQ(row->traits.is_elementwise, other.is_elementwise);
    EXPECT_EQ(row->traits.elements, other.elements);
    EXPECT_EQ(row->traits.bodies, other.bodies);
  }
}

// Over operands of one shape an elementwise operator gives that shape, in every version.
// The type of the result of a node over operands of one shape.
std::string ResultOfFloats(const std::string& name, const ResolvedOperator& op, size_t count) {
  TestModel model;
  std::vector<graph::ValueId> inputs;
  const OperandTypeSet floats = OperandTypeSet::Of(shape::ElementType::kFloat);
  for (size_t i = 0; i < count; ++i) {
    const OperandTypeSet allowed =
        op.inputs.empty() ? floats : op.inputs[std::min(i, op.inputs.size() - 1)].allowed;
    inputs.push_back(model.Input(absl::StrCat(AnyOf(allowed), "[N, 3]"), "x"));
  }
  const graph::ValueId result = model.Node(name, inputs)[0];
  model.Run();
  return model.Text(result);
}

TEST(Registry, ElementwiseRulesKeepTheShape) {
  int checked = 0;
  for (const OperatorRow* row : AllOperators()) {
    for (const int16_t version : row->versions) {
      if (version == 0 || !row->traits.is_elementwise) break;
      const std::string prefix = row->domain.empty() ? "" : absl::StrCat(row->domain, ":");
      const std::string name = absl::StrCat(prefix, row->name, "-", version);
      SCOPED_TRACE(name);
      const ResolvedOperator op = ResolveOperator({row->domain, row->name, "", version});
      // Without a schema it takes one operand or more.
      const size_t least = std::max<size_t>(op.required_inputs, 1);
      const size_t most = op.inputs.empty() ? 3 : least;
      std::string result;
      for (size_t count = least; count <= most; ++count) {
        result = ResultOfFloats(name, op, count);
        if (absl::EndsWith(result, "[N, 3]")) break;
      }
      EXPECT_TRUE(absl::EndsWith(result, "[N, 3]")) << result;
      ++checked;
    }
  }
  EXPECT_GE(checked, 150);
}

TEST(Registry, KnowsElementwiseOperators) {
  for (const char* name : {"Abs", "Add", "And", "Clip", "Erf", "Identity", "PRelu", "Pow", "Relu",
                           "Sigmoid", "Sqrt", "Sub", "Tanh", "Where", "Xor"}) {
    EXPECT_TRUE(ResolveOperator({"", name, "", 20}).row->traits.is_elementwise) << name;
  }
  // Each element depends on others of its row.
  for (const char* name : {"Softmax", "Trilu", "MatMul", "Dropout", "CumSum"}) {
    EXPECT_FALSE(ResolveOperator({"", name, "", 20}).row->traits.is_elementwise) << name;
  }
}

// A function of the model goes before an operator of its name: nothing of that holds of it.
TEST(Registry, FunctionsGoBeforeOperators) {
  graph::Model model;
  model.functions.resize(1);
  model.functions[0].name = "Relu";
  for (const absl::string_view name : {"Relu", "Abs", "NoSuchOperator"}) {
    model.operators.push_back({"", name, "", 13});
  }
  const ModelOperators operators(model);
  EXPECT_EQ(operators.FunctionOf(0), model.functions.data());
  EXPECT_EQ(operators.Resolved(0).row, nullptr);
  EXPECT_FALSE(operators.TraitsOf(0).is_elementwise);
  EXPECT_EQ(operators.FunctionOf(1), nullptr);
  EXPECT_EQ(operators.Resolved(1).since_version, 13);
  EXPECT_TRUE(operators.TraitsOf(1).is_elementwise);
  EXPECT_EQ(operators.Resolved(2).row, nullptr);
  EXPECT_EQ(operators.TraitsOf(2).purity, Purity::kImpure);
}

}  // namespace
}  // namespace shapewright::rules

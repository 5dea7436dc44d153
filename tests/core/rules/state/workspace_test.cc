// S22: the same question has the same answer.
#include "core/rules/state/workspace.h"

#include <numeric>
#include <string>

#include "core/graph/arena.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

using graph::ValueId;

ValueId NonZero(TestModel& model, ValueId x) { return model.Node("NonZero", {x})[0]; }

TEST(Workspace, S22EqualOperatorsOverEqualValues) {
  TestModel model;
  const ValueId x = model.Input("float32[N, 3]");
  const ValueId other = model.Input("float32[N, 3]");
  const ValueId first = NonZero(model, x);
  const ValueId second = NonZero(model, x);
  const ValueId third = NonZero(model, other);
  model.Run();
  EXPECT_EQ(model.Text(first), "int64[2, ?1]");
  EXPECT_EQ(model.Text(second), "int64[2, ?1]");
  EXPECT_EQ(model.Text(third), "int64[2, ?2]");
}

TEST(Workspace, S22ThroughIdentityAndDuplicates) {
  TestModel model;
  const ValueId x = model.Input("float32[N, 3]");
  const ValueId copy = model.Node("Identity", {model.Node("Identity", {x})[0]})[0];
  const ValueId relu = model.Node("Relu", {x})[0];
  const ValueId relu_of_copy = model.Node("Relu", {copy})[0];
  const ValueId first = NonZero(model, relu);
  const ValueId second = NonZero(model, relu_of_copy);
  const ValueId of_x = NonZero(model, x);
  const ValueId of_copy = NonZero(model, copy);
  model.Run();
  EXPECT_EQ(model.Text(first), model.Text(second));
  EXPECT_EQ(model.Text(of_x), model.Text(of_copy));
  EXPECT_NE(model.Text(first), model.Text(of_x));
  Workspace& workspace = model.workspace();
  EXPECT_EQ(workspace.numbers().OfValue(relu), workspace.numbers().OfValue(relu_of_copy));
  EXPECT_EQ(workspace.numbers().OfValue(x), workspace.numbers().OfValue(copy));
  EXPECT_NE(workspace.numbers().OfValue(x), workspace.numbers().OfValue(relu));
}

TEST(Workspace, S22AttributesAndOutputsCount) {
  TestModel model;
  const ValueId x = model.Input("float32[N, 3]");
  const auto softmax = [&](int64_t axis) {
    return model.Node("Softmax", {x}, {{"axis", axis}})[0];
  };
  const ValueId rows = softmax(0);
  const ValueId columns = softmax(1);
  const ValueId again = softmax(1);
  const ValueId older = model.Node("Softmax-11", {x}, {{"axis", 1}})[0];
  const auto split = model.Node("Split-13", {x}, {{"axis", 0}}, {"a", "b"});
  model.Run();
  Workspace& workspace = model.workspace();
  EXPECT_EQ(workspace.numbers().OfValue(columns), workspace.numbers().OfValue(again));
  EXPECT_NE(workspace.numbers().OfValue(columns), workspace.numbers().OfValue(rows));
  EXPECT_NE(workspace.numbers().OfValue(columns), workspace.numbers().OfValue(older));
  EXPECT_NE(workspace.numbers().OfValue(split[0]), workspace.numbers().OfValue(split[1]));
}

TEST(Workspace, S22RandomOperatorsAreNeverTheSame) {
  TestModel model;
  const ValueId x = model.Input("float32[N, 3]");
  const ValueId a = model.Node("RandomUniformLike", {x})[0];
  const ValueId b = model.Node("RandomUniformLike", {x})[0];
  const ValueId first = NonZero(model, a);
  const ValueId second = NonZero(model, b);
  model.Run();
  EXPECT_NE(model.Text(first), model.Text(second));
}

// Initializers are equal where their content is, and unread content is not
// compared.
TEST(Workspace, S22Initializers) {
  TestModel model;
  graph::Model& graph = model.model();
  const auto initializer = [&](absl::string_view payload, bool is_external) {
    const ValueId id = model.Input("float32[1]");
    auto* tensor = graph::New<graph::Tensor>(&graph.memory);
    const int64_t dims[] = {1};
    tensor->element = ElementType::kFloat;
    tensor->dims = graph::CopyToArena(&graph.memory, absl::Span<const int64_t>(dims));
    tensor->encoding = is_external ? graph::TensorEncoding::kNone : graph::TensorEncoding::kRaw;
    tensor->is_external = is_external;
    tensor->payload = graph::CopyText(&graph.memory, payload);
    graph.values[id].origin = graph::ValueOrigin::kInitializer;
    graph.values[id].constant = tensor;
    return id;
  };
  const ValueId a = initializer("abcd", false);
  const ValueId b = initializer("abcd", false);
  const ValueId c = initializer("abce", false);
  const ValueId external = initializer("", true);
  const ValueId other = initializer("", true);
  model.Prepare();
  Workspace& workspace = model.workspace();
  EXPECT_EQ(workspace.numbers().OfValue(a), workspace.numbers().OfValue(b));
  EXPECT_NE(workspace.numbers().OfValue(a), workspace.numbers().OfValue(c));
  EXPECT_NE(workspace.numbers().OfValue(external), workspace.numbers().OfValue(other));
}

// A graph that is run again has new values.
TEST(Workspace, ForgetsValueNumbers) {
  TestModel model;
  const ValueId x = model.Input("float32[N]");
  const ValueId y = model.Node("Relu", {x})[0];
  model.Run();
  Workspace& workspace = model.workspace();
  const uint64_t before = workspace.numbers().OfValue(y);
  workspace.numbers().Forget(0);
  const uint64_t after = workspace.numbers().OfValue(y);
  EXPECT_NE(before, after);
  EXPECT_EQ(workspace.numbers().OfValue(y), after);
}

TEST(Workspace, LongWaysBackDoNotRecurse) {
  TestModel model;
  ValueId value = model.Input("float32[N]");
  for (int i = 0; i < 200'000; ++i) value = model.Node("Relu", {value})[0];
  const ValueId found = NonZero(model, value);
  model.Run();
  EXPECT_EQ(model.Text(found), "int64[1, ?1]");
}

TEST(Workspace, TypesFollowTheFacts) {
  TestModel model;
  const ValueId x = model.Input("seq(float32[N, M]; N + 1)");
  const ValueId y = model.Input("optional(seq(float32[?]; 2; float32[N], float32[3]))");
  model.Prepare();
  Workspace& workspace = model.workspace();
  const Expr n = workspace.types().at(workspace.value(x).type()).length;
  workspace.facts().RequireEqual(n, 5, {});
  EXPECT_EQ(model.Text(x), "seq(float32[4, M]; 5)");
  EXPECT_EQ(model.Text(y), "optional(seq(float32[?1]; 2; float32[4], float32[3]))");
}

TEST(Workspace, CopiesLiveAsLongAsItDoes) {
  TestModel model;
  model.Prepare();
  const auto copy = model.workspace().Copy<Expr>({Expr(1), Expr(2)});
  ASSERT_EQ(copy.size(), 2u);
  EXPECT_EQ(copy[1], Expr(2));
  EXPECT_TRUE(model.workspace().Copy<Expr>({}).empty());
}

// Names, attributes and expressions that a message quotes may be as long as the model.
TEST(Workspace, MessagesAreNotLongerThanAPage) {
  TestModel model;
  const ValueId x = model.Input("float32[N, 3]");
  Ints perm(200'000);
  std::iota(perm.begin(), perm.end(), 0);
  model.Node("Transpose", {x}, {{"perm", perm}});
  model.Run();
  Workspace& workspace = model.workspace();
  ASSERT_EQ(workspace.diagnostics().size(), 1u);
  EXPECT_LT(workspace.diagnostics()[0].message.size(), 1000u);
  EXPECT_NE(workspace.diagnostics()[0].message.find("62, 63, ... (200000)]"), std::string::npos);
  Diagnostic diagnostic;
  diagnostic.message = std::string(1'000'000, 'm');
  diagnostic.suggestion = std::string(1'000'000, 's');
  workspace.AddDiagnostic(diagnostic);
  constexpr size_t kMost = Workspace::kMaxMessageBytes + 100;
  EXPECT_LT(workspace.diagnostics()[1].message.size(), kMost);
  EXPECT_LT(workspace.diagnostics()[1].suggestion.size(), kMost);
}

}  // namespace
}  // namespace shapewright::rules

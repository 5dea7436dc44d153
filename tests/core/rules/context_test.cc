// The vocabulary of the rules.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

class SilentRunner : public SubgraphRunner {
 public:
  std::vector<ValueState> Run(graph::GraphId, absl::Span<const ValueState>,
                              symbolic::Guard) override {
    return {};
  }
  void SetDiscardFindings(bool) override {}
};

// A context at a node of the given operands, whose operator does not matter.
class Context {
 public:
  explicit Context(const std::vector<std::string>& inputs, const std::vector<Attr>& attributes = {},
                   absl::Span<const graph::Attribute> call_attributes = {}) {
    std::vector<graph::ValueId> ids;
    for (const std::string& text : inputs) {
      ids.push_back(text.empty() ? graph::kNoValue
                                 : model.Input(text, "x" + std::to_string(ids.size())));
    }
    outputs = model.Node("Concat", ids, attributes, {"a", "b"});
    model.Prepare();
    ctx = std::make_unique<RuleContext>(model.workspace(), runner);
    ctx->Enter(0, 0, model.node(0), 13, call_attributes);
  }

  RuleContext* operator->() { return ctx.get(); }
  Dim InputDim(int input, int axis) { return ctx->InputShape(input).dims[axis]; }
  std::string Text(const Shape& shape) { return ctx->Text(shape); }

  SilentRunner runner;
  TestModel model;
  std::vector<graph::ValueId> outputs;
  std::unique_ptr<RuleContext> ctx;
};

constexpr symbolic::Check kTest = {"test", "as a test"};

Dim UnifyFirst(Context& c) {
  return c->Unify(c.InputDim(0, 0), Place::Input(0, 0), c.InputDim(1, 0), Place::Input(1, 0),
                  kTest);
}

TEST(Context, UnifyAnswersTheMoreTellingDim) {
  Context same({"int8[N]", "int8[N]"});
  EXPECT_EQ(same->Text(UnifyFirst(same)), "N");
  EXPECT_THAT(same.model.FactTexts(), IsEmpty());

  Context constant({"int8[N]", "int8[4]"});
  EXPECT_EQ(constant->Text(UnifyFirst(constant)), "4");
  EXPECT_THAT(constant.model.FactTexts(), ElementsAre("REQUIRED N = 4"));
  // From now on N is 4 wherever it is read.
  EXPECT_EQ(constant.Text(constant->InputShape(0)), "[4]");

  Context younger({"int8[N]", "int8[?]"});
  EXPECT_EQ(younger->Text(UnifyFirst(younger)), "N");
  EXPECT_EQ(younger.Text(younger->InputShape(1)), "[N]");
}

// S19: the earlier fact stays, only the conflicting dim becomes unknown.
TEST(Context, S19Contradictions) {
  Context c({"int8[N]", "int8[4]", "int8[5]"});
  UnifyFirst(c);
  const Dim conflicting =
      c->Unify(c.InputDim(0, 0), Place::Input(0, 0), c.InputDim(2, 0), Place::Input(2, 0), kTest);
  EXPECT_TRUE(conflicting.is_symbolic());
  EXPECT_EQ(c.Text(c->InputShape(0)), "[4]");
  EXPECT_EQ(c.Text(c->InputShape(2)), "[5]");
  EXPECT_THAT(c.model.FactTexts(), ElementsAre("REQUIRED N = 4"));
  EXPECT_THAT(c.model.DiagnosticTexts(), ElementsAre(StartsWith("ERROR DIM_MISMATCH input 0")));
  // One diagnostic holds both sites.
  const Diagnostic& diagnostic = c.model.workspace().diagnostics()[0];
  EXPECT_THAT(diagnostic.message, testing::HasSubstr("4 (input 0 axis 0) = 5 (input 2 axis 0)"));
  ASSERT_EQ(diagnostic.related.size(), 1u);
  EXPECT_EQ(diagnostic.related[0].input, 2);
  // The unknown says why, and is not refuted again.
  const symbolic::ExprArena& exprs = c->exprs();
  EXPECT_EQ(exprs.symbol(exprs.node(conflicting.node()).symbol).reason, "contradiction");
  EXPECT_TRUE(c->RequireEqual(conflicting, {}, 7, {}, kTest));
}

// S2: under a guard that may be false a contradiction is a warning.
TEST(Context, S2ContradictionsUnderAGuard) {
  Context c({"int8[4]", "int8[5]"});
  c->facts().PushScope({symbolic::Site{0, 7}, "then_branch"});
  UnifyFirst(c);
  c->facts().PopScope();
  EXPECT_THAT(c.model.DiagnosticTexts(), ElementsAre(StartsWith("WARNING DIM_MISMATCH")));
  const Diagnostic& diagnostic = c.model.workspace().diagnostics()[0];
  EXPECT_THAT(diagnostic.message, testing::HasSubstr("then_branch"));
  EXPECT_EQ(diagnostic.related.back().node, 7);
}

// S2: what is learned under a guard is forgotten behind it.
TEST(Context, S2FactsUnderAGuard) {
  Context c({"int8[N]", "int8[4]"});
  c->facts().PushScope({symbolic::Site{}, "body"});
  UnifyFirst(c);
  EXPECT_EQ(c->Text(c->facts().Resolve(c.InputDim(0, 0))), "4");
  c->facts().PopScope();
  EXPECT_EQ(c->facts().has_substitutions(), false);
}

TEST(Context, S1BroadcastInputs) {
  Context c({"int8[N, 1, 3]", "int8[M, 1]", "int8[]"});
  EXPECT_EQ(c.Text(c->BroadcastInputs({0, 1, 2})), "[N, M, 3]");
  EXPECT_THAT(c.model.FactTexts(), IsEmpty());

  Context unknown({"int8?", "int8[2, 3]", "int8 rank 3..4"});
  const Shape shape = unknown->BroadcastInputs({0, 1, 2});
  EXPECT_FALSE(shape.has_rank);
  EXPECT_EQ(shape.rank_bounds, Interval::AtLeast(3));

  Context open({"int8[N]", "int8[M]", "int8[K]"});
  EXPECT_EQ(open.Text(open->BroadcastInputs({0, 1, 2})), "[broadcast(broadcast(N, M), K)]");
  EXPECT_EQ(open.model.FactTexts()[0], "REQUIRED broadcastable(N, M)");
}

// S1: broadcasting binds nothing.
TEST(Context, S1BroadcastingIsNoEquality) {
  Context c({"int8[N]", "int8[4]"});
  EXPECT_EQ(c.Text(c->BroadcastInputs({0, 1})), "[4]");
  EXPECT_EQ(c.Text(c->InputShape(0)), "[N]");
  EXPECT_THAT(c.model.FactTexts(), ElementsAre("REQUIRED broadcastable(N, 4)"));
}

TEST(Context, NormalizeAxis) {
  Context c({"int8[2]"});
  EXPECT_EQ(c->NormalizeAxis(0, 3, 0), 0);
  EXPECT_EQ(c->NormalizeAxis(2, 3, 0), 2);
  EXPECT_EQ(c->NormalizeAxis(-1, 3, 0), 2);
  EXPECT_EQ(c->NormalizeAxis(-3, 3, 0), 0);
  EXPECT_THAT(c.model.DiagnosticTexts(), IsEmpty());
  EXPECT_EQ(c->NormalizeAxis(3, 3, 0), std::nullopt);
  EXPECT_EQ(c->NormalizeAxis(-4, 3, 0), std::nullopt);
  EXPECT_EQ(c->NormalizeAxis(0, 0, 0), std::nullopt);
  EXPECT_EQ(c->NormalizeAxis(INT64_MIN, 3, 0), std::nullopt);
  EXPECT_EQ(c->NormalizeAxis(INT64_MAX, 3, 0), std::nullopt);
  EXPECT_EQ(c.model.DiagnosticTexts().size(), 5u);
  EXPECT_THAT(c.model.DiagnosticTexts()[0], StartsWith("ERROR AXIS_OUT_OF_RANGE input 0"));
}

TEST(Context, Checks) {
  Context c({"int8[2, 3]", "int8?", "int8 rank 3..4", "float32[2]", ""});
  EXPECT_TRUE(c->CheckRank(0, 2));
  EXPECT_TRUE(c->CheckRank(1, 9));
  EXPECT_TRUE(c->CheckRankBetween(2, 0, 3));
  EXPECT_TRUE(c->CheckRank(4, 7));
  EXPECT_TRUE(c->CheckSameElement(0, 1));
  EXPECT_TRUE(c->CheckSameElement(0, 4));
  EXPECT_THAT(c.model.DiagnosticTexts(), IsEmpty());
  EXPECT_FALSE(c->CheckRank(0, 3));
  EXPECT_FALSE(c->CheckRankBetween(2, 0, 2));
  EXPECT_FALSE(c->CheckSameElement(0, 3));
  EXPECT_THAT(c.model.DiagnosticTexts(),
              ElementsAre(StartsWith("ERROR RANK_MISMATCH input 0"),
                          StartsWith("ERROR RANK_MISMATCH input 2"),
                          StartsWith("ERROR ELEMENT_TYPE_MISMATCH input 3")));
}

TEST(Context, ReadsOperands) {
  Context c({"int8[2, N]", "", "?", "seq(int8[2])"});
  EXPECT_EQ(c->input_count(), 4);
  EXPECT_TRUE(c->HasInput(0));
  EXPECT_FALSE(c->HasInput(1));
  EXPECT_FALSE(c->HasInput(4));
  EXPECT_EQ(c->InputElement(0), ElementType::kInt8);
  EXPECT_EQ(c->Text(c->InputElementCount(0)), "2*N");
  for (const int other : {1, 2, 3, 9}) {
    EXPECT_EQ(c->InputElement(other), ElementType::kUndefined);
    EXPECT_FALSE(c->InputShape(other).has_rank);
    EXPECT_TRUE(c->InputElementCount(other).is_unknown());
    EXPECT_FALSE(c->IntElements(other).has_value());
    EXPECT_FALSE(c->IntElementsOrFresh(other).has_value());
    EXPECT_FALSE(c->FloatElements(other).has_value());
  }
}

// S10: unknown elements of a small tensor are symbols with its range.
TEST(Context, S10FreshElements) {
  Context c({"int8[2]", "bool[]", "int64[65]", "int64[N]", "float32[2]"});
  const auto elements = c->IntElementsOrFresh(0);
  ASSERT_TRUE(elements.has_value());
  EXPECT_EQ(c->Text((*elements)[1]), "x0[1]");
  EXPECT_EQ(c->Bounds((*elements)[0]), (Interval{-128, 127}));
  EXPECT_FALSE((*elements)[0] == (*elements)[1]);
  // Asking again gives the same ones.
  EXPECT_EQ((*c->IntElementsOrFresh(0))[0], (*elements)[0]);
  EXPECT_EQ((*c->IntElements(0))[0], (*elements)[0]);
  const auto scalar = c->IntElementsOrFresh(1);
  ASSERT_TRUE(scalar.has_value());
  EXPECT_EQ(c->Text((*scalar)[0]), "x1[]");
  EXPECT_EQ(c->Bounds((*scalar)[0]), (Interval{0, 1}));
  for (const int input : {2, 3, 4}) EXPECT_FALSE(c->IntElementsOrFresh(input).has_value());
}

TEST(Context, ReadsElements) {
  Context c({"int64[2] = {3, N}", "int64[] = {7}", "int64[0] = {}", "float32[2] = {0.5, N / 4}",
             "int64[1] = {?}"});
  EXPECT_FALSE(c->ConstantInts(0).has_value());
  EXPECT_FALSE(c->ConstantInt(0).has_value());
  EXPECT_EQ(c->ConstantInt(1), 7);
  EXPECT_THAT(*c->ConstantInts(1), ElementsAre(7));
  ASSERT_TRUE(c->ConstantInts(2).has_value());
  EXPECT_THAT(*c->ConstantInts(2), IsEmpty());
  EXPECT_FALSE(c->ConstantInt(4).has_value());
  EXPECT_FALSE(c->IntElements(3).has_value());
  const auto floats = c->FloatElements(3);
  ASSERT_TRUE(floats.has_value());
  EXPECT_EQ((*floats)[0].constant, 0.5);
  EXPECT_EQ((*floats)[1].denominator, 4);
}

TEST(Context, ElementsFollowTheFacts) {
  Context c({"int64[1] = {N + 1}", "int8[N]"});
  c->RequireEqual(c.InputDim(1, 0), Place::Input(1, 0), 8, {}, kTest);
  EXPECT_EQ(c->ConstantInt(0), 9);
}

TEST(Context, Attributes) {
  Context c({}, {{"i", 3}, {"f", 0.5}, {"s", "text"}, {"is", Ints{1, 2}}});
  EXPECT_EQ(c->IntAttribute("i", 9), 3);
  EXPECT_EQ(c->FloatAttribute("f", 9), 0.5);
  EXPECT_EQ(c->StringAttribute("s", "other"), "text");
  ASSERT_TRUE(c->IntsAttribute("is").has_value());
  EXPECT_THAT(*c->IntsAttribute("is"), ElementsAre(1, 2));
  // Absent, or of another kind.
  EXPECT_EQ(c->IntAttribute("j", 9), 9);
  EXPECT_EQ(c->IntAttribute("s", 9), 9);
  EXPECT_EQ(c->FloatAttribute("i", 9), 9);
  EXPECT_EQ(c->StringAttribute("is", "other"), "other");
  EXPECT_FALSE(c->IntsAttribute("i").has_value());
  EXPECT_EQ(c->GraphAttribute("i"), graph::kNoGraph);
}

// In a function's body the attribute of the call stands in.
TEST(Context, AttributesOfTheCall) {
  graph::Attribute given;
  given.name = "outer";
  given.kind = graph::AttributeKind::kInt;
  given.int_value = 5;
  const graph::Attribute call[] = {given};
  Context c({}, {{"inner", 3}, {"other", 4}}, call);
  graph::Attribute reference[2] = {c.model.node(0).attributes[0], c.model.node(0).attributes[1]};
  reference[0].reference = "outer";
  reference[1].reference = "nothing";
  graph::Node node = c.model.node(0);
  node.attributes = reference;
  c->Enter(0, 0, node, 13, call);
  EXPECT_EQ(c->IntAttribute("inner", 9), 5);
  EXPECT_EQ(c->IntAttribute("other", 9), 9);
}

TEST(Context, OutputsAreSizes) {
  Context c({"int8[N]"});
  const Dim n = c.InputDim(0, 0);
  c->SetOutput(0, ElementType::kFloat, {Dim(), n, c->Subtract(-1, n)});
  EXPECT_EQ(c.model.Text(c.outputs[0]), "float32[?1, N, ?2]");
  EXPECT_THAT(c.model.DiagnosticTexts(),
              ElementsAre(StartsWith("ERROR NEGATIVE_DIM output 0 axis 2")));
}

// S15: a constant beyond 64 bits is unknown, with an error at its place.
TEST(Context, S15Overflow) {
  Context c({"int8[N]"});
  const Expr huge = c->Multiply(INT64_MAX / 2, 3);
  EXPECT_TRUE(huge.is_unknown());
  c->SetOutput(0, ElementType::kFloat, {huge});
  EXPECT_THAT(c.model.DiagnosticTexts(),
              ElementsAre(StartsWith("ERROR DIM_OVERFLOW output 0 axis 0")));
  // The next node is not blamed.
  c->Multiply(INT64_MAX / 2, 3);
  c->Enter(0, 0, c.model.node(0), 13, {});
  c->SetOutput(1, ElementType::kFloat, {Dim()});
  EXPECT_EQ(c.model.DiagnosticTexts().size(), 1u);
}

TEST(Context, OutputsThatNobodyWants) {
  TestModel model;
  const auto x = model.Input("int8[2]");
  model.Node("Concat", {x}, {}, {"a", "", "c"});
  model.Prepare();
  SilentRunner runner;
  RuleContext ctx(model.workspace(), runner);
  ctx.Enter(0, 0, model.node(0), 13, {});
  EXPECT_TRUE(ctx.HasOutput(0));
  EXPECT_FALSE(ctx.HasOutput(1));
  EXPECT_FALSE(ctx.HasOutput(3));
  for (const int output : {1, 3}) {
    ctx.SetOutput(output, ElementType::kInt64, {Dim(1)});
    ctx.SetIntElements(output, {Expr(1)});
    ctx.SetOutputToInput(output, 0);
    ctx.SetOutputType(output, shape::kUnknownType);
  }
  ctx.SetOutputToInput(0, 7);
}

TEST(Context, SetOutputToInputKeepsTheValue) {
  Context c({"int64[2] = {N, 3}"});
  c->SetOutputToInput(0, 0);
  EXPECT_EQ(c.model.Text(c.outputs[0]), "int64[2] = {N, 3}");
}

TEST(Context, UnknownsOfOneNodeAreToldApartByPlace) {
  Context c({"int8[N]"});
  const Dim first = c->Fresh(Place::Output(0, 0), "as a test", {2, 5});
  EXPECT_EQ(c->Bounds(first), (Interval{2, 5}));
  EXPECT_EQ(c->Fresh(Place::Output(0, 0), "as a test"), first);
  EXPECT_FALSE(c->Fresh(Place::Output(0, 1), "as a test") == first);
  EXPECT_FALSE(c->Fresh(Place::Output(1, 0), "as a test") == first);
  EXPECT_FALSE(c->Fresh(Place::Input(0, 0), "as a test") == first);
  EXPECT_FALSE(c->Fresh(Place::Element(0, 0), "as a test") == first);
}

}  // namespace
}  // namespace shapewright::rules

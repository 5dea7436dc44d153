#include "shapewright/infer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inference/infer.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using testing::HasSubstr;

Model Read(absl::string_view text) {
  auto model = Model::FromOnnx(ParseModelText(text).SerializeAsString());
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

constexpr absl::string_view kConcat = R"(
  opset 17
  input x: float32[N, 3]
  const five: float32[5, 3] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
  a = Concat(x, five) axis=0
  z = Relu(a)
  output z)";

TEST(Infer, TellsTypesOfAllValues) {
  const auto inference = InferShapes(Read(kConcat));
  ASSERT_TRUE(inference.ok()) << inference.status();
  ASSERT_EQ(inference->inputs().size(), 1);
  EXPECT_EQ(inference->inputs()[0]->type->text, "float32[N, 3]");
  ASSERT_EQ(inference->outputs().size(), 1);
  const Value& z = *inference->outputs()[0];
  EXPECT_EQ(z.name, "z");
  EXPECT_EQ(z.type->text, "float32[N + 5, 3]");
  EXPECT_EQ(z.type->element_type, ElementType::kFloat);
  ASSERT_TRUE(z.type->has_rank);
  EXPECT_EQ(z.type->dims[0].kind, Dim::Kind::kExpression);
  EXPECT_EQ(z.type->dims[0].text, "N + 5");
  EXPECT_EQ(z.type->dims[0].range, (Interval{5, std::nullopt}));
  EXPECT_TRUE(z.type->dims[1].is_constant());
  EXPECT_EQ(z.type->dims[1].size, 3);
  ASSERT_NE(inference->FindValue("a"), nullptr);
  EXPECT_EQ(inference->FindValue("a")->type, z.type);
  EXPECT_EQ(inference->FindValue("a")->node, 0);
  EXPECT_EQ(inference->FindValue("nobody"), nullptr);
  EXPECT_EQ(&inference->values()[z.number], &z);
  EXPECT_TRUE(inference->is_consistent());
  EXPECT_EQ(inference->statistics().nodes, 2);
  EXPECT_EQ(inference->statistics().exact, inference->statistics().values);
}

TEST(Infer, TellsSymbolsWithTheirOrigin) {
  InferenceOptions options;
  options.premises = {"1 <= N <= 32", "mod(N, 4) = 0"};
  const auto inference = InferShapes(Read(kConcat), options);
  ASSERT_TRUE(inference.ok()) << inference.status();
  ASSERT_EQ(inference->symbols().size(), 1);
  const Symbol& symbol = inference->symbols()[0];
  EXPECT_EQ(symbol.name, "N");
  EXPECT_EQ(symbol.kind, Symbol::Kind::kInputDim);
  EXPECT_EQ(symbol.range.max, 32);
  EXPECT_EQ(symbol.divisor, 4);
  EXPECT_EQ(symbol.origin.input, 0);
  EXPECT_EQ(symbol.origin.axis, 0);
}

TEST(Infer, TakesTypesAndConstantsOfInputs) {
  const Model model = Read(R"(
    opset 17
    input x: float32[N, 3]
    input shape: int64[2]
    y = Reshape(x, shape)
    output y)");
  InferenceOptions options;
  options.input_types = {{"x", "float32[4, 3]"}};
  options.constants = {{"shape", ElementType::kInt64, {2}, {6, 2}}};
  const auto inference = InferShapes(model, options);
  ASSERT_TRUE(inference.ok()) << inference.status();
  EXPECT_EQ(inference->FindValue("y")->type->text, "float32[6, 2]");
  // An input that has a constant is none that a run takes.
  ASSERT_EQ(inference->inputs().size(), 1);
  EXPECT_EQ(inference->inputs()[0]->name, "x");
}

TEST(Infer, UnknownDimsHaveAReason) {
  const auto inference = InferShapes(Read(R"(
    opset 17
    input x: float32[N, 3]
    y = NonZero(x)
    output y)"));
  ASSERT_TRUE(inference.ok()) << inference.status();
  const Type& type = *inference->FindValue("y")->type;
  ASSERT_EQ(type.dims.size(), 2);
  EXPECT_EQ(type.dims[1].kind, Dim::Kind::kUnknown);
  EXPECT_FALSE(type.dims[1].text.empty());
  EXPECT_NE(type.dims[1].reason, "");
}

TEST(Infer, TellsFactsToCheck) {
  const auto inference = InferShapes(Read(R"(
    opset 17
    input x: float32[N, 3]
    input y: float32[M, 3]
    z = MatMul(x, y)
    output z)"));
  ASSERT_TRUE(inference.ok()) << inference.status();
  ASSERT_EQ(inference->facts().size(), 1);
  const Fact& fact = inference->facts()[0];
  EXPECT_TRUE(fact.is_precondition);
  EXPECT_EQ(fact.relation, Fact::Relation::kEqual);
  EXPECT_EQ(fact.basis, Fact::Basis::kRequired);
  EXPECT_THAT((std::vector<std::string>{fact.left.text, fact.right.text}),
              testing::UnorderedElementsAre("M", "3"));
  EXPECT_EQ(fact.text, fact.left.text + " = " + fact.right.text);
  EXPECT_EQ(fact.sites[0].node, 0);
}

TEST(Infer, DiagnosesWhatIsWrongOrFails) {
  const Model model = Read(R"(
    opset 17
    input x: float32[2, 3]
    input y: float32[5, 7]
    z = MatMul(x, y)
    output z)");
  const auto inference = InferShapes(model);
  ASSERT_TRUE(inference.ok()) << inference.status();
  EXPECT_FALSE(inference->is_consistent());
  ASSERT_FALSE(inference->diagnostics().empty());
  EXPECT_EQ(inference->diagnostics()[0].severity, Diagnostic::Severity::kError);
  EXPECT_EQ(inference->diagnostics()[0].site.node, 0);
  InferenceOptions strict;
  strict.strictness = Strictness::kNoErrors;
  EXPECT_EQ(InferShapes(model, strict).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Infer, BlamesTheOption) {
  const Model model = Read(kConcat);
  InferenceOptions options;
  options.input_types = {{"x", "float32[N, 3]"}, {"x", "float32[N"}};
  EXPECT_EQ(ErrorField(InferShapes(model, options).status()), "input_types[1].type");
  options.input_types = {{"nobody", "float32[N]"}};
  EXPECT_THAT(ErrorField(InferShapes(model, options).status()), HasSubstr("input_types[0]"));
  options = {};
  options.premises = {"N >= 1", "1 <= K <= 2"};
  EXPECT_EQ(ErrorField(InferShapes(model, options).status()), "premises[1]");
}

TEST(Infer, EndsWhenNobodyWantsIt) {
  InferenceOptions options;
  options.check_interrupt = [] { return absl::CancelledError("gone"); };
  EXPECT_EQ(InferShapes(Read(kConcat), options).status().code(), absl::StatusCode::kCancelled);
  options = {};
  options.deadline = absl::InfinitePast();
  EXPECT_EQ(InferShapes(Read(kConcat), options).status().code(),
            absl::StatusCode::kDeadlineExceeded);
  options = {};
  options.work_limit = 1;
  const absl::Status status = InferShapes(Read(kConcat), options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrorReason(status), "WORK_LIMIT");
}

TEST(Infer, OutlivesTheModel) {
  std::optional<Inference> inference;
  {
    const Model model = Read(kConcat);
    inference = *InferShapes(model);
  }
  const Inference copy = *inference;
  inference.reset();
  EXPECT_EQ(copy.outputs()[0]->type->text, "float32[N + 5, 3]");
}

TEST(Infer, ListsBodiesIfAsked) {
  const Model model = Read(R"(
    opset 17
    input p: bool[]
    input x: float32[N, 3]
    y = If(p) then_branch={ a = Relu(x) output a } else_branch={ b = Neg(x) output b }
    output y)");
  EXPECT_EQ(InferShapes(model)->graphs().size(), 1);
  InferenceOptions options;
  options.all_graphs = true;
  const auto inference = InferShapes(model, options);
  ASSERT_EQ(inference->graphs().size(), 3);
  EXPECT_EQ(inference->graphs()[1].owner->node, 0);
  EXPECT_EQ(inference->graphs()[1].values[0].name, "a");
  EXPECT_EQ(inference->graphs()[1].values[0].type->text, "float32[N, 3]");
}

std::string TextOf(const v1::Dim& dim) {
  return dim.has_size() ? std::to_string(dim.size()) : dim.expr();
}

std::string TextOf(const v1::Amount& amount) {
  return amount.has_value() ? std::to_string(amount.value()) : amount.expr();
}

void ExpectSameType(const v1::Type& wire, const Type& type, const std::string& name) {
  if (!wire.has_tensor()) return;
  ASSERT_TRUE(type.is_tensor()) << name;
  EXPECT_EQ(static_cast<int>(wire.tensor().element_type()), static_cast<int>(type.element_type));
  ASSERT_EQ(type.has_rank, wire.tensor().has_shape()) << name;
  ASSERT_EQ(wire.tensor().shape().dims_size(), static_cast<int>(type.dims.size())) << name;
  for (int i = 0; i < wire.tensor().shape().dims_size(); ++i) {
    const v1::Dim& expected = wire.tensor().shape().dims(i);
    const Dim& dim = type.dims[static_cast<size_t>(i)];
    EXPECT_EQ(TextOf(expected), dim.text) << name;
    if (!expected.has_range()) continue;
    EXPECT_EQ(expected.range().has_min(), dim.range.min.has_value());
    EXPECT_EQ(expected.range().min(), dim.range.min.value_or(0)) << name;
    EXPECT_EQ(expected.range().max(), dim.range.max.value_or(0)) << name;
  }
}

// The wire answer is the other way to tell the same inference.
void ExpectSameAnswer(const v1::InferShapesResponse& wire, const Inference& inference) {
  const auto& values = wire.graphs(0).values();
  ASSERT_EQ(static_cast<size_t>(values.size()), inference.values().size());
  for (int i = 0; i < values.size(); ++i) {
    const Value& value = inference.values()[static_cast<size_t>(i)];
    EXPECT_EQ(values[i].name(), value.name);
    EXPECT_EQ(values[i].has_node(), value.node.has_value());
    ExpectSameType(values[i].type(), *value.type, value.name);
    EXPECT_EQ(values[i].type().text(), value.type->text);
  }
  ASSERT_EQ(static_cast<size_t>(wire.facts_size()), inference.facts().size());
  for (int i = 0; i < wire.facts_size(); ++i) {
    const Fact& fact = inference.facts()[static_cast<size_t>(i)];
    EXPECT_EQ(TextOf(wire.facts(i).left()), fact.left.text);
    EXPECT_EQ(TextOf(wire.facts(i).right()), fact.right.text);
    EXPECT_EQ(static_cast<int>(wire.facts(i).state()), static_cast<int>(fact.state));
    EXPECT_EQ(static_cast<int>(wire.facts(i).relation()), static_cast<int>(fact.relation));
    EXPECT_EQ(wire.facts(i).circumstances_size(), static_cast<int>(fact.circumstances.size()));
    EXPECT_EQ(wire.facts(i).sites_size(), static_cast<int>(fact.sites.size()));
    EXPECT_EQ(wire.facts(i).precondition(), fact.is_precondition);
    EXPECT_EQ(wire.facts(i).text(), fact.text);
    for (int site = 0; site < wire.facts(i).sites_size(); ++site) {
      EXPECT_EQ(wire.facts(i).sites(site).op_type(), fact.sites[static_cast<size_t>(site)].op_type);
      EXPECT_EQ(wire.facts(i).sites(site).value(), fact.sites[static_cast<size_t>(site)].value);
    }
  }
  ASSERT_EQ(static_cast<size_t>(wire.symbols_size()), inference.symbols().size());
  for (int i = 0; i < wire.symbols_size(); ++i) {
    const Symbol& symbol = inference.symbols()[static_cast<size_t>(i)];
    EXPECT_EQ(wire.symbols(i).name(), symbol.name);
    EXPECT_EQ(static_cast<int>(wire.symbols(i).kind()), static_cast<int>(symbol.kind));
    EXPECT_EQ(wire.symbols(i).has_equals(), symbol.equals.has_value());
    if (symbol.equals) {
      EXPECT_EQ(TextOf(wire.symbols(i).equals()), symbol.equals->text);
    }
  }
  ASSERT_EQ(static_cast<size_t>(wire.diagnostics_size()), inference.diagnostics().size());
  for (int i = 0; i < wire.diagnostics_size(); ++i) {
    EXPECT_EQ(wire.diagnostics(i).message(),
              inference.diagnostics()[static_cast<size_t>(i)].message);
  }
  EXPECT_EQ(wire.statistics().nodes(), inference.statistics().nodes);
  EXPECT_EQ(wire.statistics().values(), inference.statistics().values);
  EXPECT_EQ(wire.statistics().exact(), inference.statistics().exact);
  EXPECT_EQ(wire.statistics().bounded(), inference.statistics().bounded);
  EXPECT_EQ(wire.statistics().errors(), inference.statistics().errors);
}

TEST(Infer, SaysWhatTheServiceSays) {
  for (const std::string& name : ModelNames()) {
    SCOPED_TRACE(name);
    const std::string bytes = ReadCorpusModel(name);
    v1::InferShapesResponse wire;
    ASSERT_TRUE(wire.ParseFromString(*inference::InferOnnxModel(bytes)));
    InferenceOptions options;
    options.all_graphs = true;
    const auto inference = InferShapes(*Model::FromOnnx(bytes), options);
    ASSERT_TRUE(inference.ok()) << inference.status();
    ExpectSameAnswer(wire, *inference);
  }
}

}  // namespace
}  // namespace shapewright

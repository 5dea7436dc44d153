// Names of a model: what they stand for, in which graph, and when they are wrong.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"
#include "tests/core/graph/support/sample_models.h"

namespace shapewright::graph {
namespace {

using symbolic::Site;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OnnxScope, SubgraphSeesTheGraphsAroundIt) {
  const ReadResult model = Read(ModelOfSubgraphs());
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->findings, IsEmpty());
  ASSERT_EQ(model->graphs.size(), 4u);
  const Graph& body = model->graphs[1];
  EXPECT_EQ(body.parent, 0u);
  EXPECT_EQ(body.owner_node, 1u);
  EXPECT_EQ(body.end_graph, 4u);
  EXPECT_EQ(model->graphs[2].parent, 1u);
  EXPECT_EQ(model->graphs[3].parent, 1u);
  EXPECT_EQ(&InputOf(*model, 2, 0, 0), FindValue(*model, 1, "carried"));
  EXPECT_EQ(&InputOf(*model, 2, 0, 1), FindValue(*model, 0, "outer"));
  EXPECT_EQ(&InputOf(*model, 3, 0, 0), FindValue(*model, 0, "X"));
  // A left-out operand and a left-out result.
  EXPECT_EQ(model->graphs[0].nodes[1].inputs[1], kNoValue);
  EXPECT_EQ(model->graphs[0].nodes[1].outputs[1], kNoValue);
}

TEST(OnnxScope, SiblingsHaveValuesOfTheirOwn) {
  const ReadResult model = Read(ModelOfSubgraphs());
  ASSERT_TRUE(model.ok());
  EXPECT_NE(FindValue(*model, 2, "result"), nullptr);
  EXPECT_NE(FindValue(*model, 3, "result"), nullptr);
  EXPECT_EQ(FindInconsistency(*model), "");
}

TEST(OnnxScope, ValueOfASubgraphIsNotSeenOutside) {
  onnx::ModelProto proto = ModelOfSubgraphs();
  AddNode(proto.mutable_graph(), "Neg", {"result"}, {"late"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  EXPECT_THAT(CodesOf(*model), ElementsAre("UNDEFINED_VALUE"));
}

TEST(OnnxScope, ShadowingIsAWarning) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  auto* node = AddNode(proto.mutable_graph(), "If", {"X"}, {"Y"});
  onnx::GraphProto* then_branch = AddSubgraph(node, "then_branch");
  AddNode(then_branch, "Neg", {"X"}, {"X"});
  AddOutput(then_branch, "X");
  AddNode(proto.mutable_graph(), "Neg", {"X"}, {"Z"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  ASSERT_THAT(CodesOf(*model), ElementsAre("SHADOWED_NAME"));
  EXPECT_EQ(model->findings[0].severity, Finding::Severity::kWarning);
  EXPECT_EQ(model->findings[0].site, (Site{1, 0, Site::kNone, 0}));
  EXPECT_EQ(InputOf(*model, 1, 0, 0).graph, 0u);
  EXPECT_EQ(model->values[model->graphs[1].outputs[0]].graph, 1u);
  // And after it the outer value is back.
  EXPECT_EQ(InputOf(*model, 0, 1, 0).graph, 0u);
}

TEST(OnnxScope, LaterDefinitionWinsOverADuplicate) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddNode(proto.mutable_graph(), "Neg", {"X"}, {"Y"});
  AddNode(proto.mutable_graph(), "Abs", {"Y"}, {"Y"});
  AddOutput(proto.mutable_graph(), "Y");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  ASSERT_THAT(CodesOf(*model), ElementsAre("DUPLICATE_VALUE"));
  EXPECT_EQ(model->findings[0].severity, Finding::Severity::kError);
  EXPECT_EQ(InputOf(*model, 0, 1, 0).producer, 0u);
  EXPECT_EQ(model->values[model->graphs[0].outputs[0]].producer, 1u);
}

TEST(OnnxScope, UndefinedNameIsOneValueAndOneFinding) {
  onnx::ModelProto proto = NewModel();
  AddNode(proto.mutable_graph(), "Add", {"", "ghost"}, {"Y"});
  AddNode(proto.mutable_graph(), "Neg", {"ghost"}, {"Z"});
  AddOutput(proto.mutable_graph(), "nowhere");
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  ASSERT_THAT(CodesOf(*model), ElementsAre("UNDEFINED_VALUE", "UNDEFINED_VALUE"));
  EXPECT_EQ(model->findings[0].site, (Site{0, 0, 1}));
  EXPECT_THAT(model->findings[0].message, HasSubstr("\"ghost\""));
  EXPECT_EQ(model->findings[1].site, (Site{0, Site::kNone, Site::kNone, 0}));
  EXPECT_EQ(InputOf(*model, 0, 0, 1).origin, ValueOrigin::kUndefined);
  EXPECT_EQ(&InputOf(*model, 0, 0, 1), &InputOf(*model, 0, 1, 0));
}

TEST(OnnxScope, DuplicateInputsAndInitializersAreFound) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddInput(proto.mutable_graph(), "X");
  AddInitializer(proto.mutable_graph(), "c", {1});
  AddInitializer(proto.mutable_graph(), "c", {2});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok());
  EXPECT_THAT(CodesOf(*model), ElementsAre("DUPLICATE_VALUE", "DUPLICATE_VALUE"));
  EXPECT_EQ(model->graphs[0].inputs.size(), 2u);
}

TEST(OnnxScope, NestingIsLimited) {
  for (const int depth : {32, 33, 200}) {
    onnx::ModelProto proto = NewModel();
    AddInput(proto.mutable_graph(), "X");
    onnx::GraphProto* graph = proto.mutable_graph();
    for (int i = 0; i < depth; ++i) {
      graph = AddSubgraph(AddNode(graph, "If", {"X"}, {absl::StrCat(i)}), "b");
    }
    const ReadResult model = Read(proto);
    EXPECT_EQ(model.ok(), depth <= 32) << depth;
    if (model.ok()) continue;
    EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(ReasonOf(model.status()), "SUBGRAPH_TOO_DEEP");
  }
}

TEST(OnnxScope, NodesAreLimited) {
  onnx::ModelProto proto = ModelOfSubgraphs();
  ReaderOptions options;
  options.limits.max_nodes = 5;
  ASSERT_TRUE(Read(proto, options).ok());
  options.limits.max_nodes = 4;
  EXPECT_EQ(ReasonOf(Read(proto, options).status()), "TOO_MANY_NODES");
}

TEST(OnnxScope, ReadingCanBeInterrupted) {
  onnx::ModelProto proto = NewModel();
  for (int i = 0; i < 10'000; ++i) AddNode(proto.mutable_graph(), "Op", {}, {});
  int polls = 0;
  ReaderOptions options;
  options.check_interrupt = [&polls] {
    return ++polls < 2 ? absl::OkStatus() : absl::CancelledError("stop");
  };
  const ReadResult model = Read(proto, options);
  EXPECT_EQ(model.status(), absl::CancelledError("stop"));
  EXPECT_EQ(polls, 2);
}

}  // namespace
}  // namespace shapewright::graph

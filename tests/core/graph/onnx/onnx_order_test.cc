// S72: nodes that read what is made later are sorted; of a cycle the nodes are named. The order
// that is expected follows from the paragraph, by hand.
#include <gmock/gmock.h>

#include "core/graph/read_error.h"
#include "tests/core/graph/support/onnx_builder.h"

namespace shapewright::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OnnxOrder, S72UnsortedNodesAreSorted) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddNode(proto.mutable_graph(), "Abs", {"X"}, {"a"});
  AddNode(proto.mutable_graph(), "Neg", {"b"}, {"c"})->set_name("early");
  AddNode(proto.mutable_graph(), "Exp", {"a"}, {"b"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  const Graph& graph = model->graphs[0];
  EXPECT_THAT(graph.order, ElementsAre(0, 2, 1));
  EXPECT_EQ(graph.nodes[1].inputs[0], graph.nodes[2].outputs[0]);
  ASSERT_THAT(CodesOf(*model), ElementsAre("SORTED_GRAPH"));
  const Finding& finding = model->findings[0];
  EXPECT_EQ(finding.severity, Finding::Severity::kNote);
  EXPECT_EQ(finding.site.node, 1);
  EXPECT_THAT(finding.message, HasSubstr("node \"early\" (Neg) uses value \"b\" before node #2 "
                                         "(Exp) makes it"));
}

// Of the nodes that can go next the first one does; what is in order stays.
TEST(OnnxOrder, S72TheLeastNodeGoesNext) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddNode(proto.mutable_graph(), "Neg", {"d"}, {"e"});
  AddNode(proto.mutable_graph(), "Neg", {"X"}, {"a"});
  AddNode(proto.mutable_graph(), "Neg", {"c"}, {"d"});
  AddNode(proto.mutable_graph(), "Neg", {"a"}, {"b"});
  AddNode(proto.mutable_graph(), "Neg", {"a"}, {"c"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->graphs[0].order, ElementsAre(1, 3, 4, 2, 0));
  const ReadResult sorted = Read([] {
    onnx::ModelProto same = NewModel();
    AddInput(same.mutable_graph(), "X");
    AddNode(same.mutable_graph(), "Neg", {"X"}, {"a"});
    AddNode(same.mutable_graph(), "Neg", {"a"}, {"b"});
    return same;
  }());
  EXPECT_THAT(sorted->graphs[0].order, IsEmpty());
  EXPECT_THAT(CodesOf(*sorted), IsEmpty());
}

// A name that an outer graph makes before is that one, also if a later node makes it again.
TEST(OnnxOrder, S72WhatIsVisibleIsNotLookedForLater) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  auto* node = AddNode(proto.mutable_graph(), "If", {"X"}, {"Y"});
  onnx::GraphProto* branch = AddSubgraph(node, "then_branch");
  AddNode(branch, "Neg", {"X"}, {"y"});
  AddNode(branch, "Abs", {"y"}, {"X"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->graphs[1].order, IsEmpty());
  EXPECT_EQ(model->graphs[1].nodes[0].inputs[0], model->graphs[0].inputs[0]);
}

// More nodes than findings are kept of.
TEST(OnnxOrder, S72AReversedChain) {
  constexpr int kNodes = 100'000;
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "v0");
  for (int i = kNodes; i > 0; --i) {
    AddNode(proto.mutable_graph(), "Neg", {"v" + std::to_string(i - 1)}, {"v" + std::to_string(i)});
  }
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  const Graph& graph = model->graphs[0];
  ASSERT_EQ(graph.order.size(), kNodes);
  for (uint32_t place = 0; place < kNodes; ++place)
    ASSERT_EQ(graph.order[place], kNodes - 1 - place);
  EXPECT_THAT(CodesOf(*model), ElementsAre("SORTED_GRAPH"));
  EXPECT_EQ(model->left_out_errors, 0U);
}

TEST(OnnxOrder, CycleIsNamed) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddNode(proto.mutable_graph(), "Add", {"X", "c"}, {"a"})->set_name("first");
  AddNode(proto.mutable_graph(), "Neg", {"a"}, {"b"});
  AddNode(proto.mutable_graph(), "Exp", {"b"}, {"c"});
  AddNode(proto.mutable_graph(), "Exp", {"a"}, {"outside"});
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(ReasonOf(status), "CYCLIC_GRAPH");
  EXPECT_THAT(status.message(), HasSubstr("cycle: \"first\" (Add) needs #2 (Exp) needs #1 (Neg) "
                                          "needs \"first\" (Add)"));
  EXPECT_THAT(status.message(), HasSubstr("\"c\""));
}

TEST(OnnxOrder, NodeThatReadsItselfIsACycle) {
  onnx::ModelProto proto = NewModel();
  AddNode(proto.mutable_graph(), "Neg", {"a"}, {"a"});
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(ReasonOf(status), "CYCLIC_GRAPH");
  EXPECT_THAT(status.message(), HasSubstr("#0 (Neg) needs #0 (Neg)"));
}

TEST(OnnxOrder, SubgraphReadsForItsNode) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  auto* node = AddNode(proto.mutable_graph(), "If", {"X"}, {"Y"});
  onnx::GraphProto* branch = AddSubgraph(node, "then_branch");
  auto* inner = AddNode(branch, "If", {"X"}, {"y"});
  AddNode(AddSubgraph(inner, "then_branch"), "Neg", {"later"}, {"z"});
  AddNode(proto.mutable_graph(), "Abs", {"X"}, {"later"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->graphs[0].order, ElementsAre(1, 0));
  EXPECT_EQ(model->graphs[2].nodes[0].inputs[0], model->graphs[0].nodes[1].outputs[0]);
  // And with the result of the node itself it is a cycle.
  proto.mutable_graph()->mutable_node(1)->set_input(0, "Y");
  EXPECT_EQ(ReasonOf(Read(proto).status()), "CYCLIC_GRAPH");
}

TEST(OnnxOrder, OutputOfASubgraphReadsForItsNode) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  auto* node = AddNode(proto.mutable_graph(), "If", {"X"}, {"Y"});
  AddOutput(AddSubgraph(node, "then_branch"), "later");
  AddNode(proto.mutable_graph(), "Abs", {"X"}, {"later"});
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(model->graphs[0].order, ElementsAre(1, 0));
  EXPECT_EQ(model->graphs[1].outputs[0], model->graphs[0].nodes[1].outputs[0]);
}

TEST(OnnxOrder, SameNameInASiblingIsNoDefinition) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  for (const std::string output : {"Y", "Z"}) {
    auto* node = AddNode(proto.mutable_graph(), "If", {"X"}, {output});
    onnx::GraphProto* branch = AddSubgraph(node, "then_branch");
    if (output == "Y") {
      AddNode(branch, "Neg", {"name"}, {"y"});
    } else {
      AddNode(branch, "Neg", {"X"}, {"name"});
    }
  }
  const ReadResult model = Read(proto);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(CodesOf(*model), testing::ElementsAre("UNDEFINED_VALUE"));
}

TEST(OnnxOrder, BodiesOfFunctionsAreChecked) {
  onnx::ModelProto proto = NewModel();
  onnx::FunctionProto* function = proto.add_functions();
  function->set_name("F");
  function->add_opset_import()->set_version(17);
  AddNode(function, "Neg", {"b"}, {"a"});
  AddNode(function, "Neg", {"a"}, {"b"});
  EXPECT_EQ(ReasonOf(Read(proto).status()), "CYCLIC_GRAPH");
}

TEST(OnnxOrder, LongCycleIsShortened) {
  onnx::ModelProto proto = NewModel();
  for (int i = 0; i < 1000; ++i) {
    AddNode(proto.mutable_graph(), "Neg", {"v" + std::to_string((i + 999) % 1000)},
            {"v" + std::to_string(i)});
  }
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(ReasonOf(status), "CYCLIC_GRAPH");
  EXPECT_THAT(status.message(), HasSubstr("(992 more)"));
  EXPECT_LT(status.message().size(), 500u);
}

}  // namespace
}  // namespace shapewright::graph

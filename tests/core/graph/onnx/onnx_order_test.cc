// Nodes that read what is made later: refused, with the reason and the nodes.
#include <gmock/gmock.h>

#include "core/graph/read_error.h"
#include "tests/core/graph/support/onnx_builder.h"

namespace shapewright::graph {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string NodeOf(const absl::Status& status) {
  const auto node = status.GetPayload(kNodePayload);
  return node ? std::string(*node) : "";
}

TEST(OnnxOrder, UnsortedNodesAreRefused) {
  onnx::ModelProto proto = NewModel();
  AddInput(proto.mutable_graph(), "X");
  AddNode(proto.mutable_graph(), "Abs", {"X"}, {"a"});
  AddNode(proto.mutable_graph(), "Neg", {"b"}, {"c"})->set_name("early");
  AddNode(proto.mutable_graph(), "Exp", {"a"}, {"b"});
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReasonOf(status), "UNSORTED_GRAPH");
  EXPECT_EQ(NodeOf(status), "1");
  EXPECT_THAT(status.message(), HasSubstr("node \"early\" (Neg) uses value \"b\" before node #2 "
                                          "(Exp) makes it"));
  EXPECT_THAT(status.message(), Not(HasSubstr("cycle")));
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
  EXPECT_EQ(ReasonOf(Read(proto).status()), "UNSORTED_GRAPH");
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
  const absl::Status status = Read(proto).status();
  EXPECT_EQ(ReasonOf(status), "UNSORTED_GRAPH");
  EXPECT_EQ(NodeOf(status), "0");
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

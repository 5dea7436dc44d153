#include "client/cpp/cli/page/drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/page/models.h"

namespace shapewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Drawing, Dot) {
  const v1::InferShapesResponse answer = BranchAnswer();
  EXPECT_EQ(DotDrawing(answer, WiringOf(answer)), R"(digraph {
  node [shape=box, fontname="sans-serif"];
  edge [fontname="sans-serif", fontsize=10];
  b0 [label="x\nfloat32[N, 4]", style=rounded];
  b1 [label="c\n", style=rounded];
  b2 [label="Relu\nrelu"];
  b3 [label="If\nif"];
  b4 [label="y\nfloat32[N, 4]", style=rounded];
  b0 -> b2 [label="[N, 4]"];
  b1 -> b3 [label="?"];
  b3 -> b4 [label="[N, 4]"];
}
)");
}

TEST(Drawing, Mermaid) {
  const v1::InferShapesResponse answer = BranchAnswer();
  EXPECT_EQ(MermaidDrawing(answer, WiringOf(answer)), R"(flowchart TD
  b0(["x<br>float32#91;N, 4#93;"])
  b1(["c<br>"])
  b2["Relu<br>relu"]
  b3["If<br>if"]
  b4(["y<br>float32#91;N, 4#93;"])
  b0 -->|"#91;N, 4#93;"| b2
  b1 -->|"?"| b3
  b3 -->|"#91;N, 4#93;"| b4
)");
}

TEST(Drawing, HostileNamesStayNames) {
  v1::InferShapesResponse answer = BranchAnswer();
  answer.mutable_graphs(0)->mutable_nodes(0)->set_name("a\"];\nb <script>\\");
  const ModelWiring wiring = WiringOf(answer);
  EXPECT_THAT(DotDrawing(answer, wiring), HasSubstr(R"([label="Relu\na\"];\\x0ab <script>\\"];)"));
  EXPECT_THAT(MermaidDrawing(answer, wiring),
              HasSubstr(R"(b2["Relu<br>a#34;#93;#59;#92;x0ab #60;script#62;#92;"])"));
}

TEST(Drawing, LongNamesAreCut) {
  v1::InferShapesResponse answer = BranchAnswer();
  answer.mutable_graphs(0)->mutable_nodes(0)->set_name(
      absl::StrCat(std::string(59, 'a'), "\u00e9\u00e9"));
  EXPECT_THAT(DotDrawing(answer, WiringOf(answer)),
              HasSubstr(absl::StrCat(std::string(59, 'a'), "...\"")));
}

TEST(Drawing, OfManyNodesTheFirst) {
  v1::InferShapesResponse answer;
  v1::GraphInfo& graph = *answer.add_graphs();
  ModelWiring wiring;
  WiredGraph& wired = wiring.graphs.emplace_back();
  graph.add_values()->set_input(0);
  for (int i = 0; i < 305; ++i) {
    graph.add_values()->set_node(static_cast<uint32_t>(i));
    graph.add_nodes()->set_op_type("Relu");
    wired.nodes.emplace_back().inputs = {i};
  }
  const std::string dot = DotDrawing(answer, wiring);
  EXPECT_THAT(dot, HasSubstr("b300 [label"));
  EXPECT_THAT(dot, Not(HasSubstr("b301 [label")));
  EXPECT_THAT(dot, HasSubstr("5 more nodes"));
  EXPECT_EQ(DotDrawing({}, {}).substr(0, 9), "digraph {");
}

}  // namespace
}  // namespace shapewright::cli

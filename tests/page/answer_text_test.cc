#include "page/answer_text.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

template <typename Message>
Message Parse(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

TEST(Text, Dims) {
  const auto text = [](const char* dim) { return DimText(Parse<v1::Dim>(dim)); };
  EXPECT_EQ(text("size: 5"), "5");
  EXPECT_EQ(text("expr: 'N + 5' range { min: 5 }"), "N + 5");
  EXPECT_EQ(text(""), "?");
  EXPECT_EQ(text("range { min: 0 }"), "?");
  EXPECT_EQ(text("range { min: 2 max: 8 }"), "2..8");
  EXPECT_EQ(text("range { min: 2 }"), "2..");
  EXPECT_EQ(text("range { max: 8 }"), "..8");
  EXPECT_EQ(text("range { min: 3 max: 3 }"), "3");
}

TEST(Text, Types) {
  const auto element = [](const char* type) { return ElementTypeText(Parse<v1::Type>(type)); };
  const auto shape = [](const char* type) { return TypeShapeText(Parse<v1::Type>(type)); };
  const char* tensor =
      "tensor { element_type: ELEMENT_TYPE_FLOAT16 shape {"
      "  dims { expr: 'N' } dims { size: 3 } dims {} } }";
  EXPECT_EQ(element(tensor), "float16");
  EXPECT_EQ(shape(tensor), "[N, 3, ?]");
  EXPECT_EQ(element("sparse_tensor { shape {} }"), "sparse ?");
  EXPECT_EQ(shape("tensor { shape {} }"), "[]");
  EXPECT_EQ(shape("tensor {}"), "?");
  EXPECT_EQ(shape("tensor { rank { min: 2 max: 4 } }"), "rank 2..4");
  // S35.
  const std::string cases =
      "tensor { element_type: ELEMENT_TYPE_FLOAT rank { min: 1 max: 2 } } alternatives { "
      "condition: 'S = 1'"
      "  type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: 'B' } } } } }"
      "alternatives { type { tensor { element_type: ELEMENT_TYPE_INT64 shape {} } } }";
  EXPECT_EQ(shape(cases.c_str()), "[B] if S = 1 else int64 []");
  const char* sequence =
      "sequence { element { tensor { element_type: ELEMENT_TYPE_INT64"
      "  shape { dims { size: 7 } } } } length { expr: 'L' } }";
  EXPECT_EQ(element(sequence), "seq(int64)");
  EXPECT_EQ(shape(sequence), "[7] x L");
  EXPECT_EQ(element("map { key: ELEMENT_TYPE_STRING value { tensor {} } }"), "map(string, ?)");
  EXPECT_EQ(element("optional { element { tensor {} } }"), "optional(?)");
  EXPECT_EQ(element("opaque { domain: 'd' name: 'n' }"), "d:n");
  EXPECT_EQ(element(""), "?");
  EXPECT_EQ(shape(""), "?");
}

TEST(Text, Amounts) {
  EXPECT_EQ(AmountText(Parse<v1::Amount>("value: -5")), "-5");
  EXPECT_EQ(AmountText(Parse<v1::Amount>("expr: '4*N'")), "4*N");
  EXPECT_EQ(AmountText(v1::Amount()), "?");
}

TEST(Text, Sites) {
  const auto response = Parse<v1::InferShapesResponse>(
      "graphs {}"
      "graphs { owner { graph: 0 node: 0 node_name: 'If_1' } attribute: 'then_branch' }"
      "graphs { function { domain: 'd' op_type: 'f' } }");
  const SiteText sites(response);
  const auto place = [&](const char* site) { return sites.Place(Parse<v1::Site>(site)); };
  EXPECT_EQ(place("node: 0 node_name: 'If_1' op_type: 'If'"), "If_1");
  EXPECT_EQ(place("node: 1 op_type: 'Conv' input: 2 axis: 3"), "#1 Conv input 2 axis 3");
  EXPECT_EQ(place("node: 1 op_type: 'Conv' output: 0 element: 4"), "#1 Conv output 0 element 4");
  EXPECT_EQ(place("node: 9"), "#9");
  EXPECT_EQ(place("input: 0 value: 'x' axis: 1"), "input x axis 1");
  EXPECT_EQ(place("input: 5"), "input 5");
  EXPECT_EQ(place("output: 1"), "output 1");
  EXPECT_EQ(place(""), "main graph");
  EXPECT_EQ(place("graph: 1"), "then_branch of If_1");
  EXPECT_EQ(place("graph: 2"), "function f");
  EXPECT_EQ(place("graph: 9"), "graph 9");
  const auto graph = Parse<v1::GraphInfo>("nodes {} nodes { op_type: 'Conv' }");
  const auto producer = [&](const char* value) {
    return SiteText::Producer(graph, Parse<v1::ValueInfo>(value));
  };
  EXPECT_EQ(producer("input: 0"), "input");
  EXPECT_EQ(producer("node: 1"), "#1 Conv");
  EXPECT_EQ(producer("node: 9"), "#9");
  EXPECT_EQ(producer(""), "constant");
  const auto fact = Parse<v1::Fact>(
      "sites { input: 0 value: 'x' } sites { node: 1 op_type: 'Conv' }"
      "circumstances { control { node: 0 node_name: 'If_1' } branch: 'then_branch' }");
  EXPECT_EQ(sites.Places(fact.sites()), "input x, #1 Conv");
  EXPECT_EQ(SiteText::Circumstances(fact.circumstances()), "then_branch of If_1 runs");
  v1::Fact by_case;
  by_case.add_circumstances()->set_condition("S = 1");
  EXPECT_EQ(SiteText::Circumstances(by_case.circumstances()), "S = 1");
}

TEST(Text, Facts) {
  const auto text = [&](const std::string& rest) {
    return SiteText::Fact(Parse<v1::Fact>("relation: RELATION_EQUAL " + rest));
  };
  const std::string inputs =
      "sites { input: 0 value: 'x' axis: 2 } sites { input: 1 value: 'y' axis: 0 }";
  const std::string same = "text: 'N = N' left { expr: 'N' } right { expr: 'N' } ";
  EXPECT_EQ(text(same + inputs), "x[2] = y[0]");
  EXPECT_EQ(text("text: 'N = M' left { expr: 'N' } right { expr: 'M' } " + inputs), "N = M");
  EXPECT_EQ(text(same + "sites { node: 3 input: 0 value: 'x' axis: 2 }"), "N = N");
}

}  // namespace
}  // namespace shapewright

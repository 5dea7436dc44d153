#include "client/cpp/cli/text.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

namespace shapewright::cli {
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
  EXPECT_EQ(text("expr: 'N + 5' bounds { min: 5 }"), "N + 5");
  EXPECT_EQ(text(""), "?");
  EXPECT_EQ(text("bounds { min: 0 }"), "?");
  EXPECT_EQ(text("bounds { min: 2 max: 8 }"), "2..8");
  EXPECT_EQ(text("bounds { min: 2 }"), "2..");
  EXPECT_EQ(text("bounds { max: 8 }"), "..8");
  EXPECT_EQ(text("bounds { min: 3 max: 3 }"), "3");
}

TEST(Text, Types) {
  const auto element = [](const char* type) { return ElementTypeText(Parse<v1::Type>(type)); };
  const auto shape = [](const char* type) { return TypeShapeText(Parse<v1::Type>(type)); };
  const char* tensor =
      "tensor { element_type: ELEMENT_TYPE_FLOAT16 shape {"
      "  dims { expr: 'N' } dims { size: 3 } dims {} } }";
  EXPECT_EQ(element(tensor), "float16");
  EXPECT_EQ(shape(tensor), "[N, 3, ?]");
  EXPECT_EQ(element("tensor { sparse: true shape {} }"), "sparse ?");
  EXPECT_EQ(shape("tensor { shape {} }"), "[]");
  EXPECT_EQ(shape("tensor { shape { unknown_rank {} } }"), "?");
  EXPECT_EQ(shape("tensor { shape { unknown_rank { min: 2 max: 4 } } }"), "rank 2..4");
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

TEST(Text, Relations) {
  const auto text = [](const std::string& relation, const char* rest = "") {
    return RelationText(Parse<v1::Constraint>("relation: RELATION_" + relation +
                                              " left { expr: 'N' } right { size: 8 } " + rest));
  };
  EXPECT_EQ(text("EQUAL"), "N = 8");
  EXPECT_EQ(text("LESS_OR_EQUAL"), "N <= 8");
  EXPECT_EQ(text("DIVISIBLE"), "N is a multiple of 8");
  EXPECT_EQ(text("BROADCASTABLE"), "broadcastable(N, 8)");
  EXPECT_EQ(text("NOT_EQUAL"), "N != 8");
  EXPECT_EQ(text("ONE_OF", "allowed: 1 allowed: 2"), "N in {1, 2}");
}

TEST(Text, Sites) {
  const auto response = Parse<v1::InferShapesResponse>(
      "graphs { node_names: 'If_1' node_names: '' op_types: 'If'"
      "  op_types: 'Conv' values { name: 'x' } }"
      "graphs { owner { graph: 0 node: 0 } attribute: 'then_branch' }"
      "graphs { function { domain: 'd' op_type: 'f' } }");
  const SiteText sites(response);
  const auto place = [&](const char* site) { return sites.Place(Parse<v1::Site>(site)); };
  EXPECT_EQ(place("node: 0"), "If_1");
  EXPECT_EQ(place("node: 1 input: 2 axis: 3"), "#1 Conv input 2 axis 3");
  EXPECT_EQ(place("node: 1 output: 0 element: 4"), "#1 Conv output 0 element 4");
  EXPECT_EQ(place("node: 1 attribute: 'pads'"), "#1 Conv attribute pads");
  EXPECT_EQ(place("node: 9"), "#9");
  EXPECT_EQ(place("graph: 9 node: 9"), "#9");
  EXPECT_EQ(place("input: 0 axis: 1"), "input x axis 1");
  EXPECT_EQ(place("input: 5"), "input 5");
  EXPECT_EQ(place("output: 1"), "output 1");
  EXPECT_EQ(place(""), "main graph");
  EXPECT_EQ(place("graph: 1"), "then_branch of If_1");
  EXPECT_EQ(place("graph: 2"), "function f");
  EXPECT_EQ(place("graph: 9"), "graph 9");
  EXPECT_EQ(sites.Producer(Parse<v1::Site>("input: 0")), "input");
  EXPECT_EQ(sites.Producer(Parse<v1::Site>("node: 1 output: 0")), "#1 Conv");
  const auto fact = Parse<v1::Constraint>(
      "sites { input: 0 } sites { node: 1 }"
      "guards { control { node: 0 } branch: 'then_branch' }");
  EXPECT_EQ(sites.Places(fact.sites()), "input x, #1 Conv");
  EXPECT_EQ(sites.Guards(fact.guards()), "then_branch of If_1");
}

TEST(Text, Facts) {
  const auto response =
      Parse<v1::InferShapesResponse>("graphs { values { name: 'x' } values { name: 'y' } }");
  const auto text = [&](const std::string& sides, const std::string& sites) {
    return SiteText(response).Fact(
        Parse<v1::Constraint>("relation: RELATION_EQUAL " + sides + " " + sites));
  };
  const std::string inputs = "sites { input: 0 axis: 2 } sites { input: 1 axis: 0 }";
  EXPECT_EQ(text("left { expr: 'N' } right { expr: 'N' }", inputs), "x[2] = y[0]");
  EXPECT_EQ(text("left { expr: 'N' } right { expr: 'M' }", inputs), "N = M");
  EXPECT_EQ(text("left { expr: 'N' } right { expr: 'N' }", "sites { node: 3 input: 0 axis: 2 }"),
            "N = N");
  EXPECT_EQ(text("left { expr: 'N' } right { expr: 'N' }",
                 "sites { input: 0 axis: 2 } sites { input: 9 axis: 2 }"),
            "N = N")
      << "the values were not asked for";
}

}  // namespace
}  // namespace shapewright::cli

#include "core/graph/openvino/openvino_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using IrResult = absl::StatusOr<std::unique_ptr<Model>>;

std::string Net(absl::string_view layers, absl::string_view edges = "") {
  return absl::StrCat("<?xml version=\"1.0\"?><net name=\"n\" version=\"11\"><layers>", layers,
                      "</layers><edges>", edges, "</edges></net>");
}

std::string IrLayerText(int id, absl::string_view type, absl::string_view data, int inputs,
                        int outputs, absl::string_view version = "opset1",
                        absl::string_view inner = "") {
  std::string text = absl::StrCat("<layer id=\"", id, "\" name=\"", type, id, "\" type=\"", type,
                                  "\" version=\"", version, "\"><data ", data, "/><input>");
  for (int i = 0; i < inputs; ++i) absl::StrAppend(&text, "<port id=\"", i, "\"/>");
  absl::StrAppend(&text, "</input><output>");
  for (int i = 0; i < outputs; ++i) {
    absl::StrAppend(&text, "<port id=\"", inputs + i, "\" precision=\"FP32\"/>");
  }
  return absl::StrCat(text, "</output>", inner, "</layer>");
}

std::string IrEdgeText(int from, int from_port, int to, int to_port) {
  return absl::StrCat("<edge from-layer=\"", from, "\" from-port=\"", from_port, "\" to-layer=\"",
                      to, "\" to-port=\"", to_port, "\"/>");
}

constexpr char kParameter[] = R"(shape="?,3,1..8,..5,2.." element_type="f32")";

std::string ReluOf(absl::string_view parameter, absl::string_view version = "opset1") {
  return Net(
      absl::StrCat(IrLayerText(0, "Parameter", parameter, 0, 1),
                   IrLayerText(1, "ReLU", "", 1, 1, version), IrLayerText(2, "Result", "", 1, 0)),
      absl::StrCat(IrEdgeText(0, 0, 1, 0), IrEdgeText(1, 1, 2, 0)));
}

std::vector<std::string> NamesOf(const Model& model, absl::Span<const ValueId> ids) {
  std::vector<std::string> names;
  for (const ValueId id : ids) {
    names.push_back(id == kNoValue ? "-" : std::string(model.values[id].name));
  }
  return names;
}

TEST(OpenVinoReader, ReadsLayersAsNodes) {
  const IrResult model = ReadOpenVinoModel(ReluOf(kParameter, "opset7"), "");
  ASSERT_TRUE(model.ok()) << model.status();
  const Graph& graph = (*model)->graphs[0];
  EXPECT_EQ((*model)->ir_version, 11);
  EXPECT_THAT(NamesOf(**model, graph.inputs), ElementsAre("Parameter0"));
  EXPECT_THAT(NamesOf(**model, graph.outputs), ElementsAre("ReLU1:0"));
  ASSERT_EQ(graph.nodes.size(), 1u);
  const OperatorName& op = (*model)->operators[graph.nodes[0].op];
  EXPECT_EQ(op.domain, "openvino");
  EXPECT_EQ(op.op_type, "ReLU");
  EXPECT_EQ(op.opset_version, 7);
  EXPECT_THAT((*model)->findings, IsEmpty());
}

TEST(OpenVinoReader, ReadsDimsAndTheirRanges) {
  const IrResult model = ReadOpenVinoModel(ReluOf(kParameter), "");
  ASSERT_TRUE(model.ok()) << model.status();
  const DeclaredType& type = *(*model)->values[(*model)->graphs[0].inputs[0]].declared;
  ASSERT_EQ(type.dims.size(), 5u);
  EXPECT_FALSE(type.dims[0].has_size);
  EXPECT_EQ(type.dims[1].size, 3);
  EXPECT_EQ(type.dims[2].bounds, (symbolic::Interval{1, 8}));
  EXPECT_EQ(type.dims[3].bounds, (symbolic::Interval{0, 5}));
  EXPECT_EQ(type.dims[4].bounds.min, 2);
}

TEST(OpenVinoReader, ATypeMayHaveNoRankOrBeAScalar) {
  const IrResult open = ReadOpenVinoModel(ReluOf(R"(shape="..." element_type="i64")"), "");
  ASSERT_TRUE(open.ok()) << open.status();
  EXPECT_FALSE((*open)->values[0].declared->has_shape);
  EXPECT_EQ((*open)->values[0].declared->element, shape::ElementType::kInt64);
  const IrResult scalar = ReadOpenVinoModel(ReluOf(R"(shape="" element_type="nf4")"), "");
  ASSERT_TRUE(scalar.ok()) << scalar.status();
  EXPECT_TRUE((*scalar)->values[0].declared->has_shape);
  EXPECT_EQ((*scalar)->values[0].declared->element, shape::kNf4);
}

TEST(OpenVinoReader, AnExtensionHasItsOwnDomainAndTheTypeOfItsPort) {
  const std::string port = R"(<port id="1" precision="FP16"><dim>2</dim><dim>-1</dim></port>)";
  std::string xml = ReluOf(kParameter, "extension");
  const std::string plain = R"(<port id="1" precision="FP32"/>)";
  xml.replace(xml.find(plain), plain.size(), port);
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ((*model)->operators[0].domain, "extension");
  const Value& result = (*model)->values[(*model)->graphs[0].outputs[0]];
  EXPECT_EQ(result.declared->element, shape::ElementType::kFloat16);
  ASSERT_EQ(result.declared->dims.size(), 2u);
  EXPECT_EQ(result.declared->dims[0].size, 2);
  EXPECT_FALSE(result.declared->dims[1].has_size);
}

std::string ConstantOf(absl::string_view data) {
  return Net(absl::StrCat(IrLayerText(0, "Const", data, 0, 1), IrLayerText(1, "Result", "", 1, 0)),
             IrEdgeText(0, 0, 1, 0));
}

TEST(OpenVinoReader, ReadsSmallConstantsOfTheWeights) {
  const std::string weights("\0\0\5\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0", 18);
  const std::string xml = ConstantOf(R"(element_type="i64" shape="2" offset="2" size="16")");
  const IrResult model = ReadOpenVinoModel(xml, weights);
  ASSERT_TRUE(model.ok()) << model.status();
  const Value& value = (*model)->values[(*model)->graphs[0].outputs[0]];
  ASSERT_NE(value.constant, nullptr);
  EXPECT_THAT(*DecodeIntegers(*value.constant, 8), ElementsAre(5, 7));
}

TEST(OpenVinoReader, WithoutWeightsElementsAreUnknown) {
  const std::string xml = ConstantOf(R"(element_type="i64" shape="2" offset="2" size="16")");
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  const Value& value = (*model)->values[(*model)->graphs[0].outputs[0]];
  EXPECT_THAT(value.constant->dims, ElementsAre(2));
  EXPECT_TRUE(value.constant->is_external);
  EXPECT_FALSE(DecodeIntegers(*value.constant, 8).has_value());
}

// S25: what clients put into the text goes before the weights.
TEST(OpenVinoReader, ReadsElementsWithinTheText) {
  constexpr absl::string_view kPlace = R"(element_type="i64" shape="2" offset="2" size="16" )";
  const std::string xml =
      ConstantOf(absl::StrCat(kPlace, R"(elements="BQAAAAAAAAAHAAAAAAAAAA==")"));
  for (const absl::string_view weights : {"", "other"}) {
    const IrResult model = ReadOpenVinoModel(xml, weights);
    ASSERT_TRUE(model.ok()) << model.status();
    const Value& value = (*model)->values[(*model)->graphs[0].outputs[0]];
    EXPECT_THAT(*DecodeIntegers(*value.constant, 8), ElementsAre(5, 7));
  }
  const auto error = [&](absl::string_view elements) {
    return std::string(
        ReadOpenVinoModel(ConstantOf(absl::StrCat(kPlace, elements)), "").status().message());
  };
  EXPECT_THAT(error(R"(elements="BQAAAAAAAAA=")"), HasSubstr("elements of 8 bytes"));
  EXPECT_THAT(error(R"(elements="?")"), HasSubstr("not base64"));
}

TEST(OpenVinoReader, ElementsOfOtherConstantsAreNotRead) {
  for (const absl::string_view data : {R"(element_type="nf4" shape="2" elements="AA==")",
                                       R"(element_type="u8" shape="0" elements="")"}) {
    const IrResult model = ReadOpenVinoModel(ConstantOf(data), "");
    ASSERT_TRUE(model.ok()) << model.status();
    const Value& value = (*model)->values[(*model)->graphs[0].outputs[0]];
    EXPECT_EQ(value.constant->is_external, value.constant->dims[0] > 0);
  }
}

TEST(OpenVinoReader, RefusesConstantsBeyondTheWeights) {
  const std::string xml = ConstantOf(R"(element_type="i64" shape="2" offset="2" size="16")");
  EXPECT_THAT(ReadOpenVinoModel(xml, "1234").status().message(), HasSubstr("behind the weights"));
  const std::string small = ConstantOf(R"(element_type="i64" shape="2" offset="0" size="15")");
  EXPECT_THAT(ReadOpenVinoModel(small, "").status().message(), HasSubstr("15 bytes"));
}

// As OpenVINO 2026.4; an empty shape is that of a scalar.
TEST(OpenVinoReader, ConstantsHaveAShape) {
  const std::string none = ConstantOf(R"(element_type="i64" offset="0" size="8")");
  EXPECT_THAT(ReadOpenVinoModel(none, "").status().message(), HasSubstr("has no shape"));
  const std::string scalar = ConstantOf(R"(element_type="i64" shape="" offset="0" size="8")");
  EXPECT_TRUE(ReadOpenVinoModel(scalar, "").ok());
}

TEST(OpenVinoReader, AttributesHaveTheKindsOfTheirTexts) {
  const std::string xml =
      Net(absl::StrCat(
              IrLayerText(0, "Parameter", kParameter, 0, 1),
              IrLayerText(1, "ReLU",
                          R"(a="1,2" b="3" c="0.5" d="true" e="nearest" f="" t_type="i32")", 1, 1),
              IrLayerText(2, "Result", "", 1, 0)),
          absl::StrCat(IrEdgeText(0, 0, 1, 0), IrEdgeText(1, 1, 2, 0)));
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  const absl::Span<const Attribute> attributes = (*model)->graphs[0].nodes[0].attributes;
  ASSERT_EQ(attributes.size(), 7u);
  EXPECT_THAT(attributes[0].int_list(), ElementsAre(1, 2));
  EXPECT_EQ(attributes[1].int_value, 3);
  EXPECT_EQ(attributes[2].float_value, 0.5);
  EXPECT_EQ(attributes[3].int_value, 1);
  EXPECT_EQ(attributes[4].string_value, "nearest");
  EXPECT_EQ(attributes[5].kind, AttributeKind::kString);
  EXPECT_EQ(attributes[6].int_value, static_cast<int64_t>(shape::ElementType::kInt32));
}

TEST(OpenVinoReader, LayersMayStandInAnyOrder) {
  const std::string xml = Net(
      absl::StrCat(IrLayerText(2, "Result", "", 1, 0), IrLayerText(1, "Abs", "", 1, 1),
                   IrLayerText(3, "ReLU", "", 1, 1), IrLayerText(0, "Parameter", kParameter, 0, 1)),
      absl::StrCat(IrEdgeText(0, 0, 3, 0), IrEdgeText(3, 1, 1, 0), IrEdgeText(1, 1, 2, 0)));
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT((*model)->graphs[0].order, ElementsAre(1, 0));
}

TEST(OpenVinoReader, TwoResultsOfOneValueAreTwoOutputs) {
  const std::string xml =
      Net(absl::StrCat(IrLayerText(0, "Parameter", kParameter, 0, 1),
                       IrLayerText(1, "Result", "", 1, 0), IrLayerText(2, "Result", "", 1, 0)),
          absl::StrCat(IrEdgeText(0, 0, 1, 0), IrEdgeText(0, 0, 2, 0)));
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(NamesOf(**model, (*model)->graphs[0].outputs), ElementsAre("Parameter0", "Result2"));
  EXPECT_EQ((*model)->operators[0].op_type, "Result");
}

std::string LoopBody() {
  const std::string parameter = R"(shape="1,2" element_type="f32")";
  const std::string condition = R"(element_type="boolean" shape="" offset="0" size="1")";
  return absl::StrCat(
      R"(<port_map><input external_port_id="2" internal_layer_id="0"/>)",
      R"(<input external_port_id="3" internal_layer_id="1"/>)",
      R"(<output external_port_id="4" internal_layer_id="3"/>)",
      R"(<output external_port_id="5" internal_layer_id="3" axis="0"/>)",
      R"(<output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>)",
      R"(</port_map><back_edges><edge from-layer="3" to-layer="0"/></back_edges><body><layers>)",
      IrLayerText(0, "Parameter", parameter, 0, 1), IrLayerText(1, "Parameter", parameter, 0, 1),
      IrLayerText(2, "Add", "", 2, 1), IrLayerText(3, "Result", "", 1, 0),
      IrLayerText(4, "Const", condition, 0, 1), IrLayerText(5, "Result", "", 1, 0),
      "</layers><edges>", IrEdgeText(0, 0, 2, 0), IrEdgeText(1, 0, 2, 1), IrEdgeText(2, 2, 3, 0),
      IrEdgeText(4, 0, 5, 0), "</edges></body>");
}

// A value that the body does not change is that of the graph around it, the others are its inputs.
TEST(OpenVinoReader, WiresTheBodyOfALoop) {
  const std::string scalar = R"(shape="" element_type="i64")";
  const std::string data = R"(shape="1,2" element_type="f32")";
  const std::string xml =
      Net(absl::StrCat(
              IrLayerText(0, "Parameter", scalar, 0, 1), IrLayerText(1, "Parameter", scalar, 0, 1),
              IrLayerText(2, "Parameter", data, 0, 1), IrLayerText(3, "Parameter", data, 0, 1),
              IrLayerText(4, "Loop", "", 4, 2, "opset5", LoopBody()),
              IrLayerText(5, "Result", "", 1, 0), IrLayerText(6, "Result", "", 1, 0)),
          absl::StrCat(IrEdgeText(0, 0, 4, 0), IrEdgeText(1, 0, 4, 1), IrEdgeText(2, 0, 4, 2),
                       IrEdgeText(3, 0, 4, 3), IrEdgeText(4, 4, 5, 0), IrEdgeText(4, 5, 6, 0)));
  const IrResult model = ReadOpenVinoModel(xml, "");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT((*model)->findings, IsEmpty());
  const Node& loop = (*model)->graphs[0].nodes[0];
  EXPECT_THAT(NamesOf(**model, loop.inputs), ElementsAre("Parameter0", "Parameter1", "Parameter2"));
  const Graph& body = (*model)->graphs[1];
  EXPECT_THAT(NamesOf(**model, body.inputs), ElementsAre("", "", "Parameter0#1"));
  EXPECT_THAT(NamesOf(**model, body.nodes[0].inputs), ElementsAre("Parameter0#1", "Parameter3"));
  EXPECT_THAT(NamesOf(**model, body.outputs), ElementsAre("Const4:0", "Add2:0"));
}

TEST(OpenVinoReader, RefusesWhatIsNoSuchDocument) {
  const auto message = [](absl::string_view xml) {
    const IrResult read = ReadOpenVinoModel(xml, "");
    EXPECT_TRUE(absl::IsInvalidArgument(read.status()));
    return std::string(read.status().message());
  };
  EXPECT_THAT(message(""), HasSubstr("OpenVINO IR"));
  EXPECT_THAT(message("<net>"), HasSubstr("OpenVINO IR"));
  EXPECT_THAT(message("<a/>"), HasSubstr("there is no net"));
  EXPECT_THAT(message("<net version=\"9\"/>"), HasSubstr("versions 10 and 11"));
  EXPECT_THAT(message("<!DOCTYPE net [<!ENTITY a \"aaaa\">]><net version=\"11\">&a;</net>"),
              HasSubstr("document type"));
  std::string deep = "<net version=\"11\">";
  for (int i = 0; i < 1000; ++i) deep += "<a>";
  for (int i = 0; i < 1000; ++i) deep += "</a>";
  EXPECT_THAT(message(deep + "</net>"), HasSubstr("deeper than"));
  EXPECT_THAT(message(Net("", IrEdgeText(1, 0, 2, 0))), HasSubstr("ends at no port"));
}

TEST(OpenVinoReader, KeepsTheLimitsOfReading) {
  ReaderOptions options;
  options.limits.max_nodes = 0;
  EXPECT_THAT(ReadOpenVinoModel(ReluOf(kParameter), "", options).status().message(),
              HasSubstr("more than 0 nodes"));
  options = {};
  options.limits.max_rank = 4;
  EXPECT_THAT(ReadOpenVinoModel(ReluOf(kParameter), "", options).status().message(),
              HasSubstr("the limit is 4"));
}

}  // namespace
}  // namespace shapewright::graph

// Single operators with what OpenVINO 2026.4 says of them (tests/conformance/openvino, which needs
// the package openvino to write them): `TYPE-VERSION | operands | attributes | outputs => answer`.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "core/graph/openvino/openvino_reader.h"
#include "core/inference/engine/engine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

using symbolic::Interval;

struct IrCase {
  std::string line;
  std::string type;
  std::string version;
  std::vector<std::string> operands;
  std::vector<std::string> attributes;
  int outputs = 1;
  std::string answer;
};

std::vector<std::string> SplitTrimmed(absl::string_view text, absl::string_view separator) {
  std::vector<std::string> pieces;
  if (absl::StripAsciiWhitespace(text).empty()) return pieces;
  for (const absl::string_view piece : absl::StrSplit(text, separator)) {
    pieces.emplace_back(absl::StripAsciiWhitespace(piece));
  }
  return pieces;
}

IrCase ReadIrCase(const std::string& line) {
  IrCase found;
  found.line = line;
  const std::vector<std::string> sides = absl::StrSplit(line, " => ");
  found.answer = sides.at(1);
  std::vector<std::string> columns = absl::StrSplit(sides.at(0), '|');
  columns.resize(4);
  const std::string name(absl::StripAsciiWhitespace(columns[0]));
  found.type = name.substr(0, name.rfind('-'));
  found.version = name.substr(name.rfind('-') + 1);
  found.operands = SplitTrimmed(columns[1], ";");
  found.attributes = SplitTrimmed(columns[2], ";");
  if (!absl::SimpleAtoi(columns[3], &found.outputs)) found.outputs = 1;
  return found;
}

template <typename T>
void Store(T value, std::string* weights) {
  weights->append(reinterpret_cast<const char*>(&value), sizeof value);
}

void StoreNumber(absl::string_view element, absl::string_view text, std::string* weights) {
  double number = 0;
  int64_t whole = 0;
  if (!absl::SimpleAtod(text, &number)) return;
  if (!absl::SimpleAtoi(text, &whole)) whole = 0;
  if (element == "i64") Store<int64_t>(whole, weights);
  if (element == "i32") Store<int32_t>(static_cast<int32_t>(whole), weights);
  if (element == "f32") Store<float>(static_cast<float>(number), weights);
}

// `f32[2,3]`, or with the numbers of a constant `i64[2]={1,2}`.
std::string OperandLayer(int number, absl::string_view operand, std::string* weights) {
  const size_t bracket = operand.find('[');
  const size_t end = operand.find(']');
  const absl::string_view element = operand.substr(0, bracket);
  const absl::string_view shape = operand.substr(bracket + 1, end - bracket - 1);
  std::string place;
  const bool is_constant = absl::StrContains(operand, "={");
  if (is_constant) {
    const size_t begin = weights->size();
    const absl::string_view values = operand.substr(end + 3, operand.size() - end - 4);
    for (const std::string& value : SplitTrimmed(values, ",")) {
      StoreNumber(element, value, weights);
    }
    place = absl::StrCat(" offset=\"", begin, "\" size=\"", weights->size() - begin, "\"");
  }
  return absl::StrCat("<layer id=\"", number, "\" name=\"in", number, "\" type=\"",
                      is_constant ? "Const" : "Parameter", "\" version=\"opset1\"><data shape=\"",
                      shape, "\" element_type=\"", element, "\"", place,
                      "/><output><port id=\"0\" precision=\"", element, "\"/></output></layer>");
}

std::string IrEdge(int from, int from_port, int to, int to_port) {
  return absl::StrCat("<edge from-layer=\"", from, "\" from-port=\"", from_port, "\" to-layer=\"",
                      to, "\" to-port=\"", to_port, "\"/>");
}

// The IR of the operator alone. Nothing is declared of its outputs.
std::string ToIr(const IrCase& c, std::string* weights) {
  std::string layers;
  std::string edges;
  std::string ports;
  const int node = static_cast<int>(c.operands.size());
  for (int i = 0; i < node; ++i) {
    if (c.operands[i] == "-") continue;
    absl::StrAppend(&layers, OperandLayer(i, c.operands[i], weights));
    absl::StrAppend(&ports, "<port id=\"", i, "\"/>");
    absl::StrAppend(&edges, IrEdge(i, 0, node, i));
  }
  absl::StrAppend(&layers, "<layer id=\"", node, "\" name=\"node\" type=\"", c.type,
                  "\" version=\"opset", c.version, "\"><data");
  for (const std::string& attribute : c.attributes) {
    const size_t equals = attribute.find('=');
    absl::StrAppend(&layers, " ", attribute.substr(0, equals), "=\"",
                    absl::StrReplaceAll(attribute.substr(equals + 1), {{">", "&gt;"}}), "\"");
  }
  absl::StrAppend(&layers, "/><input>", ports, "</input><output>");
  for (int i = 0; i < c.outputs; ++i) {
    absl::StrAppend(&layers, "<port id=\"", node + i, "\" precision=\"UNSPECIFIED\"/>");
  }
  absl::StrAppend(&layers, "</output></layer>");
  for (int i = 0; i < c.outputs; ++i) {
    absl::StrAppend(
        &layers, "<layer id=\"", node + 1 + i, "\" name=\"out", i,
        "\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>");
    absl::StrAppend(&edges, IrEdge(node, node + i, node + 1 + i, 0));
  }
  return absl::StrCat("<?xml version=\"1.0\"?><net name=\"case\" version=\"11\"><layers>", layers,
                      "</layers><edges>", edges, "</edges></net>");
}

Interval IntervalOf(absl::string_view text) {
  Interval interval = Interval::Size();
  if (text == "?") return interval;
  const size_t dots = text.find("..");
  int64_t number = 0;
  if (dots == absl::string_view::npos) {
    EXPECT_TRUE(absl::SimpleAtoi(text, &number)) << text;
    return Interval::Point(number);
  }
  if (absl::SimpleAtoi(text.substr(0, dots), &number)) interval.min = number;
  if (absl::SimpleAtoi(text.substr(dots + 2), &number)) interval.max = number;
  return interval;
}

// Whether the type is within OpenVINO's: of its element type, and each dim within its dim.
bool IsWithin(rules::Workspace& workspace, const shape::Type& type, const std::string& text) {
  static const std::map<std::string, std::string> kNames = {
      {"f32", "float32"}, {"f16", "float16"}, {"i64", "int64"},    {"i32", "int32"},
      {"i16", "int16"},   {"u8", "uint8"},    {"boolean", "bool"}, {"string", "string"}};
  const size_t bracket = text.find('[');
  const std::string shape = text.substr(bracket + 1, text.size() - bracket - 2);
  const auto name = kNames.find(text.substr(0, bracket));
  if (name == kNames.end() || shape::ElementTypeName(type.element) != name->second) return false;
  if (shape == "...") return true;
  const std::vector<std::string> dims = SplitTrimmed(shape, ",");
  if (!type.has_rank() || type.shape.dims.size() != dims.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    const Interval theirs = IntervalOf(dims[i]);
    const shape::Dim dim = type.shape.dims[i];
    const Interval ours = symbolic::Intersect(workspace.exprs().Bounds(dim), Interval::Size());
    if (ours.min < theirs.min || ours.max > theirs.max) return false;
  }
  return true;
}

void CheckIrCase(const IrCase& c) {
  std::string weights;
  const std::string xml = ToIr(c, &weights);
  const auto model = graph::ReadOpenVinoModel(xml, weights);
  ASSERT_TRUE(model.ok()) << c.line << "\n" << model.status();
  InferOptions options;
  Work work;
  options.work = &work;
  Engine engine(**model, options);
  ASSERT_TRUE(engine.Run().ok()) << c.line;
  const auto& diagnostics = engine.workspace().diagnostics();
  const bool is_refused =
      std::any_of(diagnostics.begin(), diagnostics.end(), [](const rules::Diagnostic& found) {
        return found.severity == rules::Severity::kError || found.code == "UNKNOWN_OPERATOR";
      });
  EXPECT_EQ(is_refused, c.answer == "REFUSED") << c.line;
  if (is_refused) return;
  const std::vector<std::string> types = SplitTrimmed(c.answer, ";");
  const auto outputs = (*model)->graphs[0].outputs;
  ASSERT_EQ(outputs.size(), types.size()) << c.line;
  for (size_t i = 0; i < types.size(); ++i) {
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(outputs[i]));
    EXPECT_TRUE(IsWithin(engine.workspace(), type, types[i])) << c.line << "\noutput " << i;
  }
}

TEST(OpenVinoCases, AreAsOpenVinoHasThem) {
  std::ifstream file(SourcePath("tests/conformance/openvino/cases.txt"));
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    CheckIrCase(ReadIrCase(line));
    ++count;
  }
  EXPECT_GE(count, 1200);
}

// Attributes and elements at the ends of 64 bits. By the formulas in whole numbers of any length,
// and OpenVINO's demands on attributes, nothing but the last rows has a size.
constexpr const char* kHostileCases[] = {
    "GatherND-8 | f32[2]; i64[2,1,1,1,1,1,9223372036854775807] | batch_dims=5 => REFUSED",
    "GatherND-8 | f32[2,3]; i64[2,9223372036854775807] | batch_dims=1 => REFUSED",
    "Broadcast-3 | f32[2]; i64[2]={2,2} | mode=pdpd; axis=9223372036854775807 => REFUSED",
    "SegmentMax-16 | f32[2,8]; i64[2]={0,9223372036854775807} | fill_mode=ZERO => REFUSED",
    "BatchToSpace-2 | f32[4,2]; i64[2]={1,2}; i64[2]={0,9223372036854775807}; "
    "i64[2]={0,9223372036854775807} => REFUSED",
    "Col2Im-15 | f32[3,4]; i64[2]={2,2}; i64[2]={4294967296,4294967296} => REFUSED",
    "VariadicSplit-1 | i64[4]={1,2,3,4}; i64[]={0}; "
    "i64[3]={4611686018427387904,4611686018427387904,4611686018427387904} | | 3 => REFUSED",
    "Convolution-1 | f32[1,3,8,8]; f32[4,3,?,?] | strides=1,1; dilations=1,1; "
    "pads_begin=9223372036854775807,0; pads_end=9223372036854775807,0 => REFUSED",
    "ConvolutionBackpropData-1 | f32[1,3,8,8]; f32[3,4,3,3] | strides=1,1; dilations=1,1; "
    "pads_begin=9223372036854775807,0; pads_end=9223372036854775807,0 => REFUSED",
    "Interpolate-11 | f32[8]; f32[1]={2}; i64[1]={0} | shape_calculation_mode=scales; "
    "pads_begin=9223372036854775807; pads_end=9223372036854775807 => REFUSED",
    "ExtractImagePatches-3 | f32[1,3,8,8] | sizes=4294967296,4294967296; strides=1,1; rates=1,1; "
    "auto_pad=valid => REFUSED",
    "ExtractImagePatches-3 | f32[1,3,8,8] | sizes=3,3; strides=1,1; "
    "rates=9223372036854775807,1; auto_pad=valid => REFUSED",
    "ExtractImagePatches-3 | f32[1,3,8,8] | sizes=-3,-3; strides=1,1; rates=1,1; "
    "auto_pad=valid => REFUSED",
    "ReorgYolo-2 | f32[1,3,?,?] | stride=4294967296 => REFUSED",
    "RegionYolo-1 | f32[1,3,4,4] | classes=9223372036854775807; coords=4; num=5; do_softmax=0; "
    "mask=0,1; axis=1; end_axis=3 => REFUSED",
    "PriorBox-8 | i64[2]={2,2}; i64[2]={8,8} | density=1000000000; fixed_size=1 => REFUSED",
    "PriorBox-8 | i64[2]={2,2}; i64[2]={8,8} | density=1e30; fixed_size=1 => f32[2,?]",
    "StridedSlice-1 | f32[8]; i64[1]={7}; i64[1]={0}; i64[1]={-9223372036854775808} | "
    "begin_mask=0; end_mask=0 => f32[1]",
};

TEST(OpenVinoCases, SizesBeyond64BitsAreNone) {
  for (const char* const line : kHostileCases) CheckIrCase(ReadIrCase(line));
}

// A body that gives a part of a vector of 8 elements back; all of them are put together.
std::string IterateOverParts(int64_t stride, int64_t size) {
  const std::string part = absl::StrCat(" axis=\"0\" start=\"-1\" end=\"0\" stride=\"", stride,
                                        "\" part_size=\"", size, "\"/>");
  const std::string result =
      R"(<layer id="1" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>)";
  return absl::StrCat(
      R"(<?xml version="1.0"?><net name="n" version="11"><layers>)",
      R"(<layer id="0" name="x" type="Parameter" version="opset1">)",
      R"(<data shape="8" element_type="f32"/><output><port id="0"/></output></layer>)",
      R"(<layer id="2" name="t" type="TensorIterator" version="opset1"><input><port id="0"/></input>)",
      R"(<output><port id="1"/></output><port_map><input external_port_id="0" internal_layer_id="0")",
      part, R"(<output external_port_id="1" internal_layer_id="1")", part,
      R"(</port_map><back_edges/><body><layers>)",
      R"(<layer id="0" name="p" type="Parameter" version="opset1">)",
      R"(<data shape="?" element_type="f32"/><output><port id="0"/></output></layer>)", result,
      R"(</layers><edges>)", IrEdge(0, 0, 1, 0), R"(</edges></body></layer>)", result,
      R"(</layers><edges>)", IrEdge(0, 0, 2, 0), IrEdge(2, 1, 1, 0), "</edges></net>");
}

// The longest step takes one part; no value, in the body neither, has a negative size.
TEST(OpenVinoCases, PartsOfNoSize) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  for (const auto& [stride, size] : {std::pair<int64_t, int64_t>(kLeast, 1), {-1, -4}, {-1, 0}}) {
    const auto model = graph::ReadOpenVinoModel(IterateOverParts(stride, size), "");
    ASSERT_TRUE(model.ok()) << model.status();
    InferOptions options;
    Work work;
    options.work = &work;
    Engine engine(**model, options);
    ASSERT_TRUE(engine.Run().ok());
    const auto outputs = (*model)->graphs[0].outputs;
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(outputs[0]));
    EXPECT_TRUE(IsWithin(engine.workspace(), type, size == 1 ? "f32[1]" : "f32[?]")) << size;
    for (graph::ValueId value = 0; value < (*model)->values.size(); ++value) {
      const shape::Type& each = engine.workspace().types().at(engine.TypeOf(value));
      for (const shape::Dim dim : each.shape.dims) {
        EXPECT_GE(engine.workspace().exprs().Bounds(dim).min, 0) << (*model)->values[value].name;
      }
    }
  }
}

std::string ReadData(const std::string& name) {
  std::ifstream file(SourcePath(absl::StrCat("tests/data/openvino/", name)), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A Loop of 3 iterations puts the value that it carries twice together: it is inferred iteration by
// iteration. OpenVINO 2026.4 leaves the dim open; a run on the CPU gives 16 elements.
TEST(OpenVinoCases, LoopIsUnrolled) {
  const std::string xml = ReadData("doubling.xml");
  const std::string weights = ReadData("doubling.bin");
  const auto model = graph::ReadOpenVinoModel(xml, weights);
  ASSERT_TRUE(model.ok()) << model.status();
  InferOptions options;
  Work work;
  options.work = &work;
  Engine engine(**model, options);
  ASSERT_TRUE(engine.Run().ok());
  EXPECT_TRUE(engine.workspace().diagnostics().empty());
  const shape::Type& type =
      engine.workspace().types().at(engine.TypeOf((*model)->graphs[0].outputs[0]));
  EXPECT_TRUE(IsWithin(engine.workspace(), type, "f32[16]"));
}

// A Loop of 4 iterations, the value it carries and its slices put together; an If; a state. The
// shapes are those of OpenVINO 2026.4, which wrote the model.
TEST(OpenVinoCases, BodiesAndStates) {
  std::string xml = ReadData("bodies.xml");
  const std::string weights = ReadData("bodies.bin");
  // Nothing is to come from what the ports declare.
  absl::StrReplaceAll({{"<dim>", "<was>"}, {"</dim>", "</was>"}}, &xml);
  const auto model = graph::ReadOpenVinoModel(xml, weights);
  ASSERT_TRUE(model.ok()) << model.status();
  InferOptions options;
  Work work;
  options.work = &work;
  Engine engine(**model, options);
  ASSERT_TRUE(engine.Run().ok());
  EXPECT_TRUE(engine.workspace().diagnostics().empty());
  const std::vector<std::string> types = {
      "f32[?,3,1..8,..5,2..]", "f32[1,2]", "f32[4,2]", "f32[1,2]", "f32[1,2]", "i64[...]", "f32[]"};
  const auto outputs = (*model)->graphs[0].outputs;
  ASSERT_EQ(outputs.size(), types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(outputs[i]));
    EXPECT_TRUE(IsWithin(engine.workspace(), type, types[i])) << i;
  }
}

}  // namespace
}  // namespace shapewright::inference

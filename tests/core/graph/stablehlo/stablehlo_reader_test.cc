#include "core/graph/stablehlo/stablehlo_reader.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "core/graph/read_error.h"
#include "tests/core/graph/support/dump.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

using ::testing::HasSubstr;
using ModelPointer = std::unique_ptr<Model>;

// Modules that jaxlib printed, by the name of their file; tests/data/stablehlo/make.py wrote them.
std::map<std::string, std::string> Modules() {
  std::map<std::string, std::string> modules;
  for (const auto& file : std::filesystem::directory_iterator(DataPath("stablehlo"))) {
    const std::string name = file.path().filename().string();
    if (absl::EndsWith(name, ".mlir")) modules[name] = ReadFile(file.path().string());
  }
  return modules;
}

std::string DimsOf(const DeclaredType& type) {
  if (type.kind != shape::TypeKind::kTensor) return "-";
  if (!type.has_shape) return "*";
  std::vector<std::string> dims;
  for (const DeclaredDim& dim : type.dims) {
    dims.push_back(dim.has_size ? absl::StrCat(dim.size) : "?");
  }
  return dims.empty() ? "()" : absl::StrJoin(dims, "x");
}

// The lines of operations.txt for a graph, from our model.
void AddLines(const Model& model, const Graph& graph, std::vector<std::string>* lines) {
  for (const Node& node : graph.nodes) {
    const OperatorName& op = model.operators[node.op];
    std::string line = absl::StrCat(op.domain, ".", op.op_type, " ", node.inputs.size());
    std::vector<const Attribute*> graphs;
    const Attribute* types = nullptr;
    for (const Attribute& attribute : node.attributes) {
      if (attribute.kind == AttributeKind::kTypes) types = &attribute;
      const bool has_graphs =
          attribute.kind == AttributeKind::kGraph || attribute.kind == AttributeKind::kGraphs;
      if (has_graphs) graphs.push_back(&attribute);
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const DeclaredType* type =
          types != nullptr ? &types->types[i] : model.values[node.outputs[i]].declared;
      ASSERT_NE(type, nullptr);
      absl::StrAppend(&line, " ", DimsOf(*type));
    }
    lines->push_back(line);
    for (const Attribute* attribute : graphs) {
      if (attribute->kind == AttributeKind::kGraph) {
        AddLines(model, model.graphs[attribute->graph], lines);
        continue;
      }
      for (uint32_t i = 0; i < attribute->count; ++i) {
        AddLines(model, model.graphs[attribute->graphs[i]], lines);
      }
    }
  }
}

// Oracle: the operations that jaxlib has in each module, with their operands' number and results'
// dims.
TEST(StablehloReader, HasTheOperationsThatJaxlibSees) {
  const std::map<std::string, std::string> modules = Modules();
  const std::string all = ReadFile(DataPath("stablehlo/operations.txt"));
  size_t checked = 0;
  for (const absl::string_view part : absl::StrSplit(all.substr(2), "\n# ")) {
    const std::vector<std::string> lines = absl::StrSplit(part, '\n', absl::SkipEmpty());
    SCOPED_TRACE(lines[0]);
    const auto text = modules.find(lines[0] + ".mlir");
    ASSERT_NE(text, modules.end());
    const auto model = ReadStablehloText(text->second);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_TRUE((*model)->findings.empty());
    EXPECT_EQ(FindInconsistency(**model), "");
    std::vector<std::string> ours = {lines[0]};
    AddLines(**model, (*model)->graphs[0], &ours);
    for (const Function& function : (*model)->functions) {
      AddLines(**model, (*model)->graphs[function.body], &ours);
    }
    EXPECT_EQ(FirstDifference(absl::StrJoin(ours, "\n"), absl::StrJoin(lines, "\n")), "");
    ++checked;
  }
  EXPECT_GE(checked, 45U);
}

// The model as text, with values by number: the generic form has other names of them.
std::string NamelessDump(absl::string_view text) {
  const auto model = ReadStablehloText(text);
  EXPECT_TRUE(model.ok()) << model.status();
  if (!model.ok()) return "";
  std::vector<std::string> names((*model)->values.size());
  for (size_t i = 0; i < names.size(); ++i) {
    names[i] = absl::StrCat("v", i);
    if (!(*model)->values[i].name.empty()) (*model)->values[i].name = names[i];
  }
  return DumpModel(**model);
}

TEST(StablehloReader, GenericFormIsTheSameModel) {
  const std::map<std::string, std::string> modules = Modules();
  size_t compared = 0;
  for (const auto& [name, text] : modules) {
    if (!absl::EndsWith(name, ".generic.mlir")) continue;
    SCOPED_TRACE(name);
    const std::string pretty = absl::StrReplaceAll(name, {{".generic", ""}});
    ASSERT_TRUE(modules.count(pretty) == 1);
    EXPECT_EQ(FirstDifference(NamelessDump(text), NamelessDump(modules.at(pretty))), "");
    ++compared;
  }
  EXPECT_GE(compared, 20U);
}

TEST(StablehloReader, LocationsAreNamesOfNodes) {
  const std::map<std::string, std::string> modules = Modules();
  const auto model = ReadStablehloText(modules.at("loop.loc.mlir"));
  ASSERT_TRUE(model.ok()) << model.status();
  size_t named = 0;
  for (const Graph& graph : (*model)->graphs) {
    for (const Node& node : graph.nodes) named += absl::StartsWith(node.name, "jit(loop)/") ? 1 : 0;
  }
  EXPECT_GE(named, 1U);
}

// A module of one function, whose body these lines are.
std::string Module(absl::string_view body) {
  return absl::StrCat("module {\n  func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n",
                      body, "\n    return %x : tensor<?x4xf32>\n  }\n}\n");
}

std::string ErrorOf(absl::string_view text) {
  const auto model = ReadStablehloText(text);
  if (model.ok()) return "";
  EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(model.status().message());
}

TEST(StablehloReader, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOf(Module("%0 = stablehlo.add %x, : tensor<?x4xf32>")),
            "line 3, column 24: expected an operand or an attribute, not \":\"");
  EXPECT_THAT(ErrorOf(Module("%0 = stablehlo.add %x %x : tensor<?x4xf32>")),
              HasSubstr("line 3, column 23: expected `,`"));
  EXPECT_EQ(ErrorOf(Module("%0 = stablehlo.add %x, %x : tensor<?y4xf32>")),
            "line 3, column 37: expected `x` after a dim, not \"y4xf32\"");
  EXPECT_EQ(ErrorOf(Module("%0 = stablehlo.add %x, %x")),
            "line 4, column 5: expected an operand, an attribute or `:`, not \"return\"");
  EXPECT_THAT(ErrorOf("module {\n  func.func @main("), HasSubstr("line 2, column 19: expected"));
  EXPECT_EQ(ErrorOf("module {\n}"),
            "the module has no function @main, nor one public function, with a body");
  EXPECT_THAT(ErrorOf(Module("%0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>")),
              HasSubstr("expected lists of equal lengths"));
  EXPECT_THAT(ErrorOf(Module("%0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>")),
              HasSubstr("expected elements of the shape that the type says"));
  EXPECT_THAT(ErrorOf(Module("cf.br ^bb1\n^bb1:")), HasSubstr("line 3, column"));
}

TEST(StablehloReader, NestedTooDeepIsAnError) {
  const std::string open(100'000, '[');
  EXPECT_THAT(ErrorOf("#a = " + open), HasSubstr("expected fewer"));
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "\"stablehlo.map\"(%x) ({\n";
  EXPECT_FALSE(ReadStablehloText(Module(deep)).ok());
  std::string tuples;
  for (int i = 0; i < 10'000; ++i) tuples += "tuple<";
  EXPECT_THAT(ErrorOf(Module("%0 = stablehlo.tuple %x : " + tuples)), HasSubstr("fewer levels"));
}

// Results that a number stands for have types in the text, so that there are fewer than its bytes.
TEST(StablehloReader, NamesOfResultsAreBounded) {
  EXPECT_THAT(ErrorOf(Module("%a:1048576 = \"x.y\"() ({")),
              HasSubstr("expected a number of results"));
  EXPECT_THAT(ErrorOf(Module("%a:1048576 = stablehlo.add %x, %x : tensor<?x4xf32>")),
              HasSubstr("expected a number of results"));
  std::string many;
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&many, "%", i, ":2 = stablehlo.optimization_barrier %x, %x : ",
                    "tensor<?x4xf32>, tensor<?x4xf32>\n");
  }
  EXPECT_TRUE(ReadStablehloText(Module(many)).ok());
}

TEST(StablehloReader, KeepsToLimits) {
  ReaderOptions options;
  options.limits.max_rank = 1;
  const auto rank = ReadStablehloText(Module(""), options);
  ASSERT_FALSE(rank.ok());
  EXPECT_EQ(std::string(*rank.status().GetPayload(kReasonPayload)), reason::kRankTooLarge);
  options = {};
  options.limits.max_nodes = 0;
  const std::string one = Module("%0 = stablehlo.abs %x : tensor<?x4xf32>");
  const auto nodes = ReadStablehloText(one, options);
  ASSERT_FALSE(nodes.ok());
  EXPECT_EQ(std::string(*nodes.status().GetPayload(kReasonPayload)), reason::kTooManyNodes);
}

// A text that is cut off anywhere is an error, or the rest is blank.
TEST(StablehloReader, CutTextsAreErrors) {
  const std::map<std::string, std::string> modules = Modules();
  for (const std::string name : {"forms.mlir", "forms.generic.mlir", "loop.loc.mlir"}) {
    const std::string& text = modules.at(name);
    const size_t end = text.find_last_of('}') + 1;
    for (size_t size = 0; size < end; size += 31) {
      const auto model = ReadStablehloText(absl::string_view(text).substr(0, size));
      if (name == "loop.loc.mlir") continue;  // aliases follow the module
      EXPECT_FALSE(model.ok()) << name << " " << size;
    }
  }
}

}  // namespace
}  // namespace shapewright::graph

// The commands lint and diff as programs: exit codes, output and files.
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

ProcessResult RunHere(std::vector<std::string> words) {
  words.insert(words.begin(), SHAPEWRIGHT_CLI);
  words.emplace_back("--embedded");
  return RunProcess(words);
}

// x of [N, 3] is y, which is declared as [rows, 3].
std::string Declared(const std::string& rows) {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(ReluModel()));
  auto& output = *model.mutable_graph()->mutable_output(0);
  *output.mutable_type() = model.graph().input(0).type();
  output.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(0)->set_dim_param(
      rows);
  return model.SerializeAsString();
}

TEST(LintCommand, ExitCodesAndLines) {
  const TempFolder folder;
  const std::string good = folder.File("good.onnx");
  const std::string bad = folder.File("bad.onnx");
  WriteFile(good, Declared("N"));
  WriteFile(bad, Declared("rows"));
  EXPECT_EQ(RunHere({"lint", good}).code, 0);
  EXPECT_EQ(RunHere({"lint", good}).out, "");
  ProcessResult result = RunHere({"lint", bad});
  EXPECT_EQ(result.code, 0) << "notes are no fault";
  EXPECT_EQ(
      result.out,
      absl::StrCat(bad, ": v0 axis 0: info REDUNDANT_NAME: \"rows\" is always N; declare N\n"));
  EXPECT_EQ(RunHere({"lint", bad, "--ignore=REDUNDANT_NAME"}).out, "");
  EXPECT_EQ(RunHere({"lint", bad, "--only", "not a code"}).code, 2);
  EXPECT_EQ(RunHere({"lint", folder.File("missing.onnx")}).code, 3);
  // Of several models each line has its own, and the greatest code counts.
  WriteFile(folder.File("cycle.onnx"), CyclicModel());
  result = RunHere({"lint", good, bad, folder.File("cycle.onnx")});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StartsWith(result.out, absl::StrCat(bad, ": v0 axis 0: "))) << result.out;
  EXPECT_TRUE(absl::StrContains(result.err, "CYCLIC_GRAPH")) << result.err;
}

TEST(LintCommand, AServerAnswersTheSame) {
  ServerProcess server;
  const std::string model = DataPath("corpus/models/scripted_control_ts17.onnx");
  const ProcessResult served =
      RunProcess({SHAPEWRIGHT_CLI, "lint", "--json", model, "--target", server.target()});
  EXPECT_EQ(served.code, 0) << served.err;
  EXPECT_EQ(served.out, RunHere({"lint", "--json", model}).out);
}

TEST(LintCommand, FixWritesAFileOrReplacesIt) {
  const TempFolder folder;
  const std::string model = folder.File("m.onnx");
  const std::string out = folder.File("out.onnx");
  WriteFile(model, Declared("rows"));
  ASSERT_EQ(chmod(model.c_str(), 0640), 0);
  EXPECT_EQ(RunHere({"lint", "--fix", model}).code, 2);
  EXPECT_EQ(RunHere({"lint", "--in-place", model}).code, 2);
  EXPECT_EQ(RunHere({"lint", "--fix", model, "-o", out, "--in-place"}).code, 2);
  const ProcessResult result = RunHere({"lint", "--fix", model, "-o", out});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, absl::StrCat(model, ": mended 1 finding\n"));
  EXPECT_EQ(ReadFile(model), Declared("rows"));
  EXPECT_EQ(ReadFile(out), Declared("N"));
  EXPECT_EQ(RunHere({"lint", "--fix", "--in-place", model}).code, 0);
  EXPECT_EQ(ReadFile(model), Declared("N"));
  struct stat status = {};
  ASSERT_EQ(stat(model.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(RunHere({"lint", model}).out, "");
}

TEST(DiffCommand, ExitCodesAndBreaking) {
  const TempFolder folder;
  const std::string before = folder.File("a.onnx");
  const std::string after = folder.File("b.onnx");
  WriteFile(before, ReluModel());
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(ReluModel()));
  auto& dim = *model.mutable_graph()
                   ->mutable_input(0)
                   ->mutable_type()
                   ->mutable_tensor_type()
                   ->mutable_shape()
                   ->mutable_dim(0);
  dim.set_dim_param("batch");
  WriteFile(after, model.SerializeAsString());
  EXPECT_EQ(RunHere({"diff", before, before}).code, 0);
  ProcessResult result = RunHere({"diff", before, after});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StrContains(result.out, "other   symbol N: is called batch now\n"))
      << result.out;
  EXPECT_EQ(RunHere({"diff", before, after, "--breaking"}).code, 0);
  dim.set_dim_value(8);
  WriteFile(after, model.SerializeAsString());
  result = RunHere({"diff", before, after, "--breaking", "--json"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StrContains(result.out, R"("effect": "breaks", "part": "input")"))
      << result.out;
  EXPECT_EQ(RunHere({"diff", before}).code, 2);
  EXPECT_EQ(RunHere({"diff", before, folder.File("missing.onnx")}).code, 3);
}

TEST(ReportCommand, WritesAPage) {
  const TempFolder folder;
  const std::string model = DataPath("corpus/models/scripted_control_ts17.onnx");
  const std::string page = folder.File("page.html");
  EXPECT_EQ(RunHere({"report", model}).code, 2);
  const ProcessResult result = RunHere({"report", model, "-o", page});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  const std::string text = ReadFile(page);
  EXPECT_TRUE(absl::StrContains(text, "<title>scripted_control_ts17.onnx</title>"));
  EXPECT_TRUE(absl::StrContains(text, "<td>k[] &lt;= sequence</td>"));
  EXPECT_EQ(RunHere({"report", model, model, "-o", page}).code, 0);
  EXPECT_TRUE(absl::StrContains(ReadFile(page), "<p>No difference.</p>"));
  EXPECT_EQ(RunHere({"report", model, "-o", folder.File("no/page.html")}).code, 3);
  EXPECT_EQ(RunHere({"report", folder.File("missing.onnx"), "-o", page}).code, 3);
  ServerProcess server;
  const ProcessResult served =
      RunProcess({SHAPEWRIGHT_CLI, "report", model, "-o", page, "--target", server.target()});
  EXPECT_EQ(served.code, 0) << served.err;
  EXPECT_EQ(ReadFile(page), text);
}

TEST(ReportCommand, TellsOfALogOfRequests) {
  const TempFolder folder;
  const std::string model = DataPath("corpus/models/resnet50_ts17.onnx");
  const std::string page = folder.File("page.html");
  const std::string log = folder.File("log.csv");
  WriteFile(log, "pixel_values\n1x3x224x224\n2x3x224x224\n");
  EXPECT_EQ(RunHere({"report", model, "-o", page, "--requests", log}).code, 0);
  const std::string text = ReadFile(page);
  EXPECT_TRUE(absl::StrContains(text, "2 requests in 2 shapes; the guard: 2 pass, 0 fail"));
  EXPECT_TRUE(absl::StrContains(text, "<td>pixel_values=[2,3,224,224]</td>"));
  // A ResNet takes images of 3 channels.
  WriteFile(log, "pixel_values\n1x4x224x224\n");
  EXPECT_EQ(RunHere({"report", model, "-o", page, "--requests", log}).code, 1);
  EXPECT_TRUE(absl::StrContains(ReadFile(page), "axis 1 of input pixel_values is 3"));
  EXPECT_EQ(RunHere({"report", model, "-o", page, "--requests", folder.File("no.csv")}).code, 3);
}

TEST(InferCommand, Draws) {
  const std::string model = DataPath("corpus/models/lstm_tagger_ts11.onnx");
  const ProcessResult dot = RunHere({"infer", model, "--dot"});
  EXPECT_EQ(dot.code, 0) << dot.err;
  EXPECT_EQ(dot.out.substr(0, 9), "digraph {");
  EXPECT_TRUE(absl::StrContains(dot.out, "[label=\"[batch, sequence, 17]\"];"));
  EXPECT_EQ(RunHere({"infer", model, "--mermaid"}).out.substr(0, 12), "flowchart TD");
}

TEST(InferCommand, DrawsModelsOfAllFormats) {
  const TempFolder folder;
  const std::string module = folder.File("model.mlir");
  WriteFile(module, R"(func.func public @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
})");
  const ProcessResult drawn = RunHere({"infer", module, "--input", "x=float32[b,8]", "--mermaid"});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_TRUE(absl::StrContains(drawn.out, "b0 -->|\"#91;b, 8#93;\"| b1")) << drawn.out;
  EXPECT_TRUE(absl::StrContains(drawn.out, "b1 -->|\"#91;b, 8#93;\"| b2")) << drawn.out;
}

}  // namespace
}  // namespace shapewright::end_to_end

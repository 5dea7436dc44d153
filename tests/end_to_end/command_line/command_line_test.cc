#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kModel[] = "corpus/models/scripted_control_ts17.onnx";

ProcessResult RunCli(std::vector<std::string> words) {
  words.insert(words.begin(), SHAPEWRIGHT_CLI);
  return RunProcess(words);
}

TEST(CommandLine, PrintsTheTable) {
  ServerProcess server;
  const ProcessResult result = RunCli({"infer", "--target", server.target(), DataPath(kModel)});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* part :
       {"main graph", "value ", " shape ", "[batch, sequence, 32]", "body of /Loop",
        "then_branch of /If", "symbols", "fully known", "took "}) {
    EXPECT_TRUE(absl::StrContains(result.out, part)) << part;
  }
}

TEST(CommandLine, FitsEightyColumnsWithoutATerminal) {
  const ProcessResult result =
      RunCli({"infer", "--embedded", DataPath("corpus/models/gpt2_past_ts17.onnx")});
  EXPECT_EQ(result.code, 0) << result.err;
  for (const absl::string_view line : absl::StrSplit(result.out, '\n')) {
    const auto width =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
    EXPECT_LE(width, 80) << line;
  }
}

TEST(CommandLine, EmbeddedAnswersTheSame) {
  ServerProcess server;
  const ProcessResult served =
      RunCli({"infer", "--target", server.target(), "--json", DataPath(kModel)});
  const ProcessResult embedded = RunCli({"infer", "--embedded", "--json", DataPath(kModel)});
  EXPECT_EQ(served.code, 0) << served.err;
  EXPECT_EQ(embedded.code, 0) << embedded.err;
  EXPECT_TRUE(absl::StrContains(served.out, "\"modelId\": \"sha256:"));
  EXPECT_EQ(served.out, embedded.out);
}

TEST(CommandLine, EmbeddedFailsTheSame) {
  ServerProcess server;
  const TempFolder folder;
  const std::string model = folder.File("cycle.onnx");
  WriteFile(model, CyclicModel());
  const ProcessResult served = RunCli({"infer", "--target", server.target(), model});
  const ProcessResult embedded = RunCli({"infer", "--embedded", model});
  EXPECT_EQ(served.code, 1);
  EXPECT_EQ(embedded.code, 1);
  EXPECT_TRUE(absl::StrContains(served.err, "CYCLIC_GRAPH")) << served.err;
  EXPECT_EQ(served.err, embedded.err);
}

void ExpectParts(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  ServerProcess server;
  std::vector<std::string> served = words;
  served.insert(served.end(), {"--target", server.target()});
  std::vector<std::string> embedded = words;
  embedded.emplace_back("--embedded");
  const ProcessResult result = RunCli(served);
  EXPECT_EQ(result.code, 0) << result.err;
  for (const std::string& part : parts) {
    EXPECT_TRUE(absl::StrContains(result.out, part)) << part << "\n" << result.out;
  }
  EXPECT_EQ(result.out, RunCli(embedded).out);
  served.emplace_back("--json");
  const ProcessResult json = RunCli(served);
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(json.out.substr(0, 1), "{");
}

constexpr char kBertPath[] = "corpus/models/bert_base_ts17.onnx";

TEST(CommandLine, Explains) {
  ExpectParts({"explain", DataPath(kBertPath), "output_0", "--axis", "1"},
              {"axis 1 of input_ids, an input, is declared as sequence", "takes sequence from",
               "more nodes pass it on", "rests on sequence <= 512"});
}

TEST(CommandLine, Audits) {
  ExpectParts({"audit", DataPath(kBertPath)},
              {"follows inputs  axis 0 of output output_0 is batch",
               "constant        axis 2 of output output_0 is always 192"});
}

TEST(CommandLine, FindsBuckets) {
  ExpectParts({"plan", DataPath(kBertPath), "--sizes", "batch=1,8", "--sizes", "sequence=32,128",
               "--memory", "--observed", "sequence=10:9,100", "--choose", "2"},
              {"batch=8,sequence=128", "advised buckets", "the least possible"});
}

TEST(CommandLine, Evaluates) {
  ExpectParts({"eval", DataPath(kBertPath), "--bind", "batch=3,sequence=100", "--memory"},
              {"with batch=3,sequence=100: valid", "output_0  [3, 100, 192]", "memory: "});
  const ProcessResult invalid = RunCli({"eval", "--embedded", DataPath(kBertPath), "--bind",
                                        "batch=3,sequence=100", "--bind", "batch=1,sequence=513"});
  EXPECT_EQ(invalid.code, 1);
  EXPECT_TRUE(absl::StrContains(invalid.out, "with batch=1,sequence=513: invalid")) << invalid.out;
  EXPECT_TRUE(absl::StrContains(invalid.out, "violated: ")) << invalid.out;
  EXPECT_TRUE(absl::StrContains(invalid.err, "invalid bindings: 1 of 2")) << invalid.err;
  const ProcessResult wrong =
      RunCli({"eval", "--embedded", DataPath(kBertPath), "--bind", "batch=3", "--bind", "bach=3"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(absl::StrContains(wrong.out, "with batch=3: open")) << wrong.out;
  EXPECT_TRUE(absl::StrContains(wrong.err, "bach=3: symbols[0].symbol: ")) << wrong.err;
}

TEST(CommandLine, PlansAProfile) {
  ExpectParts({"plan", DataPath(kBertPath), "--range", "batch=1..32", "--range", "sequence=1..128",
               "--opt", "batch=8"},
              {"min     opt       max", "input_ids       [1, 1]  [8, 128]  [32, 128]"});
}

TEST(CommandLine, FindsSizesAndSymbols) {
  ExpectParts({"plan", DataPath(kBertPath), "--budget", "1000", "--symbol", "batch", "--bind",
               "sequence=10", "--quantity", "batch*sequence"},
              {"the largest is batch = 100: 1000 of 1000", "next: ", "1010, more than the budget"});
  ExpectParts({"plan", DataPath(kBertPath), "--budget", "1000", "--bind", "sequence=10",
               "--quantity", "10*batch"},
              {"the largest is batch = 100: 1000 of 1000"});
  const TempFolder folder;
  WriteFile(folder.File("seen.csv"), "sequence,count\n10,9\n100,1\n");
  ExpectParts(
      {"plan", DataPath(kBertPath), "--observed", folder.File("seen.csv"), "--profiles", "2"},
      {"profile 1 holds 9", "profile 2 holds 1", "the least possible"});
  ExpectParts({"plan", DataPath(kBertPath), "--make", "static"}, {"batch\n", "sequence\n"});
  ExpectParts({"plan", DataPath(kBertPath), "--observed", "sequence=10:9,100", "--profiles", "2"},
              {"profile 1 holds 9", "profile 2 holds 1", "the least possible"});
}

TEST(CommandLine, WritesTheAnnotatedModel) {
  const TempFolder folder;
  const std::string out = folder.File("out.onnx");
  const ProcessResult result = RunCli({"infer", "--embedded", "--onnx-out", out, DataPath(kModel)});
  ASSERT_EQ(result.code, 0) << result.err;
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(ReadFile(out)));
  bool is_found = false;
  for (const auto& value : model.graph().value_info()) {
    for (const auto& dim : value.type().tensor_type().shape().dim()) {
      EXPECT_NE(dim.dim_param().substr(0, 1), "?") << value.name();
    }
    is_found |= value.name() == "/ReduceMean_output_0";
  }
  EXPECT_TRUE(is_found);
}

TEST(CommandLine, Health) {
  std::string target;
  {
    ServerProcess server;
    target = server.target();
    const ProcessResult result = RunCli({"health", "--target", target});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "serving\n");
  }
  EXPECT_EQ(RunCli({"health", "--target", target}).code, 3);
}

TEST(CommandLine, Mistakes) {
  EXPECT_EQ(RunCli({}).code, 2);
  EXPECT_EQ(RunCli({"infer", "--no-such", "x"}).code, 2);
  const ProcessResult result = RunCli({"infer", "--embedded", "/no/such"});
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(absl::StrContains(result.err, "/no/such"));
  EXPECT_EQ(RunCli({"--help"}).code, 0);
  EXPECT_EQ(RunCli({"--version"}).code, 0);
}

TEST(CommandLine, Strict) {
  const TempFolder folder;
  const std::string model = folder.File("model.onnx");
  WriteFile(model, ReluModel());
  EXPECT_EQ(RunCli({"infer", "--embedded", "--strict=complete", model}).code, 0);
  std::string unknown = ReluModel();
  unknown.replace(unknown.find("Relu"), 4, "Blub");
  WriteFile(model, unknown);
  EXPECT_EQ(RunCli({"infer", "--embedded", "--strict=no_errors", model}).code, 0);
  EXPECT_EQ(RunCli({"infer", "--embedded", "--strict=complete", model}).code, 1);
}

}  // namespace
}  // namespace shapewright::end_to_end

// freeze, simplify, rebatch and verify as a program: a server answers what the program does by
// itself.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

class RewriteCommand : public testing::Test {
 protected:
  // The file that a command writes, with its certificate. Fails the test where it writes none, or
  // where `verify` refuses it.
  std::string Written(const std::string& command, const std::string& model,
                      const std::vector<std::string>& flags,
                      const std::vector<std::string>& answered_by) {
    const std::string out = folder_.File(absl::StrCat("out", ++written_, ".onnx"));
    std::vector<std::string> words = {SHAPEWRIGHT_CLI, command, model, "-o", out};
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(), answered_by.begin(), answered_by.end());
    const ProcessResult result = RunProcess(words);
    EXPECT_EQ(result.code, 0) << command << ": " << result.err;
    if (result.code != 0) return "";
    const std::string certificate = absl::StrCat(out, ".certificate.json");
    words = {SHAPEWRIGHT_CLI, "verify", model, out, certificate};
    words.insert(words.end(), answered_by.begin(), answered_by.end());
    const ProcessResult verified = RunProcess(words);
    EXPECT_EQ(verified.code, 0) << command << ": " << verified.err;
    last_ = out;
    return absl::StrCat(ReadFile(out), ReadFile(certificate));
  }

  void ExpectServedAlike(const std::string& command, const std::string& model,
                         const std::vector<std::string>& flags) {
    const std::string alone = Written(command, model, flags, {"--embedded"});
    EXPECT_EQ(Written(command, model, flags, {"--target", server_.target()}), alone) << command;
  }

  const TempFolder folder_;
  ServerProcess server_;
  int written_ = 0;
  std::string last_;
};

TEST_F(RewriteCommand, AServerAnswersTheSame) {
  const std::string model = DataPath("corpus/models/lstm_tagger_ts11.onnx");
  ExpectServedAlike("freeze", model, {"--bind", "batch=2"});
  ExpectServedAlike("freeze", model, {"--bind", "batch=1..4,sequence=3"});
  ExpectServedAlike("simplify", model, {});
  const std::string relu = folder_.File("relu.onnx");
  WriteFile(relu, ReluModel());
  ExpectServedAlike("freeze", relu, {"--bind", "N=1"});
  const std::string fixed = last_;
  ExpectServedAlike("rebatch", fixed, {"--axis", "x:0=B"});
}

}  // namespace
}  // namespace shapewright::end_to_end

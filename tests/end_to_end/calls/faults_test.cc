// tests/data/vectors/faults.json: the command line (with a server and without one), the library and
// the client of this language give the same reason and the same sentence. The tests of the other
// clients read the same file.
#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "client/cpp/client.h"
#include "shapewright/call.h"
#include "shapewright/model.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json ReadFaults() { return json::parse(ReadFile(DataPath("vectors/faults.json"))); }

std::string Decoded(const std::string& base64) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(base64, &bytes));
  return bytes;
}

// What a caller is told.
struct ToldError {
  std::string reason;
  std::string field;
  std::string text;
};

template <typename Request>
Request ReadRequest(const json& fault) {
  Request request;
  EXPECT_TRUE(
      google::protobuf::util::JsonStringToMessage(fault.at("request").dump(), &request).ok());
  if (request.model().source_case() == v1::ModelSpec::SOURCE_NOT_SET) {
    request.mutable_model()->set_onnx(Decoded(ReadFaults().at("model").get<std::string>()));
  }
  return request;
}

ToldError OfStatus(const absl::Status& status) {
  return {ErrorReason(status), ErrorField(status), std::string(status.message())};
}

ToldError OfEntry(const v1::EntryError& error) {
  return {error.reason(), error.field(), error.message()};
}

class Faults : public testing::TestWithParam<json> {
 protected:
  bool Has(const char* key) const { return GetParam().contains(key); }
  std::string Text(const char* key) const { return GetParam().value(key, ""); }

  // The file that is asked about: that of the fault, else a good one.
  std::string ModelPath() const {
    const std::string path = folder_.File("model.onnx");
    const std::string file =
        Has("file") ? Text("file") : ReadFaults().at("model").get<std::string>();
    if (file == "FOLDER") {
      std::filesystem::create_directory(path);
    } else if (file != "NONE") {
      WriteFile(path, Decoded(file));
    }
    return path;
  }

  std::string Nobody() const { return absl::StrCat("unix:", folder_.File("nobody")); }

  void Expect(const ToldError& told, const std::string& target) const {
    EXPECT_EQ(told.reason, Text("reason")) << told.text;
    EXPECT_EQ(told.field, Text("field")) << told.text;
    for (const json& part : GetParam().at("says")) {
      EXPECT_THAT(told.text,
                  HasSubstr(absl::StrReplaceAll(part.get<std::string>(), {{"TARGET", target}})));
    }
  }

  // What the command line says, as text and as JSON.
  void ExpectFromCommandLine(const std::vector<std::string>& options, const std::string& target) {
    std::vector<std::string> words = {SHAPEWRIGHT_CLI};
    const std::string model = ModelPath();
    for (const json& word : GetParam().at("cli")) {
      words.push_back(word == "MODEL" ? model : word.get<std::string>());
    }
    words.insert(words.end(), options.begin(), options.end());
    const ProcessResult result = RunProcess(words);
    EXPECT_THAT(result.code, testing::AnyOf(1, 3));
    EXPECT_EQ(result.err.substr(0, 13), "shapewright: ");
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("\n  reason: ", Text("reason"))));
    for (const char* const code : {"INVALID_ARGUMENT", "NOT_FOUND:", "PERMISSION_DENIED",
                                   "UNAVAILABLE", "FAILED_PRECONDITION"}) {
      EXPECT_THAT(result.err, testing::Not(HasSubstr(code)));
    }
    ToldError told{Text("reason"), Text("field"), result.err};
    Expect(told, target);
    words.emplace_back("--json");
    const json answer = json::parse(RunProcess(words).out);
    if (Has("entry")) return;  // the error stands within the answer
    const json error = answer.at("error");
    EXPECT_EQ(error.value("code", ""), Text("code"));
    Expect({error.value("reason", ""), error.value("field", ""), error.value("message", "")},
           target);
  }

  TempFolder folder_;
};

TEST_P(Faults, OfTheCommandLine) {
  if (GetParam().at("cli").empty()) return;
  if (Has("target")) {
    ExpectFromCommandLine({"--target", Nobody()}, Nobody());
    return;
  }
  ServerProcess server;
  ExpectFromCommandLine({"--target", server.target()}, server.target());
  if (!Has("server")) ExpectFromCommandLine({"--embedded"}, "");
}

TEST_P(Faults, OfTheLibrary) {
  if (Has("target") || Has("server")) return;
  if (Has("file")) {
    Expect(OfStatus(Model::FromFile(ModelPath()).status()), "");
    return;
  }
  CallOptions options;
  if (Has("deadline")) options.deadline = absl::Now();
  if (Has("entry")) {
    const auto answer = AnswerCall(
        "EvaluateShapes", ReadRequest<v1::EvaluateShapesRequest>(GetParam()).SerializeAsString());
    ASSERT_TRUE(answer.ok()) << answer.status();
    v1::EvaluateShapesResponse response;
    ASSERT_TRUE(response.ParseFromString(*answer));
    Expect(OfEntry(response.evaluations(0).error()), "");
    return;
  }
  const auto answer = AnswerCall(
      "InferShapes", ReadRequest<v1::InferShapesRequest>(GetParam()).SerializeAsString(), options);
  Expect(OfStatus(answer.status()), "");
}

TEST_P(Faults, OfTheClient) {
  if (Has("file")) return;  // the client is given bytes
  ServerProcess server;
  const std::string target = Has("target") ? Nobody() : server.target();
  ClientOptions once;
  once.retry.attempts = 1;
  const std::unique_ptr<Client> client = Client::Connect(target, once);
  if (Has("entry")) {
    const auto answer = client->EvaluateShapes(ReadRequest<v1::EvaluateShapesRequest>(GetParam()));
    ASSERT_TRUE(answer.ok()) << answer.status();
    Expect(OfEntry(answer->evaluations(0).error()), target);
    return;
  }
  const absl::Duration deadline = Has("deadline") ? absl::ZeroDuration() : absl::Minutes(1);
  const auto answer =
      client->InferShapes(ReadRequest<v1::InferShapesRequest>(GetParam()), deadline);
  Expect(OfStatus(answer.status()), target);
}

std::vector<json> AllFaults() {
  const json faults = ReadFaults().at("faults");
  return {faults.begin(), faults.end()};
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(AllFaults()), [](const auto& info) {
  return absl::StrReplaceAll(info.param.at("name").template get<std::string>(), {{" ", "_"}});
});

TEST(FaultTable, HasTenRows) { EXPECT_GE(AllFaults().size(), 10u); }

}  // namespace
}  // namespace shapewright::end_to_end

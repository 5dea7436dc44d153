// The requests and errors that clients of all languages are held to (tests/data/vectors), asked of
// a real server. The examples of docs/api.md are among them.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "core/wire/external_data.h"
#include "shapewright/v1/service.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::MethodDescriptor;
using nlohmann::json;

json Vectors(const std::string& file, const char* list) {
  return json::parse(ReadFile(DataPath("vectors/" + file)))[list];
}

std::string TextOf(const json& test, const char* field) { return test[field].get<std::string>(); }

std::vector<const MethodDescriptor*> AllMethods() {
  std::vector<const MethodDescriptor*> methods;
  const auto& file = *google::protobuf::DescriptorPool::generated_pool()->FindFileByName(
      "shapewright/v1/service.proto");
  for (int i = 0; i < file.service_count(); ++i) {
    for (int k = 0; k < file.service(i)->method_count(); ++k) {
      methods.push_back(file.service(i)->method(k));
    }
  }
  return methods;
}

std::string NameOf(const MethodDescriptor& method) {
  return absl::StrCat(method.service()->full_name(), "/", method.name());
}

const MethodDescriptor* FindMethod(const std::string& name) {
  for (const MethodDescriptor* method : AllMethods()) {
    if (NameOf(*method) == name) return method;
  }
  return nullptr;
}

// All that is shown of an answer is in it; what is left out is not looked at.
void ExpectShown(const Message& shown, const Message& actual, const std::string& path) {
  const auto& reflection = *shown.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(shown, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string place = absl::StrCat(path, ".", field->name());
    const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (is_message && field->is_repeated()) {
      const int count = reflection.FieldSize(shown, field);
      ASSERT_EQ(reflection.FieldSize(actual, field), count) << place << "\n"
                                                            << actual.DebugString();
      for (int i = 0; i < count; ++i) {
        ExpectShown(reflection.GetRepeatedMessage(shown, field, i),
                    reflection.GetRepeatedMessage(actual, field, i),
                    absl::StrCat(place, "[", i, "]"));
      }
    } else if (is_message) {
      ASSERT_TRUE(reflection.HasField(actual, field)) << place << "\n" << actual.DebugString();
      ExpectShown(reflection.GetMessage(shown, field), reflection.GetMessage(actual, field), place);
    } else {
      google::protobuf::util::MessageDifferencer differencer;
      std::string difference;
      differencer.ReportDifferencesToString(&difference);
      EXPECT_TRUE(differencer.CompareWithFields(shown, actual, {field}, {field}))
          << place << ": " << difference;
    }
  }
}

// Asks one server, and remembers the last inference_id that it told.
class Asker {
 public:
  ServerProcess& server() { return server_; }

  std::unique_ptr<Message> Read(const json& content, const google::protobuf::Descriptor& type) {
    std::unique_ptr<Message> message(factory_.GetPrototype(&type)->New());
    const std::string text = absl::StrReplaceAll(content.dump(), {{"INFERENCE_ID", inference_id_}});
    const auto read = google::protobuf::util::JsonStringToMessage(text, message.get());
    EXPECT_TRUE(read.ok()) << read.ToString();
    return message;
  }

  void Check(const json& test) {
    const MethodDescriptor* const method = FindMethod(TextOf(test, "method"));
    ASSERT_NE(method, nullptr) << test["method"];
    const bool is_stream = method->server_streaming();
    const auto& type = is_stream ? *v1::InferShapesResponse::descriptor() : *method->output_type();
    const auto shown = Read(test["answer"], type);
    std::unique_ptr<Message> actual(shown->New());
    const absl::StatusOr<std::string> answer = Ask(test, *method);
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_TRUE(actual->ParseFromString(*answer));
    ExpectShown(*shown, *actual, "answer");
    const FieldDescriptor* id = type.FindFieldByName("inference_id");
    if (id != nullptr) inference_id_ = actual->GetReflection()->GetString(*actual, id);
  }

 private:
  // The answer as bytes.
  absl::StatusOr<std::string> Ask(const json& test, const MethodDescriptor& method) {
    if (method.client_streaming()) {
      std::string onnx;
      EXPECT_TRUE(absl::Base64Unescape(TextOf(test, "onnx"), &onnx));
      const auto answer = server_.client().UploadModel(onnx);
      return answer.ok() ? absl::StatusOr<std::string>(answer->SerializeAsString())
                         : answer.status();
    }
    if (method.server_streaming()) {
      v1::InferShapesRequest request;
      request.ParseFromString(
          Read(test["request"], *v1::InferShapesRequest::descriptor())->SerializeAsString());
      const auto answer = server_.client().StreamInferShapes(request);
      return answer.ok() ? absl::StatusOr<std::string>(answer->SerializeAsString())
                         : answer.status();
    }
    std::string request = Read(test["request"], *method.input_type())->SerializeAsString();
    if (test.contains("file")) {
      const std::string path = SourcePath(TextOf(test, "file"));
      // Any request about a model begins with the model.
      v1::InferShapesRequest model;
      model.mutable_model()->set_onnx(StripModelFile(ReadFile(path), path).value());
      request += model.SerializeAsString();
    }
    PendingCall call(OpenChannel(server_), "/" + NameOf(method), request);
    const grpc::Status status = call.Wait();
    if (!status.ok()) return absl::UnknownError(status.error_message());
    return call.response();
  }

  ServerProcess server_;
  google::protobuf::DynamicMessageFactory factory_;
  std::string inference_id_;
};

TEST(Vectors, EveryRequestIsAnsweredSo) {
  Asker asker;
  for (const json& test : Vectors("requests.json", "cases")) {
    SCOPED_TRACE(TextOf(test, "name"));
    asker.Check(test);
  }
}

TEST(Vectors, EveryCallIsAsked) {
  std::set<std::string> asked;
  for (const json& test : Vectors("requests.json", "cases")) asked.insert(TextOf(test, "method"));
  for (const json& test : Vectors("errors.json", "calls")) asked.insert(TextOf(test, "method"));
  for (const MethodDescriptor* method : AllMethods()) {
    EXPECT_TRUE(asked.contains(NameOf(*method))) << NameOf(*method);
  }
}

TEST(Vectors, EveryErrorIsToldSo) {
  Asker asker;
  for (const json& test : Vectors("errors.json", "calls")) {
    SCOPED_TRACE(TextOf(test, "name"));
    const MethodDescriptor* const method = FindMethod(TextOf(test, "method"));
    ASSERT_NE(method, nullptr);
    const auto request = asker.Read(test["request"], *method->input_type());
    const grpc::Status status =
        Call(asker.server(), "/" + NameOf(*method), request->SerializeAsString());
    const auto code = static_cast<absl::StatusCode>(status.error_code());
    EXPECT_EQ(absl::StatusCodeToString(code), TextOf(test, "code")) << status.error_message();
    EXPECT_EQ(ErrorInfoOf(status).reason(), TextOf(test, "reason"));
    EXPECT_EQ(FieldOf(status), TextOf(test, "field"));
    EXPECT_FALSE(HasRetryInfo(status));
  }
}

// What stands between "```json TYPE" and "```".
std::vector<json> BlocksOfThePage() {
  std::vector<json> blocks;
  std::ifstream page(SourcePath("docs/api.md"));
  std::string block;
  bool is_within = false;
  for (std::string line; std::getline(page, line);) {
    if (absl::StartsWith(line, "```json ")) {
      is_within = true;
      block.clear();
    } else if (line == "```") {
      if (is_within) blocks.push_back(json::parse(block));
      is_within = false;
    } else if (is_within) {
      block += line;
    }
  }
  return blocks;
}

TEST(Vectors, HaveTheExamplesOfThePage) {
  const std::vector<json> blocks = BlocksOfThePage();
  const json cases = Vectors("requests.json", "cases");
  ASSERT_GE(blocks.size(), 2);
  ASSERT_LE(blocks.size(), 2 * cases.size());
  for (size_t i = 0; i + 1 < blocks.size(); i += 2) {
    EXPECT_TRUE(cases[i / 2]["request"] == blocks[i] && cases[i / 2]["answer"] == blocks[i + 1])
        << "run tests/data/vectors/generate_requests.py: " << cases[i / 2]["name"];
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

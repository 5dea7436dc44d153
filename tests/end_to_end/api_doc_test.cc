// The examples of docs/api.md, asked of a real server.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "shapewright/v1/service.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::MethodDescriptor;

// What stands between "```json TYPE" and "```".
struct Block {
  int line;
  std::string type;
  std::string json;
};

std::vector<Block> BlocksOfThePage() {
  std::vector<Block> blocks;
  std::ifstream page(SourcePath("docs/api.md"));
  bool is_within = false;
  int number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    absl::string_view type = line;
    if (!is_within && absl::ConsumePrefix(&type, "```json ")) {
      blocks.push_back({number, std::string(type), ""});
      is_within = true;
    } else if (line == "```") {
      is_within = false;
    } else if (is_within) {
      absl::StrAppend(&blocks.back().json, line, "\n");
    }
  }
  return blocks;
}

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

const MethodDescriptor* FindMethod(const std::string& request_type) {
  for (const MethodDescriptor* method : AllMethods()) {
    if (method->input_type()->name() == request_type) return method;
  }
  return nullptr;
}

class Page {
 public:
  std::unique_ptr<Message> Read(const Block& block, const google::protobuf::Descriptor& type) {
    std::unique_ptr<Message> message(factory_.GetPrototype(&type)->New());
    // It depends on the build.
    const std::string json = absl::StrReplaceAll(block.json, {{"INFERENCE_ID", inference_id_}});
    const auto read = google::protobuf::util::JsonStringToMessage(json, message.get());
    EXPECT_TRUE(read.ok()) << "docs/api.md:" << block.line << ": " << read.ToString();
    return message;
  }

  void Answered(const Message& answer) {
    const FieldDescriptor* id = answer.GetDescriptor()->FindFieldByName("inference_id");
    if (id != nullptr) inference_id_ = answer.GetReflection()->GetString(answer, id);
  }

 private:
  google::protobuf::DynamicMessageFactory factory_;
  // That of the last answer that has one.
  std::string inference_id_;
};

// All that the page shows of an answer is in it; what it leaves out is not looked at.
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

// A block of a request is followed by one of its response.
TEST(ApiDoc, EveryExampleIsAnsweredSo) {
  const std::vector<Block> blocks = BlocksOfThePage();
  ASSERT_GE(blocks.size(), 2);
  ServerProcess server;
  Page page;
  for (size_t i = 0; i < blocks.size(); i += 2) {
    const std::string where = absl::StrCat("docs/api.md:", blocks[i].line);
    const MethodDescriptor* method = FindMethod(blocks[i].type);
    ASSERT_NE(method, nullptr) << where << " is no request: " << blocks[i].type;
    ASSERT_LT(i + 1, blocks.size()) << where << " has no answer";
    ASSERT_EQ(blocks[i + 1].type, method->output_type()->name()) << where;
    const auto request = page.Read(blocks[i], *method->input_type());
    const auto shown = page.Read(blocks[i + 1], *method->output_type());
    PendingCall call(OpenChannel(server),
                     absl::StrCat("/", method->service()->full_name(), "/", method->name()),
                     request->SerializeAsString());
    const grpc::Status status = call.Wait();
    ASSERT_TRUE(status.ok()) << where << ": " << status.error_message();
    std::unique_ptr<Message> actual(shown->New());
    ASSERT_TRUE(actual->ParseFromString(call.response())) << where;
    ExpectShown(*shown, *actual, where);
    page.Answered(*actual);
  }
}

// But for those that take or give more than one message.
TEST(ApiDoc, EveryCallHasAnExample) {
  std::set<std::string> shown;
  for (const Block& block : BlocksOfThePage()) shown.insert(block.type);
  for (const MethodDescriptor* method : AllMethods()) {
    if (method->client_streaming() || method->server_streaming()) continue;
    EXPECT_TRUE(shown.contains(method->input_type()->name())) << method->name();
  }
}

}  // namespace
}  // namespace shapewright::end_to_end

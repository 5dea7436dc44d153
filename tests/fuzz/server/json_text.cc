// Fuzzes the check of JSON, and the translation into a message, beside two other readers.
#include <google/protobuf/util/json_util.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "server/json/transcode.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using Request = shapewright::v1::MergeShapesRequest;
using shapewright::fuzz::Defect;

// What nlohmann's reader says of a text: the number of its first error; 0: none.
class FirstError : public nlohmann::json_sax<nlohmann::json> {
 public:
  // The error of numbers that no double holds, which are JSON nevertheless.
  static constexpr int kNumberOverflow = 406;

  static int Of(const std::string& text) {
    FirstError reader;
    nlohmann::json::sax_parse(text, &reader);
    return reader.id_;
  }

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(int64_t /*value*/) override { return true; }
  bool number_unsigned(uint64_t /*value*/) override { return true; }
  bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return true; }
  bool start_object(size_t /*size*/) override { return true; }
  bool key(std::string& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t /*place*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    id_ = error.id;
    return false;
  }

 private:
  int id_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto wanted = [] { return absl::OkStatus(); };
  const int error = FirstError::Of(text);
  const bool is_json = error == 0;
  const absl::Status checked =
      shapewright::server::CheckJson(text, *Request::descriptor(), wanted).status();
  // Behind such a number it reads nothing more.
  if (checked.ok() && !is_json && error != FirstError::kNumberOverflow) {
    Defect("no JSON was taken");
  }
  // For nlohmann's reader a text ends at a byte that is 0.
  if (is_json && !absl::StrContains(text, '\0') &&
      absl::StartsWith(checked.message(), "no JSON at byte")) {
    Defect("JSON was refused");
  }
  const absl::StatusOr<std::string> binary =
      shapewright::server::BinaryOf(text, *Request::descriptor(), wanted);
  if (!binary.ok()) return 0;
  if (!checked.ok()) Defect("translated though it was refused");
  Request expected;
  Request message;
  if (!google::protobuf::util::JsonStringToMessage(text, &expected).ok()) Defect("not taken");
  if (!message.ParseFromString(*binary)) Defect("no message");
  if (message.SerializeAsString() != expected.SerializeAsString()) Defect("another message");
  return 0;
}

#include "client/cpp/cli/run/json.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// Printable text as a JSON string.
std::string Quoted(absl::string_view text) {
  google::protobuf::Value value;
  value.set_string_value(std::string(text));
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(value, &json);
  return status.ok() ? PrintableJson(json) : "\"\"";
}

// Code, reason, field and message as an object.
std::string ErrorObject(const absl::Status& status) {
  std::string json = absl::StrCat("{\"code\":\"", absl::StatusCodeToString(status.code()), "\"");
  const auto add = [&](absl::string_view name, absl::string_view payload) {
    const auto text = status.GetPayload(payload);
    if (!text.has_value()) return;
    absl::StrAppend(&json, ",\"", name, "\":", Quoted(Printable(std::string(*text))));
  };
  add("reason", kReasonPayload);
  add("field", kFieldPayload);
  // The lines below the first one say the details.
  const absl::string_view message = status.message();
  const absl::string_view first = message.substr(0, message.find("\n  reason: "));
  return absl::StrCat(json, ",\"message\":", Quoted(PrintableLines(first)), "}");
}

}  // namespace

absl::StatusOr<std::string> JsonOf(const google::protobuf::Message& message, bool in_one_line) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = !in_one_line;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text, options);
  if (!status.ok()) return absl::InternalError(status.ToString());
  if (in_one_line) text += '\n';
  return PrintableJson(text);
}

std::string JsonLine(absl::string_view path, absl::string_view answer, const absl::Status& status) {
  std::string line = absl::StrCat("{\"path\":", Quoted(Printable(path)));
  const absl::string_view json = absl::StripAsciiWhitespace(answer);
  if (!json.empty()) absl::StrAppend(&line, ",\"answer\":", json);
  if (!status.ok()) absl::StrAppend(&line, ",\"error\":", ErrorObject(status));
  return absl::StrCat(line, "}\n");
}

std::string JsonError(const absl::Status& status) {
  return absl::StrCat("{\"error\":", ErrorObject(status), "}\n");
}

}  // namespace shapewright::cli

#include "client/cpp/cli/run/json.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
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
  if (!status.ok()) {
    absl::StrAppend(&line, ",\"error\":{\"code\":\"", absl::StatusCodeToString(status.code()),
                    "\",\"message\":", Quoted(PrintableLines(status.message())), "}");
  }
  return absl::StrCat(line, "}\n");
}

}  // namespace shapewright::cli

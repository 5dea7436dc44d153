#include "page/json_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/wire/utf8.h"

namespace shapewright {

std::string JsonString(absl::string_view text) {
  std::string json = "\"";
  for (const char c : ToValidUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json.push_back('\\');
      json.push_back(c);
    } else if (byte < 0x20 || byte == 0x7f) {
      absl::StrAppendFormat(&json, "\\u%04x", byte);
    } else {
      json.push_back(c);
    }
  }
  return json + "\"";
}

JsonObject& JsonObject::Text(absl::string_view name, absl::string_view text) {
  return Json(name, JsonString(text));
}

JsonObject& JsonObject::NonEmpty(absl::string_view name, absl::string_view text) {
  return text.empty() ? *this : Text(name, text);
}

JsonObject& JsonObject::Json(absl::string_view name, absl::string_view json) {
  absl::StrAppend(&text_, text_.size() == 1 ? "" : ", ", JsonString(name), ": ", json);
  return *this;
}

}  // namespace shapewright

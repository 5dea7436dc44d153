#ifndef SHAPEWRIGHT_PAGE_JSON_TEXT_H_
#define SHAPEWRIGHT_PAGE_JSON_TEXT_H_

#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace shapewright {

// The text as a JSON string, in quotation marks; bytes that are no UTF-8 are replaced.
std::string JsonString(absl::string_view text);

// The fields of a JSON object, in the order in which they are added.
class JsonObject {
 public:
  JsonObject& Text(absl::string_view name, absl::string_view text);
  // Nothing is added for an empty text.
  JsonObject& NonEmpty(absl::string_view name, absl::string_view text);
  // A number, `true`, an object or a list, as JSON.
  JsonObject& Json(absl::string_view name, absl::string_view json);

  std::string Take() { return std::move(text_) + "}"; }

 private:
  std::string text_ = "{";
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_JSON_TEXT_H_

#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SPLICE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SPLICE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// Changes within a serialized message.
struct MessageEdit {
  // A field by its number, and which of those with that number.
  using Place = std::pair<uint32_t, int>;

  // The new bytes of a field that holds a message; nothing: the field goes.
  std::map<Place, std::optional<std::string>> replaced;
  // Changes within the message that a field holds.
  std::map<Place, std::unique_ptr<MessageEdit>> within;
  // Fields that are put at the end.
  std::vector<std::pair<uint32_t, std::string>> added;

  MessageEdit& Within(uint32_t field, int index) {
    std::unique_ptr<MessageEdit>& edit = within[{field, index}];
    if (edit == nullptr) edit = std::make_unique<MessageEdit>();
    return *edit;
  }
};

// The message with the changes; all other bytes stay as they are, but for the lengths of the
// messages around a change. The bytes are those of a message.
std::string Splice(absl::string_view message, const MessageEdit& edit);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SPLICE_H_

#include "client/cpp/cli/lint/splice.h"

#include "absl/strings/str_cat.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::cli {
namespace {

void AppendField(uint32_t field, absl::string_view bytes, std::string* out) {
  AppendVarint(BytesTag(field), *out);
  AppendVarint(bytes.size(), *out);
  absl::StrAppend(out, bytes);
}

}  // namespace

std::string Splice(absl::string_view message, const MessageEdit& edit) {
  std::string out;
  std::map<uint32_t, int> seen;
  // What stays is copied in one piece up to the next change.
  const char* copied = message.data();
  const auto copy_until = [&](const char* end) {
    out.append(copied, static_cast<size_t>(end - copied));
  };
  WireCursor cursor(message);
  while (cursor.Next()) {
    if ((cursor.tag() & 7) != static_cast<uint32_t>(WireType::kBytes)) continue;
    const uint32_t field = cursor.tag() >> 3;
    const MessageEdit::Place place = {field, seen[field]++};
    const auto replaced = edit.replaced.find(place);
    const auto within = edit.within.find(place);
    if (replaced == edit.replaced.end() && within == edit.within.end()) continue;
    copy_until(cursor.field_begin());
    copied = cursor.position();
    if (within != edit.within.end()) {
      AppendField(field, Splice(cursor.bytes(), *within->second), &out);
    } else if (replaced->second.has_value()) {
      AppendField(field, *replaced->second, &out);
    }
  }
  copy_until(message.data() + message.size());
  for (const auto& [field, bytes] : edit.added) AppendField(field, bytes, &out);
  return out;
}

}  // namespace shapewright::cli

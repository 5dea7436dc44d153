#include "core/wire/html_text.h"

#include "absl/strings/str_replace.h"
#include "core/wire/printable.h"

namespace shapewright {

std::string HtmlText(absl::string_view text) {
  return absl::StrReplaceAll(
      Printable(text),
      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

}  // namespace shapewright

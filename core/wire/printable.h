#ifndef SHAPEWRIGHT_CORE_WIRE_PRINTABLE_H_
#define SHAPEWRIGHT_CORE_WIRE_PRINTABLE_H_

#include <string>

#include "absl/strings/string_view.h"

// Names in a model are untrusted. These functions escape what a terminal would interpret, hide or
// reorder: control characters (also those of Latin-1), marks that change the direction of text,
// other invisible characters, and bytes that are no UTF-8. All text for people in answers and
// errors goes through them, and what clients write to a terminal.
namespace shapewright {

// Whether all characters are printable ASCII: there is nothing to escape.
bool IsPlain(absl::string_view text);

// Text for one line, as valid UTF-8: line breaks are escaped too. `\x1b` stands for a byte,
// `\u202e` for a character. Printable text stays as it is, also that of another Printable().
std::string Printable(absl::string_view text);

// A part of a text in quotation marks, at most so many bytes of it, as Printable() has it.
std::string QuotedText(absl::string_view text, size_t most);

// The same for text of several lines, whose parts are Printable() already: what
// all programs do with text before it is written to a terminal.
std::string PrintableLines(absl::string_view text);

// JSON that means the same and has these characters as JSON's own escapes only.
std::string PrintableJson(absl::string_view json);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_PRINTABLE_H_

#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_WORDS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_WORDS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::rules {

// The words that an attribute of OpenVINO's operators may be, as OpenVINO 2026.4 writes them.
struct OvWords {
  // Operators between commas; empty: all that have the attribute and stand in no row before.
  absl::string_view operators;
  absl::string_view attribute;
  absl::Span<const absl::string_view> words;
};

// Null where any word is taken.
const OvWords* FindOvWords(absl::string_view op_type, int version, absl::string_view attribute);

// The word as the row writes it: case does not matter. Empty: it is none of them.
absl::string_view FindOvWord(const OvWords& row, absl::string_view text);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_WORDS_H_

#ifndef SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_
#define SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace shapewright {

// A text that others may keep without a copy, as it outlives them: a literal. The compiler refuses
// any other array of characters, a local constexpr one too, and texts that are made at run time.
class StaticText : public absl::string_view {
 public:
  constexpr StaticText() = default;
  template <size_t kSize>
  consteval StaticText(const char (&literal)[kSize])  // NOLINT(google-explicit-constructor)
      : absl::string_view(literal, kSize - 1) {}

  // A text that is no literal: whoever calls this keeps it for as long as all that is given it.
  static constexpr StaticText Outliving(absl::string_view text) { return StaticText(text); }

 private:
  constexpr explicit StaticText(absl::string_view text) : absl::string_view(text) {}
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_

#ifndef SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_
#define SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_

#include <cstddef>

#include "absl/strings/string_view.h"

// clang 14 crashes where it calls a consteval constructor of a class with a base.
#if defined(__clang__) && __clang_major__ < 15
#define SHAPEWRIGHT_CONSTEVAL constexpr
#else
#define SHAPEWRIGHT_CONSTEVAL consteval
#endif

namespace shapewright {

// A text that others may keep without a copy, as it outlives them: a literal. The compiler refuses
// any other array of characters, a local constexpr one too, and texts that are made at run time.
class StaticText : public absl::string_view {
 public:
  constexpr StaticText() = default;
  template <size_t kSize>
  // NOLINTNEXTLINE(google-explicit-constructor)
  SHAPEWRIGHT_CONSTEVAL StaticText(const char (&literal)[kSize])
      : absl::string_view(literal, kSize - 1) {}

  // A text that is no literal: whoever calls this keeps it for as long as all that is given it.
  static constexpr StaticText Outliving(absl::string_view text) { return StaticText(text); }

 private:
  constexpr explicit StaticText(absl::string_view text) : absl::string_view(text) {}
};

}  // namespace shapewright

#undef SHAPEWRIGHT_CONSTEVAL

#endif  // SHAPEWRIGHT_CORE_BASE_STATIC_TEXT_H_

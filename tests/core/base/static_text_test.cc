// Texts that outlive what keeps them: the compiler takes literals alone.
#include "core/base/static_text.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace shapewright {
namespace {

constexpr char kGlobal[] = "an array that stays";

static_assert(std::is_convertible_v<const char (&)[4], StaticText>);
static_assert(!std::is_convertible_v<const char*, StaticText>);
static_assert(!std::is_convertible_v<absl::string_view, StaticText>);
static_assert(!std::is_convertible_v<std::string, StaticText>);
static_assert(!std::is_constructible_v<StaticText, std::string>);
static_assert(!std::is_constructible_v<StaticText, const char*>);

TEST(StaticText, IsTheText) {
  constexpr StaticText kLocal = "a literal";
  EXPECT_EQ(kLocal, "a literal");
  EXPECT_EQ(StaticText(kGlobal), "an array that stays");
  EXPECT_EQ(StaticText(), "");
  const std::string kept = "made at run time";
  EXPECT_EQ(StaticText::Outliving(kept), kept);
}

}  // namespace
}  // namespace shapewright

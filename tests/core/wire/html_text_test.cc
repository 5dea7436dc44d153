#include "core/wire/html_text.h"

#include <gtest/gtest.h>

namespace shapewright {
namespace {

TEST(HtmlText, NothingIsMarkup) {
  EXPECT_EQ(HtmlText("</script><b a='1' c=\"2\">&amp;"),
            "&lt;/script&gt;&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
}

TEST(HtmlText, WhatCannotBeSeenIsEscaped) {
  EXPECT_EQ(HtmlText("a\x1b[0m\n"), "a\\x1b[0m\\x0a");
  EXPECT_EQ(HtmlText("\u202ecba"), "\\u202ecba");
  EXPECT_EQ(HtmlText("caf\u00e9 [N, 3]"), "caf\u00e9 [N, 3]");
}

}  // namespace
}  // namespace shapewright

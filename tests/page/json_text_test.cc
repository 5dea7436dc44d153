#include "page/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace shapewright {
namespace {

TEST(JsonText, AnyBytesAreAString) {
  for (const std::string& text :
       {std::string("a\"\\\n\t\0b", 7), std::string("\u00e4\u2192"), std::string("\x7f\x1b[0m")}) {
    EXPECT_EQ(nlohmann::json::parse(JsonString(text)), text);
  }
  EXPECT_TRUE(nlohmann::json::accept(JsonString("\xff\xc3(")));
}

TEST(JsonText, FieldsStandInOrder) {
  EXPECT_EQ(JsonObject().Take(), "{}");
  EXPECT_EQ(JsonObject().Text("b", "x").NonEmpty("c", "").Json("a", "[1]").Take(),
            R"({"b": "x", "a": [1]})");
}

}  // namespace
}  // namespace shapewright

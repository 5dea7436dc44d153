#include "server/json/json_check.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::server {
namespace {

const google::protobuf::Descriptor& Request() { return *v1::MergeShapesRequest::descriptor(); }

absl::Status Always() { return absl::OkStatus(); }

bool IsTaken(const std::string& text) { return CheckJson(text, Request(), Always).ok(); }

constexpr absl::string_view kValues[] = {"0",
                                         "-0",
                                         "01",
                                         "1.5",
                                         "1.",
                                         ".5",
                                         "1e5",
                                         "1E+05",
                                         "1e",
                                         "-",
                                         "--1",
                                         "+1",
                                         "1e-",
                                         "0x1",
                                         "true",
                                         "tru",
                                         "True",
                                         "false",
                                         "nul",
                                         "NaN",
                                         "\"\"",
                                         "\"a",
                                         "\"\\",
                                         "\"\\x\"",
                                         "\"\\u12\"",
                                         "\"\\u00e9\"",
                                         "\"\\ud83d\\ude00\"",
                                         "\"\\ud83d\"",
                                         "\"\\ud83dx\"",
                                         "\"\\ud83d\\u0041\"",
                                         "\"\\ude00\"",
                                         "\"\t\"",
                                         "\"\x7f\"",
                                         "\"\xc3\xa9\"",
                                         "\"\xc3\"",
                                         "\"\xed\xa0\x80\"",
                                         "\"\xf4\x90\x80\x80\"",
                                         "\"\xc0\x80\"",
                                         "[]",
                                         "[1,]",
                                         "[,1]",
                                         "[1 2]",
                                         "[1,2]",
                                         "[[],[]]",
                                         "{}",
                                         "{\"label\":1}",
                                         "{\"label\":1,}",
                                         "{\"label\"}",
                                         "{a:1}",
                                         "{\"label\":}",
                                         "{\"label\":1 \"merge\":2}",
                                         "{,}",
                                         "\"\\/\\b\\f\\n\\r\\t\\\\\"",
                                         " \n\r\t1 ",
                                         "\v1",
                                         "/**/1",
                                         "1 1",
                                         "]",
                                         "}",
                                         "\xef\xbb\xbf"
                                         "1",
                                         ""};

// nlohmann's parser is the oracle for what is JSON: the text stands where any value may.
TEST(CheckJson, TakesWhatIsJson) {
  for (const absl::string_view value : kValues) {
    const std::string text = absl::StrCat("{\"cases\": ", value, "}");
    const absl::Status status = CheckJson(text, Request(), Always).status();
    EXPECT_EQ(!absl::StrContains(status.message(), "no JSON"), nlohmann::json::accept(text))
        << text << status;
  }
  for (const std::string text :
       {"", "1", "[]", "null", "\"a\"", "{} {}", "{}x", "\xef\xbb\xbf{}"}) {
    EXPECT_FALSE(IsTaken(text)) << text;
  }
  EXPECT_TRUE(IsTaken(" {} \n"));
}

// Random changes of a text that has all there is, beside nlohmann's parser.
TEST(CheckJson, AgreesWithAnotherParser) {
  const std::string good =
      R"({"premises": ["N > 1", "\u00e9\ud83d\ude00\n"], "shareSymbols": true, "cases":
      [{"label": "a", "merge": {"operands": [{"text": "[N]"}, {}]}}, {"label": null}], "limits":
      {"answerBytes": -1.5e+3}})";
  ASSERT_TRUE(IsTaken(good));
  std::mt19937 random(7);
  const std::string bytes = "{}[]\",:\\u0019.eE+-ntf \xc3\xa9\t\x01";
  for (int i = 0; i < 100'000; ++i) {
    std::string text = good;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int change = 0; change < changes; ++change) {
      const size_t place = random() % text.size();
      if (random() % 2 == 0) {
        text[place] = bytes[random() % bytes.size()];
      } else {
        text.erase(place, 1 + random() % 3);
      }
    }
    // What is JSON may yet name what the message has not, or have a null in a list.
    EXPECT_TRUE(!IsTaken(text) || nlohmann::json::accept(text)) << text;
    const absl::Status status = CheckJson(text, Request(), Always).status();
    if (absl::StrContains(status.message(), "no JSON")) {
      EXPECT_FALSE(nlohmann::json::accept(text)) << text;
    }
  }
}

TEST(CheckJson, NamesAFieldOnce) {
  for (const std::string text :
       {R"({"premises": [], "premises": []})", R"({"shareSymbols": true, "share_symbols": true})",
        R"({"premises": [], "premise\u0073": []})", R"({"cases": {"a": 1, "\u0061": 1}})",
        R"({"limits": 1, "limits": 2})", R"({"nosuch": 1})", R"({"cases": [{"nosuch": 1}]})",
        R"({"cases": [null]})", R"({"cases": [[]]})", R"({"shareSymbols": {}})"}) {
    EXPECT_FALSE(IsTaken(text)) << text;
  }
  EXPECT_TRUE(IsTaken(R"({"cases": [{"label": "a"}, {"label": "b"}], "share\u0053ymbols": true})"));
}

// What lies between the places never has half a token.
TEST(CheckJson, TellsWhereTokensBegin) {
  std::string text = "{\"premises\": [";
  for (int i = 0; i < 30'000; ++i) absl::StrAppend(&text, i == 0 ? "" : " , ", "\"N > ", i, "\"");
  absl::StrAppend(&text, ", \"", std::string(1'000'000, 'x'), "\"]}");
  int asked = 0;
  const auto count = [&asked] {
    ++asked;
    return absl::OkStatus();
  };
  const absl::StatusOr<std::vector<size_t>> places = CheckJson(text, Request(), count);
  ASSERT_TRUE(places.ok()) << places.status();
  EXPECT_EQ(places->size(), text.find("xxx") >> 16U);
  EXPECT_EQ(places->size(), static_cast<size_t>(asked));
  for (const size_t place : *places) EXPECT_EQ(text[place], '"') << place;
}

TEST(CheckJson, EndsWhenItIsNotWanted) {
  std::string text = "{\"premises\": [\"\"";
  for (int i = 0; i < 100'000; ++i) text += ",\"\"";
  const auto never = [] { return absl::CancelledError("gone"); };
  EXPECT_TRUE(absl::IsCancelled(CheckJson(text + "]}", Request(), never).status()));
}

}  // namespace
}  // namespace shapewright::server

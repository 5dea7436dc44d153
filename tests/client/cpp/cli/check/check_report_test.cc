#include "client/cpp/cli/check/check_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace shapewright::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A finding with an edit, and one about a whole file.
Checked TwoFindings() {
  Checked checked;
  checked.files = {"a b/config.pbtxt", "c.json"};
  Findings first("a b/config.pbtxt");
  first.AddMended(CheckCode::kWrongType, ConfigPlace{7, 10, 4}, "input \"x\" is FP16",
                  "the model has float32[3]", "write FP32", "FP32");
  Findings second("c.json");
  CheckFinding& warning = second.Add(CheckCode::kNoModel, ConfigPlace(), "no model\x1b is named");
  warning.level = LintLevel::kWarning;
  checked.findings = {first.Take()[0], second.Take()[0]};
  return checked;
}

TEST(CheckReport, HasALineForEachFinding) {
  EXPECT_EQ(CheckReport(TwoFindings()),
            "a b/config.pbtxt:7: error WRONG_TYPE: input \"x\" is FP16; the model has float32[3]; "
            "write FP32\n"
            "c.json: warning NO_MODEL: no model\\x1b is named\n"
            "2 configurations, 2 findings\n");
}

TEST(CheckReport, HasTheSameAsJson) {
  const json object = json::parse(CheckJson(TwoFindings(), 3));
  EXPECT_EQ(object["files"], json({"a b/config.pbtxt", "c.json"}));
  EXPECT_EQ(object["mended"], 3);
  EXPECT_EQ(object["findings"][0], json({{"code", "WRONG_TYPE"},
                                         {"level", "error"},
                                         {"file", "a b/config.pbtxt"},
                                         {"line", 7},
                                         {"says", "input \"x\" is FP16"},
                                         {"model", "the model has float32[3]"},
                                         {"mend", "write FP32"},
                                         {"mendable", true}}));
  EXPECT_FALSE(object["findings"][1].contains("line"));
}

// What the schema of SARIF 2.1.0 demands of these parts: required members, kinds, and values.
TEST(CheckReport, IsSarif) {
  const json log = json::parse(CheckSarif(TwoFindings(), "1.2.3"));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1U);
  const json& driver = log["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "shapewright");
  EXPECT_EQ(driver["version"], "1.2.3");
  const json& results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2U);
  for (const json& result : results) {
    const json& rule = driver["rules"][result["ruleIndex"].get<size_t>()];
    EXPECT_EQ(rule["id"], result["ruleId"]);
    EXPECT_TRUE(rule["shortDescription"]["text"].is_string());
    EXPECT_TRUE(result["message"]["text"].is_string());
  }
  const json& place = results[0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b/config.pbtxt");
  EXPECT_EQ(place["region"]["startLine"], 7);
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[1]["level"], "warning");
  EXPECT_FALSE(results[1]["locations"][0]["physicalLocation"].contains("region"));
  const json& change = results[0]["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["replacements"][0]["deletedRegion"],
            json({{"byteOffset", 10}, {"byteLength", 4}}));
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "FP32");
  EXPECT_THAT(results[1]["message"]["text"].get<std::string>(), HasSubstr("\\x1b"));
}

}  // namespace
}  // namespace shapewright::cli

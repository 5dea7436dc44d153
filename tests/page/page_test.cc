#include "page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "page/json_text.h"
#include "page/page_template.h"
#include "tests/data_path/data_path.h"
#include "tests/page/models.h"

namespace shapewright {
namespace {

using testing::HasSubstr;
using testing::Not;

PageModel ModelOf(const std::string& name, const v1::InferShapesResponse& response) {
  return {name, response, BranchWiring()};
}

std::string Render(const std::vector<PageModel>& models, const PageOptions& options = {}) {
  absl::StatusOr<std::string> page = RenderPage(models, options);
  EXPECT_TRUE(page.ok()) << page.status();
  return page.ok() ? *std::move(page) : "";
}

// The data that a page has without compression.
nlohmann::json DataOf(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const size_t begin = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST(Page, TheTemplateHasEachMarkOnceAndAllowsNothingFromOutside) {
  const std::string text(PageTemplate());
  for (const std::string mark : {"<!--TITLE-->", "<!--TABLES-->", "<!--DATA-->"}) {
    EXPECT_NE(text.find(mark), std::string::npos) << mark;
    EXPECT_EQ(text.find(mark), text.rfind(mark)) << mark;
  }
  EXPECT_TRUE(absl::StrContains(text, "default-src 'none'; script-src 'sha256-"));
  EXPECT_FALSE(absl::StrContains(text, "unsafe"));
  // The name of SVG's elements, which is fetched by nobody, is the only address.
  const std::string_view svg = "http://www.w3.org/2000/svg";
  for (size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 1)) {
    EXPECT_EQ(text.substr(at - 4, svg.size()), svg);
  }
}

TEST(Page, DataAreTheAnswerAndTheWiring) {
  PageOptions options;
  options.start.add_symbols()->set_symbol("N");
  options.start.mutable_symbols(0)->set_size(7);
  const std::string page = Render({ModelOf("a.onnx", BranchAnswer())}, options);
  const nlohmann::json data = DataOf(page);
  EXPECT_EQ(data["format"], 1);
  EXPECT_EQ(data["start"]["N"], "7");
  EXPECT_EQ(data["models"][0]["name"], "a.onnx");
  EXPECT_EQ(data["models"][0]["answer"]["facts"][0]["text"], "1 <= N");
  EXPECT_EQ(data["models"][0]["wiring"]["graphs"].size(), 3u);
  EXPECT_FALSE(data.contains("diff"));
}

TEST(Page, TablesHaveAllThatIsSaid) {
  const std::string page = Render({ModelOf("a.onnx", BranchAnswer())});
  EXPECT_THAT(page, HasSubstr("<title>a.onnx</title>"));
  EXPECT_THAT(page,
              HasSubstr("4 nodes, 6 values: 6 exact, 0 bounded, 0 unknown; 0 errors, 1 warning"));
  EXPECT_THAT(page, HasSubstr("<tr data-fact=\"0\" data-graph=\"0\" data-node=\"0\"><td>0</td>"
                              "<td>1 &lt;= N</td><td>open</td><td>required</td>"));
  EXPECT_THAT(page, HasSubstr("<tr class=\"warning\" data-graph=\"0\" data-node=\"1\">"
                              "<td>warning</td><td>A_CODE</td><td>look &lt;here&gt;</td>"));
  EXPECT_THAT(page, HasSubstr("<tr class=\"exact\" data-value=\"2\"><td>h</td>"
                              "<td>float32[N, 4]</td><td>exact</td>"));
  // The numbers go on over all graphs.
  EXPECT_THAT(page, HasSubstr("data-value=\"5\"><td>e</td>"));
}

TEST(Page, HostileNamesStayNames) {
  const std::string name = "</script><script>x</script><!--DATA-->\"'&\x1b[0m\u202e";
  v1::InferShapesResponse answer = BranchAnswer();
  answer.mutable_graphs(0)->mutable_values(2)->set_name(name);
  answer.mutable_graphs(0)->mutable_nodes(0)->set_name(name);
  answer.mutable_facts(0)->set_text(name);
  answer.mutable_symbols(0)->set_name(name);
  answer.mutable_diagnostics(0)->set_message(name);
  const std::vector<PageModel> models = {ModelOf(name, answer), ModelOf("b", answer)};
  PageOptions options;
  options.changes_json = JsonObject().Text("name", name).Take();
  const std::string page = Render(models, options);
  EXPECT_THAT(page, Not(HasSubstr("<script>x")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, Not(HasSubstr("\u202e")));
  EXPECT_THAT(page, Not(HasSubstr("<!--DATA-->")));
  // One script of ours, one block of data, and the ends of both.
  size_t ends = 0;
  for (size_t at = page.find("</script"); at != std::string::npos;
       at = page.find("</script", at + 1)) {
    ++ends;
  }
  EXPECT_EQ(ends, 2u);
  const nlohmann::json data = DataOf(page);
  EXPECT_EQ(data["models"][0]["answer"]["graphs"][0]["values"][2]["name"], name);
  EXPECT_EQ(data["diff"]["name"], name);
}

TEST(Page, TwoModelsHaveATableOfChanges) {
  PageOptions options;
  options.first_tables = "<p>what changed</p>";
  options.changes_json = "{}";
  const std::vector<PageModel> models = {ModelOf("a", BranchAnswer()),
                                         ModelOf("b", BranchAnswer())};
  const std::string page = Render(models, options);
  EXPECT_THAT(page, HasSubstr("<div id=\"tables\">\n<p>what changed</p>"));
  EXPECT_THAT(page, HasSubstr("<title>a → b</title>"));
}

TEST(Page, OfMoreDataThanAllowedThereIsNone) {
  const std::vector<PageModel> models = {ModelOf("a", BranchAnswer())};
  PageOptions options;
  options.max_bytes = 1000;
  EXPECT_EQ(RenderPage(models, options).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Page, EndsWhenNobodyWantsIt) {
  const std::vector<PageModel> models = {ModelOf("a", BranchAnswer())};
  PageOptions options;
  options.wanted = [] { return absl::CancelledError("gone"); };
  EXPECT_EQ(RenderPage(models, options).status(), absl::CancelledError("gone"));
}

TEST(Page, ThePolicyIsThatOfTheTemplate) {
  EXPECT_TRUE(absl::StartsWith(PagePolicy(), "default-src 'none'; script-src 'sha256-"));
  EXPECT_TRUE(absl::EndsWith(PagePolicy(), "form-action 'none'"));
}

TEST(Page, LargeDataAreCompressed) {
  v1::InferShapesResponse answer = BranchAnswer();
  answer.mutable_facts(0)->set_reason(std::string(300000, 'x'));
  const std::string page = Render({ModelOf("a", answer)});
  EXPECT_THAT(page, HasSubstr("id=\"data\" data-encoding=\"gzip\">H4sI"));
}

TEST(Page, ElementsOfLargeValuesAreLeftOut) {
  v1::InferShapesResponse answer = BranchAnswer();
  for (int i = 0; i < 17; ++i) answer.mutable_graphs(0)->mutable_values(2)->add_elements();
  for (int i = 0; i < 16; ++i) answer.mutable_graphs(0)->mutable_values(3)->add_elements();
  const nlohmann::json data = DataOf(Render({ModelOf("a", answer)}));
  const auto& values = data["models"][0]["answer"]["graphs"][0]["values"];
  EXPECT_FALSE(values[2].contains("elements"));
  EXPECT_EQ(values[3]["elements"].size(), 16u);
}

}  // namespace
}  // namespace shapewright

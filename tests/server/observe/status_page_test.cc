#include "server/observe/status_page.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "server/config/parse_options.h"

namespace shapewright::server {
namespace {

TEST(StatusPage, IsPlainAndEscaped) {
  StatusFacts facts;
  facts.state = "<script>";
  facts.now = facts.started + std::chrono::minutes(90);
  facts.models.push_back({.id = "sha256:<b>", .size_bytes = 1536, .hits = 7});
  facts.last.push_back({.summary = {.method = Method::kMergeShapes, .cache = CacheResult::kHit},
                        .code = absl::StatusCode::kNotFound,
                        .reason = "A&B"});
  const std::string page = StatusPage(facts, Options());
  for (const char* const text : {"&lt;script&gt;", "sha256:&lt;b&gt;", ">1.5 KiB<", ">7<", "1h30m",
                                 ">MergeShapes<", ">NOT_FOUND<", ">A&amp;B<", ">hit<"}) {
    EXPECT_TRUE(absl::StrContains(page, text)) << text;
  }
  EXPECT_FALSE(absl::StrContains(page, "<script"));
  EXPECT_FALSE(absl::StrContains(page, "<b>"));
}

}  // namespace
}  // namespace shapewright::server

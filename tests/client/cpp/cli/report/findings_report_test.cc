#include "client/cpp/cli/report/findings_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/cli/screen/table.h"

namespace shapewright::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

template <typename Message>
Message Parsed(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

ReportOptions Width(size_t width) {
  ReportOptions options;
  options.width = width;
  return options;
}

void ExpectFits(const std::string& text, size_t width) {
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    EXPECT_LE(DisplayWidth(line), width) << line;
  }
}

// An input, `passing` nodes that keep its dim, and one that adds 5.
std::string ReportExplained(int passing, size_t width) {
  v1::Explanation explanation;
  explanation.mutable_amount()->set_expr("N + 5");
  explanation.mutable_amount()->mutable_range()->set_min(5);
  for (int i = 0; i <= passing + 1; ++i) {
    v1::ExplanationStep* step = explanation.add_steps();
    step->mutable_amount()->set_expr(i <= passing ? "N" : "N + 5");
    step->set_message(absl::StrCat("message ", i));
    if (i > 0) step->add_from_steps(static_cast<uint32_t>(i - 1));
  }
  explanation.add_facts(0);
  explanation.add_facts(7);  // one that the answer of InferShapes does not have
  v1::InferShapesResponse whole;
  v1::Fact* fact = whole.add_facts();
  fact->set_text("1 <= N");
  fact->set_reason("a reason");
  fact->set_check("conv.channels");
  v1::ExplainQuestion question;
  question.mutable_value()->set_name("y");
  question.set_axis(-1);
  return RenderLines(ReportExplanation(question, explanation, whole, Width(width)), false);
}

TEST(FindingsReport, TellsTheStepsOfAnExplanation) {
  const std::string text = ReportExplained(1, 80);
  EXPECT_THAT(text, HasSubstr("y, axis -1: N + 5\n"));
  EXPECT_THAT(text, HasSubstr("  1. message 0\n  2. message 1 [1]\n  3. message 2 [2]\n"));
  EXPECT_THAT(text, HasSubstr("rests on 1 <= N: a reason (docs/errors.md#conv.channels)"));
}

TEST(FindingsReport, TellsWhatAFactIsMadeOf) {
  v1::ExplainQuestion question;
  question.set_fact(3);
  const auto explanation = Parsed<v1::Explanation>(R"pb(
    steps {
      message: "the left side is N"
      amount { expr: "N" }
    }
  )pb");
  EXPECT_EQ(RenderLines(ReportExplanation(question, explanation, {}, Width(80)), false),
            "fact 3\n  1. the left side is N\n");
  question.set_fact(0);
  const auto whole = Parsed<v1::InferShapesResponse>(
      R"pb(facts { text: "N = 3" reason: "a reason" check: "conv.channels" })pb");
  EXPECT_EQ(RenderLines(ReportExplanation(question, explanation, whole, Width(80)), false),
            "fact 0\n  1. the left side is N\n"
            "  it says N = 3: a reason (docs/errors.md#conv.channels)\n");
}

TEST(FindingsReport, LeavesOutLongRunsThatOnlyPassOn) {
  const std::string text = ReportExplained(20, 80);
  EXPECT_THAT(text, HasSubstr("  2. message 1 [1]\n  3. message 2 [2]\n  ... 16 more nodes"));
  EXPECT_THAT(text, HasSubstr("  20. message 19 [19]\n  21. message 20 [20]\n  22. message 21"));
  EXPECT_THAT(text, Not(HasSubstr("message 10")));
  EXPECT_THAT(ReportExplained(20, kNoWidthLimit), HasSubstr("message 10"));
}

TEST(FindingsReport, AuditFitsTheScreen) {
  const auto response = Parsed<v1::InferShapesResponse>(R"pb(
    audit { finding: FINDING_FOLLOWS_INPUTS message: "axis 0 of output y is N" }
    audit {
      finding: FINDING_BAKED_IN
      message: "batch is declared as open, but node 5 Reshape (/a/very/long/name/of/a/node/in/a/model) forces it to 8"
    }
  )pb");
  const std::string text = RenderLines(ReportAudit(response, Width(80)), false);
  EXPECT_THAT(text, HasSubstr("follows inputs  axis 0 of output y is N"));
  EXPECT_THAT(text, HasSubstr("baked in"));
  ExpectFits(text, 80);
  EXPECT_EQ(ReportAudit(v1::InferShapesResponse(), Width(80)), "nothing to audit\n");
}

TEST(FindingsReport, BucketsAndPlacements) {
  const auto response = Parsed<v1::PlanBucketsResponse>(R"pb(
    buckets {
      binding { label: "N=1" }
      evaluation {
        label: "N=1"
        outputs { bytes: 100 }
        outputs { bytes: 20 }
        memory { peak_bytes: 64 }
      }
    }
    buckets {
      binding { label: "N=8" }
      evaluation {
        label: "N=8"
        outputs { bytes: 100 }
        outputs {}
        violations {}
      }
    }
    placements { label: "N=2" bucket: 1 padding: 0.75 }
    placements { label: "N=9" }
    placements {
      label: "Q=1"
      error { message: "no symbol Q" }
    }
  )pb");
  const std::string text = RenderLines(ReportBuckets(response, Width(80)), false);
  EXPECT_THAT(text, HasSubstr("N=1     120 B    64 B"));
  EXPECT_THAT(text, HasSubstr("N=8     ?        -"));
  EXPECT_THAT(text, HasSubstr("  N=2      N=8          75.0 %\n"));
  EXPECT_THAT(text, HasSubstr("  N=9      none         -\n"));
  EXPECT_THAT(text, HasSubstr("  Q=1      no symbol Q  -\n"));
  ExpectFits(text, 80);
}

TEST(FindingsReport, ChosenBuckets) {
  const auto request = Parsed<v1::ChooseBucketsRequest>("symbols: 'N' symbols: 'S' buckets: 1");
  const auto response = Parsed<v1::ChooseBucketsResponse>(R"pb(
    buckets { sizes: 8 sizes: 128 count: 3 }
    expected_padding: 0.25
    optimal: true
  )pb");
  const std::string text = RenderLines(ReportChoice(request, response, Width(80)), false);
  EXPECT_THAT(text, HasSubstr("8  128  3"));
  EXPECT_THAT(text, HasSubstr("expected padding 25.0 %, the least possible"));
  ExpectFits(text, 80);
}

}  // namespace
}  // namespace shapewright::cli

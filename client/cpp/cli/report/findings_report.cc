#include "client/cpp/cli/report/findings_report.h"

#include <cstdint>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/report/evaluation_report.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

constexpr size_t kIndent = 2;

// Without its range: that says no more of a dim than the message does.
std::string AmountText(const v1::Amount& amount) {
  return amount.has_value() ? absl::StrCat(amount.value()) : Printable(amount.expr());
}

std::string StepText(int number, const v1::ExplanationStep& step) {
  std::string text = absl::StrCat(number, ". ", Printable(step.message()));
  if (step.from_steps().empty()) return text;
  const auto write = [](std::string* out, uint32_t from) { absl::StrAppend(out, from + 1); };
  return absl::StrCat(text, " [", absl::StrJoin(step.from_steps(), ", ", write), "]");
}

// Whether the step only passes on what an earlier one is.
bool PassesOn(const v1::Explanation& explanation, const v1::ExplanationStep& step) {
  if (step.from_steps_size() != 1 || !step.has_amount()) return false;
  const uint32_t from = step.from_steps(0);
  return from < static_cast<uint32_t>(explanation.steps_size()) &&
         AmountText(explanation.steps(static_cast<int>(from)).amount()) ==
             AmountText(step.amount());
}

// Long runs of steps that only pass something on are left out, but for their ends.
std::string StepsText(const v1::Explanation& explanation, size_t width) {
  constexpr int kShown = 2;
  std::string text;
  const int count = explanation.steps_size();
  const auto passes = [&](int i) { return PassesOn(explanation, explanation.steps(i)); };
  for (int i = 0; i < count; ++i) {
    int end = i;
    while (end < count && passes(end)) ++end;
    const int left_out = end - i - 2 * kShown;
    if (width != kNoWidthLimit && i > 0 && passes(i) && !passes(i - 1) && left_out > 1) {
      for (const int shown : {i, i + 1}) {
        absl::StrAppend(&text, Wrap(StepText(shown + 1, explanation.steps(shown)), width, kIndent),
                        "\n");
      }
      absl::StrAppend(&text, "  ... ", left_out, " more nodes pass it on (--wide lists them)\n");
      i = end - kShown;
    }
    absl::StrAppend(&text, Wrap(StepText(i + 1, explanation.steps(i)), width, kIndent), "\n");
  }
  return text;
}

// The bytes of all outputs; `?` where one of them is not known.
std::string OutputBytes(const v1::Evaluation& evaluation) {
  int64_t total = 0;
  for (const v1::ValueSize& value : evaluation.outputs()) {
    if (!value.has_bytes()) return "?";
    total += value.bytes();
  }
  return BytesText(total);
}

std::string FindingText(v1::AuditFinding::Finding finding) {
  const std::string name = v1::AuditFinding::Finding_Name(finding);
  return absl::StrReplaceAll(absl::AsciiStrToLower(absl::StripPrefix(name, "FINDING_")),
                             {{"_", " "}});
}

Style FindingStyle(v1::AuditFinding::Finding finding) {
  switch (finding) {
    case v1::AuditFinding::FINDING_FOLLOWS_INPUTS:
      return Style::kGood;
    case v1::AuditFinding::FINDING_CONSTANT:
      return Style::kPlain;
    default:
      return Style::kWarning;
  }
}

std::string BucketTable(const v1::PlanBucketsResponse& response, size_t width) {
  Table table({"bucket", "outputs", "peak of intermediates", "violated"});
  for (const v1::PlanPoint& point : response.buckets()) {
    const v1::Evaluation& bucket = point.evaluation();
    table.AddRow({Printable(bucket.label()), OutputBytes(bucket),
                  bucket.has_memory() ? PeakText(bucket.memory()) : "-",
                  Cell(absl::StrCat(bucket.violations_size()),
                       bucket.violations().empty() ? Style::kPlain : Style::kError)});
  }
  return absl::StrCat(Styled(Style::kHeading, "buckets"), "\n", table.Print(width));
}

std::string PlacementTable(const v1::PlanBucketsResponse& response, size_t width) {
  Table table({"request", "bucket", "padding"});
  for (const v1::BucketPlacement& placement : response.placements()) {
    std::string bucket = "none";
    if (placement.has_error()) {
      bucket = Printable(placement.error().message());
    } else if (placement.has_bucket() &&
               placement.bucket() < static_cast<uint32_t>(response.buckets_size())) {
      bucket = Printable(response.buckets(static_cast<int>(placement.bucket())).binding().label());
    }
    table.AddRow(
        {Printable(placement.label()), bucket,
         placement.has_padding() ? absl::StrFormat("%.1f %%", 100 * placement.padding()) : "-"});
  }
  return absl::StrCat(Styled(Style::kHeading, "placements"), "\n", table.Print(width));
}

std::string SubjectText(const v1::ExplainQuestion& question, const v1::Explanation& explanation) {
  if (question.has_fact()) return absl::StrCat("fact ", question.fact());
  std::string text = Printable(question.value().name());
  if (question.has_axis()) absl::StrAppend(&text, ", axis ", question.axis());
  if (question.has_element()) absl::StrAppend(&text, ", element ", question.element());
  if (explanation.has_amount()) {
    return absl::StrCat(text, ": ", AmountText(explanation.amount()));
  }
  return absl::StrCat(text, ": ", ElementTypeText(explanation.type()), " ",
                      TypeShapeText(explanation.type()));
}

// A fact, why it must hold, and where the page of errors has the check that asks for it.
std::string FactLine(absl::string_view lead, const v1::InferShapesResponse& whole, uint32_t index,
                     size_t width) {
  if (index >= static_cast<uint32_t>(whole.facts_size())) return "";
  const v1::Fact& fact = whole.facts(static_cast<int>(index));
  std::string line = absl::StrCat(lead, SiteText::Fact(fact), ": ", Printable(fact.reason()));
  if (!fact.check().empty()) {
    absl::StrAppend(&line, " (docs/errors.md#", Printable(fact.check()), ")");
  }
  return absl::StrCat(Wrap(line, width, kIndent), "\n");
}

}  // namespace

std::string ReportExplanation(const v1::ExplainQuestion& question,
                              const v1::Explanation& explanation,
                              const v1::InferShapesResponse& whole, const ReportOptions& options) {
  std::string text = absl::StrCat(Styled(Style::kHeading, SubjectText(question, explanation)), "\n",
                                  StepsText(explanation, options.width));
  if (question.has_fact()) {
    absl::StrAppend(&text, FactLine("it says ", whole, question.fact(), options.width));
  }
  for (const uint32_t index : explanation.facts()) {
    absl::StrAppend(&text, FactLine("rests on ", whole, index, options.width));
  }
  return text;
}

std::string ReportAudit(const v1::InferShapesResponse& response, const ReportOptions& options) {
  Table table({"finding", "what"});
  for (const v1::AuditFinding& audit : response.audit()) {
    table.AddRow({Cell(FindingText(audit.finding()), FindingStyle(audit.finding())),
                  Printable(audit.message())});
  }
  return table.empty() ? "nothing to audit\n" : table.Print(options.width);
}

std::string ReportBuckets(const v1::PlanBucketsResponse& response, const ReportOptions& options) {
  std::string text = BucketTable(response, options.width);
  if (response.placements().empty()) return text;
  return absl::StrCat(text, "\n", PlacementTable(response, options.width));
}

std::string ReportChoice(const v1::ChooseBucketsRequest& request,
                         const v1::ChooseBucketsResponse& response, const ReportOptions& options) {
  std::vector<Cell> titles;
  for (const std::string& symbol : request.symbols()) titles.push_back(Printable(symbol));
  titles.emplace_back("observed");
  Table table(std::move(titles));
  for (const v1::ObservedSizes& bucket : response.buckets()) {
    std::vector<Cell> cells;
    for (const int64_t size : bucket.sizes()) cells.push_back(absl::StrCat(size));
    cells.push_back(absl::StrCat(bucket.count()));
    table.AddRow(std::move(cells));
  }
  return absl::StrCat(
      Styled(Style::kHeading, "advised buckets"), "\n", table.Print(options.width),
      absl::StrFormat("  expected padding %.1f %%%s\n", 100 * response.expected_padding(),
                      response.optimal() ? ", the least possible" : ""));
}

}  // namespace shapewright::cli

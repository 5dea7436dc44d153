#include "client/cpp/cli/report/plan_report.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/report/profile_report.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

using Largest = v1::FindLargestSizesResponse;

std::string BindingText(const v1::Binding& binding) {
  const auto write = [](std::string* out, const v1::SymbolSize& size) {
    absl::StrAppend(out, Printable(size.symbol()), "=", size.size());
  };
  return absl::StrJoin(binding.symbols(), ", ", write);
}

bool IsBytes(const v1::Quantity& quantity) {
  return !quantity.has_elements_of() && !quantity.has_expression();
}

std::string PlanAmountText(const v1::Budget& budget, int64_t amount) {
  return IsBytes(budget.quantity()) ? BytesText(amount) : absl::StrCat(amount);
}

std::string PlanAmountText(const v1::Budget& budget, const v1::PlanPoint& point) {
  return point.has_amount() ? PlanAmountText(budget, point.amount()) : "an unknown amount";
}

// "N=136, S=8: 266.8 KiB, more than the budget", or what fails there.
std::string NextText(const v1::Budget& budget, const v1::PlanPoint& next) {
  const auto& violations = next.evaluation().violations();
  const std::string what =
      violations.empty() ? absl::StrCat(PlanAmountText(budget, next), ", more than the budget")
                         : Printable(violations[0].message());
  return absl::StrCat("next: ", BindingText(next.binding()), ": ", what);
}

std::string FrontierText(const v1::FindLargestSizesRequest& request, const Largest& response,
                         const ReportOptions& options) {
  if (response.frontier().empty()) return "nothing fits\n";
  Table table({Cell(Printable(request.symbols(0).symbol())),
               Cell(Printable(request.symbols(1).symbol())), Cell("amount")});
  for (const v1::SizePair& pair : response.frontier()) {
    table.AddRow({absl::StrCat(pair.first()), absl::StrCat(pair.second()),
                  pair.has_amount() ? PlanAmountText(request.budget(), pair.amount()) : "?"});
  }
  return absl::StrCat(table.Print(options.width),
                      response.certificate() == Largest::CERTIFICATE_EXACT
                          ? ""
                          : "other pairs that are not below one of these may fit too\n");
}

// What the search found of the one symbol, a line each.
std::vector<std::string> LinesOf(const std::string& symbol, const v1::Budget& budget,
                                 const Largest& response) {
  const auto fits = [&](absl::string_view what, int64_t size) {
    return absl::StrCat(what, symbol, " = ", size, ": ", PlanAmountText(budget, response.point()),
                        " of ", PlanAmountText(budget, budget.amount()));
  };
  std::vector<std::string> lines;
  if (response.has_largest()) {
    lines.push_back(fits("the largest is ", response.largest()));
  } else if (response.certificate() != Largest::CERTIFICATE_EXACT) {
    lines.push_back(response.has_at_least() ? fits("it fits at ", response.at_least())
                                            : "the search ended before anything was found");
    if (response.has_at_most()) {
      lines.push_back(absl::StrCat("nothing above ", symbol, " = ", response.at_most(), " fits"));
    }
  } else if (response.limit() == Largest::LIMIT_NONE) {
    lines.push_back(absl::StrCat("there is no largest ", symbol, ": all great ones fit"));
  } else {
    lines.push_back(absl::StrCat("no ", symbol, " fits"));
  }
  const bool is_least_over =
      response.has_largest() && !response.has_largest_prefix() && !response.has_prefix_at_least();
  if (is_least_over) lines.emplace_back("not all smaller ones fit");
  if (response.has_largest_prefix() && response.largest_prefix() != response.largest()) {
    lines.push_back(
        absl::StrCat("not all smaller ones fit, all up to ", response.largest_prefix(), " do"));
  } else if (response.has_prefix_at_least()) {
    lines.push_back(absl::StrCat("all up to ", response.prefix_at_least(),
                                 " fit; not all between were looked at"));
  }
  if (response.has_next()) lines.push_back(NextText(budget, response.next()));
  return lines;
}

std::string ProofText(const v1::Profile& profile) {
  switch (profile.proof()) {
    case v1::Profile::PROOF_PROVED:
      return "all sizes of it are valid\n";
    case v1::Profile::PROOF_WITNESS:
      return absl::StrCat(
          "not all sizes of it are valid: ", BindingText(profile.witness().binding()), " is not\n");
    case v1::Profile::PROOF_OPEN:
      return "whether all sizes of it are valid was not decided\n";
    default:
      return "";
  }
}

}  // namespace

std::string ReportLargest(const v1::FindLargestSizesRequest& request, const Largest& response,
                          const ReportOptions& options) {
  if (request.symbols_size() == 2) return FrontierText(request, response, options);
  std::string text;
  const std::string symbol = Printable(request.symbols(0).symbol());
  for (const std::string& line : LinesOf(symbol, request.budget(), response)) {
    absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
  }
  return text;
}

std::string ReportSymbolsToBind(const v1::FindSymbolsToBindResponse& response,
                                const ReportOptions& options) {
  std::string text = response.symbols().empty() ? "no symbol has to be bound\n" : "";
  for (const v1::SymbolToBind& symbol : response.symbols()) {
    absl::StrAppend(&text, Printable(symbol.symbol()),
                    symbol.has_greatest() ? absl::StrCat(" <= ", symbol.greatest()) : "", "\n");
  }
  if (!response.optimal()) absl::StrAppend(&text, "fewer may do\n");
  for (const v1::UnreachedValue& value : response.unreached()) {
    const std::string line = absl::StrCat("not reached: ", Printable(value.value().name()), ": ",
                                          Printable(value.reason()));
    absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
  }
  return text;
}

std::string ReportProfiles(const v1::PlanProfilesResponse& response, const ReportOptions& options) {
  std::string text;
  for (int i = 0; i < response.profiles_size(); ++i) {
    const v1::Profile& profile = response.profiles(i);
    if (response.has_expected_padding()) {
      absl::StrAppend(&text, i > 0 ? "\n" : "",
                      Styled(Style::kHeading, absl::StrCat("profile ", i + 1)), " holds ",
                      profile.count(), " of what was observed\n");
    }
    absl::StrAppend(&text, ReportProfile(profile, options), ProofText(profile));
  }
  if (!response.has_expected_padding()) return text;
  return absl::StrCat(
      text, absl::StrFormat("expected padding %.1f %%%s\n", 100 * response.expected_padding(),
                            response.optimal() ? ", the least possible" : ""));
}

}  // namespace shapewright::cli

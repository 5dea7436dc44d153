#include "client/cpp/cli/cost/cost_report.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/cli/screen/table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// `118M`: three digits of a number.
std::string Short(double number) {
  constexpr double kStep = 1000;
  size_t unit = 0;
  constexpr absl::string_view kUnits[] = {"", "k", "M", "G", "T", "P", "E"};
  while (number >= kStep - 0.5 && unit + 1 < std::size(kUnits)) {
    number /= kStep;
    ++unit;
  }
  return absl::StrCat(absl::StrFormat(unit == 0 || number >= 99.95 ? "%.0f" : "%.3g", number),
                      kUnits[unit]);
}

std::string TextOf(const v1::Amount& amount) {
  switch (amount.kind_case()) {
    case v1::Amount::kValue:
      return absl::StrCat(amount.value());
    case v1::Amount::kExpr:
      return Printable(amount.expr());
    case v1::Amount::KIND_NOT_SET:
      break;
  }
  return "?";
}

// What parts are ordered by where no sizes are given: all symbols are alike then.
int64_t Weight(const v1::Amount& amount) {
  constexpr int64_t kSize = 64;
  if (amount.kind_case() == v1::Amount::kValue) return amount.value();
  symbolic::ExprArena arena;
  const auto at_sizes = symbolic::ParseExpr(
      arena, amount.expr(),
      [](absl::string_view /*name*/) -> absl::StatusOr<symbolic::Expr> { return kSize; });
  return at_sizes.ok() && at_sizes->is_constant() ? at_sizes->constant() : 0;
}

// `1.6 MiB`, or the expression: `4*N bytes`.
std::string SizeText(const v1::Amount& amount) {
  return amount.kind_case() == v1::Amount::kValue ? BytesText(amount.value())
                                                  : absl::StrCat(TextOf(amount), " bytes");
}

std::string NameOf(const v1::CostEntry& entry) {
  if (!entry.name().empty()) return Printable(entry.name());
  if (entry.has_node()) return absl::StrCat("node ", entry.node());
  return "(none)";
}

std::string Mark(const v1::Cost& cost) {
  return absl::StrCat(
      cost.upper_bound() ? "at most" : "",
      cost.upper_bound() && cost.uncounted_nodes() > 0 ? ", " : "",
      cost.uncounted_nodes() > 0 ? absl::StrCat(cost.uncounted_nodes(), " not counted") : "");
}

// The indices of the groups, those with most operations first.
std::vector<int> Order(const v1::EstimateCostResponse& response,
                       const v1::CostEvaluation* evaluation, int32_t top) {
  std::vector<int64_t> weights;
  for (int i = 0; i < response.groups_size(); ++i) {
    weights.push_back(evaluation != nullptr && i < evaluation->groups_size()
                          ? evaluation->groups(i).flops()
                          : Weight(response.groups(i).cost().flops()));
  }
  std::vector<int> order(weights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return weights[static_cast<size_t>(a)] > weights[static_cast<size_t>(b)];
  });
  if (top > 0 && order.size() > static_cast<size_t>(top)) order.resize(static_cast<size_t>(top));
  return order;
}

std::string LeftOut(const v1::EstimateCostResponse& response, size_t shown) {
  const auto all = static_cast<size_t>(response.groups_size());
  return shown == all ? "" : absl::StrCat("  ", all - shown, " more; --top 0 prints all\n");
}

std::string ReportTotal(const v1::CostEntry& total, size_t width) {
  const v1::Cost& cost = total.cost();
  const std::vector<std::pair<absl::string_view, std::string>> lines = {
      {"flops", TextOf(cost.flops())},
      {"macs", TextOf(cost.macs())},
      {"other operations",
       absl::StrCat("alu ", TextOf(cost.alu()), "; div ", TextOf(cost.div()), "; sqrt ",
                    TextOf(cost.sqrt()), "; special ", TextOf(cost.special()))},
      {"read", SizeText(cost.bytes_read())},
      {"written", SizeText(cost.bytes_written())},
      {"parameters", absl::StrCat(cost.parameters(), ", ", BytesText(cost.parameter_bytes()))}};
  std::string text =
      absl::StrCat(Styled(Style::kHeading, "cost"), " of ", Plural(total.nodes(), "node"),
                   Mark(cost).empty() ? "" : absl::StrCat(" (", Mark(cost), ")"), "\n");
  for (const auto& [name, value] : lines) {
    absl::StrAppend(&text, Wrap(absl::StrCat(name, ": ", value), width, 2), "\n");
  }
  return text;
}

std::string ReportGroups(const v1::EstimateCostResponse& response, int32_t top, size_t width) {
  if (response.groups().empty()) return "";
  Table table({"part", "nodes", "flops", "params", ""});
  const std::vector<int> order = Order(response, nullptr, top);
  for (const int index : order) {
    const v1::CostEntry& entry = response.groups(index);
    table.AddRow({NameOf(entry), absl::StrCat(entry.nodes()), TextOf(entry.cost().flops()),
                  Short(static_cast<double>(entry.cost().parameters())), Mark(entry.cost())});
  }
  return absl::StrCat(table.Print(width), LeftOut(response, order.size()));
}

std::string NumberCell(bool is_known, double value) { return is_known ? Short(value) : "?"; }

std::vector<Cell> NumbersRow(const std::string& name, const v1::CostNumbers& numbers,
                             const v1::CostNumbers& total, const v1::Cost& cost) {
  const double share = total.flops() > 0 ? static_cast<double>(numbers.flops()) * 100 /
                                               static_cast<double>(total.flops())
                                         : 0;
  const double bytes =
      static_cast<double>(numbers.bytes_read()) + static_cast<double>(numbers.bytes_written());
  constexpr double kMostBytes = 9e18;
  v1::Cost marked = cost;
  marked.set_upper_bound(numbers.upper_bound());
  return {name,
          NumberCell(numbers.has_flops(), static_cast<double>(numbers.flops())),
          numbers.has_flops() ? absl::StrFormat("%.1f%%", share) : "",
          NumberCell(numbers.has_macs(), static_cast<double>(numbers.macs())),
          Short(static_cast<double>(cost.parameters())),
          numbers.has_bytes_read() && numbers.has_bytes_written()
              ? BytesText(static_cast<int64_t>(std::min(bytes, kMostBytes)))
              : "?",
          numbers.has_intensity() ? absl::StrFormat("%.3g", numbers.intensity()) : "",
          numbers.has_estimated_seconds()
              ? absl::StrFormat("%.3g ms", numbers.estimated_seconds() * 1000)
              : "",
          Mark(marked)};
}

std::string ReportEvaluation(const v1::EstimateCostResponse& response,
                             const v1::CostEvaluation& evaluation, int32_t top, size_t width) {
  std::string text =
      absl::StrCat(Styled(Style::kHeading, "at "), Printable(evaluation.label()), "\n");
  if (evaluation.has_error()) {
    return absl::StrCat(text, Wrap(Printable(evaluation.error().message()), width, 2), "\n");
  }
  for (const v1::Violation& violation : evaluation.violations()) {
    absl::StrAppend(&text, Wrap(Printable(violation.message()), width, 2), "\n");
  }
  if (!evaluation.has_total()) {
    return absl::StrCat(text,
                        "  no numbers: inference assumed other sizes; give them with --input\n");
  }
  const bool has_time = evaluation.total().has_estimated_seconds();
  Table table({"part", "flops", "", "macs", "params", "bytes", "flops/byte",
               has_time ? "estimated" : "", ""});
  table.AddRow(NumbersRow("all", evaluation.total(), evaluation.total(), response.total().cost()));
  const std::vector<int> order = Order(response, &evaluation, top);
  for (const int index : order) {
    if (index >= evaluation.groups_size()) continue;
    const v1::CostEntry& entry = response.groups(index);
    table.AddRow(
        NumbersRow(NameOf(entry), evaluation.groups(index), evaluation.total(), entry.cost()));
  }
  absl::StrAppend(&text, table.Print(width), LeftOut(response, order.size()));
  if (evaluation.has_bytes_per_token()) {
    absl::StrAppend(&text, "  states grow by ", BytesText(evaluation.bytes_per_token()),
                    " for each token\n");
  }
  if (evaluation.has_memory_bytes()) {
    absl::StrAppend(
        &text, "  intermediates: ", BytesText(evaluation.memory_bytes()), " live at one time",
        evaluation.has_peak_node() ? absl::StrCat(", at node ", evaluation.peak_node()) : "", "\n");
  }
  if (!evaluation.unbound().empty()) {
    absl::StrAppend(
        &text, "  without a value: ", Printable(absl::StrJoin(evaluation.unbound(), ", ")), "\n");
  }
  return text;
}

std::string ReportUncounted(const v1::EstimateCostResponse& response, size_t width) {
  std::string text;
  for (const v1::OperatorCount& count : response.operators()) {
    if (count.kind() != v1::OperatorCount::KIND_UNCOUNTED) continue;
    const std::string line =
        absl::StrCat("not counted: ", Printable(count.op_type()), ", ",
                     Plural(count.nodes(), "node"), ": ", Printable(count.reason()));
    absl::StrAppend(&text, Styled(Style::kWarning, Wrap(line, width, 0)), "\n");
  }
  return text;
}

std::string ReportMemory(const v1::PeakMemory& memory, size_t width) {
  const absl::string_view bound = memory.upper_bound()   ? "at most "
                                  : memory.lower_bound() ? "at least "
                                                         : "";
  std::vector<std::string> lines = {
      absl::StrCat("intermediates: ", bound, SizeText(memory.bytes()))};
  if (memory.has_at_most()) {
    lines.push_back(absl::StrCat("intermediates: at most ", SizeText(memory.at_most())));
  }
  for (const v1::PeakCandidate& each : memory.candidates()) {
    if (each.when().empty()) continue;
    lines.push_back(absl::StrCat("most at node ", each.node(), " ", Printable(each.op_type()),
                                 " if ", Printable(absl::StrJoin(each.when(), " and "))));
  }
  std::string text;
  for (const std::string& line : lines) absl::StrAppend(&text, Wrap(line, width, 2), "\n");
  return text;
}

}  // namespace

std::string ReportCost(const v1::EstimateCostResponse& response, int32_t top, size_t width) {
  std::string text = ReportTotal(response.total(), width);
  if (response.has_states()) {
    absl::StrAppend(
        &text,
        Wrap(absl::StrCat(
                 "states: ", Plural(static_cast<uint64_t>(response.states().pairs_size()), "pair"),
                 response.states().pairs_size() == 1 ? " grows by " : " grow by ",
                 SizeText(response.states().bytes_per_token()), " for each token"),
             width, 2),
        "\n");
  }
  if (response.has_memory()) absl::StrAppend(&text, ReportMemory(response.memory(), width));
  if (response.evaluations().empty()) absl::StrAppend(&text, ReportGroups(response, top, width));
  for (const v1::CostEvaluation& evaluation : response.evaluations()) {
    absl::StrAppend(&text, ReportEvaluation(response, evaluation, top, width));
  }
  absl::StrAppend(&text, ReportUncounted(response, width));
  return text;
}

}  // namespace shapewright::cli

#include "page/page_tables.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "core/wire/html_text.h"
#include "page/answer_text.h"
#include "page/html_table.h"
#include "page/knowledge.h"

namespace shapewright {
namespace {

// `required` of BASIS_REQUIRED.
std::string TableEnumText(absl::string_view name, absl::string_view prefix) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(absl::StripPrefix(name, prefix)), {{"_", " "}});
}

std::string Data(absl::string_view name, size_t value) {
  return absl::StrCat(" data-", name, "=\"", value, "\"");
}

// Attributes of a row that is about a place in the model.
std::string SiteData(const v1::Site& site) {
  if (!site.has_node()) return "";
  return absl::StrCat(Data("graph", site.graph()), Data("node", site.node()));
}

std::string KnowledgeText(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::kExact:
      return "exact";
    case Knowledge::kBounded:
      return "bounded";
    case Knowledge::kUnknown:
      return "unknown";
  }
  return "";
}

// `1 node`, `2 nodes`.
std::string CountOf(uint64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string SummaryText(const v1::Statistics& statistics) {
  return absl::StrCat(
      CountOf(statistics.nodes(), "node"), ", ", CountOf(statistics.values(), "value"), ": ",
      statistics.exact(), " exact, ", statistics.bounded(), " bounded, ", statistics.unknown(),
      " unknown; ", CountOf(statistics.errors(), "error"), ", ",
      CountOf(statistics.warnings(), "warning"),
      statistics.values_on_errors() == 0
          ? ""
          : absl::StrCat("; values that rest on an error: ", statistics.values_on_errors()));
}

std::string InterfaceTable(const v1::InferShapesResponse& response) {
  HtmlTable table("Inputs and outputs", {"", "name", "type"}, true);
  for (const v1::ValueInfo& value : response.inputs()) {
    table.Row("", {"input", value.name(), value.type().text()});
  }
  for (const v1::ValueInfo& value : response.outputs()) {
    table.Row("", {"output", value.name(), value.type().text()});
  }
  return table.Html();
}

std::string SymbolTable(const v1::InferShapesResponse& response) {
  const SiteText text(response);
  HtmlTable table("Symbols", {"name", "what it is", "range", "equals", "where", "why"}, true);
  for (const v1::Symbol& symbol : response.symbols()) {
    std::string range = IntervalText(symbol.range());
    if (symbol.divisor() > 1) absl::StrAppend(&range, ", multiples of ", symbol.divisor());
    table.Row("", {symbol.name(), TableEnumText(v1::Symbol::Kind_Name(symbol.kind()), "KIND_"),
                   range, symbol.has_equals() ? AmountText(symbol.equals()) : "",
                   symbol.has_origin() ? text.Place(symbol.origin()) : "", symbol.reason()});
  }
  return table.Html();
}

std::string DiagnosticTable(const v1::InferShapesResponse& response) {
  const SiteText text(response);
  HtmlTable table("Diagnostics", {"severity", "code", "message", "where", "how to fix it"}, true);
  for (const v1::Diagnostic& each : response.diagnostics()) {
    const std::string severity =
        TableEnumText(v1::Diagnostic::Severity_Name(each.severity()), "SEVERITY_");
    table.Row(absl::StrCat(" class=\"", severity, "\"", SiteData(each.site())),
              {severity, each.code(), each.message(),
               each.has_site() ? text.Place(each.site()) : "", each.suggestion()});
  }
  return table.Html();
}

std::string FactTable(const v1::InferShapesResponse& response) {
  const SiteText text(response);
  HtmlTable table(
      "Facts",
      {"number", "fact", "state", "basis", "where", "only if", "why", "check", "how to satisfy it"},
      true);
  for (int i = 0; i < response.facts_size(); ++i) {
    const v1::Fact& fact = response.facts(i);
    const std::string site = fact.sites().empty() ? "" : SiteData(fact.sites(0));
    table.Row(absl::StrCat(Data("fact", static_cast<size_t>(i)), site),
              {absl::StrCat(i), SiteText::Fact(fact),
               TableEnumText(v1::Fact::State_Name(fact.state()), "STATE_"),
               TableEnumText(v1::Fact::Basis_Name(fact.basis()), "BASIS_"),
               text.Places(fact.sites()), SiteText::Circumstances(fact.circumstances()),
               fact.reason(), fact.check(), fact.suggestion()});
  }
  return table.Html();
}

std::string CostTable(const v1::EstimateCostResponse& response) {
  HtmlTable table("Cost by operator",
                  {"operator", "nodes", "operations", "bytes read", "bytes written", "not counted"},
                  false);
  const auto add = [&](const std::string& name, const v1::CostEntry& entry) {
    const v1::Cost& cost = entry.cost();
    const std::string uncounted =
        cost.uncounted_nodes() == 0 ? "" : absl::StrCat(cost.uncounted_nodes());
    table.Row("", {name, absl::StrCat(entry.nodes()), AmountText(cost.flops()),
                   AmountText(cost.bytes_read()), AmountText(cost.bytes_written()), uncounted});
  };
  add("all", response.total());
  for (const v1::CostEntry& entry : response.groups()) {
    if (entry.grouping() == v1::COST_GROUPING_OPERATOR) add(entry.name(), entry);
  }
  return table.Html();
}

std::string ValueTables(const v1::InferShapesResponse& response) {
  const SiteText text(response);
  KnowledgeOf knowledge(response);
  std::string html;
  size_t number = 0;
  for (int i = 0; i < response.graphs_size(); ++i) {
    const v1::GraphInfo& graph = response.graphs(i);
    HtmlTable table(absl::StrCat("Values of ", text.Graph(static_cast<uint32_t>(i))),
                    {"name", "type", "known", "made by"}, false);
    for (const v1::ValueInfo& value : graph.values()) {
      const std::string known = KnowledgeText(knowledge.Type(value.type()));
      table.Row(absl::StrCat(" class=\"", known, "\"", Data("value", number++)),
                {value.name(), value.type().text(), known, SiteText::Producer(graph, value)});
    }
    html += table.Html();
  }
  return html;
}

}  // namespace

std::string ModelTables(absl::string_view name, size_t index,
                        const v1::InferShapesResponse& response,
                        const v1::EstimateCostResponse* cost) {
  return absl::StrCat("<section class=\"model\"", Data("model", index), ">\n<h2>", HtmlText(name),
                      "</h2>\n<p>", SummaryText(response.statistics()), "</p>\n",
                      InterfaceTable(response), DiagnosticTable(response), FactTable(response),
                      SymbolTable(response), cost == nullptr ? "" : CostTable(*cost),
                      ValueTables(response), "</section>\n");
}

}  // namespace shapewright

#include "client/cpp/cli/report/report.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"
#include "page/knowledge.h"

namespace shapewright::cli {
namespace {

std::string Lower(absl::string_view name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
}

Style StyleOf(v1::Diagnostic::Severity severity) {
  if (severity == v1::Diagnostic::SEVERITY_ERROR) return Style::kError;
  return severity == v1::Diagnostic::SEVERITY_WARNING ? Style::kWarning : Style::kPlain;
}

Style StyleOf(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::kExact:
      return Style::kPlain;
    case Knowledge::kBounded:
      return Style::kWarning;
    case Knowledge::kUnknown:
      return Style::kError;
  }
  return Style::kPlain;
}

class ReportWriter {
 public:
  ReportWriter(const v1::InferShapesResponse& response, const ReportOptions& options)
      : response_(response), options_(options), sites_(response), knowledge_(response) {}

  std::string Write() {
    for (int i = 0; i < response_.graphs_size(); ++i) WriteGraph(i);
    if (options_.only_values) return std::move(text_);
    WriteFacts();
    WriteSymbols();
    WriteDiagnostics();
    return std::move(text_);
  }

 private:
  void WriteGraph(int index) {
    const v1::GraphInfo& graph = response_.graphs(index);
    Table table({"value", "type", "shape", "producer"});
    size_t hidden = 0;
    for (const v1::ValueInfo& value : graph.values()) {
      if (IsConstant(value) && !options_.lists_constants && !options_.only_values) {
        ++hidden;
      } else {
        AddValue(graph, value, table);
      }
    }
    if (table.empty() && hidden == 0) return;
    Section(GraphTitle(index), table);
    if (hidden > 0) {
      absl::StrAppend(&text_, "  and ", Plural(hidden, "constant"), " (--constants lists them)\n");
    }
  }

  std::string GraphTitle(int index) const {
    std::string title = sites_.Graph(static_cast<uint32_t>(index));
    const std::string& name = response_.graphs(index).name();
    if (!name.empty()) absl::StrAppend(&title, " ", Printable(name));
    return title;
  }

  static bool IsConstant(const v1::ValueInfo& value) {
    return !value.has_node() && !value.has_input();
  }

  void AddValue(const v1::GraphInfo& graph, const v1::ValueInfo& value, Table& table) {
    const Style style = StyleOf(knowledge_.Type(value.type()));
    table.AddRow({Printable(value.name()), ElementTypeText(value.type()),
                  Cell(TypeShapeText(value.type()), style), SiteText::Producer(graph, value)});
  }

  void WriteFacts() {
    Table table({"fact", "basis", "why"});
    for (const v1::Fact& fact : response_.facts()) {
      std::string why = Printable(fact.reason());
      const std::string text = SiteText::Fact(fact);
      // Of inputs that share a name the text says it.
      if (fact.sites_size() > 0 && text == Printable(fact.text())) {
        // A node's operand would push the reason out of a line of 80 columns.
        const v1::Site& site = fact.sites(0);
        absl::StrAppend(&why, " at ", site.has_node() ? SiteText::Node(site) : sites_.Place(site));
      }
      if (fact.circumstances_size() > 0) {
        absl::StrAppend(&why, ", if ", SiteText::Circumstances(fact.circumstances()));
      }
      std::string basis = Lower(v1::Fact::Basis_Name(fact.basis()), "BASIS_");
      const bool is_refuted = fact.state() == v1::Fact::STATE_REFUTED;
      if (is_refuted) absl::StrAppend(&basis, ", refuted");
      table.AddRow({text, Cell(basis, is_refuted ? Style::kError : Style::kPlain), why});
    }
    if (!table.empty()) Section("facts that must hold at run time", table);
  }

  void WriteSymbols() {
    Table table({"symbol", "range", "what", "from"});
    for (const v1::Symbol& symbol : response_.symbols()) {
      std::string name = Printable(symbol.name());
      if (symbol.has_equals()) {
        absl::StrAppend(&name, " := ", AmountText(symbol.equals()));
      }
      std::string what = Lower(v1::Symbol::Kind_Name(symbol.kind()), "KIND_");
      std::replace(what.begin(), what.end(), '_', ' ');
      if (!symbol.reason().empty()) {
        absl::StrAppend(&what, ": ", Printable(symbol.reason()));
      }
      table.AddRow({name, IntervalText(symbol.range()), what,
                    symbol.has_origin() ? sites_.Place(symbol.origin()) : ""});
    }
    if (!table.empty()) Section("symbols", table);
  }

  void WriteDiagnostics() {
    if (response_.diagnostics().empty()) return;
    Title("diagnostics");
    for (const v1::Diagnostic& diagnostic : response_.diagnostics()) {
      WriteDiagnostic(diagnostic);
    }
    const uint32_t dropped = response_.statistics().diagnostics_dropped();
    if (dropped > 0) absl::StrAppend(&text_, "  and ", dropped, " more\n");
  }

  void WriteDiagnostic(const v1::Diagnostic& diagnostic) {
    std::string line = Styled(
        StyleOf(diagnostic.severity()),
        absl::StrCat(Lower(v1::Diagnostic::Severity_Name(diagnostic.severity()), "SEVERITY_"), " ",
                     Printable(diagnostic.code())));
    if (!diagnostic.check().empty()) absl::StrAppend(&line, " ", Printable(diagnostic.check()));
    if (diagnostic.has_site()) {
      absl::StrAppend(&line, " at ", sites_.Place(diagnostic.site()));
    }
    if (diagnostic.circumstances_size() > 0) {
      absl::StrAppend(&line, ", if ", SiteText::Circumstances(diagnostic.circumstances()));
    }
    absl::StrAppend(&line, ": ", Printable(diagnostic.message()));
    absl::StrAppend(&text_, Wrap(line, options_.width, 2), "\n");
    if (diagnostic.suggestion().empty()) return;
    const std::string fix = absl::StrCat("to fix it: ", Printable(diagnostic.suggestion()));
    absl::StrAppend(&text_, Wrap(fix, options_.width, 6), "\n");
  }

  void Title(absl::string_view title) {
    if (!text_.empty()) absl::StrAppend(&text_, "\n");
    absl::StrAppend(&text_, Styled(Style::kHeading, ShortenMiddle(title, options_.width)), "\n");
  }

  void Section(absl::string_view title, const Table& table) {
    Title(title);
    absl::StrAppend(&text_, table.Print(options_.width));
  }

  const v1::InferShapesResponse& response_;
  const ReportOptions& options_;
  const SiteText sites_;
  KnowledgeOf knowledge_;
  std::string text_;
};

}  // namespace

std::string Report(const v1::InferShapesResponse& response, const ReportOptions& options) {
  return ReportWriter(response, options).Write();
}

std::string Summary(const v1::Statistics& statistics) {
  // Rounded down: 100 % are all of them.
  const uint64_t permille =
      statistics.values() == 0 ? 1000 : uint64_t{1000} * statistics.exact() / statistics.values();
  const auto marked = [](uint64_t count, absl::string_view text, Style style) {
    return Styled(count > 0 ? style : Style::kPlain, text);
  };
  const uint32_t on_errors = statistics.values_on_errors();
  const std::string resting =
      on_errors == 0
          ? ""
          : absl::StrCat("; ", marked(on_errors,
                                      absl::StrCat(on_errors, on_errors == 1 ? " rests on an error"
                                                                             : " rest on an error"),
                                      Style::kError));
  return absl::StrFormat(
      "%s, %s: %d.%d %% fully known (%d exact, %s, %s%s)\n%s, %s",
      Plural(statistics.nodes(), "node"), Plural(statistics.values(), "value"), permille / 10,
      permille % 10, statistics.exact(),
      marked(statistics.bounded(), absl::StrCat(statistics.bounded(), " bounded"), Style::kWarning),
      marked(statistics.unknown(), absl::StrCat(statistics.unknown(), " unknown"), Style::kError),
      resting, marked(statistics.errors(), Plural(statistics.errors(), "error"), Style::kError),
      marked(statistics.warnings(), Plural(statistics.warnings(), "warning"), Style::kWarning));
}

}  // namespace shapewright::cli

#include "client/cpp/cli/lint/model_findings.h"

#include <limits>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/reachable.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;

LintLevel LevelOf(v1::Diagnostic::Severity severity) {
  switch (severity) {
    case v1::Diagnostic::SEVERITY_ERROR:
      return LintLevel::kError;
    case v1::Diagnostic::SEVERITY_WARNING:
      return LintLevel::kWarning;
    default:
      return LintLevel::kInfo;
  }
}

bool HasMax(const v1::Interval& range) {
  return range.has_max() && range.max() != std::numeric_limits<int64_t>::max();
}

// Looks at the sizes of outputs.
class OutputCheck {
 public:
  OutputCheck(LintContext& context, std::vector<Finding>& out)
      : context_(context), sites_(context.response), out_(out) {
    for (const v1::Fact& fact : context.response.facts()) {
      const bool is_bound = fact.relation() == v1::Fact::RELATION_LESS_OR_EQUAL &&
                            fact.left().has_expr() && fact.circumstances().empty();
      if (is_bound) bounded_.insert(fact.left().expr());
    }
    FindSymbolsWithoutBound();
  }

  void Run() {
    for (const v1::ValueInfo& output : context_.response.outputs()) {
      const v1::Type& type = output.type();
      if (type.kind_case() == v1::Type::KIND_NOT_SET) {
        Tell(output, "UNKNOWN_OUTPUT", "its type is unknown");
      } else if (!type.has_tensor() || !type.alternatives().empty()) {
        continue;
      } else if (type.tensor().element_type() == v1::ELEMENT_TYPE_UNSPECIFIED) {
        Tell(output, "UNKNOWN_OUTPUT", "its element type is not known");
      } else if (!type.tensor().has_shape()) {
        Tell(output, "UNKNOWN_OUTPUT", "its rank is not known");
      } else {
        CheckDims(output);
      }
    }
  }

 private:
  void CheckDims(const v1::ValueInfo& output) {
    int64_t axis = 0;
    for (const v1::Dim& dim : output.type().tensor().shape().dims()) {
      const v1::Symbol* const symbol = dim.has_size() ? nullptr : WithoutBound(dim);
      if (symbol != nullptr) {
        std::string text =
            absl::StrCat("its size ", DimText(dim),
                         " has no upper bound: ", Printable(symbol->name()), " depends on data");
        if (!symbol->reason().empty()) {
          absl::StrAppend(&text, " (", Printable(symbol->reason()), ")");
        }
        if (symbol->has_origin()) absl::StrAppend(&text, ", from ", sites_.Place(symbol->origin()));
        Tell(output, "UNBOUNDED_OUTPUT", std::move(text));
        out_.back().axis = axis;
      }
      axis += 1;
    }
  }

  // A symbol that neither the inputs determine nor anything bounds; null: the dim has none.
  const v1::Symbol* WithoutBound(const v1::Dim& dim) {
    if (HasMax(dim.range())) return nullptr;
    const Expr expr = context_.symbols.ParseDim(dim);
    for (const symbolic::SymbolId id :
         symbolic::ReachableSymbols(context_.symbols.arena(), {expr})) {
      const auto found = without_bound_.find(id);
      if (found != without_bound_.end()) return found->second;
    }
    return nullptr;
  }

  void FindSymbolsWithoutBound() {
    const symbolic::ExprArena& arena = context_.symbols.arena();
    for (const v1::Symbol& symbol : context_.response.symbols()) {
      const bool is_dim_of_input = !symbol.origin().has_node() && symbol.origin().has_input();
      if (!IsAnonymous(symbol) || is_dim_of_input || HasMax(symbol.range()) ||
          bounded_.contains(symbol.name())) {
        continue;
      }
      const Expr found = context_.symbols.Find(symbol.name());
      if (arena.AsSymbol(found) == nullptr) continue;
      without_bound_.emplace(arena.node(found.node()).symbol, &symbol);
    }
  }

  void Tell(const v1::ValueInfo& output, absl::string_view code, std::string message) {
    Finding finding = NewFinding(code, std::move(message));
    finding.value = Printable(output.name());
    finding.suggestion = code == "UNKNOWN_OUTPUT"
                             ? "operators without a rule can be given one by --rules"
                             : "cut it to a number in the model, as TopK or Slice do";
    out_.push_back(std::move(finding));
  }

  LintContext& context_;
  const SiteText sites_;
  std::vector<Finding>& out_;
  // The texts of what a fact bounds.
  absl::flat_hash_set<std::string> bounded_;
  absl::flat_hash_map<symbolic::SymbolId, const v1::Symbol*> without_bound_;
};

using Names = absl::flat_hash_set<absl::string_view>;

// What nodes read, those of bodies too: a name that a body defines itself counts as well.
void CollectRead(const onnx::GraphProto& graph, Names& names) {
  for (const onnx::NodeProto& node : graph.node()) {
    names.insert(node.input().begin(), node.input().end());
    for (const onnx::AttributeProto& attribute : node.attribute()) {
      if (attribute.has_g()) CollectRead(attribute.g(), names);
      for (const onnx::GraphProto& body : attribute.graphs()) CollectRead(body, names);
    }
  }
  for (const auto& output : graph.output()) names.insert(output.name());
}

void TellUnused(absl::string_view code, absl::string_view name, std::vector<Finding>& out) {
  Finding finding = NewFinding(code, "nothing reads it");
  finding.value = Printable(name);
  finding.suggestion = "remove it";
  out.push_back(std::move(finding));
}

}  // namespace

void TellDiagnostics(const v1::InferShapesResponse& response, std::vector<Finding>& out) {
  const SiteText sites(response);
  for (const v1::Diagnostic& diagnostic : response.diagnostics()) {
    Finding finding;
    finding.code = diagnostic.code();
    finding.level = LevelOf(diagnostic.severity());
    finding.message = Printable(diagnostic.message());
    finding.suggestion = Printable(diagnostic.suggestion());
    const v1::Site& site = diagnostic.site();
    finding.graph = static_cast<int>(site.graph());
    if (site.has_node()) finding.node = SiteText::Node(site);
    finding.value = Printable(site.value());
    if (site.has_axis()) finding.axis = site.axis();
    if (diagnostic.circumstances_size() > 0) {
      absl::StrAppend(&finding.message, ", if ",
                      SiteText::Circumstances(diagnostic.circumstances()));
    }
    out.push_back(std::move(finding));
  }
  const uint32_t dropped = response.statistics().diagnostics_dropped();
  if (dropped == 0) return;
  out.push_back(NewFinding("MORE_DIAGNOSTICS",
                           absl::StrCat(dropped, " diagnostics are left out of the answer")));
}

void TellBakedIn(const v1::InferShapesResponse& response, std::vector<Finding>& out) {
  for (const v1::AuditFinding& audit : response.audit()) {
    if (audit.finding() != v1::AuditFinding::FINDING_BAKED_IN) continue;
    Finding finding = NewFinding("BAKED_IN", Printable(audit.message()));
    finding.value = Printable(audit.dim().value());
    if (audit.dim().has_axis()) finding.axis = audit.dim().axis();
    finding.suggestion = "export it again with that size open, or declare the number";
    out.push_back(std::move(finding));
  }
}

void CheckOutputs(LintContext& context, std::vector<Finding>& out) {
  OutputCheck(context, out).Run();
}

void CheckUnused(const onnx::GraphProto& graph, std::vector<Finding>& out) {
  Names read;
  CollectRead(graph, read);
  Names constants;
  for (const auto& tensor : graph.initializer()) constants.insert(tensor.name());
  for (const auto& tensor : graph.sparse_initializer()) constants.insert(tensor.values().name());
  for (const auto& input : graph.input()) {
    if (!read.contains(input.name()) && !constants.contains(input.name())) {
      TellUnused("UNUSED_INPUT", input.name(), out);
    }
  }
  const auto check = [&](const std::string& name) {
    if (!read.contains(name)) TellUnused("UNUSED_INITIALIZER", name, out);
  };
  for (const auto& tensor : graph.initializer()) check(tensor.name());
  for (const auto& tensor : graph.sparse_initializer()) check(tensor.values().name());
}

}  // namespace shapewright::cli

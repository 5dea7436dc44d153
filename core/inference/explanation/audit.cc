#include "core/inference/explanation/audit.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/inference/text/node_text.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::Fact;
using symbolic::SymbolKind;

constexpr uint64_t kCountPerFact = 8;
constexpr uint64_t kCountPerDim = 32;

class Auditor {
 public:
  Auditor(Engine& engine, v1::InferShapesResponse* answer)
      : engine_(engine),
        model_(engine.workspace().model()),
        arena_(engine.workspace().exprs()),
        answer_(answer) {}

  void Audit() {
    const auto& outputs = model_.graphs[0].outputs;
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i] != graph::kNoValue) AuditOutput(i, outputs[i]);
    }
    for (const Fact& fact : engine_.workspace().facts().facts()) {
      if (!engine_.work().Count(kCountPerFact)) return;
      AuditFact(fact);
    }
  }

 private:
  void AuditOutput(size_t index, graph::ValueId value) {
    const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(value));
    if (!type.is_tensor() || !type.shape.has_rank) return;
    for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
      if (!engine_.work().Count(kCountPerDim)) return;
      v1::AuditFinding* audit = answer_->add_audit();
      audit->mutable_dim()->set_output(static_cast<uint32_t>(index));
      audit->mutable_dim()->set_axis(static_cast<uint32_t>(axis));
      audit->mutable_dim()->set_value(std::string(model_.values[value].name));
      Describe(type.shape.dims[axis],
               absl::StrCat("axis ", axis, " of output ", model_.values[value].name), audit);
    }
  }

  void Describe(Expr dim, const std::string& subject, v1::AuditFinding* audit) {
    if (dim.is_constant()) {
      audit->set_finding(v1::AuditFinding::FINDING_CONSTANT);
      audit->set_message(absl::StrCat(subject, " is always ", dim.constant()));
      return;
    }
    const bool follows = !dim.is_unknown() && CollectSymbols(dim, audit);
    const std::string text = symbolic::ToString(arena_, dim);
    if (follows) {
      audit->set_finding(v1::AuditFinding::FINDING_FOLLOWS_INPUTS);
      audit->set_message(absl::StrCat(subject, " is ", text));
    } else {
      audit->set_finding(v1::AuditFinding::FINDING_DATA_DEPENDENT);
      audit->clear_symbols();
      audit->set_message(absl::StrCat(subject, " depends on data: ", text));
    }
  }

  // Adds the input symbols of an expression to the finding; false if the expression has other
  // symbols too.
  bool CollectSymbols(Expr dim, v1::AuditFinding* audit) const {
    bool follows = true;
    for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena_, {dim})) {
      const symbolic::Symbol& symbol = arena_.symbol(id);
      follows &= symbol.kind == SymbolKind::kInputDim || symbol.kind == SymbolKind::kInputValue;
      audit->add_symbols(symbol.name);
    }
    return follows;
  }

  // Reports a fact such as N = 8 if N is a named dim of an input.
  void AuditFact(const Fact& fact) {
    if (fact.relation != symbolic::Relation::kEqual || fact.scope != symbolic::kRootScope) return;
    if (fact.source.basis == symbolic::Basis::kDeclared ||
        fact.source.basis == symbolic::Basis::kPremise) {
      return;
    }
    const bool is_left = fact.left.is_symbolic();
    const Expr side = is_left ? fact.left : fact.right;
    const Expr value = is_left ? fact.right : fact.left;
    const symbolic::Symbol* const symbol = arena_.AsSymbol(side);
    if (symbol == nullptr || symbol->kind != SymbolKind::kInputDim || !value.is_constant()) return;
    v1::AuditFinding* audit = answer_->add_audit();
    audit->set_finding(v1::AuditFinding::FINDING_BAKED_IN);
    audit->add_symbols(symbol->name);
    const symbolic::Site& origin = symbol->origin;
    if (origin.input != symbolic::Site::kNone) {
      audit->mutable_dim()->set_input(static_cast<uint32_t>(origin.input));
      audit->mutable_dim()->set_value(std::string(SiteNamesOf(model_, origin).value));
      if (origin.axis != symbolic::Site::kNone) {
        audit->mutable_dim()->set_axis(static_cast<uint32_t>(origin.axis));
      }
    }
    audit->set_message(absl::StrCat(symbol->name, " is declared as open, but ", DescribeNode(fact),
                                    " forces it to ", value.constant(), ": ",
                                    fact.source.reason()));
  }

  std::string DescribeNode(const Fact& fact) const {
    const symbolic::Site& site = fact.source.left;
    return site.node == symbolic::Site::kNone ? "the request" : NodeText(model_, site);
  }

  Engine& engine_;
  const graph::Model& model_;
  const symbolic::ExprArena& arena_;
  v1::InferShapesResponse* answer_;
};

}  // namespace

void AuditModel(Engine& engine, v1::InferShapesResponse* answer) {
  Auditor(engine, answer).Audit();
}

}  // namespace shapewright::inference

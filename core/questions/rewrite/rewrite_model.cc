#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/inference/text/answer_text.h"
#include "core/inference/text/fact_text.h"
#include "core/questions/rewrite/declared_shapes.h"
#include "core/questions/rewrite/freeze.h"
#include "core/questions/rewrite/rebatch.h"
#include "core/questions/rewrite/rewrite_draft.h"
#include "core/questions/rewrite/simplify.h"
#include "core/questions/rows/questions.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using inference::InferRun;
using symbolic::Basis;

// Types that the model declares of inner values are not taken: an edit would rest on what nobody
// checks.
absl::Status Prepare(const v1::RewriteModelRequest& request, InferRun& run) {
  run.given.policy = inference::DeclaredPolicy::kOverride;
  switch (request.goal()) {
    case v1::RewriteModelRequest::GOAL_FREEZE:
    case v1::RewriteModelRequest::GOAL_SIMPLIFY:
    case v1::RewriteModelRequest::GOAL_REBATCH:
      break;
    default:
      return graph::FieldError("goal", "there is no such goal");
  }
  // The symbol would not stay one with a type of the request.
  if (request.goal() == v1::RewriteModelRequest::GOAL_REBATCH &&
      !request.model().input_types().empty()) {
    return graph::FieldError("model.input_types", "a rebatch takes the types of the model");
  }
  if (request.model().options().has_submodel()) {
    return graph::FieldError("model.options.submodel", "a rewrite is of a whole model");
  }
  if (!request.axes().empty() && request.goal() != v1::RewriteModelRequest::GOAL_REBATCH)
    return graph::FieldError("axes", "only GOAL_REBATCH has axes");
  return absl::OkStatus();
}

// A model with errors is not rewritten: nothing is known where they are.
bool RefuseErrors(RewriteDraft& draft) {
  rules::Workspace& workspace = draft.engine().workspace();
  if (inference::CountDiagnostics(workspace)[rules::Severity::kError] == 0) return false;
  for (const rules::Diagnostic& diagnostic : workspace.diagnostics()) {
    if (!draft.engine().work().Count()) break;
    if (diagnostic.severity == rules::Severity::kError) {
      draft.AddGap(diagnostic.site, diagnostic.message);
    }
  }
  draft.response().set_refused(true);
  return true;
}

void ListFacts(const inference::FactReport& report, RewriteDraft& draft) {
  constexpr int kMaxFacts = 1000;
  inference::Engine& engine = draft.engine();
  inference::AnswerText text(engine.workspace());
  const auto side = [&](symbolic::Expr e) {
    if (e.is_unknown()) return std::string("?");
    return e.is_constant() ? absl::StrCat(e.constant()) : std::string(text.Print(e));
  };
  for (const inference::ReportedFact& fact : report.facts()) {
    if (!engine.work().Count() || draft.response().facts_size() >= kMaxFacts) return;
    const Basis basis = fact.told_basis();
    if (basis == Basis::kAssumed || fact.scope != symbolic::kRootScope) continue;
    const absl::string_view said = basis == Basis::kPremise    ? "given"
                                   : basis == Basis::kDeclared ? "declared"
                                                               : "required";
    draft.response().add_facts(absl::StrCat(
        said, ": ", inference::FactText(fact.relation, side(fact.left), side(fact.right))));
  }
  const graph::Model& model = draft.model();
  for (graph::ValueId id = 0; id < model.values.size() && engine.work().Count(); ++id) {
    if (!engine.declared().HasFilledIn(id) || draft.response().facts_size() >= kMaxFacts) continue;
    draft.response().add_facts(absl::StrCat("declared: the type of ", model.values[id].name,
                                            ", which nothing else tells"));
  }
}

absl::Status FindEdits(const v1::RewriteModelRequest& request, RewriteDraft& draft) {
  switch (request.goal()) {
    case v1::RewriteModelRequest::GOAL_SIMPLIFY:
      FoldConstants(draft);
      ShortenTargets(draft);
      RemoveIdentities(draft);
      break;
    case v1::RewriteModelRequest::GOAL_REBATCH:
      return Rebatch(request, draft.engine(), &draft.response());
    default:
      InlineBranches(draft);
      FoldConstants(draft);
      DeclareShapes(draft);
      ListUndecided(draft);
  }
  draft.Finish();
  return absl::OkStatus();
}

absl::Status WriteRewrite(const v1::RewriteModelRequest& request, InferRun& run, WireWriter* out) {
  run.work.set_phase("rewrite");
  const ModelFormat format = run.model->format;
  if (format != ModelFormat::kOnnx && format != ModelFormat::kUnspecified) {
    return graph::ReadError(
        graph::reason::kMalformedModel,
        absl::StrCat("only ONNX models are rewritten; this is ", FormatName(format)));
  }
  v1::RewriteModelResponse response;
  RewriteDraft draft(*run.engine, &response);
  if (!RefuseErrors(draft)) {
    absl::Status status = FindEdits(request, draft);
    if (!status.ok()) return status;
    if (response.refused()) response.clear_edits();
    ListFacts(*run.report, draft);
  }
  if (run.work.is_stopped()) return run.work.status();
  MakeTextValid(&response);
  out->AppendBytes(response.SerializeAsString());
  return out->status();
}

}  // namespace

ModelRpc RewriteModelRow() {
  return RowByRun<v1::RewriteModelRequest, WriteRewrite, Prepare>("RewriteModel");
}

}  // namespace shapewright::questions

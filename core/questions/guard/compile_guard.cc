#include "core/questions/guard/compile_guard.h"

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/questions/binding/unchecked_places.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/guard/guard_cel.h"
#include "core/questions/guard/guard_draft.h"
#include "core/questions/guard/guard_facts.h"
#include "core/questions/guard/guard_inputs.h"
#include "core/questions/guard/guard_outputs.h"
#include "core/questions/rows/questions.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using graph::ValueId;
using inference::AnswerNumbering;
using inference::Engine;
using inference::FactReport;

// Nodes that read values of unknown rank check less than they would.
void AddUnknowns(GuardDraft& draft, const UnsettledValues& unsettled) {
  Engine& engine = draft.engine();
  const graph::Model& model = engine.workspace().model();
  engine.work().Count(model.values.size());
  size_t unknown = 0;
  absl::string_view first;
  bool is_unsettled = false;
  for (ValueId value = 0; value < model.values.size(); ++value) {
    if (unsettled.Contains(value) && !is_unsettled) {
      is_unsettled = true;
      draft.AddUndecided(
          absl::StrCat("the type of ", model.values[value].name,
                       " depends on sizes or elements in a way that no guard tells"));
    }
    const bool is_known = IsRankKnown(engine, engine.TypeOf(value));
    const bool is_made = model.values[value].origin != graph::ValueOrigin::kUndefined;
    if (is_known || !is_made) continue;
    if (unknown++ == 0) first = model.values[value].name;
  }
  if (unknown > 0) {
    draft.AddGap(
        absl::StrCat("the types of ", unknown, " values are not known: the first is ", first),
        v1::Fact::BASIS_REQUIRED);
  } else if (draft.program().not_covered().empty() &&
             !FindUncheckedRuns(engine, draft.report()).empty()) {
    draft.AddGap("a rank of which only a declaration tells", v1::Fact::BASIS_REQUIRED);
  }
}

v1::GuardProgram::Coverage CoverageOf(const v1::GuardProgram& program) {
  for (const v1::GuardGap& gap : program.not_covered()) {
    if (gap.basis() != v1::Fact::BASIS_DECLARED) return v1::GuardProgram::COVERAGE_PARTIAL;
  }
  return v1::GuardProgram::COVERAGE_COMPLETE;
}

absl::Status WriteGuard(const v1::CompileGuardRequest& request, inference::InferRun& run,
                        WireWriter* out) {
  v1::CompileGuardResponse response;
  absl::Status status = CompileGuard(request, *run.engine, *run.report, response.mutable_program());
  if (!status.ok()) return status;
  MakeTextValid(&response);
  out->AppendBytes(response.SerializeAsString());
  return absl::OkStatus();
}

}  // namespace

absl::Status CompileGuard(const v1::CompileGuardRequest& request, Engine& engine,
                          const FactReport& report, v1::GuardProgram* program) {
  engine.work().set_phase("compile a guard");
  GuardDraft draft(engine, report, program);
  const AnswerNumbering numbering(engine.workspace().model());
  AddGuardInputs(draft);
  GuardFacts facts(draft);
  facts.Add();
  const UnsettledValues unsettled(engine, /*refines=*/false);
  AddUnknowns(draft, unsettled);
  GuardOutputs outputs(draft, facts, unsettled);
  outputs.AddOutputs();
  absl::Status status = outputs.AddValues(numbering, request.values());
  if (status.ok() && request.has_memory()) status = outputs.AddMemory(numbering, request.memory());
  if (status.ok()) status = draft.builder().status();
  if (!status.ok()) return status;
  program->set_coverage(CoverageOf(*program));
  if (request.max_request().empty()) return absl::OkStatus();
  return AddCel(request.max_request(), engine.work(), program);
}

ModelRpc CompileGuardRow() { return RowByRun<v1::CompileGuardRequest, WriteGuard>("CompileGuard"); }

}  // namespace shapewright::questions

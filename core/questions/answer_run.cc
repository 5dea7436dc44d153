#include "core/questions/answer_run.h"

#include <utility>

#include "core/inference/answer/selection.h"
#include "core/inference/explanation/audit.h"
#include "core/questions/proofs/write_proofs.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using inference::AuditModel;
using inference::Includes;
using inference::InferRun;
using inference::WriteAnswer;

// The findings of the audit as serialized fields of the answer; none where nobody asks for them.
absl::StatusOr<std::string> WriteAudit(const v1::InferShapesRequest& request, InferRun& run) {
  if (!Includes(request, v1::PART_AUDIT)) return std::string();
  v1::InferShapesResponse audit;
  AuditModel(*run.engine, &audit);
  run.budget->Take(audit.ByteSizeLong());
  absl::Status status = run.budget->status();
  if (status.ok()) status = run.work.status();
  if (!status.ok()) return status;
  MakeTextValid(&audit);
  return audit.SerializeAsString();
}

}  // namespace

absl::StatusOr<std::string> AnswerRun(const v1::InferShapesRequest& request, InferRun& run) {
  absl::StatusOr<std::string> audit = WriteAudit(request, run);
  if (!audit.ok()) return audit;
  if (run.options.on_inferred) run.options.on_inferred();
  run.answer.further = *std::move(audit);
  if (Includes(request, v1::PART_PROOFS)) {
    absl::StatusOr<std::string> proofs =
        WriteProofs(*run.engine, *run.report, &run.given, *run.budget);
    if (!proofs.ok()) return proofs;
    run.answer.further += *proofs;
  }
  return WriteAnswer(*run.engine, *run.model, *run.report, run.answer);
}

}  // namespace shapewright::questions

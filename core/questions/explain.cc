#include "core/inference/explanation/explain.h"

#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/questions/rows/questions.h"
#include "core/wire/valid_text.h"
#include "shapewright/v1/explain.pb.h"

namespace shapewright::questions {
namespace {

absl::Status WriteExplanations(const v1::ExplainShapesRequest& request, inference::InferRun& run,
                               WireWriter* out) {
  run.work.set_phase("explain");
  inference::Explainer explainer(*run.engine, *run.report);
  for (int i = 0; i < request.questions_size(); ++i) {
    absl::Status status = run.work.Poll();
    if (!status.ok()) return status;
    v1::Explanation explanation;
    status = explainer.Explain(request.questions(i), &explanation);
    if (absl::IsInvalidArgument(status)) {
      explanation.Clear();
      status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedQuestion));
      graph::WriteEntryError(status, explanation.mutable_error());
    } else if (!status.ok()) {
      return status;
    }
    if (run.work.is_stopped()) run.work.SetSite(graph::Item("questions", i));
    MakeTextValid(&explanation);
    out->Bytes(v1::ExplainShapesResponse::kExplanationsFieldNumber,
               explanation.SerializeAsString());
    status = run.work.status();
    if (status.ok()) status = out->status();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

constexpr ListLimit kExplainShapesLists[] = {
    {ListKind::kQuestions, "questions", SizeBy<&v1::ExplainShapesRequest::questions_size>}};

}  // namespace

ModelRpc ExplainShapesRow() {
  return RowByRun<v1::ExplainShapesRequest, WriteExplanations>("ExplainShapes",
                                                               kExplainShapesLists);
}

}  // namespace shapewright::questions

#include "core/inference/facts/assumed_ranges.h"
#include "core/questions/evaluation/bucket_advisor.h"
#include "core/questions/evaluation/infer_again.h"
#include "core/questions/evaluation/model_bucket_sizes.h"
#include "core/questions/rows/questions.h"

namespace shapewright::questions {
namespace {

absl::Status WriteBucketChoice(const v1::ChooseBucketsRequest& request, inference::InferRun& run,
                               WireWriter* out) {
  const inference::AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("advise");
  const inference::AnswerNumbering numbering(*run.model);
  const v1::EvaluateShapesRequest question;
  Evaluations evaluations(*run.engine, *run.report, numbering, question);
  evaluations.AnswerOwnCases(InferAgain(request.model(), *run.whole, run.options, question));
  ModelBucketSizes allowed(*run.engine, *run.report, evaluations, request, run.work);
  if (!allowed.status().ok()) return allowed.status();
  v1::ChooseBucketsResponse response;
  absl::Status status = AdviseBuckets(request, allowed, run.work, &response);
  if (status.ok()) out->AppendBytes(response.SerializeAsString());
  return status;
}

constexpr ListLimit kChooseBucketsLists[] = {
    {ListKind::kObservations, "observed", SizeBy<&v1::ChooseBucketsRequest::observed_size>}};

}  // namespace

ModelRpc ChooseBucketsRow() {
  return RowByRun<v1::ChooseBucketsRequest, WriteBucketChoice>("ChooseBuckets",
                                                               kChooseBucketsLists);
}

}  // namespace shapewright::questions

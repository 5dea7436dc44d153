#include "core/questions/rows/row.h"

#include "core/base/answer_budget.h"

namespace shapewright::questions {

absl::StatusOr<std::string> AnswerFromRun(const v1::ModelSpec& spec,
                                          const v1::RequestLimits& limits, uint64_t work_limit,
                                          const graph::Model& model,
                                          const inference::InferOptions& options,
                                          PrepareStep prepare, WriteStep write) {
  const auto run =
      inference::PrepareRun(spec, v1::STRICTNESS_UNSPECIFIED, limits, work_limit, model, options);
  if (!run.ok()) return inference::BlameRequest(run.status());
  WireWriter answer(*(*run)->budget);
  absl::Status status = prepare(**run);
  if (status.ok()) status = FinishRun(**run);
  if (status.ok()) status = write(**run, &answer);
  if (status.ok()) status = (*run)->work.status();
  if (status.ok()) status = (*run)->budget->CheckSize(answer.size());
  if (!status.ok()) return inference::BlameRequest(status);
  if (options.on_inferred) options.on_inferred();
  return answer.Take();
}

}  // namespace shapewright::questions

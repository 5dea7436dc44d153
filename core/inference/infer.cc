#include "core/inference/infer.h"

#include <optional>

#include "core/graph/front_end/front_end.h"
#include "core/inference/answer/answer_writer.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/infer_run.h"

namespace shapewright::inference {

absl::StatusOr<std::string> InferOnnxModel(absl::string_view model, const InferOptions& options) {
  const auto read = graph::ReadModelFile({model}, ModelFormat::kUnspecified, options.reader);
  if (!read.ok()) return read.status();
  InferOptions counted = options;
  Work work(WorkLimit(options.max_work, 0, (*read)->byte_size), options.reader.check_interrupt,
            options.progress);
  work.CountKept((*read)->read_work);
  counted.work = &work;
  std::optional<Engine> engine;
  std::optional<FactReport> report;
  absl::Status status = RunEngine(**read, counted, nullptr, &engine, &report);
  if (!status.ok()) return status;
  if (options.on_inferred) options.on_inferred();
  AnswerOptions answer;
  answer.scope = AnswerOptions::Scope::kAllGraphs;
  answer.nodes = true;
  AnswerBudget budget(options.max_answer_bytes);
  answer.budget = &budget;
  return WriteAnswer(*engine, **read, *report, answer);
}

}  // namespace shapewright::inference

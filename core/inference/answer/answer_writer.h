#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_WRITER_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_WRITER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/answer_budget.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"

namespace shapewright::inference {

// What an answer holds, as a request asks for it.
struct AnswerOptions {
  // Which values are listed.
  enum class Scope : uint8_t { kOutputs, kMainGraph, kAllGraphs };
  Scope scope = Scope::kMainGraph;
  // Names of the main graph's values that are listed too.
  std::vector<std::string> values;
  bool nodes = false;
  // Of nodes that are listed what they read and where they come from.
  bool wiring = false;
  bool elements = false;
  // Serialized fields behind the graphs: the findings of the audit, proofs.
  std::string further;
  // What the request says of inputs and symbols; may be null.
  const Given* given = nullptr;
  // Further diagnostics are only counted.
  size_t max_diagnostics = 1000;
  // Counts what is written; `further` is counted in it already. Null: a new one.
  AnswerBudget* budget = nullptr;
};

// The serialized shapewright.v1.InferShapesResponse of a finished engine, without model_id. Written
// as wire bytes from the type table; the same model gives the same bytes (S21). Fails only if the
// engine's work or the budget does.
absl::StatusOr<std::string> WriteAnswer(Engine& engine, const graph::Model& model,
                                        const FactReport& report, const AnswerOptions& options);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_WRITER_H_

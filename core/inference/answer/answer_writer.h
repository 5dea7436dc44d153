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

// What an answer holds, from the request's Selection.
struct AnswerOptions {
  enum class Scope : uint8_t { kAll, kMainGraph, kOutputs, kNamed };
  Scope scope = Scope::kAll;
  std::vector<std::string> names;  // for kNamed
  bool has_names = true;
  bool has_values = true;
  bool has_symbols = true;
  bool has_constraints = true;
  bool has_preconditions = true;
  bool has_diagnostics = true;
  bool has_elements = false;
  // Of the constraints.
  bool has_provenance = false;
  // Serialized fields 8 to 13 of the answer, and 16 and beyond.
  std::string evaluations;
  std::string ranks;
  // What the request says of symbols; may be null.
  const Given* given = nullptr;
  // More are counted and dropped.
  size_t max_diagnostics = 1000;
  // Counts what is written; evaluations and ranks are counted in it already. Null: a new one.
  AnswerBudget* budget = nullptr;
};

// The serialized shapewright.v1.InferShapesResponse of a finished engine, without model_id. Written
// as wire bytes from the type table; the same model gives the same bytes (S21). `evaluations_at`,
// if given, receives the offset of options.evaluations. Fails only if the engine's work or the
// budget does.
absl::StatusOr<std::string> WriteAnswer(Engine& engine, const graph::Model& model,
                                        const FactReport& report, const AnswerOptions& options,
                                        size_t* evaluations_at = nullptr);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_WRITER_H_

#ifndef SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_ANSWER_H_
#define SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_ANSWER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/corpus_truth.h"

namespace shapewright {

// Evaluates the dims of an answer, read back from their text, for the sizes of
// one real run.
class AnswerEvaluator {
 public:
  enum class Status : uint8_t {
    kOk,
    kOpen,    // holds a symbol that the run gives no value
    kFailed,  // no expression, or without a value: a division by zero
  };
  struct Result {
    Status status = Status::kOpen;
    int64_t value = 0;  // kOk
  };

  // Both must outlive the evaluator.
  AnswerEvaluator(const v1::InferShapesResponse& answer, const ObservedRun& run);

  Result Evaluate(const v1::Dim& dim);
  Result Evaluate(const v1::Amount& amount);
  // Whether the relation holds; nothing where a side is open.
  std::optional<bool> Holds(const v1::Fact& fact);

 private:
  Result EvaluateText(const std::string& text);
  // A symbol as the constant that it is in the run.
  absl::StatusOr<symbolic::Expr> Resolve(absl::string_view name);

  const ObservedRun& run_;
  symbolic::ExprArena arena_;
  // What defined symbols stand for (S20).
  absl::flat_hash_map<std::string, const v1::Amount*> definitions_;
  absl::flat_hash_map<std::string, Result> results_;
};

// `[N, 3, ?1]`, `?`.
std::string ShapeText(const v1::Shape& shape);
// `node 3 Add "/add"`, `input 0`.
std::string SiteText(const v1::Site& site);
// numpy's name of an element type.
std::string NumpyName(v1::ElementType type);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_ANSWER_H_

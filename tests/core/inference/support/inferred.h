#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_INFERRED_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_INFERRED_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// The answer about a model text (see model_text.h), readable in assertions.
class Inferred {
 public:
  explicit Inferred(absl::string_view model_text, const inference::InferOptions& options = {});

  const absl::Status& status() const { return status_; }
  const v1::InferShapesResponse& answer() const { return answer_; }

  // "float32[N + 5, 3]", "int64?" of unknown rank, "seq(...)", "?" if nothing is
  // known; of the value in whichever graph has it last.
  std::string Type(absl::string_view value) const;
  // "REQUIRED N + 3 <= 8", with " if then_branch" under a guard.
  std::vector<std::string> Facts() const;
  // "ERROR RANK_MISMATCH".
  std::vector<std::string> Diagnostics() const;
  // "N INPUT_DIM 0..", with " := 8" where solved.
  std::vector<std::string> Symbols() const;
  std::string DeclaredType(absl::string_view value) const;

 private:
  std::string TypeText(const v1::Type& type) const;
  const v1::ValueInfo* Find(absl::string_view value) const;

  absl::Status status_;
  v1::InferShapesResponse answer_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_INFERRED_H_

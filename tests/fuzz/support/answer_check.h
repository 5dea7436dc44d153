#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ANSWER_CHECK_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ANSWER_CHECK_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::fuzz {

// Limits that small models reach, so that both sides of each are seen and no
// input takes long.
inference::InferOptions SmallLimits();

// Infers twice and aborts unless both answers are the same (S21), and either an
// InferShapesResponse whose indices stay within it or an error of a documented
// code with a reason.
void CheckAnswers(absl::FunctionRef<absl::StatusOr<std::string>()> infer);
// The same for EvaluateShapesResponse: an evaluation per binding, with a verdict or an error.
void CheckEvaluations(const v1::EvaluateShapesRequest& request,
                      absl::FunctionRef<absl::StatusOr<std::string>()> evaluate);

// Of other RPCs about a model: `is_whole` tells whether the parsed answer has all that was asked
// for.
void CheckEntries(absl::FunctionRef<absl::StatusOr<std::string>()> ask,
                  google::protobuf::Message* answer, absl::FunctionRef<bool()> is_whole);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_ANSWER_CHECK_H_

// Fuzzes requests for sizes: what a fresh inference answers is what one that is kept does.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/inference/read_model.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "shapewright/v1/evaluate.pb.h"
#include "tests/fuzz/support/answer_check.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/model_request.h"

namespace {

using shapewright::inference::InferOptions;
using shapewright::questions::CompiledInference;
using shapewright::v1::EvaluateShapesRequest;

absl::StatusOr<std::string> AnswerFromKept(const EvaluateShapesRequest& request,
                                           const InferOptions& limits) {
  const auto model = shapewright::inference::ReadModel(request.model(), limits);
  if (!model.ok()) return model.status();
  const auto kept = CompiledInference::Compile(request, **model, limits);
  if (!kept.ok()) return kept.status();
  // Somebody else's question before this one.
  EvaluateShapesRequest other = request;
  if (other.bindings_size() > 1) other.mutable_bindings()->SwapElements(0, 1);
  (void)(*kept)->Answer(other, limits);
  return (*kept)->Answer(request, limits);
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  EvaluateShapesRequest request;
  return shapewright::fuzz::MutateModelRequest(&request, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  EvaluateShapesRequest request;
  if (!shapewright::fuzz::ParseModelRequest(data, size, &request)) return 0;
  const InferOptions limits = shapewright::fuzz::SmallLimits();
  bool is_inferred = false;
  shapewright::fuzz::CheckEvaluations(request, [&] {
    const bool is_kept = std::exchange(is_inferred, true) && request.model().has_onnx();
    return is_kept ? AnswerFromKept(request, limits)
                   : shapewright::questions::EvaluateRequest(request, limits);
  });
  return 0;
}

// Fuzzes requests for sizes: what a fresh inference answers is what one that is kept does.
#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/graph/message/parse_message.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/infer.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "tests/fuzz/answer_check.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/fuzz/onnx_words.h"

namespace {

using shapewright::fuzz::MessageMutator;
using shapewright::inference::CompiledInference;
using shapewright::inference::InferOptions;
using shapewright::v1::EvaluateShapesRequest;

constexpr uint32_t kByteMutations = 8;

bool Parse(const uint8_t* data, size_t size, EvaluateShapesRequest& request) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  return shapewright::graph::ParseMessage(bytes, &request).ok();
}

// The model within the request, half the time; else the request around it.
void Mutate(EvaluateShapesRequest& request, MessageMutator& mutator) {
  shapewright::onnx::ModelProto model;
  if (mutator.Below(2) == 0 && model.ParsePartialFromString(request.model().onnx())) {
    mutator.Mutate(model);
    request.mutable_model()->set_onnx(model.SerializePartialAsString());
  } else {
    mutator.Mutate(request);
  }
}

absl::StatusOr<std::string> AnswerFromKept(const EvaluateShapesRequest& request,
                                           const InferOptions& limits) {
  const auto model = shapewright::graph::ReadOnnxModel(request.model().onnx(), limits.reader);
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

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  EvaluateShapesRequest request;
  if (seed % kByteMutations == 0 || !Parse(data, size, request)) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  MessageMutator mutator(seed, shapewright::fuzz::OnnxWords());
  Mutate(request, mutator);
  return shapewright::fuzz::Write(request, data, size, max_size);
}

// protobuf complains about names that are not UTF-8.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  static const google::protobuf::LogSilencer silencer;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  EvaluateShapesRequest request;
  if (!Parse(data, size, request) || request.model().has_graph()) return 0;
  const InferOptions limits = shapewright::fuzz::SmallLimits();
  bool is_inferred = false;
  shapewright::fuzz::CheckEvaluations(request, [&] {
    const bool is_kept = std::exchange(is_inferred, true) && request.model().has_onnx();
    return is_kept ? AnswerFromKept(request, limits)
                   : shapewright::inference::EvaluateRequest(request, limits);
  });
  return 0;
}

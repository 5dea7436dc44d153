// Fuzzes inference over ONNX models that a mutator changes by their schema.
#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/string_view.h"
#include "core/inference/infer.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/fuzz/support/answer_check.h"
#include "tests/fuzz/support/message_mutator.h"
#include "tests/fuzz/support/onnx_words.h"

namespace {

using shapewright::fuzz::MessageMutator;
using shapewright::onnx::ModelProto;

// One in so many changes is of the bytes.
constexpr uint32_t kByteMutations = 16;

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  ModelProto model;
  if (seed % kByteMutations == 0 || !model.ParsePartialFromArray(data, static_cast<int>(size))) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  MessageMutator(seed, shapewright::fuzz::OnnxWords()).Mutate(model);
  return shapewright::fuzz::Write(model, data, size, max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size, const uint8_t* other,
                                            size_t other_size, uint8_t* out, size_t max_out_size,
                                            unsigned int seed) {
  ModelProto model;
  ModelProto source;
  if (!model.ParsePartialFromArray(data, static_cast<int>(size)) ||
      !source.ParsePartialFromArray(other, static_cast<int>(other_size))) {
    return 0;
  }
  MessageMutator(seed, shapewright::fuzz::OnnxWords()).CrossOver(model, source);
  return shapewright::fuzz::Write(model, out, 0, max_out_size);
}

// protobuf complains about names that are not UTF-8.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  static const google::protobuf::LogSilencer silencer;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view model(reinterpret_cast<const char*>(data), size);
  shapewright::fuzz::CheckAnswers([model] {
    return shapewright::inference::InferOnnxModel(model, shapewright::fuzz::SmallLimits());
  });
  return 0;
}

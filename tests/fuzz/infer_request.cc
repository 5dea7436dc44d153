// Fuzzes requests: the bytes as the server reads them, through the engine.
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/graph/message/message_reader.h"
#include "core/inference/infer.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/fuzz/answer_check.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/fuzz/onnx_words.h"

namespace {

using shapewright::fuzz::MessageMutator;
using shapewright::inference::InferOptions;
using shapewright::v1::InferShapesRequest;

constexpr uint32_t kByteMutations = 8;
// As the server's.
constexpr int kMaxMessageDepth = 200;

bool Parse(const uint8_t* data, size_t size, InferShapesRequest& request) {
  google::protobuf::io::CodedInputStream stream(data, static_cast<int>(size));
  stream.SetRecursionLimit(kMaxMessageDepth);
  return request.ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

// The model within the request, half the time; else the request around it.
void Mutate(InferShapesRequest& request, MessageMutator& mutator) {
  shapewright::onnx::ModelProto model;
  if (mutator.Below(2) == 0 && model.ParsePartialFromString(request.model().onnx())) {
    mutator.Mutate(model);
    request.mutable_model()->set_onnx(model.SerializePartialAsString());
  } else {
    mutator.Mutate(request);
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  InferShapesRequest request;
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
  InferShapesRequest request;
  if (!Parse(data, size, request)) return 0;
  const InferOptions limits = shapewright::fuzz::SmallLimits();
  shapewright::fuzz::CheckAnswers(
      [&] { return shapewright::inference::InferRequest(request, limits); });
  // The engine does not take this form of a model yet; its reader is there.
  if (request.model().has_graph()) {
    (void)shapewright::graph::ReadModelMessage(request.model().graph(), limits.reader);
  }
  return 0;
}

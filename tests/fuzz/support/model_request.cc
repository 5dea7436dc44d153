#include "tests/fuzz/support/model_request.h"

#include "absl/strings/string_view.h"
#include "core/graph/message/parse_message.h"
#include "core/questions/model_rpc.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/fuzz/support/message_mutator.h"
#include "tests/fuzz/support/onnx_words.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace shapewright::fuzz {

bool ParseModelRequest(const uint8_t* data, size_t size, google::protobuf::Message* request) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  return graph::ParseMessage(bytes, request).ok();
}

size_t MutateModelRequest(google::protobuf::Message* request, uint8_t* data, size_t size,
                          size_t max_size, unsigned int seed) {
  constexpr unsigned int kByteMutations = 8;
  if (seed % kByteMutations == 0 || !ParseModelRequest(data, size, request)) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  MessageMutator mutator(seed, OnnxWords());
  v1::ModelSpec& spec = questions::MutableSpecOf(*request);
  onnx::ModelProto model;
  if (mutator.Below(2) == 0 && model.ParsePartialFromString(spec.onnx())) {
    mutator.Mutate(model);
    spec.set_onnx(model.SerializePartialAsString());
  } else {
    mutator.Mutate(*request);
  }
  return Write(*request, data, size, max_size);
}

}  // namespace shapewright::fuzz

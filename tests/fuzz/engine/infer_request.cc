// Fuzzes requests: the bytes as the server reads them, through the engine.
#include "core/questions/infer_request.h"

#include <cstddef>
#include <cstdint>

#include "shapewright/v1/infer.pb.h"
#include "tests/fuzz/support/answer_check.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/model_request.h"

using Request = shapewright::v1::InferShapesRequest;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  Request request;
  return shapewright::fuzz::MutateModelRequest(&request, data, size, max_size, seed);
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Request request;
  if (!shapewright::fuzz::ParseModelRequest(data, size, &request)) return 0;
  shapewright::fuzz::CheckAnswers([&] {
    return shapewright::questions::InferRequest(request, shapewright::fuzz::SmallLimits());
  });
  return 0;
}

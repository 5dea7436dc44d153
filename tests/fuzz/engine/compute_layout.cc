// Fuzzes ComputeLayout: requests that a mutator changes by their schema. An answer is the same
// again, and for each case alone.
#include "core/query/layout/compute_layout.h"

#include <cstddef>
#include <cstdint>

#include "shapewright/v1/layout.pb.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/query_target.h"

using Request = shapewright::v1::ComputeLayoutRequest;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  return shapewright::fuzz::MutateMessage<Request>(data, size, max_size, seed,
                                                   shapewright::fuzz::QueryWords());
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size, const uint8_t* other,
                                            size_t other_size, uint8_t* out, size_t max_out_size,
                                            unsigned int seed) {
  return shapewright::fuzz::CrossMessages<Request>(data, size, other, other_size, out, max_out_size,
                                                   seed, shapewright::fuzz::QueryWords());
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Request request;
  if (!request.ParseFromArray(data, static_cast<int>(size))) return 0;
  shapewright::fuzz::CheckCases<Request, shapewright::v1::ComputeLayoutResponse>(
      request, true, shapewright::query::ComputeLayout);
  return 0;
}

#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_TARGET_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_TARGET_H_

#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tests/fuzz/support/message_mutator.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace shapewright::fuzz {

// A mutator for targets whose input is one message: by its schema, and now and then by its bytes.
template <typename Request>
size_t MutateMessage(uint8_t* data, size_t size, size_t max_size, unsigned int seed,
                     absl::Span<const absl::string_view> words) {
  constexpr unsigned int kByteMutations = 8;
  Request request;
  if (seed % kByteMutations == 0 || !request.ParseFromArray(data, static_cast<int>(size))) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  MessageMutator(seed, words).Mutate(request);
  return Write(request, data, size, max_size);
}

template <typename Request>
size_t CrossMessages(const uint8_t* data, size_t size, const uint8_t* other, size_t other_size,
                     uint8_t* out, size_t max_out_size, unsigned int seed,
                     absl::Span<const absl::string_view> words) {
  Request request;
  Request source;
  if (!request.ParseFromArray(data, static_cast<int>(size)) ||
      !source.ParseFromArray(other, static_cast<int>(other_size))) {
    return 0;
  }
  MessageMutator(seed, words).CrossOver(request, source);
  return Write(request, out, 0, max_out_size);
}

// protobuf complains about strings that are not UTF-8; not to us.
inline void SilenceProtobuf() { static const google::protobuf::LogSilencer silencer; }

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MESSAGE_TARGET_H_

#ifndef SHAPEWRIGHT_TESTS_BENCHMARK_ECHO_SIZE_H_
#define SHAPEWRIGHT_TESTS_BENCHMARK_ECHO_SIZE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace shapewright::benchmark {

// The protocol of the echo server: a request begins with the size of its
// answer.

// A request of `size` bytes, or of as few as hold the size of the answer.
inline std::string EchoRequest(size_t size, size_t answer_size) {
  const uint64_t wanted = answer_size;
  std::string request(size < sizeof(wanted) ? sizeof(wanted) : size, 'x');
  std::memcpy(request.data(), &wanted, sizeof(wanted));
  return request;
}

// What a request that begins with these bytes wants.
inline size_t ReadEchoSize(const void* bytes, size_t size) {
  uint64_t wanted = 0;
  if (size >= sizeof(wanted)) std::memcpy(&wanted, bytes, sizeof(wanted));
  return wanted;
}

}  // namespace shapewright::benchmark

#endif  // SHAPEWRIGHT_TESTS_BENCHMARK_ECHO_SIZE_H_

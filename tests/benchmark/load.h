#ifndef SHAPEWRIGHT_TESTS_BENCHMARK_LOAD_H_
#define SHAPEWRIGHT_TESTS_BENCHMARK_LOAD_H_

#include <grpcpp/channel.h>
#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shapewright::benchmark {

using Seconds = std::chrono::duration<double>;

// A server under test, and the process whose CPU time counts.
struct Target {
  std::shared_ptr<grpc::Channel> channel;
  int pid = 0;
};

// What is called: a full method name, and the bytes of request number `i`.
struct Calls {
  std::string method;
  std::function<grpc::ByteBuffer(uint64_t i)> request;
};

// How the calls of one measurement went.
struct Outcome {
  uint64_t ok = 0;
  uint64_t ok_in_time = 0;  // without those that ended after the last one was started
  uint64_t refused = 0;     // RESOURCE_EXHAUSTED
  uint64_t failed = 0;
  std::string first_error;  // of those that failed
  double seconds = 0;
  double p50_us = 0;  // of the calls that were answered
  double p99_us = 0;
  double server_us_per_call = 0;  // CPU time of the server, by its answered calls
  size_t request_bytes = 0;       // of the last call
  size_t answer_bytes = 0;

  double rate() const { return seconds > 0 ? static_cast<double>(ok_in_time) / seconds : 0; }
};

// Keeps `in_flight` calls under way for that long: each that ends is followed
// by the next. One thread and one channel. Requests are numbered from `first`.
Outcome RunClosed(const Target& target, const Calls& calls, int in_flight, Seconds time,
                  uint64_t first);

// Starts `rate` calls per second whether or not earlier ones have ended.
Outcome RunOpen(const Target& target, const Calls& calls, double rate, Seconds time,
                uint64_t first);

}  // namespace shapewright::benchmark

#endif  // SHAPEWRIGHT_TESTS_BENCHMARK_LOAD_H_

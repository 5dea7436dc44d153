// The C++ client under load, as load.py tells: its calls wait, so each in flight has a thread.
//
// usage: client_load TARGET MODEL.onnx
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/cpp/client.h"

namespace shapewright::benchmark {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

// One call about sizes that no call before had.
void Ask(Client& client, const std::string& inference_id, uint64_t number) {
  const int64_t size = static_cast<int64_t>(1 + number % 500);
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_inference_id(inference_id);
  v1::Binding& binding = *request.add_bindings();
  binding.set_label(absl::StrFormat("%016d", number));
  for (const char* symbol : {"batch", "sequence"}) {
    v1::SymbolSize& bound = *binding.add_symbols();
    bound.set_symbol(symbol);
    bound.set_size(size);
  }
  const auto answer = client.EvaluateShapes(request);
  if (!answer.ok()) Fail(answer.status().ToString());
  if (answer->evaluations(0).outputs(0).sizes(0) != size) Fail("a wrong answer");
}

double Rate(Client& client, const std::string& inference_id, int in_flight, double seconds) {
  static std::atomic<uint64_t> next{0};
  std::atomic<uint64_t> ended{0};
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration<double>(seconds);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(in_flight));
  for (int i = 0; i < in_flight; ++i) {
    threads.emplace_back([&] {
      for (; Clock::now() < end; ++ended) Ask(client, inference_id, next++);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> took = Clock::now() - start;
  return static_cast<double>(ended) / took.count();
}

int Main(const std::string& target, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string onnx{std::istreambuf_iterator<char>(file), {}};
  const auto client = Client::Connect(target);
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(onnx);
  const auto answer = client->InferShapes(request);
  if (!answer.ok()) Fail(answer.status().ToString());
  int in_flight = 0;
  double seconds = 0;
  while (std::cin >> in_flight >> seconds) {
    std::cout << Rate(*client, answer->inference_id(), in_flight, seconds) << "\n" << std::flush;
  }
  return 0;
}

}  // namespace
}  // namespace shapewright::benchmark

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return shapewright::benchmark::Main(argv[1], argv[2]);
}

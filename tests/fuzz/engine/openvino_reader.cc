// Fuzzes the reader of OpenVINO's IR, and the inference of what it reads: the bytes up to the first
// NUL are the XML, those behind it the weights.
#include "core/graph/openvino/openvino_reader.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {
namespace {

constexpr uint64_t kMaxFuzzWork = 20'000'000;

void Check(absl::string_view bytes) {
  const size_t end = bytes.find('\0');
  const absl::string_view weights =
      end == absl::string_view::npos ? absl::string_view() : bytes.substr(end + 1);
  InferOptions options;
  options.reader.limits.max_nodes = 64;
  options.reader.limits.max_subgraph_depth = 3;
  const auto model = graph::ReadOpenVinoModel(bytes.substr(0, end), weights, options.reader);
  if (!model.ok()) return;
  Work work(kMaxFuzzWork);
  options.work = &work;
  Engine engine(**model, options);
  (void)engine.Run();
}

}  // namespace
}  // namespace shapewright::inference

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::inference::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}

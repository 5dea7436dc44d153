// Fuzzes the wire reader of ONNX models by raw bytes: what it makes of them
// agrees with protobuf's view (tests/core/graph/support/reader_verdict.h).
#include "core/graph/onnx/onnx_reader.h"

#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/core/graph/support/reader_verdict.h"

namespace shapewright::graph {
namespace {

// A breach is an error without further looks, so that both sides of each limit
// are reached.
ReaderOptions SmallLimits() {
  ReaderOptions options;
  options.limits.max_nodes = 8;
  options.limits.max_subgraph_depth = 2;
  options.limits.max_rank = 3;
  options.limits.max_type_depth = 3;
  return options;
}

void Check(const std::string& bytes) {
  static const LaxParser lax;
  const std::string error = FindReaderError(bytes, lax);
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::abort();
  }
  (void)ReadOnnxModel(bytes, SmallLimits());
}

}  // namespace
}  // namespace shapewright::graph

// protobuf complains about names that are not UTF-8.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  static const google::protobuf::LogSilencer silencer;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  shapewright::graph::Check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

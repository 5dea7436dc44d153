// Fuzzes the reader of MLIR's bytecode: whatever it makes of bytes is a consistent model, or an
// error that says where.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/graph/mlir_bytecode/bytecode_reader.h"
#include "tests/core/graph/support/dump.h"

namespace shapewright::graph {
namespace {

// A breach is an error without further looks, so that both sides of each limit
// are reached.
ReaderOptions SmallLimits() {
  ReaderOptions options;
  options.limits.max_nodes = 8;
  options.limits.max_subgraph_depth = 2;
  options.limits.max_rank = 3;
  return options;
}

void Check(absl::string_view bytes) {
  const auto model = ReadStablehloBytecode(bytes);
  const std::string error =
      model.ok()
          ? FindInconsistency(**model)
          : std::string(model.status().message().empty() ? "an error without a message" : "");
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::abort();
  }
  (void)ReadStablehloBytecode(bytes, SmallLimits());
}

}  // namespace
}  // namespace shapewright::graph

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A copy, so that reading behind its end is seen.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  shapewright::graph::Check(bytes);
  return 0;
}

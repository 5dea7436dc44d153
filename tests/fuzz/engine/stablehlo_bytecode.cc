// Fuzzes the reader of MLIR's bytecode, and the inference of what it reads.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/support/file_answers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A copy, so that reading behind its end is seen.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  shapewright::fuzz::CheckFile({bytes}, shapewright::ModelFormat::kStablehloBytecode);
  return 0;
}

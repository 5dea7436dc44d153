// Fuzzes the reader of HLO text, and the inference of what it reads.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/support/file_answers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A copy, so that reading behind its end is seen.
  const std::string text(reinterpret_cast<const char*>(data), size);
  shapewright::fuzz::CheckFile({text}, shapewright::ModelFormat::kHloText);
  return 0;
}

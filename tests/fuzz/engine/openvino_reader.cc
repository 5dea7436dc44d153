// Fuzzes the reader of OpenVINO's IR, and the inference of what it reads: the bytes up to the first
// NUL are the XML, those behind it the weights.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/support/file_answers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const uint8_t* end = data + size;
  const uint8_t* nul = std::find(data, end, uint8_t{0});
  // Copies, so that reading behind their ends is seen.
  const std::string xml(data, nul);
  const std::string weights(nul == end ? end : nul + 1, end);
  shapewright::fuzz::CheckFile({xml, weights}, shapewright::ModelFormat::kOpenvinoIr);
  return 0;
}

// Fuzzes the header `traceparent`, with a regular expression as the oracle.
#include "server/observe/trace_context.h"

#include <cstddef>
#include <cstdint>
#include <regex>
#include <string>

#include "tests/fuzz/support/query_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxBytes = 200;
  if (size > kMaxBytes) return 0;
  const std::string header(reinterpret_cast<const char*>(data), size);
  static const std::regex kForm(
      "(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})"
      "(-[\\s\\S]*)?");
  std::smatch parts;
  const bool is_good =
      std::regex_match(header, parts, kForm) && (parts[1] != "00" || !parts[5].matched);
  const auto context = shapewright::server::ParseTraceparent(header);
  if (context.has_value() != is_good) shapewright::fuzz::Defect("taken for what it is not");
  if (is_good && (std::string(context->trace_id) != parts[2].str() ||
                  std::string(context->parent_id) != parts[3].str())) {
    shapewright::fuzz::Defect("other ids");
  }
  if (is_good && context->is_sampled != (std::stoi(parts[4].str(), nullptr, 16) % 2 == 1)) {
    shapewright::fuzz::Defect("another flag");
  }
  return 0;
}

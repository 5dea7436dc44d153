#ifndef SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTICS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTICS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/static_text.h"
#include "core/symbolic/site.h"

namespace shapewright::rules {

// The numbers are those of shapewright.v1.Diagnostic.Severity.
enum class Severity : uint8_t { kInfo = 1, kWarning = 2, kError = 3 };

// A message to the user about the model: what is wrong, where, why, and what to do.
struct Diagnostic {
  Severity severity = Severity::kError;
  // Stable, UPPER_SNAKE.
  StaticText code;
  // The id of the check that fails: `conv.channels`. Empty: the code says it all.
  StaticText check;
  std::string message;
  symbolic::Site site;
  std::vector<symbolic::Site> related;
  std::string suggestion;
  // For a contradiction: the index of the fact in FactStore::refuted().
  std::optional<uint32_t> refuted;
  // It follows from what the model demands and the request promises alone, and all runtimes know it
  // (S36).
  bool is_firm = true;
};

// How many there are of each severity, by its number.
struct DiagnosticCounts {
  std::array<uint64_t, 4> by_severity = {};

  uint64_t& operator[](Severity severity) { return by_severity[static_cast<size_t>(severity)]; }
  uint64_t total() const { return by_severity[1] + by_severity[2] + by_severity[3]; }
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_DIAGNOSTICS_H_

#include "client/cpp/cli/report/timing.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace shapewright::cli {
namespace {

constexpr double kLeastMilliseconds = 0.05;

// What the phases of a call are called in a sentence.
constexpr std::pair<absl::string_view, absl::string_view> kPhaseWords[] = {
    {"queue", "waiting"}, {"read", "reading"}, {"infer", "inferring"}, {"serialize", "writing"}};

}  // namespace

std::string TimingText(absl::string_view server_timing) {
  std::vector<std::string> parts;
  for (const absl::string_view entry : absl::StrSplit(server_timing, ',')) {
    const absl::string_view text = absl::StripAsciiWhitespace(entry);
    if (text == "cache;desc=hit") return "kept from an earlier call";
    for (const auto& [phase, word] : kPhaseWords) {
      absl::string_view rest = text;
      double milliseconds = 0;
      if (absl::ConsumePrefix(&rest, phase) && absl::ConsumePrefix(&rest, ";dur=") &&
          absl::SimpleAtod(rest, &milliseconds) && milliseconds >= kLeastMilliseconds) {
        parts.push_back(absl::StrFormat("%.1f ms %s", milliseconds, word));
      }
    }
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace shapewright::cli

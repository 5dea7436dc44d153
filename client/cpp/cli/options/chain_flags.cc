#include "client/cpp/cli/options/chain_flags.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/options/flag_text.h"

namespace shapewright::cli {
namespace {

constexpr CommandSet kChain = Of(Command::kChain);

// A text of the question, which is read when all stages are known.
template <std::vector<std::string> ChainQuestion::*texts>
absl::Status AddText(absl::string_view text, Arguments& out) {
  (out.chain.*texts).emplace_back(text);
  return absl::OkStatus();
}

absl::Status ParseSteps(absl::string_view text, Arguments& out) {
  google::protobuf::RepeatedField<int64_t> steps;
  absl::Status status = ParseNumbers(text, ',', &steps);
  if (!status.ok()) return status;
  if (steps.empty() || *std::min_element(steps.begin(), steps.end()) < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not a number of steps, 1 or more"));
  }
  out.chain.steps.insert(out.chain.steps.end(), steps.begin(), steps.end());
  return absl::OkStatus();
}

constexpr FlagRow kChainFlags[] = {
    {"--link", kChain, "A.OUT=B.IN",
     "An output of stage A is an input of stage B; may be repeated. A * in both names stands "
     "for any text, the same in both.",
     AddText<&ChainQuestion::links>},
    {"--link-equal-names", kChain, "",
     "Link inputs to the only output of an earlier stage that has their name.",
     [](absl::string_view, Arguments& out) {
       out.chain.request.mutable_chain()->set_link_equal_names(true);
       return absl::OkStatus();
     }},
    {"--state", kChain, "A.OUT=IN",
     "An output is an input of the next step of its stage, such as decoder.present=past; may be "
     "repeated. * as in --link. With a single stage its name may be left out.",
     AddText<&ChainQuestion::states>},
    {"--capacity", kChain, "AXIS=SIZE",
     "With --state: the buffers of the states have this size on this axis, such as 2=4096 or "
     "2=max_length; may be repeated. Says whether output and input may be one buffer, and for how "
     "many steps.",
     AddText<&ChainQuestion::capacities>},
    {"--steps", kChain, "T,T", "With --state: also print the sizes of the states after T steps.",
     ParseSteps},
    {"--output", kChain, "A.OUT",
     "An output of the whole chain; may be repeated. Default: all outputs without a link.",
     AddText<&ChainQuestion::outputs>},
};

}  // namespace

absl::Span<const FlagRow> ChainFlags() { return kChainFlags; }

}  // namespace shapewright::cli

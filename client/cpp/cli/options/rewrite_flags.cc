#include "client/cpp/cli/options/rewrite_flags.h"

#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/model_flags.h"

namespace shapewright::cli {
namespace {

// A size is a range of one value.
absl::Status ParseFrozenSizes(absl::string_view text, Arguments& out) {
  for (const FlagRow& flag : ModelFlags()) {
    if (flag.name != "--range" || !Has(flag, out.command)) continue;
    for (const absl::string_view part : absl::StrSplit(text, ',')) {
      absl::Status status = flag.parse(part, out);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

constexpr FlagRow kRewriteFlags[] = {
    {"--out", kRewrites, "FILE", "Where the model goes; also -o.",
     [](absl::string_view text, Arguments& out) {
       out.rewrite.out = std::string(text);
       return absl::OkStatus();
     },
     kFileName},
    {"--certificate", kRewrites, "FILE",
     "Where the certificate goes. Default: the file of --out with .certificate.json behind it.",
     [](absl::string_view text, Arguments& out) {
       out.rewrite.certificate = std::string(text);
       return absl::OkStatus();
     },
     kFileName},
    {"--bind", Of(Command::kFreeze), "N=8,S=1..128",
     "Sizes of symbols, or ranges of them; may be repeated.", ParseFrozenSizes},
    {"--make", Of(Command::kFreeze), "GOAL",
     "Fail unless all sizes are numbers (static), or have an upper bound (bounded); the symbols "
     "that must be bound for that are named.",
     [](absl::string_view text, Arguments& out) { return ParseMade(text, &out.rewrite); },
     kMadeNames},
    {"--axis", Of(Command::kRebatch), "X:0=N",
     "An axis of an input that carries the batch, and the symbol that its size becomes; may be "
     "repeated. Default: axis 0 of all inputs, N.",
     [](absl::string_view text, Arguments& out) { return ParseBatchAxis(text, &out.rewrite); }},
};

}  // namespace

absl::Span<const FlagRow> RewriteFlags() { return kRewriteFlags; }

}  // namespace shapewright::cli

#include "client/cpp/cli/model_flags.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

using Pair = std::pair<absl::string_view, absl::string_view>;

absl::Status Malformed(absl::string_view flag, absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(flag, ": \"", text, "\" is no ", what));
}

// A symbol's own name may hold an equals sign, what is said of it does not.
absl::StatusOr<Pair> SplitAtSymbol(absl::string_view flag, absl::string_view text,
                                   absl::string_view what) {
  const size_t equals = text.rfind('=');
  if (equals == absl::string_view::npos || equals == 0) return Malformed(flag, text, what);
  return Pair(text.substr(0, equals), text.substr(equals + 1));
}

// `17x128:3`.
absl::Status ParsePoint(absl::string_view text, v1::Histogram* histogram) {
  const Pair parts = absl::StrSplit(text, absl::MaxSplits(':', 1));
  v1::HistogramPoint* point = histogram->add_points();
  uint64_t count = 1;
  bool is_good = parts.second.empty() || absl::SimpleAtoi(parts.second, &count);
  point->set_count(count);
  for (const absl::string_view part : absl::StrSplit(parts.first, 'x')) {
    int64_t size = 0;
    is_good = is_good && absl::SimpleAtoi(part, &size);
    point->add_sizes(size);
  }
  if (is_good && point->sizes_size() == histogram->symbols_size()) return absl::OkStatus();
  return Malformed("--observed", text, "size such as 17:3, or 17x128:3 of two symbols");
}

}  // namespace

absl::Status ParseModelBinding(absl::string_view text, Arguments& out) {
  v1::Binding binding;
  binding.set_label(std::string(text));
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const absl::StatusOr<Pair> split = SplitAtSymbol("--bind", part, "size such as N=8");
    if (!split.ok()) return split.status();
    int64_t size = 0;
    if (!absl::SimpleAtoi(split->second, &size)) {
      return Malformed("--bind", part, "size such as N=8");
    }
    v1::SymbolSize* symbol = binding.add_symbols();
    symbol->set_symbol(std::string(split->first));
    symbol->set_size(size);
  }
  out.bindings.push_back(std::move(binding));
  return absl::OkStatus();
}

absl::Status ParseBucketSizes(absl::string_view text, Arguments& out) {
  constexpr absl::string_view kWhat = "list of sizes such as N=1,8,32";
  const absl::StatusOr<Pair> split = SplitAtSymbol("--sizes", text, kWhat);
  if (!split.ok()) return split.status();
  v1::BucketAxis axis;
  axis.set_symbol(std::string(split->first));
  for (const absl::string_view part : absl::StrSplit(split->second, ',')) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(part, &size)) return Malformed("--sizes", text, kWhat);
    axis.add_sizes(size);
  }
  out.buckets.push_back(std::move(axis));
  return absl::OkStatus();
}

absl::Status ParseObserved(absl::string_view text, Arguments& out) {
  const absl::StatusOr<Pair> split =
      SplitAtSymbol("--observed", text, "list of sizes such as N=17:3,40");
  if (!split.ok()) return split.status();
  v1::Histogram histogram;
  for (const absl::string_view symbol : absl::StrSplit(split->first, ',')) {
    histogram.add_symbols(std::string(symbol));
  }
  for (const absl::string_view point : absl::StrSplit(split->second, ',')) {
    absl::Status status = ParsePoint(point, &histogram);
    if (!status.ok()) return status;
  }
  out.histograms.push_back(std::move(histogram));
  return absl::OkStatus();
}

absl::Status ParseStrictness(absl::string_view text, Arguments& out) {
  if (text == "no_errors") {
    out.strictness = v1::STRICTNESS_NO_ERRORS;
  } else if (text == "complete") {
    out.strictness = v1::STRICTNESS_COMPLETE;
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("--strict: \"", text, "\" is neither no_errors nor complete"));
  }
  return absl::OkStatus();
}

absl::Status ParseBucketCount(absl::string_view text, Arguments& out) {
  if (absl::SimpleAtoi(text, &out.bucket_count) && out.bucket_count > 0) return absl::OkStatus();
  return Malformed("--choose", text, "number of buckets");
}

absl::Status ParseAxis(absl::string_view text, Arguments& out) {
  int64_t axis = 0;
  if (!absl::SimpleAtoi(text, &axis)) return Malformed("--axis", text, "number");
  out.explain.set_axis(axis);
  return absl::OkStatus();
}

absl::Status ParseElement(absl::string_view text, Arguments& out) {
  uint32_t element = 0;
  if (!absl::SimpleAtoi(text, &element)) return Malformed("--element", text, "number");
  out.explain.set_element(element);
  return absl::OkStatus();
}

}  // namespace shapewright::cli

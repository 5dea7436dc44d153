#include <algorithm>
#include <optional>

#include "core/inference/facts/assumed_ranges.h"
#include "core/questions/evaluation/run_evaluations.h"
#include "core/questions/planning/fitting_sizes.h"
#include "core/questions/planning/quantity_in_box.h"
#include "core/questions/planning/size_frontier.h"
#include "core/questions/rows/questions.h"

namespace shapewright::questions {
namespace {

using symbolic::Interval;
using v1::FindLargestSizesResponse;
using WantedSizes = FittingSizes::Wanted;

// Parts of ranges and values that a search looks at.
constexpr int64_t kMaxSearchSteps = 65'536;
// The same where one that is valid is looked for.
constexpr int64_t kMaxTries = 4'096;

class LargestSize {
 public:
  LargestSize(FittingSizes& sizes, Work& work)
      : sizes_(sizes), work_(work), axis_(sizes.axes()[0]) {}

  absl::Status Write(WireWriter* out) {
    absl::Status status = Find();
    if (status.ok()) status = FindNext();
    if (!status.ok()) return status;
    out->AppendBytes(response_.SerializeAsString());
    status = sizes_.Write({point_}, FindLargestSizesResponse::kPointFieldNumber, out);
    if (!status.ok() || !next_) return status;
    return sizes_.Write({*next_}, FindLargestSizesResponse::kNextFieldNumber, out);
  }

 private:
  absl::StatusOr<SearchResult> Search(Interval part, WantedSizes wanted, bool is_upwards,
                                      int64_t steps) {
    return sizes_.Search(0, part, wanted, is_upwards, {0}, &steps);
  }

  absl::Status Find() {
    const Interval range = axis_.searched;
    point_ = axis_.Nearest(range.min, true).value_or(range.min);
    response_.set_certificate(FindLargestSizesResponse::CERTIFICATE_EXACT);
    if (absl::Status status = CheckIsKnown(); !status.ok()) return status;
    if (sizes_.FitsWithoutEnd(0)) {
      has_no_end_ = true;
      response_.set_limit(FindLargestSizesResponse::LIMIT_NONE);
      return absl::OkStatus();
    }
    absl::StatusOr<SearchResult> greatest = SearchResult();
    {
      const Work::Share share(work_, work_.FindLeft() / 2);
      greatest = Search(range, WantedSizes::kFits, false, kMaxSearchSteps);
    }
    if (!greatest.ok()) return greatest.status();
    if (absl::Status status = work_.status(); !status.ok()) return status;
    const std::optional<int64_t> unknown = sizes_.greatest_unknown();
    const bool is_exact =
        greatest->is_finished && !(unknown && (!greatest->found || *unknown > *greatest->found));
    if (unknown) {
      if (absl::Status status = sizes_.CheckSymbolsHaveValues(); !status.ok()) return status;
    }
    if (!is_exact) return TellBounds(*greatest);
    if (!greatest->found) return absl::OkStatus();
    largest_ = point_ = *greatest->found;
    response_.set_largest(*largest_);
    return FindPrefix();
  }

  // At the least valid value.
  absl::Status CheckIsKnown() {
    absl::Status status = FindLeastValid();
    if (!status.ok() || !least_valid_) return status;
    const auto found = sizes_.Evaluate({*least_valid_});
    if (!found.ok()) return found.status();
    if (found->amount.status != QuantityInBox::Status::kUnknown) return absl::OkStatus();
    return sizes_.WhyUnknown({*least_valid_});
  }

  // The value that stands for none: the least one that is valid.
  absl::Status FindLeastValid() {
    const auto least = Search(axis_.searched, WantedSizes::kValid, true, kMaxTries);
    if (!least.ok()) return least.status();
    if (least->found) least_valid_ = point_ = *least->found;
    has_least_ = least->is_finished;
    return work_.status();
  }

  absl::Status TellBounds(const SearchResult& greatest) {
    response_.set_certificate(FindLargestSizesResponse::CERTIFICATE_BOUNDED);
    std::optional<int64_t> at_most = greatest.is_finished ? greatest.found : greatest.reached;
    if (const auto unknown = sizes_.greatest_unknown()) {
      at_most = std::max(at_most.value_or(*unknown), *unknown);
    }
    if (at_most && (axis_.has_end || *at_most < axis_.range.max)) response_.set_at_most(*at_most);
    std::optional<int64_t> at_least = greatest.found;
    const int64_t end = at_most.value_or(axis_.searched.max);
    // Distances from the least value that double.
    for (uint64_t step = 0; !at_least && step < uint64_t{1} << 62; step = 2 * step + 1) {
      const auto room = static_cast<uint64_t>(end) - static_cast<uint64_t>(axis_.searched.min);
      if (step > room) break;
      const auto value = axis_.Nearest(
          static_cast<int64_t>(static_cast<uint64_t>(axis_.searched.min) + step), true);
      if (!value || *value > end) break;
      const auto found = sizes_.Evaluate({*value});
      if (!found.ok()) return found.status();
      if (found->is_valid && IsWithin(found->amount)) best_ = *value;
    }
    if (!at_least) at_least = best_;
    if (!at_least) return absl::OkStatus();
    point_ = *at_least;
    response_.set_at_least(*at_least);
    return absl::OkStatus();
  }

  bool IsWithin(const QuantityInBox::Amount& amount) const { return amount.FitsInto(budget_); }

  absl::Status FindPrefix() {
    if (sizes_.GrowsWith(0)) {
      response_.set_largest_prefix(*largest_);
      return absl::OkStatus();
    }
    absl::StatusOr<SearchResult> bad = SearchResult();
    {
      const Work::Share share(work_, work_.FindLeft() / 4);
      bad = Search({axis_.searched.min, *largest_}, WantedSizes::kBad, true, kMaxSearchSteps);
    }
    if (!bad.ok()) return bad.status();
    if (absl::Status status = work_.status(); !status.ok()) return status;
    const std::optional<int64_t> end = bad->is_finished ? bad->found : bad->reached;
    if (!end) {
      response_.set_largest_prefix(*largest_);
      return absl::OkStatus();
    }
    const auto before =
        Search({axis_.searched.min, *end - 1}, WantedSizes::kValid, false, kMaxTries);
    if (!before.ok()) return before.status();
    if (before->found && bad->is_finished) response_.set_largest_prefix(*before->found);
    if (before->found && !bad->is_finished) response_.set_prefix_at_least(*before->found);
    return work_.status();
  }

  absl::Status FindNext() {
    const bool is_known = largest_ || least_valid_;
    if (has_no_end_) return absl::OkStatus();
    if (response_.certificate() != FindLargestSizesResponse::CERTIFICATE_EXACT) {
      return absl::OkStatus();
    }
    if (!is_known) {
      if (has_least_) response_.set_limit(FindLargestSizesResponse::LIMIT_FACT);
      return absl::OkStatus();
    }
    // The least valid value does not fit.
    if (!largest_) {
      response_.set_limit(FindLargestSizesResponse::LIMIT_BUDGET);
      return absl::OkStatus();
    }
    if (*largest_ == axis_.range.max) return TellRangeEnds();
    const Interval rest = {*largest_ + 1, axis_.searched.max};
    const auto valid = Search(rest, WantedSizes::kValid, true, kMaxTries);
    if (!valid.ok()) return valid.status();
    if (valid->found) {
      response_.set_limit(FindLargestSizesResponse::LIMIT_BUDGET);
      next_ = valid->found;
      return work_.status();
    }
    const auto nearest = axis_.Nearest(*largest_ + 1, true);
    if (!nearest || *nearest > axis_.range.max) return TellRangeEnds();
    response_.set_limit(FindLargestSizesResponse::LIMIT_FACT);
    next_ = *nearest;
    return work_.status();
  }

  absl::Status TellRangeEnds() {
    response_.set_limit(FindLargestSizesResponse::LIMIT_RANGE);
    return absl::OkStatus();
  }

  FittingSizes& sizes_;
  Work& work_;
  const FittingSizes::Axis& axis_;
  const int64_t budget_ = sizes_.budget();
  FindLargestSizesResponse response_;
  bool has_no_end_ = false;
  // Whether the least valid value is known, or that there is none.
  bool has_least_ = false;
  std::optional<int64_t> largest_;
  std::optional<int64_t> least_valid_;
  std::optional<int64_t> best_;
  // The value whose evaluation is told; the next greater one.
  int64_t point_ = 0;
  std::optional<int64_t> next_;
};

// Searches take at most half of what is left of the work; what is proved by then is told.
absl::Status WriteLargestSizes(const v1::FindLargestSizesRequest& request, inference::InferRun& run,
                               WireWriter* out) {
  const inference::AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("search");
  RunEvaluations of(run, request.model(), QuantityInBox::QuestionOf(request));
  FittingSizes sizes(*run.engine, *run.report, of.numbering, of.evaluations, request, run.work);
  if (!sizes.status().ok()) return sizes.status();
  if (sizes.axes().size() == 2) return WriteFrontier(sizes, run.work, out);
  return LargestSize(sizes, run.work).Write(out);
}

}  // namespace

ModelRpc FindLargestSizesRow() {
  return RowByRun<v1::FindLargestSizesRequest, WriteLargestSizes>("FindLargestSizes");
}

}  // namespace shapewright::questions

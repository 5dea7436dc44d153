#include "core/questions/planning/size_frontier.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {
namespace {

using symbolic::Interval;
using v1::FindLargestSizesResponse;
using Values = FittingSizes::Values;
using Wanted = FittingSizes::Wanted;

constexpr size_t kMaxPairs = 1'024;
// Parts of ranges and values that all searches together look at.
constexpr int64_t kMaxFrontierSteps = 262'144;
constexpr size_t kMaxValues = 256;

struct Pair {
  Values values;
  std::optional<int64_t> amount;
};

class Frontier {
 public:
  Frontier(FittingSizes& sizes, Work& work)
      : sizes_(sizes), work_(work), first_(sizes.axes()[0]), second_(sizes.axes()[1]) {}

  absl::Status Write(WireWriter* out) {
    absl::Status status;
    {
      const Work::Share share(work_, work_.FindLeft() / 2);
      status = Find();
      is_finished_ = is_finished_ && !work_.is_stopped();
      if (work_.is_stopped()) status = absl::OkStatus();
    }
    if (!status.ok()) return status;
    if (status = work_.status(); !status.ok()) return status;
    KeepGreatest();
    FindLargestSizesResponse response;
    response.set_certificate(is_finished_ && outer_.empty()
                                 ? FindLargestSizesResponse::CERTIFICATE_EXACT
                                 : FindLargestSizesResponse::CERTIFICATE_BOUNDED);
    for (const Pair& pair : pairs_) Tell(pair, response.add_frontier());
    for (const Pair& pair : outer_) Tell(pair, response.add_outer());
    out->AppendBytes(response.SerializeAsString());
    return work_.Count(pairs_.size() + outer_.size()) ? out->status() : work_.status();
  }

 private:
  static void Tell(const Pair& pair, v1::SizePair* message) {
    message->set_first(pair.values[0]);
    message->set_second(pair.values[1]);
    if (pair.amount) message->set_amount(*pair.amount);
  }

  absl::Status Find() {
    const Values least = {first_.searched.min, second_.searched.min};
    const auto point = sizes_.Evaluate(least);
    if (!point.ok()) return point.status();
    const bool is_unknown = point->amount.status == QuantityInBox::Status::kUnknown;
    if (is_unknown && point->is_valid) return sizes_.WhyUnknown(least);
    if (!sizes_.IsStaircase()) return TryEachValue();
    absl::Status status = Walk();
    if (!status.ok() || (is_finished_ && pairs_.size() <= kMaxPairs)) return status;
    // Too many pairs: those at regular distances instead.
    if (pairs_.empty() || work_.is_stopped()) return status;
    return WalkGrid();
  }

  // The value of the axis that is looked for, with the other one as in `values`; nothing if there
  // is none, or if the search was ended.
  absl::StatusOr<std::optional<int64_t>> Search(size_t axis, Interval part, Wanted wanted,
                                                bool is_upwards, const Values& values) {
    if (part.is_empty()) return std::optional<int64_t>();
    const auto found = sizes_.Search(axis, part, wanted, is_upwards, values, &steps_left_);
    if (!found.ok()) return found.status();
    is_finished_ = is_finished_ && found->is_finished;
    return found->found;
  }

  // The least values at which anything is valid, as validity is decided for each axis apart.
  absl::StatusOr<std::optional<Values>> FindLeast() {
    constexpr int kTries = 64;
    std::optional<int64_t> second = second_.Nearest(second_.searched.min, true);
    for (int i = 0; i < kTries && second && *second <= second_.searched.max; ++i) {
      auto first = Search(0, first_.searched, Wanted::kValid, true, {0, *second});
      if (!first.ok()) return first.status();
      if (*first) return std::optional<Values>({**first, *second});
      second = second_.Nearest(*second + 1, true);
    }
    is_finished_ = is_finished_ && (!second || *second > second_.searched.max);
    return std::optional<Values>();
  }

  // From the least of the first symbol on: the greatest second one, then the greatest first one
  // that goes with it.
  absl::Status Walk() {
    const auto least = FindLeast();
    if (!least.ok() || !*least) return least.status();
    least_ = **least;
    Values at = least_;
    while (is_finished_ && pairs_.size() <= kMaxPairs) {
      const auto second = Search(1, second_.searched, Wanted::kFits, false, at);
      if (!second.ok() || !*second) return second.status();
      at[1] = **second;
      const auto first = Search(0, {at[0], first_.searched.max}, Wanted::kFits, false, at);
      if (!first.ok() || !*first) return first.status();
      at[0] = **first;
      pairs_.push_back({at, sizes_.LastAmount()});
      const auto next =
          Search(0, {at[0] + 1, first_.searched.max}, Wanted::kFits, true, {0, least_[1]});
      if (!next.ok() || !*next) return next.status();
      at[0] = **next;
    }
    return absl::OkStatus();
  }

  absl::Status WalkGrid() {
    is_finished_ = true;
    pairs_.clear();
    steps_left_ = kMaxFrontierSteps;
    const auto last = Search(0, first_.searched, Wanted::kFits, false, least_);
    if (!last.ok() || !*last) return last.status();
    for (const int64_t from : GridTo(**last)) {
      if (!is_finished_) break;
      const auto first = Search(0, {from, **last}, Wanted::kFits, true, least_);
      if (!first.ok() || !*first) return first.status();
      Values at = {**first, least_[1]};
      const auto second = Search(1, second_.searched, Wanted::kFits, false, at);
      if (!second.ok() || !*second) return second.status();
      at[1] = **second;
      pairs_.push_back({at, sizes_.LastAmount()});
      AddOuter(at[0], second_.Nearest(at[1] + 1, true), second_);
    }
    const auto beyond = first_.Nearest(**last + 1, true);
    if (beyond && *beyond <= first_.range.max) outer_.push_back({{*beyond, least_[1]}, {}});
    return absl::OkStatus();
  }

  // Half of the values at equal distances, half at distances that grow as the values do.
  std::vector<int64_t> GridTo(int64_t last) const {
    const uint64_t width = static_cast<uint64_t>(last) - static_cast<uint64_t>(least_[0]);
    const double ratio = std::pow(static_cast<double>(width) + 1, 1.0 / (kMaxPairs / 2));
    std::vector<int64_t> grid;
    double scaled = 1;
    for (uint64_t i = 0; i < kMaxPairs / 2; ++i, scaled *= ratio) {
      const uint64_t even = width / (kMaxPairs / 2) * i;
      const uint64_t growing = std::min(static_cast<uint64_t>(scaled) - 1, width);
      for (const uint64_t distance : {even, growing}) {
        grid.push_back(static_cast<int64_t>(static_cast<uint64_t>(least_[0]) + distance));
      }
    }
    std::sort(grid.begin(), grid.end());
    grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
    return grid;
  }

  void AddOuter(int64_t first, std::optional<int64_t> second, const FittingSizes::Axis& axis) {
    if (second && *second <= axis.range.max) outer_.push_back({{first, *second}, {}});
  }

  std::optional<std::vector<int64_t>> AllValues(const FittingSizes::Axis& axis) {
    std::vector<int64_t> values;
    std::optional<int64_t> next = axis.Nearest(axis.searched.min, true);
    while (next && *next <= axis.searched.max) {
      if (values.size() == kMaxValues) return std::nullopt;
      values.push_back(*next);
      next = axis.Nearest(*next + 1, true);
    }
    return values;
  }

  absl::Status TryEachValue() {
    const auto firsts = AllValues(first_);
    const auto seconds = AllValues(second_);
    if (!firsts && !seconds) {
      return graph::FieldError(
          "symbols", absl::StrCat("the quantity is not known to grow with both of them: give one a "
                                  "range of at most ",
                                  kMaxValues,
                                  " values (the peak of a plan may fall as sizes grow; the lower "
                                  "bound of the memory does not)"));
    }
    const bool by_first = firsts && (!seconds || firsts->size() <= seconds->size());
    const size_t fixed = by_first ? 0 : 1;
    for (const int64_t value : by_first ? *firsts : *seconds) {
      Values at = {value, value};
      const size_t other = 1 - fixed;
      const auto found = Search(other, sizes_.axes()[other].searched, Wanted::kFits, false, at);
      if (!found.ok()) return found.status();
      if (!is_finished_) return absl::OkStatus();
      if (!*found) continue;
      at[other] = **found;
      pairs_.push_back({at, sizes_.LastAmount()});
    }
    is_finished_ = is_finished_ && !sizes_.greatest_unknown();
    return absl::OkStatus();
  }

  // Leaves out pairs that are at or below another one in both; sorts by the first.
  void KeepGreatest() {
    std::sort(pairs_.begin(), pairs_.end(),
              [](const Pair& a, const Pair& b) { return a.values > b.values; });
    std::vector<Pair> kept;
    for (Pair& pair : pairs_) {
      if (kept.empty() || pair.values[1] > kept.back().values[1]) kept.push_back(std::move(pair));
    }
    std::reverse(kept.begin(), kept.end());
    pairs_ = std::move(kept);
  }

  FittingSizes& sizes_;
  Work& work_;
  const FittingSizes::Axis& first_;
  const FittingSizes::Axis& second_;
  int64_t steps_left_ = kMaxFrontierSteps;
  bool is_finished_ = true;
  Values least_;
  std::vector<Pair> pairs_;
  std::vector<Pair> outer_;
};

}  // namespace

absl::Status WriteFrontier(FittingSizes& sizes, Work& work, WireWriter* out) {
  return Frontier(sizes, work).Write(out);
}

}  // namespace shapewright::questions

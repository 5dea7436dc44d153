#include "core/questions/evaluation/bucket_advisor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using symbolic::Int128;

constexpr uint64_t kCountPerPoint = 8;
// Products of sizes and counts stay within 128 bits.
constexpr int64_t kMaxSize = int64_t{1} << 31;
constexpr uint64_t kMaxCount = uint64_t{1} << 48;

// A size per symbol; 1 for a second one that is not there.
using Sizes = std::array<int64_t, 2>;

// `own` is the product of the sizes before they were rounded up to such as a bucket may have,
// summed over all observations.
struct Point {
  Sizes sizes;
  uint64_t count;
  double own;
};

Int128 AreaOf(const Sizes& sizes) {
  return static_cast<Int128>(sizes[0]) * static_cast<Int128>(sizes[1]);
}

bool Fits(const Sizes& point, const Sizes& bucket) {
  return point[0] <= bucket[0] && point[1] <= bucket[1];
}

Sizes Union(const Sizes& a, const Sizes& b) { return {std::max(a[0], b[0]), std::max(a[1], b[1])}; }

struct Observations {
  uint64_t count = 0;
  double own = 0;
};

absl::Status ReadPoint(const v1::ObservedSizes& message, int symbols, BucketSizes& allowed,
                       std::map<Sizes, Observations>* points) {
  if (message.sizes_size() != symbols) {
    return FieldError("sizes", absl::StrCat("there are not ", symbols, " of them"));
  }
  Sizes sizes = {1, 1};
  double own = static_cast<double>(message.count());
  for (int i = 0; i < symbols; ++i) {
    if (message.sizes(i) < 0 || message.sizes(i) > kMaxSize) {
      return FieldError(Item("sizes", i), absl::StrCat("a size is from 0 to ", kMaxSize));
    }
    const std::optional<int64_t> next = allowed.Next(static_cast<size_t>(i), message.sizes(i));
    if (!next || *next > kMaxSize) {
      return FieldError(Item("sizes", i), absl::StrCat("premises and facts allow no size from ",
                                                       message.sizes(i), " on"));
    }
    sizes[static_cast<size_t>(i)] = *next;
    own *= static_cast<double>(message.sizes(i));
  }
  if (message.count() == 0) return absl::OkStatus();
  const auto [found, is_new] = points->try_emplace(sizes);
  if (is_new) {
    absl::Status status = allowed.Check(absl::MakeConstSpan(sizes).first(symbols));
    if (!status.ok()) return FieldError("sizes", status.message());
  }
  Observations& point = found->second;
  if (message.count() > kMaxCount || point.count + message.count() > kMaxCount) {
    return FieldError("count", absl::StrCat("counts go up to ", kMaxCount));
  }
  point.count += message.count();
  point.own += own;
  return absl::OkStatus();
}

absl::Status ReadPoints(const v1::ChooseBucketsRequest& request, BucketSizes& allowed, Work& work,
                        std::vector<Point>* points) {
  if (request.symbols_size() < 1 || request.symbols_size() > 2) {
    return FieldError("symbols", "buckets are chosen for one symbol or two");
  }
  if (request.buckets() < 1) return FieldError("buckets", "the number of buckets is 1 or greater");
  std::map<Sizes, Observations> counts;
  for (int i = 0; i < request.observed_size(); ++i) {
    absl::Status status = ReadPoint(request.observed(i), request.symbols_size(), allowed, &counts);
    if (work.is_stopped()) return work.status();
    if (!status.ok()) return Within(Item("observed", i), status);
  }
  if (counts.empty()) return FieldError("observed", "no observation has a count above 0");
  for (const auto& [sizes, found] : counts) points->push_back({sizes, found.count, found.own});
  return absl::OkStatus();
}

// Least padding for sorted sizes by dynamic programming: best[k][j] covers the first j sizes with k
// buckets, the last of them at the j-th size. The optimal start of the last bucket is monotone in
// j, which divide and conquer uses.
class LineProgram {
 public:
  LineProgram(absl::Span<const Point> points, Work& work)
      : points_(points), work_(work), counts_(1, 0) {
    for (const Point& point : points) {
      counts_.push_back(counts_.back() + static_cast<Int128>(point.count));
    }
  }

  // The sizes of the buckets, ascending.
  std::vector<int64_t> Choose(size_t buckets) {
    const size_t n = points_.size();
    const size_t rows = std::min(buckets, n);
    Costs best(n + 1);
    for (size_t j = 1; j <= n; ++j) best[j] = Cost(0, j);
    // The choices of all rows at once would take too much memory. Only the costs before each block
    // of rows are kept; the choices of one block at a time are recomputed from them.
    const auto block = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(rows))));
    std::vector<Costs> before_blocks;
    for (size_t k = 2; k <= rows; ++k) {
      if ((k - 2) % block == 0) before_blocks.push_back(best);
      best = NextRow(best, k, nullptr);
      if (work_.is_stopped()) return {};
    }
    std::vector<int64_t> sizes = {points_[n - 1].sizes[0]};
    size_t j = n;
    for (size_t i = before_blocks.size(); i-- > 0;) {
      const size_t first = 2 + i * block;
      std::vector<Begins> begins;
      Costs row = std::move(before_blocks[i]);
      for (size_t k = first; k < std::min(first + block, rows + 1); ++k) {
        row = NextRow(row, k, &begins.emplace_back(n + 1));
        if (work_.is_stopped()) return {};
      }
      for (; !begins.empty(); begins.pop_back()) {
        j = begins.back()[j];
        sizes.push_back(points_[j - 1].sizes[0]);
      }
    }
    std::reverse(sizes.begin(), sizes.end());
    return sizes;
  }

 private:
  using Costs = std::vector<Int128>;     // by end
  using Begins = std::vector<uint32_t>;  // of the last bucket, by end

  // The costs with k buckets, from those with one less; and what was chosen, if that is wanted.
  Costs NextRow(const Costs& previous, size_t k, Begins* begins) const {
    const size_t n = points_.size();
    Costs next(n + 1);
    Begins unwanted(begins == nullptr ? n + 1 : 0);
    work_.Count(n);
    Fill(previous, {k, n}, {k - 1, n - 1}, &next, begins == nullptr ? &unwanted : begins);
    return next;
  }

  struct Range {
    size_t first;
    size_t last;
  };

  // Cost of one bucket for sizes (i, j], all rounded up to the j-th. The sizes themselves are not
  // subtracted, as their sum is the same for every choice.
  Int128 Cost(size_t i, size_t j) const {
    return static_cast<Int128>(points_[j - 1].sizes[0]) * (counts_[j] - counts_[i]);
  }

  void Fill(const Costs& previous, Range ends, Range begins, Costs* best, Begins* chosen) const {
    if (ends.first > ends.last) return;
    const size_t middle = ends.first + (ends.last - ends.first) / 2;
    if (!work_.Count(1 + begins.last - begins.first)) return;
    size_t at = begins.first;
    for (size_t i = begins.first; i <= std::min(middle - 1, begins.last); ++i) {
      const bool is_better = previous[i] + Cost(i, middle) < previous[at] + Cost(at, middle);
      if (is_better) at = i;
    }
    (*best)[middle] = previous[at] + Cost(at, middle);
    (*chosen)[middle] = static_cast<uint32_t>(at);
    Fill(previous, {ends.first, middle - 1}, {begins.first, at}, best, chosen);
    Fill(previous, {middle + 1, ends.last}, {at, begins.last}, best, chosen);
  }

  absl::Span<const Point> points_;
  Work& work_;
  std::vector<Int128> counts_;  // of the first so many points
};

// The cheapest bucket for each point; the largest ones always hold all.
std::vector<size_t> Assign(absl::Span<const Point> points, absl::Span<const Sizes> buckets,
                           Work& work) {
  std::vector<size_t> chosen(points.size());
  for (size_t next = 0; next < points.size() && work.Count(buckets.size()); ++next) {
    const Point& point = points[next];
    size_t best = buckets.size();
    for (size_t i = 0; i < buckets.size(); ++i) {
      if (!Fits(point.sizes, buckets[i])) continue;
      if (best == buckets.size() || AreaOf(buckets[i]) < AreaOf(buckets[best])) best = i;
    }
    chosen[next] = best;
  }
  return chosen;
}

// Repeatedly merges the two clusters whose union adds the least cost.
class PairJoiner {
 public:
  PairJoiner(absl::Span<const Point> points, Work& work)
      : work_(work), clusters_(points.begin(), points.end()), partners_(points.size()) {
    for (size_t i = 0; i < clusters_.size(); ++i) FindPartner(i);
  }

  std::vector<Sizes> Join(size_t buckets) {
    while (clusters_.size() > buckets && !work_.is_stopped()) JoinBest();
    std::vector<Sizes> sizes;
    sizes.reserve(clusters_.size());
    for (const Point& cluster : clusters_) sizes.push_back(cluster.sizes);
    return sizes;
  }

 private:
  Int128 Extra(size_t i, size_t k) const {
    const Point& a = clusters_[i];
    const Point& b = clusters_[k];
    const Int128 joined = AreaOf(Union(a.sizes, b.sizes));
    return (joined - AreaOf(a.sizes)) * static_cast<Int128>(a.count) +
           (joined - AreaOf(b.sizes)) * static_cast<Int128>(b.count);
  }

  void FindPartner(size_t i) {
    if (!work_.Count(clusters_.size())) return;
    partners_[i] = i == 0 ? 1 : 0;
    for (size_t k = 0; k < clusters_.size(); ++k) {
      if (k != i && Extra(i, k) < Extra(i, partners_[i])) partners_[i] = k;
    }
  }

  void JoinBest() {
    work_.Count(2 * clusters_.size());
    size_t kept = 0;
    for (size_t i = 1; i < clusters_.size(); ++i) {
      if (Extra(i, partners_[i]) < Extra(kept, partners_[kept])) kept = i;
    }
    const size_t gone = std::max(kept, partners_[kept]);
    kept = std::min(kept, partners_[kept]);
    clusters_[kept].sizes = Union(clusters_[kept].sizes, clusters_[gone].sizes);
    clusters_[kept].count += clusters_[gone].count;
    // Fill the hole with the last cluster.
    const size_t last = clusters_.size() - 1;
    clusters_[gone] = clusters_[last];
    partners_[gone] = partners_[last];
    clusters_.pop_back();
    partners_.pop_back();
    if (clusters_.size() > 1) MendPartners(kept, gone, last);
  }

  void MendPartners(size_t kept, size_t gone, size_t last) {
    for (size_t i = 0; i < clusters_.size(); ++i) {
      if (i == kept || partners_[i] == kept || partners_[i] == gone) {
        FindPartner(i);
        continue;
      }
      if (partners_[i] == last) partners_[i] = gone;
      if (Extra(i, kept) < Extra(i, partners_[i])) partners_[i] = kept;
    }
  }

  Work& work_;
  std::vector<Point> clusters_;
  std::vector<size_t> partners_;  // by cluster: the one that suits it best
};

// Each bucket becomes as small as what falls into it; empty ones go.
std::vector<Sizes> Shrink(absl::Span<const Point> points, const std::vector<Sizes>& buckets,
                          Work& work) {
  const std::vector<size_t> chosen = Assign(points, buckets, work);
  std::vector<Sizes> sizes(buckets.size(), Sizes{-1, -1});
  for (size_t i = 0; i < points.size(); ++i) {
    sizes[chosen[i]] = Union(sizes[chosen[i]], points[i].sizes);
  }
  sizes.erase(std::remove(sizes.begin(), sizes.end(), Sizes{-1, -1}), sizes.end());
  return sizes;
}

void WriteAdvice(absl::Span<const Point> points, std::vector<Sizes> buckets, int symbols,
                 Work& work, v1::ChooseBucketsResponse* advice) {
  std::sort(buckets.begin(), buckets.end());
  const std::vector<size_t> chosen = Assign(points, buckets, work);
  std::vector<uint64_t> counts(buckets.size());
  double padded = 0;
  double needed = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    counts[chosen[i]] += points[i].count;
    const auto weight = static_cast<double>(points[i].count);
    padded += weight * static_cast<double>(AreaOf(buckets[chosen[i]]));
    needed += points[i].own;
  }
  for (size_t i = 0; i < buckets.size(); ++i) {
    v1::ObservedSizes* bucket = advice->add_buckets();
    for (int k = 0; k < symbols; ++k) bucket->add_sizes(buckets[i][static_cast<size_t>(k)]);
    bucket->set_count(counts[i]);
  }
  advice->set_expected_padding(padded > 0 ? 1 - needed / padded : 0);
}

}  // namespace

absl::Status AdviseBuckets(const v1::ChooseBucketsRequest& request, BucketSizes& allowed,
                           Work& work, v1::ChooseBucketsResponse* advice) {
  std::vector<Point> points;
  work.Count(kCountPerPoint * static_cast<uint64_t>(request.observed_size()));
  absl::Status status = ReadPoints(request, allowed, work, &points);
  if (!status.ok()) return status;
  const auto wanted = static_cast<size_t>(request.buckets());
  std::vector<Sizes> buckets;
  if (request.symbols_size() == 1) {
    for (const int64_t size : LineProgram(points, work).Choose(wanted))
      buckets.push_back({size, 1});
  } else {
    buckets = PairJoiner(points, work).Join(wanted);
  }
  if (work.is_stopped()) return work.status();
  if (request.symbols_size() == 2) buckets = Shrink(points, buckets, work);
  for (const Sizes& bucket : buckets) {
    status = allowed.Check(absl::MakeConstSpan(bucket).first(request.symbols_size()));
    if (!status.ok()) {
      return FieldError("buckets",
                        absl::StrCat("so few need a bucket that fails: ", status.message()));
    }
  }
  advice->set_optimal(request.symbols_size() == 1 || wanted >= points.size());
  WriteAdvice(points, std::move(buckets), request.symbols_size(), work, advice);
  return work.status();
}

}  // namespace shapewright::questions

#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_BUCKET_ADVISOR_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_BUCKET_ADVISOR_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/work.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// The sizes that buckets may have.
class BucketSizes {
 public:
  virtual ~BucketSizes() = default;
  // The least of them from `size` on for a symbol of the request, whatever the others have; nothing
  // if there is none.
  virtual std::optional<int64_t> Next(size_t symbol, int64_t size) = 0;
  // An error for sizes of all symbols that do not go together.
  virtual absl::Status Check(absl::Span<const int64_t> sizes) = 0;
};

// Chooses buckets for observed sizes, so that as little as possible is padding:
// every observation is rounded up to the cheapest bucket that is no smaller in any
// symbol, and a bucket costs the product of its sizes. Buckets have such sizes as `allowed` says.
//
// One symbol: a dynamic program over the distinct sizes, the least padding
// there is. Two symbols: a heuristic; of the pairs of buckets the
// two whose union costs least more are joined until k are left, then buckets
// are shrunk to what falls into them; its work grows with the square of the distinct observations.
//
// INVALID_ARGUMENT, with the path of the field in the request, for anything
// else than one or two symbols, observations that no bucket may hold, and none at all.
// An error of the work where that stops on the way. Whether the model has the
// symbols is left to the caller.
absl::Status AdviseBuckets(const v1::ChooseBucketsRequest& request, BucketSizes& allowed,
                           Work& work, v1::ChooseBucketsResponse* advice);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_BUCKET_ADVISOR_H_

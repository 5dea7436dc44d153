#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_BUCKET_ADVISOR_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_BUCKET_ADVISOR_H_

#include "absl/status/status.h"
#include "core/base/work.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::inference {

// Chooses buckets for observed sizes, so that as little as possible is padding:
// every observation is rounded up to the cheapest bucket that is no smaller in any
// symbol, and a bucket costs the product of its sizes.
//
// One symbol: a dynamic program over the distinct sizes (at most 10,000), the
// least padding there is. Two symbols: a heuristic; of the pairs of buckets the
// two whose union costs least more are joined until k are left, then buckets
// are shrunk to what falls into them. At most 2,000 distinct observations.
//
// INVALID_ARGUMENT, with the path of the field in the request, for anything
// else than one or two symbols, observations of other sizes, and none at all.
// An error of the work where that stops on the way. Whether the model has the
// symbols is left to the caller.
absl::Status AdviseBuckets(const v1::ChooseBucketsRequest& request, Work& work,
                           v1::ChooseBucketsResponse* advice);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_BUCKET_ADVISOR_H_

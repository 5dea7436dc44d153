#include "core/inference/evaluation/plan_points.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/evaluation/bucket_advisor.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;

// Combinations of bucket sizes.
constexpr int64_t kMaxBuckets = 10'000;

absl::Status CheckBuckets(const Evaluations& evaluations, const v1::InferShapesRequest& request) {
  int64_t combinations = 1;
  for (int i = 0; i < request.buckets_size(); ++i) {
    const v1::BucketAxis& axis = request.buckets(i);
    const std::string path = Item("buckets", i);
    if (!evaluations.HasSymbol(axis.symbol())) {
      return Within(path, FieldError("symbol", absl::StrCat("the model has no symbol ",
                                                            graph::Quoted(axis.symbol()))));
    }
    if (axis.sizes().empty()) return Within(path, FieldError("sizes", "there are none"));
    for (int k = 0; k < axis.sizes_size(); ++k) {
      if (axis.sizes(k) < 0 || (k > 0 && axis.sizes(k) <= axis.sizes(k - 1))) {
        return Within(path, FieldError(Item("sizes", k), "sizes ascend from 0"));
      }
    }
    combinations *= axis.sizes_size();
    if (combinations > kMaxBuckets) {
      return FieldError("buckets", absl::StrCat("more than ", kMaxBuckets, " combinations"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool AsksForPlans(const v1::InferShapesRequest& request) {
  return request.buckets_size() > 0 || request.histograms_size() > 0;
}

absl::Status WriteBuckets(Evaluations& evaluations, const v1::InferShapesRequest& request,
                          Work& work, WireWriter* out) {
  if (request.buckets_size() == 0) return absl::OkStatus();
  absl::Status status = CheckBuckets(evaluations, request);
  if (!status.ok()) return status;
  std::vector<int> places(static_cast<size_t>(request.buckets_size()));
  while (true) {
    v1::Binding binding;
    std::string& label = *binding.mutable_label();
    for (size_t i = 0; i < places.size(); ++i) {
      const v1::BucketAxis& axis = request.buckets(static_cast<int>(i));
      v1::SymbolSize* size = binding.add_symbols();
      size->set_symbol(axis.symbol());
      size->set_size(axis.sizes(places[i]));
      absl::StrAppend(&label, label.empty() ? "" : ",", axis.symbol(), "=", size->size());
    }
    status = evaluations.WritePoint(binding, v1::InferShapesResponse::kBucketEvaluationsFieldNumber,
                                    work, out);
    if (!status.ok()) return Within("buckets", status);
    // The last axis varies fastest.
    size_t axis = places.size();
    while (axis > 0 &&
           ++places[axis - 1] == request.buckets(static_cast<int>(axis - 1)).sizes_size()) {
      places[--axis] = 0;
    }
    if (axis == 0) return absl::OkStatus();
  }
}

absl::Status WriteAdvice(const Evaluations& evaluations, const v1::InferShapesRequest& request,
                         Work& work, AnswerBudget& budget, v1::InferShapesResponse* answer) {
  if (request.histograms_size() > 0) work.set_phase("advise");
  for (int i = 0; i < request.histograms_size(); ++i) {
    const v1::Histogram& histogram = request.histograms(i);
    const std::string path = Item("histograms", i);
    for (int k = 0; k < histogram.symbols_size(); ++k) {
      if (evaluations.HasSymbol(histogram.symbols(k))) continue;
      return Within(path, FieldError(Item("symbols", k), "the model has no such symbol"));
    }
    absl::Status status = AdviseBuckets(histogram, work, answer->add_advice());
    if (!work.status().ok()) work.SetSite(path);
    if (!status.ok()) return Within(path, status);
    budget.Take(answer->advice(i).ByteSizeLong());
    if (budget.is_spent()) return budget.status();
  }
  return absl::OkStatus();
}

}  // namespace shapewright::inference

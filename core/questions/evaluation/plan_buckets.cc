#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/engine.h"
#include "core/inference/given/read_size.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/binding/value_sizes.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/run_evaluations.h"
#include "core/questions/rows/questions.h"
#include "core/wire/valid_text.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using inference::CheckSize;
using inference::Engine;

// Approximate operations to find the bucket of a binding, besides those of evaluating it.
constexpr uint64_t kCountPerPlacement = 32;

std::vector<shape::TypeId> TypesOfInputs(Engine& engine) {
  std::vector<shape::TypeId> types;
  for (const graph::ValueId id : engine.workspace().model().graphs[0].inputs) {
    types.push_back(engine.TypeOf(id));
  }
  return types;
}

// Answers PlanBuckets: the buckets of a request, and which bucket each of its bindings falls into.
// Not thread-safe.
class BucketPlan {
 public:
  // The engine has run. It, the evaluations and the request outlive this.
  BucketPlan(Engine& engine, Evaluations& evaluations, const v1::PlanBucketsRequest& request);

  // Writes the fields of a PlanBucketsResponse: all buckets, the last axis varying fastest, then a
  // placement per binding; one that does not fit the model gets an error in its placement.
  // INVALID_ARGUMENT, with the path of the field within the request, for axes that do not fit the
  // model; errors of the work and of the budget of `out`.
  absl::Status Write(Work& work, WireWriter* out);

 private:
  absl::Status Check() const;
  absl::Status WriteBuckets(Work& work, WireWriter* out);
  absl::Status WritePlacement(const v1::Binding& binding, Work& work, WireWriter* out);
  // Finds the smallest bucket that holds the sizes in bound_.
  void Place(v1::BucketPlacement* placement);
  // The number of elements of all inputs; nothing if a rank or a size is unknown.
  std::optional<double> CountInputElements(symbolic::Bindings bindings);

  Evaluations& evaluations_;
  const v1::PlanBucketsRequest& request_;
  const size_t input_count_;
  SymbolBinder binder_;
  ValueSizes inputs_;
  BoundSymbols bound_;
};

BucketPlan::BucketPlan(Engine& engine, Evaluations& evaluations,
                       const v1::PlanBucketsRequest& request)
    : evaluations_(evaluations),
      request_(request),
      input_count_(engine.workspace().model().graphs[0].inputs.size()),
      binder_(engine),
      inputs_(engine, TypesOfInputs(engine)) {}

absl::Status BucketPlan::Check() const {
  if (request_.axes().empty()) return FieldError("axes", "buckets have an axis at least");
  HashSet<absl::string_view> symbols;
  for (int i = 0; i < request_.axes_size(); ++i) {
    const v1::BucketAxis& axis = request_.axes(i);
    const std::string path = Item("axes", i);
    if (!binder_.FindSymbol(axis.symbol())) {
      return Within(path, FieldError("symbol", binder_.NoSymbol(axis.symbol())));
    }
    if (!symbols.insert(axis.symbol()).second) {
      return Within(path, FieldError("symbol", absl::StrCat(graph::Quoted(axis.symbol()),
                                                            " has an axis before")));
    }
    if (axis.sizes().empty()) return Within(path, FieldError("sizes", "an axis has sizes"));
    for (int k = 0; k < axis.sizes_size(); ++k) {
      absl::Status status = CheckSize(axis.sizes(k), Item("sizes", k));
      if (status.ok() && k > 0 && axis.sizes(k) <= axis.sizes(k - 1)) {
        status = FieldError(Item("sizes", k), "sizes ascend");
      }
      if (!status.ok()) return Within(path, status);
    }
  }
  return absl::OkStatus();
}

absl::Status BucketPlan::Write(Work& work, WireWriter* out) {
  work.set_phase("evaluate");
  absl::Status status = evaluations_.question_status();
  if (status.ok()) status = Check();
  if (status.ok()) status = WriteBuckets(work, out);
  for (int i = 0; i < request_.bindings_size() && status.ok(); ++i) {
    status = WritePlacement(request_.bindings(i), work, out);
    if (!status.ok()) work.SetSite(Item("bindings", i));
  }
  return status;
}

absl::Status BucketPlan::WriteBuckets(Work& work, WireWriter* out) {
  std::vector<int> places(static_cast<size_t>(request_.axes_size()));
  while (true) {
    v1::Binding binding;
    std::string& label = *binding.mutable_label();
    for (size_t i = 0; i < places.size(); ++i) {
      const v1::BucketAxis& axis = request_.axes(static_cast<int>(i));
      v1::SymbolSize* size = binding.add_symbols();
      size->set_symbol(axis.symbol());
      size->set_size(axis.sizes(places[i]));
      absl::StrAppend(&label, label.empty() ? "" : ",", axis.symbol(), "=", size->size());
    }
    absl::Status status = evaluations_.WritePoint(
        binding, binding, v1::PlanBucketsResponse::kBucketsFieldNumber, work, out);
    if (!status.ok()) return Within("axes", status);
    // The last axis varies fastest.
    size_t axis = places.size();
    while (axis > 0 &&
           ++places[axis - 1] == request_.axes(static_cast<int>(axis - 1)).sizes_size()) {
      places[--axis] = 0;
    }
    if (axis == 0) return absl::OkStatus();
  }
}

absl::Status BucketPlan::WritePlacement(const v1::Binding& binding, Work& work, WireWriter* out) {
  v1::BucketPlacement placement;
  placement.set_label(binding.label());
  absl::Status status = binder_.Bind(binding, work, &bound_);
  if (status.ok()) status = evaluations_.Evaluate(binding, work);
  if (status.ok()) {
    Place(&placement);
    placement.set_verdict(evaluations_.verdict());
    *placement.mutable_violations() = evaluations_.rest().violations();
  } else if (absl::IsInvalidArgument(status)) {
    status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedBinding));
    graph::WriteEntryError(status, placement.mutable_error());
  } else {
    return status;
  }
  MakeTextValid(&placement);
  const std::string bytes = placement.SerializeAsString();
  out->Bytes(v1::PlanBucketsResponse::kPlacementsFieldNumber, bytes);
  const bool goes_on = work.Count(kCountPerPlacement + evaluations_.steps() + binder_.steps() +
                                  2 * inputs_.steps() + bytes.size() / kBytesPerCount);
  return goes_on ? out->status() : work.status();
}

void BucketPlan::Place(v1::BucketPlacement* placement) {
  std::vector<std::optional<int64_t>> rounded = bound_.values;
  uint32_t index = 0;
  for (const v1::BucketAxis& axis : request_.axes()) {
    std::optional<int64_t>& size = rounded[*binder_.FindSymbol(axis.symbol())];
    if (!size) return;
    const auto fits = std::lower_bound(axis.sizes().begin(), axis.sizes().end(), *size);
    if (fits == axis.sizes().end()) return;
    size = *fits;
    index = index * static_cast<uint32_t>(axis.sizes_size()) +
            static_cast<uint32_t>(fits - axis.sizes().begin());
  }
  placement->set_bucket(index);
  const auto own = CountInputElements(bound_.values);
  const auto padded = CountInputElements(rounded);
  if (own && padded && *padded > 0) placement->set_padding(1 - *own / *padded);
}

std::optional<double> BucketPlan::CountInputElements(symbolic::Bindings bindings) {
  inputs_.Run(bindings);
  double total = 0;
  size_t first = 0;
  for (size_t i = 0; i < input_count_; ++i) {
    if (inputs_.rank(i) < 0) return std::nullopt;
    double elements = 1;
    for (int32_t axis = 0; axis < inputs_.rank(i); ++axis, ++first) {
      if (inputs_.sizes()[first] < 0) return std::nullopt;
      elements *= static_cast<double>(inputs_.sizes()[first]);
    }
    total += elements;
  }
  return total;
}

absl::Status WriteBucketPlan(const v1::PlanBucketsRequest& request, inference::InferRun& run,
                             WireWriter* out) {
  RunEvaluations of(run, request.model(), SizesWith(request));
  return BucketPlan(*run.engine, of.evaluations, request).Write(run.work, out);
}

// Each combination of sizes is a bucket.
size_t CountBuckets(const google::protobuf::Message& request) {
  size_t buckets = 1;
  for (const v1::BucketAxis& axis : static_cast<const v1::PlanBucketsRequest&>(request).axes()) {
    const auto sizes = static_cast<size_t>(axis.sizes_size());
    if (sizes == 0) return 0;
    if (__builtin_mul_overflow(buckets, sizes, &buckets)) buckets = SIZE_MAX;
  }
  return buckets;
}

constexpr ListLimit kPlanBucketsLists[] = {
    {ListKind::kBindings, "bindings", SizeBy<&v1::PlanBucketsRequest::bindings_size>},
    {ListKind::kBuckets, "axes", CountBuckets}};

}  // namespace

ModelRpc PlanBucketsRow() {
  return RowByRun<v1::PlanBucketsRequest, WriteBucketPlan>("PlanBuckets", kPlanBucketsLists);
}

}  // namespace shapewright::questions

#include "core/inference/evaluation/evaluations.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/selection.h"
#include "core/inference/evaluation/bucket_advisor.h"
#include "core/symbolic/reachable.h"
#include "core/wire/utf8.h"
#include "core/wire/valid_text.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::Item;
using graph::ValueId;
using graph::Within;
using symbolic::SymbolId;
using symbolic::SymbolKind;

// Combinations of bucket sizes.
constexpr int64_t kMaxBuckets = 10'000;

// In the order of the names, which are known to be there.
std::vector<uint32_t> NumbersOfNames(const graph::Model& model, const AnswerNumbering& numbering,
                                     const v1::Selection& selection) {
  HashMap<absl::string_view, uint32_t> numbers_by_name;
  for (const ValueId value : numbering.values(0)) {
    numbers_by_name.emplace(model.values[value].name, numbering.NumberOf(value));
  }
  std::vector<uint32_t> numbers;
  for (const std::string& name : selection.names()) numbers.push_back(numbers_by_name.at(name));
  return numbers;
}

// The numbers of the values that evaluations are about. Those of the main graph
// count from 0.
std::vector<uint32_t> SelectNumbers(const graph::Model& model, const AnswerNumbering& numbering,
                                    const v1::Selection& selection) {
  const auto values = numbering.values(0);
  const bool is_all = selection.scope() == v1::Selection::SCOPE_ALL;
  if (is_all || selection.scope() == v1::Selection::SCOPE_MAIN_GRAPH) {
    std::vector<uint32_t> numbers(is_all ? numbering.size() : values.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  if (selection.scope() == v1::Selection::SCOPE_NAMED) {
    return NumbersOfNames(model, numbering, selection);
  }
  std::vector<uint32_t> numbers;
  for (const ValueId output : model.graphs[0].outputs) {
    const uint32_t number =
        output == graph::kNoValue ? AnswerNumbering::kNone : numbering.NumberOf(output);
    if (number < values.size()) numbers.push_back(number);
  }
  return numbers;
}

std::vector<ValueId> SelectValues(const AnswerNumbering& numbering,
                                  const std::vector<uint32_t>& numbers) {
  std::vector<ValueId> values;
  values.reserve(numbers.size());
  for (const uint32_t number : numbers) values.push_back(numbering.value(number));
  return values;
}

std::vector<shape::TypeId> TypesOf(Engine& engine, absl::Span<const ValueId> values) {
  std::vector<shape::TypeId> types;
  for (const ValueId id : values) types.push_back(engine.TypeOf(id));
  return types;
}

void WritePacked(uint32_t field, absl::Span<const int64_t> numbers, WireWriter* out) {
  if (numbers.empty()) return;
  const size_t begin = out->Begin(field);
  for (const int64_t number : numbers) out->Packed(static_cast<uint64_t>(number));
  out->End(begin);
}

// The symbols of inputs in the dims of some values.
std::vector<SymbolId> InputSymbolsOf(Engine& engine, const std::vector<ValueId>& values) {
  std::vector<symbolic::Expr> dims;
  for (const ValueId id : values) {
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(id));
    dims.insert(dims.end(), type.shape.dims.begin(), type.shape.dims.end());
  }
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  std::vector<SymbolId> symbols;
  for (const SymbolId id : symbolic::ReachableSymbols(arena, dims)) {
    const SymbolKind kind = arena.symbol(id).kind;
    if (kind == SymbolKind::kInputDim || kind == SymbolKind::kInputValue) symbols.push_back(id);
  }
  return symbols;
}

}  // namespace

bool Evaluations::IsRequested(const v1::InferShapesRequest& request) {
  return request.bindings_size() > 0 || request.buckets_size() > 0 || request.histograms_size() > 0;
}

Evaluations::Evaluations(Engine& engine, const FactReport& report, const AnswerNumbering& numbering,
                         const v1::InferShapesRequest& request)
    : engine_(engine),
      numbers_(SelectNumbers(engine.workspace().model(), numbering, request.selection())),
      values_(SelectValues(numbering, numbers_)),
      binder_(engine),
      violations_(engine, report),
      sizes_(engine, TypesOf(engine, values_)),
      needed_(InputSymbolsOf(engine, values_)) {
  if (!request.has_memory()) return;
  MemoryPolicy policy;
  const int64_t alignment = request.memory().alignment_bytes();
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    memory_error_ = Within("memory", FieldError("alignment_bytes", "it is no power of two"));
    return;
  }
  if (alignment != 0) policy.alignment = alignment;
  policy.reuse_in_place = request.memory().reuse_in_place();
  memory_.emplace(engine, numbering, policy);
  has_arena_ = HasSection(request.selection(), v1::SECTION_ARENA);
}

absl::Status Evaluations::Check(const v1::InferShapesRequest& request) const {
  if (!memory_error_.ok()) return memory_error_;
  int64_t combinations = 1;
  for (int i = 0; i < request.buckets_size(); ++i) {
    const v1::BucketAxis& axis = request.buckets(i);
    const std::string path = Item("buckets", i);
    if (!binder_.FindSymbol(axis.symbol())) {
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

void Evaluations::Describe(v1::InferShapesResponse* values, v1::InferShapesResponse* ranks) const {
  for (size_t i = 0; i < values_.size(); ++i) {
    values->add_evaluated_values(numbers_[i]);
    ranks->add_evaluated_ranks(sizes_.rank(i));
  }
}

absl::Status Evaluations::Write(const v1::InferShapesRequest& request, Work& work,
                                WireWriter* out) {
  work.set_phase("evaluate");
  if (request.buckets_size() > 0 && !inputs_) {
    inputs_.emplace(engine_, TypesOf(engine_, engine_.workspace().model().graphs[0].inputs));
  }
  absl::Status status = Check(request);
  if (!status.ok()) return status;
  for (int i = 0; i < request.bindings_size(); ++i) {
    const v1::Binding& binding = request.bindings(i);
    status = Evaluate(binding, work);
    if (!status.ok()) return Within(Item("bindings", i), status);
    const size_t before = out->size();
    const size_t begin = out->Begin(v1::InferShapesResponse::kEvaluationsFieldNumber);
    WriteSizes(binding.label(), out);
    if (request.buckets_size() > 0) ChooseBucket(request);
    WriteRest(out);
    out->End(begin);
    if (!Charge(out->size() - before, work)) {
      work.SetSite(Item("bindings", i));
      return work.status();
    }
    if (status = out->status(); !status.ok()) return status;
  }
  return WriteBuckets(request, work, out);
}

absl::Status Evaluations::Evaluate(const v1::Binding& binding, Work& work) {
  if (!memory_error_.ok()) return memory_error_;
  absl::Status status = binder_.Bind(binding, work, &bound_);
  if (!status.ok()) return status;
  sizes_.Run(bound_.values);
  AddRest(work);
  return absl::OkStatus();
}

bool Evaluations::Charge(size_t bytes, Work& work) const {
  constexpr uint64_t kCountPerEvaluation = 32;
  constexpr size_t kBytesPerCount = 16;
  const size_t input_steps = inputs_ ? 2 * inputs_->steps() : 0;
  return work.Count(kCountPerEvaluation + steps() + input_steps + bytes / kBytesPerCount);
}

absl::Status Evaluations::WriteAt(const v1::Binding& binding, uint32_t field, Work& work,
                                  WireWriter* out) {
  absl::Status status = Evaluate(binding, work);
  if (!status.ok()) return status;
  const size_t before = out->size();
  const size_t begin = out->Begin(field);
  WriteSizes(binding.label(), out);
  *rest_.mutable_symbols() = binding.symbols();
  for (v1::SymbolSize& size : *rest_.mutable_symbols()) MakeTextValid(&size);
  WriteRest(out);
  out->End(begin);
  return Charge(out->size() - before, work) ? out->status() : work.status();
}

absl::Status Evaluations::WriteBuckets(const v1::InferShapesRequest& request, Work& work,
                                       WireWriter* out) {
  if (request.buckets_size() == 0) return absl::OkStatus();
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
    const absl::Status status =
        WriteAt(binding, v1::InferShapesResponse::kBucketEvaluationsFieldNumber, work, out);
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

absl::Status Evaluations::Advise(const v1::InferShapesRequest& request, Work& work,
                                 AnswerBudget& budget, v1::InferShapesResponse* answer) const {
  if (request.histograms_size() > 0) work.set_phase("advise");
  for (int i = 0; i < request.histograms_size(); ++i) {
    const v1::Histogram& histogram = request.histograms(i);
    const std::string path = Item("histograms", i);
    for (int k = 0; k < histogram.symbols_size(); ++k) {
      if (binder_.FindSymbol(histogram.symbols(k))) continue;
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

void Evaluations::WriteSizes(absl::string_view label, WireWriter* out) const {
  out->NonEmpty(v1::Evaluation::kLabelFieldNumber, label);
  WritePacked(v1::Evaluation::kSizesFieldNumber, sizes_.sizes(), out);
  if (!sizes_.is_exact()) {
    WritePacked(v1::Evaluation::kUpperSizesFieldNumber, sizes_.upper_sizes(), out);
  }
  if (values_.empty()) return;
  const size_t begin = out->Begin(v1::Evaluation::kBytesFieldNumber);
  for (size_t i = 0; i < values_.size(); ++i) out->Packed(static_cast<uint64_t>(sizes_.Bytes(i)));
  out->End(begin);
}

void Evaluations::AddRest(Work& work) {
  rest_.Clear();
  if (memory_) memory_->Evaluate(bound_.values, has_arena_, work, rest_.mutable_memory());
  violations_.Find(bound_, work, &rest_);
  // They tell of any text of the model.
  for (v1::Violation& violation : *rest_.mutable_violations()) MakeTextValid(&violation);
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const SymbolId id : needed_) {
    if (!bound_.values[id]) rest_.add_unbound(ToValidUtf8(arena.symbol(id).name));
  }
}

void Evaluations::WriteRest(WireWriter* out) {
  if (rest_.ByteSizeLong() > 0) out->AppendBytes(rest_.SerializeAsString());
}

std::optional<double> Evaluations::CountInputElements(symbolic::Bindings bindings) {
  inputs_->Run(bindings);
  double total = 0;
  size_t first = 0;
  for (size_t i = 0; i < engine_.workspace().model().graphs[0].inputs.size(); ++i) {
    if (inputs_->rank(i) < 0) continue;
    double elements = 1;
    for (int32_t axis = 0; axis < inputs_->rank(i); ++axis, ++first) {
      if (inputs_->sizes()[first] < 0) return std::nullopt;
      elements *= static_cast<double>(inputs_->sizes()[first]);
    }
    total += elements;
  }
  return total;
}

void Evaluations::ChooseBucket(const v1::InferShapesRequest& request) {
  std::vector<std::optional<int64_t>> rounded = bound_.values;
  uint32_t index = 0;
  for (const v1::BucketAxis& axis : request.buckets()) {
    std::optional<int64_t>& size = rounded[*binder_.FindSymbol(axis.symbol())];
    if (!size) return;
    const auto fits = std::lower_bound(axis.sizes().begin(), axis.sizes().end(), *size);
    if (fits == axis.sizes().end()) return;
    size = *fits;
    index = index * static_cast<uint32_t>(axis.sizes_size()) +
            static_cast<uint32_t>(fits - axis.sizes().begin());
  }
  rest_.set_bucket(index);
  const auto own = CountInputElements(bound_.values);
  const auto padded = CountInputElements(rounded);
  if (own && padded && *padded > 0) rest_.set_padding_overhead(1 - *own / *padded);
}

}  // namespace shapewright::inference

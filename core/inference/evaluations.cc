#include "core/inference/evaluations.h"

#include <algorithm>
#include <numeric>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/bucket_advisor.h"
#include "core/symbolic/reachable.h"

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
std::vector<uint32_t> NumbersOfNames(const graph::Model& model, const ValueNumbering& numbering,
                                     const v1::Selection& selection) {
  absl::flat_hash_map<absl::string_view, uint32_t> numbers_by_name;
  for (const ValueId value : numbering.values(0)) {
    numbers_by_name.emplace(model.values[value].name, numbering.NumberOf(value));
  }
  std::vector<uint32_t> numbers;
  for (const std::string& name : selection.names()) numbers.push_back(numbers_by_name.at(name));
  return numbers;
}

// The numbers of the values that evaluations are about. Those of the main graph
// count from 0.
std::vector<uint32_t> SelectNumbers(const graph::Model& model, const ValueNumbering& numbering,
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
        output == graph::kNoValue ? ValueNumbering::kNone : numbering.NumberOf(output);
    if (number < values.size()) numbers.push_back(number);
  }
  return numbers;
}

std::vector<ValueId> SelectValues(const ValueNumbering& numbering,
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

// The symbols of inputs in the dims of some values.
std::vector<SymbolId> InputSymbolsOf(Engine& engine, const std::vector<ValueId>& values) {
  std::vector<symbolic::Expr> dims;
  for (const ValueId id : values) {
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(id));
    dims.insert(dims.end(), type.shape.dims.begin(), type.shape.dims.end());
  }
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  std::vector<SymbolId> symbols;
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, dims)) {
    const symbolic::ExprNode& node = arena.node(id);
    if (node.kind != symbolic::NodeKind::kSymbol) continue;
    const SymbolKind kind = arena.symbol(node.symbol).kind;
    if (kind == SymbolKind::kInputDim || kind == SymbolKind::kInputValue) {
      symbols.push_back(node.symbol);
    }
  }
  return symbols;
}

}  // namespace

bool Evaluations::IsAsked(const v1::InferShapesRequest& request) {
  return request.bindings_size() > 0 || request.buckets_size() > 0 || request.histograms_size() > 0;
}

Evaluations::Evaluations(Engine& engine, const FactReport& report, const ValueNumbering& numbering,
                         const v1::InferShapesRequest& request)
    : engine_(engine),
      request_(&request),
      numbers_(SelectNumbers(engine.workspace().model(), numbering, request.selection())),
      values_(SelectValues(numbering, numbers_)),
      binder_(engine),
      violations_(engine, report),
      sizes_(engine, TypesOf(engine, values_)),
      needed_(InputSymbolsOf(engine, values_)) {
  if (!request.has_memory()) return;
  MemoryPolicy policy;
  const int64_t alignment = request.memory().alignment_bytes();
  if (alignment != 0) policy.alignment = alignment;
  policy.reuse_in_place = request.memory().reuse_in_place();
  memory_.emplace(engine, numbering, policy);
}

absl::Status Evaluations::Check() const {
  const int64_t alignment = request_->memory().alignment_bytes();
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    return Within("memory", FieldError("alignment_bytes", "it is no power of two"));
  }
  int64_t combinations = 1;
  for (int i = 0; i < request_->buckets_size(); ++i) {
    const v1::BucketAxis& axis = request_->buckets(i);
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

void Evaluations::Describe(v1::InferShapesResponse* answer) const {
  for (size_t i = 0; i < values_.size(); ++i) {
    answer->add_evaluated_values(numbers_[i]);
    answer->add_evaluated_ranks(sizes_.rank(i));
  }
}

absl::Status Evaluations::Answer(const v1::InferShapesRequest& request, const InferOptions& options,
                                 v1::InferShapesResponse* answer) {
  request_ = &request;
  if (request.buckets_size() > 0 && !inputs_) {
    inputs_.emplace(engine_, TypesOf(engine_, engine_.workspace().model().graphs[0].inputs));
  }
  absl::Status status = Check();
  if (!status.ok()) return status;
  Describe(answer);
  for (int i = 0; i < request_->bindings_size(); ++i) {
    if (options.reader.check_interrupt) status = options.reader.check_interrupt();
    if (!status.ok()) return status;
    v1::Evaluation* evaluation = answer->add_evaluations();
    const auto bound = binder_.Bind(request_->bindings(i));
    if (!bound.ok()) return Within(Item("bindings", i), bound.status());
    evaluation->set_label(request_->bindings(i).label());
    Evaluate(*bound, evaluation);
    if (request_->buckets_size() > 0) ChooseBucket(*bound, evaluation);
  }
  status = EvaluateBuckets(options, answer);
  return status.ok() ? Advise(answer) : status;
}

absl::Status Evaluations::EvaluateAt(const v1::Binding& binding, v1::Evaluation* evaluation) {
  const auto bound = binder_.Bind(binding);
  if (!bound.ok()) return bound.status();
  evaluation->set_label(binding.label());
  *evaluation->mutable_symbols() = binding.symbols();
  Evaluate(*bound, evaluation);
  return absl::OkStatus();
}

absl::Status Evaluations::EvaluateBuckets(const InferOptions& options,
                                          v1::InferShapesResponse* answer) {
  if (request_->buckets_size() == 0) return absl::OkStatus();
  std::vector<int> places(static_cast<size_t>(request_->buckets_size()));
  while (true) {
    absl::Status status;
    if (options.reader.check_interrupt) status = options.reader.check_interrupt();
    if (!status.ok()) return status;
    v1::Binding binding;
    std::string label;
    for (size_t i = 0; i < places.size(); ++i) {
      const v1::BucketAxis& axis = request_->buckets(static_cast<int>(i));
      v1::SymbolSize* size = binding.add_symbols();
      size->set_symbol(axis.symbol());
      size->set_size(axis.sizes(places[i]));
      absl::StrAppend(&label, label.empty() ? "" : ",", axis.symbol(), "=", size->size());
    }
    const auto bound = binder_.Bind(binding);
    if (!bound.ok()) return Within("buckets", bound.status());
    v1::Evaluation* evaluation = answer->add_bucket_evaluations();
    evaluation->set_label(label);
    *evaluation->mutable_symbols() = binding.symbols();
    Evaluate(*bound, evaluation);
    // The last axis varies fastest.
    size_t axis = places.size();
    while (axis > 0 &&
           ++places[axis - 1] == request_->buckets(static_cast<int>(axis - 1)).sizes_size()) {
      places[--axis] = 0;
    }
    if (axis == 0) return absl::OkStatus();
  }
}

absl::Status Evaluations::Advise(v1::InferShapesResponse* answer) const {
  for (int i = 0; i < request_->histograms_size(); ++i) {
    const v1::Histogram& histogram = request_->histograms(i);
    const std::string path = Item("histograms", i);
    for (int k = 0; k < histogram.symbols_size(); ++k) {
      if (binder_.FindSymbol(histogram.symbols(k))) continue;
      return Within(path, FieldError(Item("symbols", k), "the model has no such symbol"));
    }
    absl::Status status = AdviseBuckets(histogram, answer->add_advice());
    if (!status.ok()) return Within(path, status);
  }
  return absl::OkStatus();
}

void Evaluations::Evaluate(const BoundSymbols& bound, v1::Evaluation* evaluation) {
  sizes_.Run(bound.values);
  evaluation->mutable_sizes()->Add(sizes_.sizes().begin(), sizes_.sizes().end());
  if (!sizes_.is_exact()) {
    evaluation->mutable_upper_sizes()->Add(sizes_.upper_sizes().begin(),
                                           sizes_.upper_sizes().end());
  }
  for (size_t i = 0; i < values_.size(); ++i) evaluation->add_bytes(sizes_.Bytes(i));
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const SymbolId id : needed_) {
    if (!bound.values[id]) evaluation->add_unbound(arena.symbol(id).name);
  }
  if (memory_) {
    const auto& sections = request_->selection().sections();
    const bool with_arena =
        std::find(sections.begin(), sections.end(), v1::SECTION_ARENA) != sections.end();
    memory_->Evaluate(bound.values, with_arena, evaluation->mutable_memory());
  }
  violations_.Find(bound, evaluation);
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

void Evaluations::ChooseBucket(const BoundSymbols& bound, v1::Evaluation* evaluation) {
  BoundSymbols rounded = bound;
  uint32_t index = 0;
  for (const v1::BucketAxis& axis : request_->buckets()) {
    std::optional<int64_t>& size = rounded.values[*binder_.FindSymbol(axis.symbol())];
    if (!size) return;
    const auto fits = std::lower_bound(axis.sizes().begin(), axis.sizes().end(), *size);
    if (fits == axis.sizes().end()) return;
    size = *fits;
    index = index * static_cast<uint32_t>(axis.sizes_size()) +
            static_cast<uint32_t>(fits - axis.sizes().begin());
  }
  evaluation->set_bucket(index);
  const auto own = CountInputElements(bound.values);
  const auto padded = CountInputElements(rounded.values);
  if (own && padded && *padded > 0) evaluation->set_padding_overhead(1 - *own / *padded);
}

}  // namespace shapewright::inference

#include "core/inference/value_sizes.h"

#include "core/symbolic/checked_math.h"

namespace shapewright::inference {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;

// The dims of the values, one after the other.
std::vector<Expr> DimsOf(Engine& engine, absl::Span<const graph::ValueId> values) {
  std::vector<Expr> dims;
  for (const graph::ValueId id : values) {
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(id));
    if (!type.is_tensor() || !type.shape.has_rank) continue;
    dims.insert(dims.end(), type.shape.dims.begin(), type.shape.dims.end());
  }
  return dims;
}

int64_t SizeOf(const Evaluation& result) {
  switch (result.status) {
    case Evaluation::Status::kOk:
      return result.value < 0 ? kSizeUndefined : result.value;
    case Evaluation::Status::kOverflow:
      return kSizeOverflow;
    case Evaluation::Status::kDivisionByZero:
      return kSizeUndefined;
    default:
      return kSizeUnknown;
  }
}

}  // namespace

int64_t BytesOf(absl::Span<const int64_t> sizes, int element_bits) {
  if (element_bits == 0) return kSizeUnknown;
  symbolic::Int128 bits = element_bits;
  for (const int64_t size : sizes) {
    if (size < 0) return size;
    if (size == 0) return 0;
  }
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(bits, static_cast<symbolic::Int128>(size), &bits)) {
      return kSizeOverflow;
    }
  }
  return symbolic::Narrow((bits + 7) / 8).value_or(kSizeOverflow);
}

ValueSizes::ValueSizes(Engine& engine, absl::Span<const graph::ValueId> values)
    : dims_(DimsOf(engine, values)),
      evaluator_(engine.workspace().exprs(), dims_),
      ranges_(engine.workspace().exprs(), dims_),
      sizes_(dims_.size()),
      upper_sizes_(dims_.size()) {
  for (const graph::ValueId id : values) AddValue(engine, id);
}

void ValueSizes::AddValue(Engine& engine, graph::ValueId id) {
  const shape::Type& type = engine.workspace().types().at(engine.TypeOf(id));
  const size_t first =
      values_.empty()
          ? 0
          : values_.back().first + static_cast<size_t>(std::max(0, rank(values_.size() - 1)));
  const bool has_sizes = type.is_tensor() && type.shape.has_rank;
  values_.push_back({has_sizes ? static_cast<int32_t>(type.shape.dims.size()) : -1,
                     type.is_tensor() ? shape::ElementBits(type.element) : 0, first});
}

void ValueSizes::Run(symbolic::Bindings bindings) {
  const absl::Span<const Evaluation> results = evaluator_.Run(bindings);
  is_exact_ = true;
  for (size_t i = 0; i < dims_.size(); ++i) {
    sizes_[i] = upper_sizes_[i] = SizeOf(results[i]);
    is_exact_ &= sizes_[i] != kSizeUnknown;
  }
  if (is_exact_) return;
  const absl::Span<const symbolic::Interval> ranges = ranges_.Run(bindings);
  for (size_t i = 0; i < dims_.size(); ++i) {
    if (sizes_[i] == kSizeUnknown && ranges[i].has_max()) upper_sizes_[i] = ranges[i].max;
  }
}

int64_t ValueSizes::Bytes(size_t place) const {
  const Value& value = values_[place];
  if (value.rank < 0) return kSizeUnknown;
  return BytesOf(
      absl::MakeConstSpan(upper_sizes_).subspan(value.first, static_cast<size_t>(value.rank)),
      value.bits);
}

bool ValueSizes::HasExactBytes(size_t place) const {
  const Value& value = values_[place];
  for (size_t i = 0; i < static_cast<size_t>(std::max(0, value.rank)); ++i) {
    if (sizes_[value.first + i] < 0) return false;
  }
  return value.rank >= 0;
}

}  // namespace shapewright::inference

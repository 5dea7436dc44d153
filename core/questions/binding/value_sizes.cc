#include "core/questions/binding/value_sizes.h"

#include <algorithm>
#include <utility>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using symbolic::Evaluation;
using symbolic::Expr;

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

ValueSizes::ValueSizes(Engine& engine, absl::Span<const shape::TypeId> types) {
  for (const shape::TypeId id : types) {
    const shape::Type& type = engine.workspace().types().at(id);
    const bool has_axes = type.has_rank() && type.alternatives.empty();
    values_.push_back(
        {has_axes ? static_cast<int32_t>(type.shape.dims.size()) : -1, true, parts_.size(), 0});
    if (!has_axes) continue;
    parts_.push_back({dims_.size(), type.shape.dims.size(), shape::ElementBits(type.element)});
    values_.back().part_count = 1;
    dims_.insert(dims_.end(), type.shape.dims.begin(), type.shape.dims.end());
  }
  axis_count_ = dims_.size();
  for (size_t i = 0; i < types.size(); ++i) {
    if (values_[i].rank >= 0) continue;
    const shape::Type& type = engine.workspace().types().at(types[i]);
    if (!type.alternatives.empty()) {
      AddChoice(engine, i, type);
      continue;
    }
    values_[i].first_part = parts_.size();
    AddContents(engine, types[i], {}, &values_[i]);
    values_[i].part_count = parts_.size() - values_[i].first_part;
  }
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  evaluator_.emplace(arena, dims_);
  ranges_.emplace(arena, dims_);
  sizes_.resize(dims_.size());
  upper_sizes_.resize(dims_.size());
}

void ValueSizes::AddChoice(Engine& engine, size_t place, const shape::Type& type) {
  Choice choice = {place, 0, {}};
  for (const shape::TypeAlternative& each : type.alternatives) {
    const shape::Type& own = engine.workspace().types().at(each.type);
    Value value = {own.has_rank() ? own.shape.rank() : -1, true, parts_.size(), 0, true};
    AddContents(engine, each.type, {}, &value);
    value.part_count = parts_.size() - value.first_part;
    choice.alternatives.push_back(value);
  }
  choice.first_condition = dims_.size();
  for (const shape::TypeAlternative& each : type.alternatives) {
    if (!each.condition.is_unknown()) dims_.push_back(each.condition);
  }
  choices_.push_back(std::move(choice));
}

void ValueSizes::Choose() {
  for (const Choice& choice : choices_) {
    size_t chosen = 0;
    while (chosen + 1 < choice.alternatives.size() &&
           sizes_[choice.first_condition + chosen] == 0) {
      ++chosen;
    }
    const bool is_known =
        chosen + 1 == choice.alternatives.size() || sizes_[choice.first_condition + chosen] == 1;
    values_[choice.place] = is_known ? choice.alternatives[chosen] : Value{-1, false, 0, 0, true};
  }
  chosen_sizes_.clear();
  chosen_upper_sizes_.clear();
  is_exact_ = true;
  for (const Value& value : values_) {
    if (value.rank < 0) continue;
    const size_t first = parts_[value.first_part].first;
    for (size_t i = first; i < first + static_cast<size_t>(value.rank); ++i) {
      chosen_sizes_.push_back(sizes_[i]);
      chosen_upper_sizes_.push_back(upper_sizes_[i]);
      is_exact_ &= sizes_[i] != kSizeUnknown;
    }
  }
}

// Recursion is bounded by the depth of types, which the reader limits.
void ValueSizes::AddContents(Engine& engine, shape::TypeId id, std::vector<Expr> lengths,
                             Value* value) {
  const shape::Type& type = engine.workspace().types().at(id);
  if (type.has_rank()) {
    lengths.insert(lengths.end(), type.shape.dims.begin(), type.shape.dims.end());
    parts_.push_back({dims_.size(), lengths.size(), shape::ElementBits(type.element)});
    dims_.insert(dims_.end(), lengths.begin(), lengths.end());
  } else if (type.kind == shape::TypeKind::kOptional) {
    AddContents(engine, type.inner, std::move(lengths), value);
  } else if (type.kind == shape::TypeKind::kSequence && !type.positions.empty()) {
    for (const shape::TypeId position : type.positions) {
      AddContents(engine, position, lengths, value);
    }
  } else if (type.kind == shape::TypeKind::kSequence) {
    // An empty sequence has no bytes, even if the type of its elements is unknown.
    if (type.length.is_constant(0)) return;
    lengths.push_back(type.length);
    AddContents(engine, type.inner, std::move(lengths), value);
  } else {
    value->is_known = false;
  }
}

void ValueSizes::Run(symbolic::Bindings bindings) {
  const absl::Span<const Evaluation> results = evaluator_->Run(bindings);
  is_exact_ = true;
  bool has_unknown = false;
  for (size_t i = 0; i < dims_.size(); ++i) {
    sizes_[i] = upper_sizes_[i] = SizeOf(results[i]);
    has_unknown |= sizes_[i] == kSizeUnknown;
  }
  const absl::Span<const symbolic::Interval> ranges =
      has_unknown ? ranges_->Run(bindings) : absl::Span<const symbolic::Interval>();
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (sizes_[i] != kSizeUnknown) continue;
    if (ranges[i].has_max()) upper_sizes_[i] = ranges[i].max;
    // Such as the length of what NonZero finds among no elements.
    if (ranges[i].is_point() && ranges[i].min >= 0) sizes_[i] = ranges[i].min;
    if (i < axis_count_) is_exact_ &= sizes_[i] != kSizeUnknown;
  }
  if (!choices_.empty()) Choose();
}

void ValueSizes::Forget() {
  for (size_t i = 0; i < dims_.size(); ++i) {
    const bool is_known = dims_[i].is_constant();
    sizes_[i] = upper_sizes_[i] = is_known ? dims_[i].constant() : kSizeUnknown;
  }
  if (!choices_.empty()) Choose();
  is_exact_ = true;  // upper sizes tell nothing more
}

void ValueSizes::TakeKnown(const ValueSizes& other) {
  if (!choices_.empty() || !other.choices_.empty()) return;
  for (size_t place = 0; place < values_.size(); ++place) {
    if (values_[place].rank < 0 || values_[place].rank != other.values_[place].rank) continue;
    const Part& own = parts_[values_[place].first_part];
    const Part& known = other.parts_[other.values_[place].first_part];
    for (size_t i = 0; i < own.count; ++i) {
      const int64_t size = other.sizes_[known.first + i];
      if (sizes_[own.first + i] != kSizeUnknown || size == kSizeUnknown) continue;
      sizes_[own.first + i] = upper_sizes_[own.first + i] = size;
    }
  }
  const auto axes = sizes();
  is_exact_ = std::find(axes.begin(), axes.end(), kSizeUnknown) == axes.end();
}

int64_t ValueSizes::Bytes(size_t place) const {
  if (!values_[place].is_known) return kSizeUnknown;
  int64_t total = 0;
  for (const Part& part : PartsOf(values_[place])) {
    const int64_t bytes =
        BytesOf(absl::MakeConstSpan(upper_sizes_).subspan(part.first, part.count), part.bits);
    if (bytes < 0) return bytes;
    const auto sum = symbolic::CheckedAdd(total, bytes);
    if (!sum) return kSizeOverflow;
    total = *sum;
  }
  return total;
}

bool ValueSizes::HasExactBytes(size_t place) const {
  const Value& value = values_[place];
  if (value.rank < 0) return false;
  const Part& part = parts_[value.first_part];
  for (size_t i = 0; i < part.count; ++i) {
    if (sizes_[part.first + i] < 0) return false;
  }
  return true;
}

bool ValueSizes::HaveSameSizes(size_t place, size_t other) const {
  if (values_[place].rank < 0 || values_[place].rank != values_[other].rank) return false;
  const Part& a = parts_[values_[place].first_part];
  const Part& b = parts_[values_[other].first_part];
  if (a.bits != b.bits) return false;
  for (size_t i = 0; i < a.count; ++i) {
    const int64_t size = sizes_[a.first + i];
    if (size != sizes_[b.first + i] || (size < 0 && !(dims_[a.first + i] == dims_[b.first + i]))) {
      return false;
    }
  }
  return true;
}

}  // namespace shapewright::questions

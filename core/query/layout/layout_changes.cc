#include "core/query/layout/layout_changes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/message/message_text.h"
#include "core/layout/compare.h"
#include "core/layout/layout_text.h"
#include "core/layout/reshape.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_comparison.h"
#include "core/query/layout/layout_facts.h"
#include "core/query/read_type.h"
#include "core/query/write_type.h"
#include "core/shape/algebra/axes.h"
#include "core/shape/element_names.h"
#include "core/shape/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using layout::Layout;
using shape::Dim;
using ChangedSizes = std::vector<int64_t>;

// What a reshape of a symbolic shape looks at in place of a size that is no constant: one that is
// not 1.
constexpr int64_t kSomeSize = 2;

class TensorChange {
 public:
  TensorChange(const LayoutContext& context, TensorLayout& tensor, v1::LayoutChangeResult* out)
      : context_(context), tensor_(tensor), out_(out) {}

  absl::Status Convert(const v1::LayoutSpec& spec);
  absl::Status Reshape(const v1::Shape& shape);
  absl::Status Transpose(const v1::Numbers& axes);

 private:
  absl::Status ConvertByNames(TensorLayout& other, const NamedOrder& names);
  // The tensor is another one from now on; errors of its size are those of `field`.
  absl::Status Become(TensorLayout changed, absl::string_view field);
  void WriteSteps(const layout::Comparison& comparison, const TensorLayout& other);
  // Has no result.
  absl::Status Lose(absl::string_view reason) {
    LoseLayout(reason, tensor_, out_);
    return absl::OkStatus();
  }
  // Whether dims may be regrouped at all.
  bool is_plain() const;

  const LayoutContext& context_;
  TensorLayout& tensor_;
  v1::LayoutChangeResult* const out_;
};

absl::Status TensorChange::Become(TensorLayout changed, absl::string_view field) {
  tensor_ = std::move(changed);
  const absl::StatusOr<layout::Measures> measures = MeasureTensor(context_, tensor_);
  if (!measures.ok()) return InLayoutField(field, measures.status());
  WriteLayoutFacts(context_, tensor_, *measures, out_->mutable_facts());
  SymbolScope& scope = context_.scope;
  const shape::TypeId type = scope.types().Tensor(tensor_.element, shape::Shape::Of(tensor_.dims));
  WriteType(scope.exprs(), scope.types(), type, out_->mutable_tensor());
  out_->mutable_tensor()->set_text(shape::FormatType(scope.types(), type, scope.exprs()));
  return absl::OkStatus();
}

bool TensorChange::is_plain() const {
  ChangedSizes sizes;
  for (const Dim dim : tensor_.dims) sizes.push_back(dim.is_constant() ? dim.constant() : -1);
  return layout::IsPlain(sizes, tensor_.layout);
}

std::string TextOf(shape::ElementType element, const layout::BitcastStep& step) {
  Layout layout = step.layout;
  layout.element_size_in_bits = 0;
  const bool is_typed = element != shape::ElementType::kUndefined;
  return absl::StrCat(step.axes.empty()
                          ? "reshape"
                          : absl::StrCat("transpose(", absl::StrJoin(step.axes, ", "), ")"),
                      " ", is_typed ? shape::XlaElementName(element) : "", "[",
                      absl::StrJoin(step.sizes, ","), "]", layout::FormatLayout(layout));
}

void TensorChange::WriteSteps(const layout::Comparison& comparison, const TensorLayout& other) {
  const std::optional<ChangedSizes> own_sizes = tensor_.sizes();
  const std::optional<ChangedSizes> other_sizes = other.sizes();
  if (!own_sizes || !other_sizes) return;
  const layout::PlacedTensor own{*own_sizes, WithBits(tensor_)};
  const layout::PlacedTensor target{*other_sizes, WithBits(other)};
  for (const layout::BitcastStep& step : BitcastSteps(own, target, comparison)) {
    out_->add_steps(TextOf(other.element, step));
  }
}

// Dims that are named, and not alike: in another order, or others.
absl::Status TensorChange::ConvertByNames(TensorLayout& other, const NamedOrder& names) {
  v1::LayoutComparison* comparison = out_->mutable_comparison();
  comparison->set_needs_copy(true);
  if (names.axes.empty()) return Lose(names.reason);
  comparison->mutable_transpose()->Add(names.axes.begin(), names.axes.end());
  out_->set_reason(names.reason);
  for (size_t i = 0; i < names.axes.size(); ++i) {
    other.dims[i] = tensor_.dims[static_cast<size_t>(names.axes[i])];
  }
  return Become(std::move(other), "text");
}

absl::Status TensorChange::Convert(const v1::LayoutSpec& spec) {
  absl::StatusOr<OtherTensor> read = ReadOther(context_, tensor_, spec, false);
  if (!read.ok()) return read.status();
  if (!read->misfit.empty()) return Lose(read->misfit);
  TensorLayout& other = read->tensor;
  if (!other.has_layout()) return Lose(other.reason);
  if (const std::optional<NamedOrder> names = CompareNames(tensor_, other)) {
    return ConvertByNames(other, *names);
  }
  // A size that leaves 64 bits must not be looked at place by place.
  const absl::StatusOr<layout::Measures> measures = MeasureTensor(context_, other);
  if (!measures.ok()) return InLayoutField(other.field, measures.status());
  const std::optional<layout::Comparison> comparison =
      CompareTensors(context_, tensor_, other, v1::CompareLayouts());
  if (!comparison) {
    out_->set_reason("the tiles are too many to compare them one by one");
  } else {
    WriteComparison(*comparison, out_->mutable_comparison());
    if (!comparison->bitcast) out_->set_reason("elements or padding lie elsewhere");
    if (tensor_.dims != other.dims) WriteSteps(*comparison, other);
  }
  const absl::string_view field = other.field;
  return Become(std::move(other), field);
}

// The sizes of a tensor before and after a reshape. Nothing where neither all of them are known nor
// they are the same but for sizes of 1.
std::optional<std::pair<ChangedSizes, ChangedSizes>> SizesOfReshape(absl::Span<const Dim> from,
                                                                    absl::Span<const Dim> to) {
  std::pair<ChangedSizes, ChangedSizes> sizes;
  std::pair<std::vector<Dim>, std::vector<Dim>> others;
  bool are_constant = true;
  const auto take = [&are_constant](absl::Span<const Dim> dims, ChangedSizes& sizes,
                                    std::vector<Dim>& others) {
    for (const Dim dim : dims) {
      are_constant &= dim.is_constant();
      sizes.push_back(dim.is_constant() ? dim.constant() : kSomeSize);
      if (!dim.is_constant(1)) others.push_back(dim);
    }
  };
  take(from, sizes.first, others.first);
  take(to, sizes.second, others.second);
  if (!are_constant && others.first != others.second) return std::nullopt;
  return sizes;
}

absl::Status TensorChange::Reshape(const v1::Shape& shape) {
  TypeReader reader(context_.options, context_.scope, false);
  const absl::StatusOr<shape::ShapeValue> read = reader.ReadShape(shape);
  if (!read.ok()) return read.status();
  TensorLayout changed;
  changed.element = tensor_.element;
  for (const Dim dim : read->dims) {
    changed.dims.push_back(
        context_.scope.facts().has_learned() ? context_.scope.facts().Finalize(dim) : dim);
  }
  const auto sizes = SizesOfReshape(tensor_.dims, changed.dims);
  if (!sizes) {
    return Lose("a reshape of a symbolic shape puts in and takes out axes of size 1 alone");
  }
  const auto& [own, wanted] = *sizes;
  const std::optional<int64_t> elements = layout::ElementsOf(wanted);
  if (!elements) return CaseError("dims", "its size leaves 64 bits");
  if (elements != layout::ElementsOf(own)) {
    return Lose(
        absl::StrCat("has ", *elements, " elements, not ", layout::ElementsOf(own).value_or(0)));
  }
  const std::optional<Layout> free =
      is_plain() ? layout::ReshapeForFree(own, tensor_.layout, wanted) : std::nullopt;
  if (!free) {
    out_->mutable_comparison()->set_needs_copy(true);
    return Lose(is_plain() ? "dimensions that it regroups do not lie together in row-major order"
                           : "padding, tiles or parts would be regrouped");
  }
  changed.layout = *free;
  v1::LayoutComparison* comparison = out_->mutable_comparison();
  comparison->set_equal(tensor_.dims == changed.dims && tensor_.layout == changed.layout);
  comparison->set_equivalent(true);
  comparison->set_bitcast(true);
  return Become(std::move(changed), "dims");
}

// The bytes stay where they are.
absl::Status TensorChange::Transpose(const v1::Numbers& axes) {
  const size_t rank = tensor_.dims.size();
  if (axes.values_size() != static_cast<int>(rank)) {
    return CaseError("values",
                     absl::StrCat("there are ", axes.values_size(), " for a shape of rank ", rank));
  }
  TensorLayout changed;
  changed.element = tensor_.element;
  ChangedSizes order;
  for (int i = 0; i < axes.values_size(); ++i) {
    const absl::StatusOr<size_t> axis =
        shape::ResolveAxis(axes.values(i), static_cast<int64_t>(rank));
    if (!axis.ok()) return CaseError(Item("values", i), axis.status().message());
    const auto number = static_cast<int64_t>(*axis);
    if (std::find(order.begin(), order.end(), number) != order.end()) {
      return CaseError(Item("values", i),
                       absl::StrCat(number, " is named twice: not a permutation"));
    }
    order.push_back(number);
    changed.dims.push_back(tensor_.dims[*axis]);
  }
  changed.layout = layout::Transposed(tensor_.layout, order);
  v1::LayoutComparison* comparison = out_->mutable_comparison();
  const bool is_same = std::is_sorted(order.begin(), order.end());
  comparison->set_equal(is_same);
  comparison->set_equivalent(is_same);
  comparison->set_bitcast(true);
  if (!is_same) comparison->mutable_transpose()->Add(order.begin(), order.end());
  return Become(std::move(changed), "values");
}

}  // namespace

void LoseLayout(absl::string_view reason, TensorLayout& tensor, v1::LayoutChangeResult* out) {
  out->set_reason(Printable(reason));
  const std::string why = absl::StrCat("a change before has no result: ", reason);
  tensor = TensorLayout();
  tensor.reason = why;
}

absl::Status ChangeTensor(const LayoutContext& context, const v1::LayoutChange& change,
                          const v1::LayoutSpec& spec, TensorLayout& tensor,
                          v1::LayoutChangeResult* out) {
  if (change.change_case() == v1::LayoutChange::CHANGE_NOT_SET) {
    return CaseError("", "a change changes something");
  }
  if (!tensor.has_layout()) {
    out->set_reason(Printable(tensor.reason));
    return absl::OkStatus();
  }
  TensorChange run(context, tensor, out);
  switch (change.change_case()) {
    case v1::LayoutChange::kConvert:
      return Within("convert", run.Convert(spec));
    case v1::LayoutChange::kReshape:
      return Within("reshape", run.Reshape(change.reshape()));
    case v1::LayoutChange::kTranspose:
      return Within("transpose", run.Transpose(change.transpose()));
    case v1::LayoutChange::CHANGE_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::query

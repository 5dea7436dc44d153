#include "core/query/layout/layout_comparison.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/message/message_text.h"
#include "core/layout/compare.h"
#include "core/layout/dim_names.h"
#include "core/layout/layout_text.h"
#include "core/layout/reshape.h"
#include "core/query/case_error.h"
#include "core/query/layout/ignored_layout.h"
#include "core/query/layout/layout_facts.h"
#include "core/query/write_type.h"
#include "core/shape/element_names.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using layout::Layout;
using Sizes = std::vector<int64_t>;

constexpr int64_t kMaxCompareSteps = 1 << 20;

// The sizes, -1 where one is no constant.
Sizes KnownSizes(const TensorLayout& tensor) {
  Sizes sizes;
  for (const shape::Dim dim : tensor.dims) {
    sizes.push_back(dim.is_constant() ? dim.constant() : -1);
  }
  return sizes;
}

// Two tensors with layouts as given; nothing where it takes too long.
std::optional<layout::Comparison> Compare(const QueryOptions& options, const TensorLayout& a,
                                          const Layout& first, const TensorLayout& b,
                                          const Layout& second) {
  const Sizes own = KnownSizes(a);
  const Sizes other = KnownSizes(b);
  if (!a.sizes() || !b.sizes()) return layout::CompareUnsized(own, first, second, 0);
  return layout::CompareTensors({own, first}, {other, second}, kMaxCompareSteps, options.work);
}

void WriteComparison(const layout::Comparison& comparison, v1::Comparison* out) {
  out->set_equal(comparison.equal);
  out->set_equivalent(comparison.equivalent);
  out->set_bitcast(comparison.bitcast);
  for (const int64_t axis : comparison.transpose) out->add_transpose(axis);
  out->set_needs_copy(!comparison.bitcast);
}

// The layout with the size of an element in it.
Layout WithBits(const TensorLayout& tensor) {
  Layout layout = tensor.layout;
  layout.element_size_in_bits = tensor.element_bits();
  return layout;
}

class ComparisonQuery {
 public:
  ComparisonQuery(const QueryOptions& options, SymbolScope& scope, const TensorLayout& tensor,
                  const v1::LayoutQuery& query, v1::LayoutAnswer* out)
      : options_(options),
        scope_(scope),
        tensor_(tensor),
        query_(query),
        spec_(query.has_convert() ? query.convert() : query.compare()),
        converts_(query.has_convert()),
        out_(out) {}

  absl::Status Run(TensorLayout* changed);

 private:
  // Reads the other tensor; false, and the answer is written, where it does not fit.
  absl::StatusOr<bool> ReadOther();
  absl::StatusOr<bool> CheckElements();
  absl::Status CompareNames(TensorLayout* changed);
  absl::Status CompareLayouts();
  void WriteSteps(const layout::Comparison& comparison);
  v1::Comparison* Comparison() {
    return converts_ ? out_->mutable_conversion() : out_->mutable_comparison();
  }
  // They are not alike, and no steps lead from one to the other.
  absl::StatusOr<bool> DoesNotFit(absl::string_view reason);

  const QueryOptions& options_;
  SymbolScope& scope_;
  const TensorLayout& tensor_;
  const v1::LayoutQuery& query_;
  const v1::LayoutSpec& spec_;
  const bool converts_;
  v1::LayoutAnswer* const out_;
  TensorLayout other_;
};

absl::StatusOr<bool> ComparisonQuery::DoesNotFit(absl::string_view reason) {
  out_->set_reason(Printable(reason));
  if (!converts_) out_->mutable_comparison()->set_needs_copy(true);
  return false;
}

absl::StatusOr<bool> ComparisonQuery::CheckElements() {
  const Sizes own_sizes = KnownSizes(tensor_);
  const Sizes other_sizes = KnownSizes(other_);
  if (tensor_.dims == other_.dims) return true;
  if (!tensor_.sizes() || !other_.sizes()) {
    return CaseError("text", "a comparison of two shapes needs static ones");
  }
  const auto own = layout::ElementsOf(own_sizes);
  const auto elements = layout::ElementsOf(other_sizes);
  if (!elements) return CaseError("text", "its size leaves 64 bits");
  if (elements == own) return true;
  return DoesNotFit(absl::StrCat("has ", *elements, " elements, not ", *own));
}

// A layout of this tensor, or another shape with its layout.
absl::StatusOr<bool> ComparisonQuery::ReadOther() {
  if (HasShape(spec_)) {
    absl::Status status = ReadShapedLayout(options_, scope_, spec_.text(), other_);
    if (!status.ok()) return status;
    if (other_.element == shape::ElementType::kUndefined) other_.element = tensor_.element;
    return CheckElements();
  }
  const std::optional<size_t> rank = OtherRank(spec_, tensor_.dims.size());
  if (rank && !converts_) {
    return DoesNotFit(
        absl::StrCat("a layout of ", *rank, " dimensions, for ", tensor_.dims.size()));
  }
  other_.dims = tensor_.dims;
  other_.element = tensor_.element;
  absl::Status status = ReadLayoutSpec(spec_, other_);
  if (!status.ok()) return status;
  return true;
}

// Dims that are named, and not alike: in another order, or others.
absl::Status ComparisonQuery::CompareNames(TensorLayout* changed) {
  v1::Comparison* comparison = Comparison();
  comparison->set_needs_copy(true);
  Sizes axes;
  for (const std::string& name : other_.dim_names) {
    const std::optional<size_t> dim = layout::FindDim(tensor_.dim_names, name);
    if (!dim) {
      out_->set_reason("the dimensions have other names");
      return absl::OkStatus();
    }
    axes.push_back(static_cast<int64_t>(*dim));
  }
  comparison->mutable_transpose()->Add(axes.begin(), axes.end());
  out_->set_reason("the dimensions stand in another order");
  if (!converts_) return absl::OkStatus();
  for (size_t i = 0; i < axes.size(); ++i) {
    other_.dims[i] = tensor_.dims[static_cast<size_t>(axes[i])];
  }
  *changed = other_;
  return WriteLayoutFacts(options_, scope_, other_, out_->mutable_converted());
}

std::string TextOf(shape::ElementType element, const layout::BitcastStep& step) {
  Layout layout = step.layout;
  layout.element_size_in_bits = 0;
  const bool is_typed = element != shape::ElementType::kUndefined;
  return absl::StrCat(is_typed ? shape::XlaElementName(element) : "", "[",
                      absl::StrJoin(step.sizes, ","), "]", layout::FormatLayout(layout));
}

void ComparisonQuery::WriteSteps(const layout::Comparison& comparison) {
  const std::optional<Sizes> own_sizes = tensor_.sizes();
  const std::optional<Sizes> other_sizes = other_.sizes();
  if (!own_sizes || !other_sizes) return;
  const layout::PlacedTensor own{*own_sizes, WithBits(tensor_)};
  const layout::PlacedTensor target{*other_sizes, WithBits(other_)};
  for (const layout::BitcastStep& step : BitcastSteps(own, target, comparison)) {
    v1::LayoutStep* written = out_->add_steps();
    for (const int64_t axis : step.axes) written->add_transpose(axis);
    written->set_text(TextOf(other_.element, step));
  }
}

absl::Status ComparisonQuery::CompareLayouts() {
  v1::LayoutFacts facts;
  const absl::Status status = WriteLayoutFacts(options_, scope_, other_, &facts);
  if (!status.ok()) {
    return spec_.has_layout() ? graph::Within("layout", status) : status;
  }
  auto comparison = Compare(options_, tensor_, WithoutIgnored(query_, WithBits(tensor_)), other_,
                            WithoutIgnored(query_, WithBits(other_)));
  if (!comparison) {
    out_->set_reason("the tiles are too many to compare them one by one");
    if (converts_) *out_->mutable_converted() = std::move(facts);
    return absl::OkStatus();
  }
  const bool are_named = !tensor_.names_text.empty() && !other_.names_text.empty();
  comparison->equal = comparison->equal && (!are_named || tensor_.names_text == other_.names_text);
  WriteComparison(*comparison, Comparison());
  if (!comparison->equivalent && !tensor_.sizes()) {
    out_->set_reason("other places for some sizes; not all sizes are known");
  }
  if (!converts_) return absl::OkStatus();
  *out_->mutable_converted() = std::move(facts);
  if (!comparison->bitcast) out_->set_reason("elements or padding lie elsewhere");
  if (tensor_.dims != other_.dims) {
    WriteSteps(*comparison);
    return absl::OkStatus();
  }
  const Sizes sizes = KnownSizes(tensor_);
  if (layout::IsPlain(sizes, tensor_.layout) && layout::IsPlain(sizes, other_.layout)) {
    WriteMinimalTranspose(
        scope_,
        layout::MinimizeBetween(scope_.exprs(), tensor_.dims, tensor_.layout, other_.layout), out_);
  }
  return absl::OkStatus();
}

absl::Status ComparisonQuery::Run(TensorLayout* changed) {
  if (converts_ && query_.ignored_size() > 0) {
    return CaseError("", "only COMPARE ignores anything");
  }
  const absl::StatusOr<bool> fits = ReadOther();
  if (!fits.ok()) return fits.status();
  if (!*fits) return absl::OkStatus();
  if (!other_.has_layout()) {
    out_->set_reason(Printable(other_.reason));
    return absl::OkStatus();
  }
  const bool are_named = !tensor_.names_text.empty() && !other_.names_text.empty();
  if (are_named && tensor_.dim_names != other_.dim_names) return CompareNames(changed);
  absl::Status status = CompareLayouts();
  if (status.ok() && out_->has_converted()) *changed = other_;
  return status;
}

}  // namespace

void WriteConversion(const QueryOptions& options, const TensorLayout& from, const TensorLayout& to,
                     v1::LayoutAnswer* out) {
  const auto comparison = Compare(options, from, WithBits(from), to, WithBits(to));
  if (comparison) WriteComparison(*comparison, out->mutable_conversion());
}

void WriteMinimalTranspose(SymbolScope& scope, const layout::MinimalTranspose& transpose,
                           v1::LayoutAnswer* out) {
  if (scope.exprs().TakeOverflow()) return;
  v1::MinimalTranspose* written = out->mutable_minimal_transpose();
  for (const shape::Dim size : transpose.sizes) WriteDim(scope.exprs(), size, written->add_sizes());
  for (const int64_t axis : transpose.axes) written->add_axes(axis);
}

absl::Status AnswerLayoutComparison(const QueryOptions& options, SymbolScope& scope,
                                    const TensorLayout& tensor, const v1::LayoutQuery& query,
                                    v1::LayoutAnswer* out, TensorLayout* changed) {
  return ComparisonQuery(options, scope, tensor, query, out).Run(changed);
}

}  // namespace shapewright::query

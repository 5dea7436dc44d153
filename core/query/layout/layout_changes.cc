#include "core/query/layout/layout_changes.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/layout/compare.h"
#include "core/layout/minimal_transpose.h"
#include "core/layout/reshape.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_comparison.h"
#include "core/query/layout/layout_facts.h"
#include "core/query/read_type.h"
#include "core/shape/algebra/axes.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using layout::Layout;
using shape::Dim;
using Sizes = std::vector<int64_t>;

class ChangeQuery {
 public:
  ChangeQuery(const QueryOptions& options, SymbolScope& scope, const TensorLayout& tensor,
              v1::LayoutAnswer* out, TensorLayout* changed)
      : options_(options), scope_(scope), tensor_(tensor), out_(out), changed_(changed) {}

  absl::Status Reshape(const v1::Shape& shape);
  absl::Status Transpose(const v1::Permutation& permutation);
  absl::Status Insert(const v1::DimensionInsertion& insertion);
  absl::Status Delete(absl::Span<const int64_t> dimensions, absl::string_view field);
  absl::Status Move(const v1::DimensionMove& move);
  absl::Status MoveToEnd(int64_t dimension, bool is_major);

 private:
  // Facts of the tensor with other dims and another layout.
  absl::Status WriteConverted(std::vector<Dim> dims, const Layout& layout);
  absl::Status ReshapeFree(const Sizes& own, const Sizes& sizes);
  absl::Status TransposeBy(const Sizes& axes);
  size_t rank() const { return tensor_.dims.size(); }
  bool is_plain() const;
  absl::StatusOr<size_t> DimOf(int64_t dimension) const {
    return shape::ResolveAxis(dimension, static_cast<int64_t>(rank()));
  }

  const QueryOptions& options_;
  SymbolScope& scope_;
  const TensorLayout& tensor_;
  v1::LayoutAnswer* const out_;
  TensorLayout* const changed_;
};

absl::Status ChangeQuery::WriteConverted(std::vector<Dim> dims, const Layout& layout) {
  TensorLayout changed;
  changed.dims = std::move(dims);
  changed.element = tensor_.element;
  changed.layout = layout;
  *changed_ = std::move(changed);
  return WriteLayoutFacts(options_, scope_, *changed_, out_->mutable_converted());
}

// Whether dims may be regrouped at all.
bool ChangeQuery::is_plain() const {
  Sizes sizes;
  for (const Dim dim : tensor_.dims) sizes.push_back(dim.is_constant() ? dim.constant() : -1);
  return layout::IsPlain(sizes, tensor_.layout);
}

absl::Status ChangeQuery::Reshape(const v1::Shape& shape) {
  const std::optional<Sizes> own = tensor_.sizes();
  TypeReader reader(options_, scope_, false);
  const absl::StatusOr<shape::ShapeValue> read = reader.ReadShape(shape);
  if (!read.ok()) return read.status();
  TensorLayout row_major;
  row_major.dims = read->dims;
  const std::optional<Sizes> sizes = row_major.sizes();
  if (!own || !read->has_rank || !sizes) {
    return CaseError("dims", "a reshape needs a static shape");
  }
  row_major.layout = layout::RowMajor(sizes->size());
  v1::LayoutFacts facts;
  absl::Status status = WriteLayoutFacts(options_, scope_, row_major, &facts);
  if (!status.ok()) return status;
  const int64_t elements = layout::ElementsOf(*own).value_or(0);
  if (facts.elements().size() != elements) {
    return CaseError("dims",
                     absl::StrCat("have ", facts.elements().size(), " elements, not ", elements));
  }
  for (const auto& [source, result] : layout::UnmodifiedDims(*own, *sizes)) {
    v1::DimensionPair* pair = out_->add_unmodified();
    pair->set_source(static_cast<uint32_t>(source));
    pair->set_target(static_cast<uint32_t>(result));
  }
  if (const auto change = layout::DegenerateOnly(*own, *sizes)) {
    v1::DegenerateChange* written = out_->mutable_degenerate();
    for (const size_t dim : change->deleted) written->add_deleted(static_cast<uint32_t>(dim));
    for (const size_t dim : change->inserted) written->add_inserted(static_cast<uint32_t>(dim));
  }
  return ReshapeFree(*own, *sizes);
}

absl::Status ChangeQuery::ReshapeFree(const Sizes& own, const Sizes& sizes) {
  const std::optional<Layout> free =
      is_plain() ? layout::ReshapeForFree(own, tensor_.layout, sizes) : std::nullopt;
  if (!free) {
    out_->mutable_conversion()->set_needs_copy(true);
    out_->set_reason(is_plain()
                         ? "dimensions that it regroups do not lie together in row-major order"
                         : "padding, tiles or parts would be regrouped");
    return absl::OkStatus();
  }
  out_->mutable_conversion()->set_bitcast(true);
  return WriteConverted({sizes.begin(), sizes.end()}, *free);
}

// The bytes stay where they are.
absl::Status ChangeQuery::TransposeBy(const Sizes& axes) {
  std::vector<Dim> dims;
  for (const int64_t axis : axes) dims.push_back(tensor_.dims[static_cast<size_t>(axis)]);
  const Layout free = layout::Transposed(tensor_.layout, axes);
  if (is_plain()) {
    Layout kept = tensor_.layout;
    WriteMinimalTranspose(scope_, layout::MinimizeBetween(scope_.exprs(), dims, free, kept), out_);
  }
  out_->mutable_conversion()->set_bitcast(true);
  return WriteConverted(std::move(dims), free);
}

absl::Status ChangeQuery::Transpose(const v1::Permutation& permutation) {
  if (permutation.axes_size() != static_cast<int>(rank())) {
    return CaseError("axes", absl::StrCat("there are ", permutation.axes_size(),
                                          " for a shape of rank ", rank()));
  }
  Sizes axes;
  for (int i = 0; i < permutation.axes_size(); ++i) {
    const absl::StatusOr<size_t> axis = DimOf(permutation.axes(i));
    if (!axis.ok()) return CaseError(Item("axes", i), axis.status().message());
    const auto number = static_cast<int64_t>(*axis);
    if (std::find(axes.begin(), axes.end(), number) != axes.end()) {
      return CaseError(Item("axes", i), absl::StrCat(number, " is named twice: not a permutation"));
    }
    axes.push_back(number);
  }
  return TransposeBy(axes);
}

absl::Status ChangeQuery::Insert(const v1::DimensionInsertion& insertion) {
  const auto dim = shape::ResolveAxis(insertion.dimension(), static_cast<int64_t>(rank()) + 1);
  if (!dim.ok()) return CaseError("dimension", dim.status().message());
  const size_t position =
      insertion.has_minor_to_major_position() ? insertion.minor_to_major_position() : rank();
  if (position > rank()) {
    return CaseError("minor_to_major_position", absl::StrCat(position, " is beyond ", rank()));
  }
  TypeReader reader(options_, scope_, false);
  const absl::StatusOr<Dim> size = reader.ReadDim(insertion.size());
  if (!size.ok()) return Within("size", size.status());
  const bool is_padded = !tensor_.layout.padded_dimensions.empty();
  if (is_padded && !size->is_constant()) {
    return CaseError("size", "beside padded dimensions it must be a constant");
  }
  std::vector<Dim> dims = tensor_.dims;
  dims.insert(dims.begin() + static_cast<ptrdiff_t>(*dim), *size);
  const int64_t padded = size->is_constant() ? size->constant() : 0;
  return WriteConverted(std::move(dims), layout::WithDim(tensor_.layout, *dim, position, padded));
}

absl::Status ChangeQuery::Delete(absl::Span<const int64_t> dimensions, absl::string_view field) {
  std::vector<size_t> deleted;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const std::string path = field.empty() ? std::string() : Item(field, static_cast<int>(i));
    const absl::StatusOr<size_t> dim = DimOf(dimensions[i]);
    if (!dim.ok()) return CaseError(path, dim.status().message());
    if (std::find(deleted.begin(), deleted.end(), *dim) != deleted.end()) {
      return CaseError(path, absl::StrCat(dimensions[i], " is named twice"));
    }
    deleted.push_back(*dim);
  }
  std::sort(deleted.begin(), deleted.end(), std::greater<>());
  std::vector<Dim> dims = tensor_.dims;
  Layout layout = tensor_.layout;
  for (const size_t dim : deleted) {
    dims.erase(dims.begin() + static_cast<ptrdiff_t>(dim));
    layout = layout::WithoutDim(layout, dim);
  }
  return WriteConverted(std::move(dims), layout);
}

absl::Status ChangeQuery::Move(const v1::DimensionMove& move) {
  const absl::StatusOr<size_t> source = DimOf(move.source());
  if (!source.ok()) return CaseError("source", source.status().message());
  const absl::StatusOr<size_t> target = DimOf(move.target());
  if (!target.ok()) return CaseError("target", target.status().message());
  Sizes axes(rank());
  std::iota(axes.begin(), axes.end(), 0);
  axes.erase(axes.begin() + static_cast<ptrdiff_t>(*source));
  axes.insert(axes.begin() + static_cast<ptrdiff_t>(*target), static_cast<int64_t>(*source));
  return TransposeBy(axes);
}

absl::Status ChangeQuery::MoveToEnd(int64_t dimension, bool is_major) {
  const absl::StatusOr<size_t> dim = DimOf(dimension);
  if (!dim.ok()) return CaseError("", dim.status().message());
  TensorLayout moved = tensor_;
  moved.layout =
      is_major ? layout::WithMajor(tensor_.layout, *dim) : layout::WithMinor(tensor_.layout, *dim);
  WriteConversion(options_, tensor_, moved, out_);
  return WriteConverted(tensor_.dims, moved.layout);
}

}  // namespace

absl::Status AnswerLayoutChange(const QueryOptions& options, SymbolScope& scope,
                                const TensorLayout& tensor, const v1::LayoutQuery& query,
                                v1::LayoutAnswer* out, TensorLayout* changed) {
  ChangeQuery change(options, scope, tensor, out, changed);
  const int64_t deleted = query.delete_dimension();
  switch (query.kind_case()) {
    case v1::LayoutQuery::kReshape:
      return Within("reshape", change.Reshape(query.reshape()));
    case v1::LayoutQuery::kTranspose:
      return Within("transpose", change.Transpose(query.transpose()));
    case v1::LayoutQuery::kInsert:
      return Within("insert", change.Insert(query.insert()));
    case v1::LayoutQuery::kDeleteDimension:
      return Within("delete_dimension", change.Delete({&deleted, 1}, ""));
    case v1::LayoutQuery::kDeleteDimensions:
      return Within("delete_dimensions",
                    change.Delete(query.delete_dimensions().dimensions(), "dimensions"));
    case v1::LayoutQuery::kMove:
      return Within("move", change.Move(query.move()));
    case v1::LayoutQuery::kMoveToMajor:
      return Within("move_to_major", change.MoveToEnd(query.move_to_major(), true));
    case v1::LayoutQuery::kMoveToMinor:
      return Within("move_to_minor", change.MoveToEnd(query.move_to_minor(), false));
    default:
      break;
  }
  return CaseError("", "there is no such query");
}

}  // namespace shapewright::query

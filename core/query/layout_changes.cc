#include "core/query/layout_changes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/message_text.h"
#include "core/layout/compare.h"
#include "core/layout/dim_names.h"
#include "core/layout/layout_text.h"
#include "core/layout/reshape.h"
#include "core/query/case_error.h"
#include "core/query/layout_facts.h"
#include "core/query/read_type.h"
#include "core/shape/axes.h"
#include "core/shape/notation.h"
#include "core/symbolic/checked_math.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using layout::Layout;
using Sizes = std::vector<int64_t>;

constexpr int64_t kMaxCompareSteps = 1 << 20;

// The layout with the size of an element in it.
Layout WithBits(const TensorLayout& tensor) {
  Layout layout = tensor.layout;
  layout.element_size_in_bits = tensor.element_bits();
  return layout;
}

class ChangeQuery {
 public:
  ChangeQuery(const QueryOptions& options, SymbolScope& scope, const TensorLayout& tensor,
              const Sizes& sizes, v1::LayoutAnswer* out)
      : options_(options), scope_(scope), tensor_(tensor), sizes_(sizes), out_(out) {}

  absl::Status ReadOther(const v1::LayoutSpec& spec, TensorLayout& other) const;
  absl::Status CompareNames(const TensorLayout& other, bool converts);
  absl::Status CompareWith(const v1::LayoutSpec& spec, bool converts);
  absl::Status Reshape(const v1::Shape& shape);
  absl::Status Transpose(const v1::Permutation& permutation);
  absl::Status Insert(const v1::DimensionInsertion& insertion);
  absl::Status Delete(int64_t dimension);
  absl::Status Move(const v1::DimensionMove& move);
  absl::Status MoveToMajor(int64_t dimension);

 private:
  // Facts of the tensor with other sizes and another layout.
  absl::Status WriteConverted(const Sizes& sizes, const Layout& layout);
  void WriteFree();
  void WriteSteps(const std::vector<layout::BitcastStep>& steps, shape::ElementType element);
  absl::Status TransposeBy(const Sizes& axes);
  absl::StatusOr<size_t> DimOf(int64_t dimension) const {
    return shape::ResolveAxis(dimension, static_cast<int64_t>(sizes_.size()));
  }

  const QueryOptions& options_;
  SymbolScope& scope_;
  const TensorLayout& tensor_;
  const Sizes& sizes_;
  v1::LayoutAnswer* const out_;
};

absl::Status ChangeQuery::WriteConverted(const Sizes& sizes, const Layout& layout) {
  TensorLayout changed;
  changed.dims.assign(sizes.begin(), sizes.end());
  changed.element = tensor_.element;
  changed.layout = layout;
  return WriteLayoutFacts(options_, scope_, changed, out_->mutable_converted());
}

// The bytes stay where they are.
void ChangeQuery::WriteFree() { out_->mutable_conversion()->set_bitcast(true); }

void WriteComparison(const layout::Comparison& comparison, v1::Comparison* out) {
  out->set_equal(comparison.equal);
  out->set_equivalent(comparison.equivalent);
  out->set_bitcast(comparison.bitcast);
  for (const int64_t axis : comparison.transpose) out->add_transpose(axis);
  out->set_needs_copy(!comparison.bitcast);
}

std::string TextOf(shape::ElementType element, const layout::BitcastStep& step) {
  Layout layout = step.layout;
  layout.element_size_in_bits = 0;
  const bool is_typed = element != shape::ElementType::kUndefined;
  return absl::StrCat(is_typed ? shape::XlaElementName(element) : "", "[",
                      absl::StrJoin(step.sizes, ","), "]", layout::FormatLayout(layout));
}

void ChangeQuery::WriteSteps(const std::vector<layout::BitcastStep>& steps,
                             shape::ElementType element) {
  for (const layout::BitcastStep& step : steps) {
    v1::LayoutStep* written = out_->add_steps();
    for (const int64_t axis : step.axes) written->add_transpose(axis);
    written->set_text(TextOf(element, step));
  }
}

// The tensor to compare with: a layout of this one, or another shape with its layout.
absl::Status ChangeQuery::ReadOther(const v1::LayoutSpec& spec, TensorLayout& other) const {
  if (!HasShape(spec)) {
    other.dims = tensor_.dims;
    other.element = tensor_.element;
    return ReadLayoutSpec(spec, other);
  }
  absl::Status status = ReadShapedLayout(options_, scope_, spec.text(), other);
  if (!status.ok()) return status;
  if (other.element == shape::ElementType::kUndefined) other.element = tensor_.element;
  const std::optional<Sizes> sizes = other.sizes();
  if (!sizes) return CaseError("text", "a query needs a static shape");
  const auto own = layout::ElementsOf(sizes_);
  const auto elements = layout::ElementsOf(*sizes);
  if (elements == own) return absl::OkStatus();
  return CaseError("text", elements ? absl::StrCat("has ", *elements, " elements, not ", *own)
                                    : "its size leaves 64 bits");
}

// Dims that are named, and not alike: in another order, or others.
absl::Status ChangeQuery::CompareNames(const TensorLayout& other, bool converts) {
  v1::Comparison* comparison = converts ? out_->mutable_conversion() : out_->mutable_comparison();
  comparison->set_needs_copy(true);
  Sizes axes;
  for (const std::string& name : other.dim_names) {
    const std::optional<size_t> dim = layout::FindDim(tensor_.dim_names, name);
    if (!dim) {
      out_->set_reason("the dimensions have other names");
      return absl::OkStatus();
    }
    axes.push_back(static_cast<int64_t>(*dim));
  }
  comparison->mutable_transpose()->Add(axes.begin(), axes.end());
  out_->set_reason("the dimensions stand in another order");
  if (!converts) return absl::OkStatus();
  Sizes sizes;
  for (const int64_t axis : axes) sizes.push_back(sizes_[static_cast<size_t>(axis)]);
  return WriteConverted(sizes, other.layout);
}

absl::Status ChangeQuery::CompareWith(const v1::LayoutSpec& spec, bool converts) {
  TensorLayout other;
  absl::Status status = ReadOther(spec, other);
  if (!status.ok()) return status;
  if (!other.has_layout()) {
    out_->set_reason(other.reason);
    return absl::OkStatus();
  }
  const bool are_named = !tensor_.names_text.empty() && !other.names_text.empty();
  if (are_named && tensor_.dim_names != other.dim_names) return CompareNames(other, converts);
  v1::LayoutFacts facts;
  status = WriteLayoutFacts(options_, scope_, other, &facts);
  if (!status.ok()) {
    return spec.kind_case() == v1::LayoutSpec::kLayout ? Within("layout", status) : status;
  }
  const Sizes other_sizes = *other.sizes();
  const layout::PlacedTensor own{sizes_, WithBits(tensor_)};
  const layout::PlacedTensor target{other_sizes, WithBits(other)};
  auto comparison = layout::CompareTensors(own, target, kMaxCompareSteps);
  if (!comparison) {
    out_->set_reason("the tiles are too many to compare them one by one");
    return absl::OkStatus();
  }
  comparison->equal = comparison->equal && (!are_named || tensor_.names_text == other.names_text);
  if (converts) *out_->mutable_converted() = std::move(facts);
  if (converts && other_sizes != sizes_) {
    WriteSteps(BitcastSteps(own, target, *comparison), other.element);
  }
  WriteComparison(*comparison, converts ? out_->mutable_conversion() : out_->mutable_comparison());
  if (converts && !comparison->bitcast) out_->set_reason("elements or padding lie elsewhere");
  return absl::OkStatus();
}

// Whether dims may be regrouped at all.
bool IsPlain(const Layout& layout, const Sizes& sizes) {
  const bool is_padded = !layout.padded_dimensions.empty() &&
                         !std::equal(sizes.begin(), sizes.end(), layout.padded_dimensions.begin());
  return layout.tiles.empty() && !is_padded && layout.row_alignment_bytes <= 1 &&
         !layout.is_sparse() && layout.splits.empty();
}

absl::Status ChangeQuery::Reshape(const v1::Shape& shape) {
  TypeReader reader(options_, scope_, false);
  const absl::StatusOr<shape::ShapeValue> read = reader.ReadShape(shape);
  if (!read.ok()) return read.status();
  TensorLayout target;
  target.dims = read->dims;
  const std::optional<Sizes> sizes = target.sizes();
  if (!read->has_rank || !sizes) return CaseError("dims", "a reshape needs a static shape");
  TensorLayout row_major = target;
  row_major.layout = layout::RowMajor(sizes->size());
  v1::LayoutFacts facts;
  absl::Status status = WriteLayoutFacts(options_, scope_, row_major, &facts);
  if (!status.ok()) return status;
  const int64_t elements = layout::ElementsOf(sizes_).value_or(0);
  if (facts.elements().size() != elements) {
    return CaseError("dims",
                     absl::StrCat("have ", facts.elements().size(), " elements, not ", elements));
  }
  for (const auto& [source, result] : layout::UnmodifiedDims(sizes_, *sizes)) {
    v1::DimensionPair* pair = out_->add_unmodified();
    pair->set_source(static_cast<uint32_t>(source));
    pair->set_target(static_cast<uint32_t>(result));
  }
  if (const auto change = layout::DegenerateOnly(sizes_, *sizes)) {
    v1::DegenerateChange* written = out_->mutable_degenerate();
    for (const size_t dim : change->deleted) written->add_deleted(static_cast<uint32_t>(dim));
    for (const size_t dim : change->inserted) written->add_inserted(static_cast<uint32_t>(dim));
  }
  const std::optional<Layout> free = IsPlain(tensor_.layout, sizes_)
                                         ? layout::ReshapeForFree(sizes_, tensor_.layout, *sizes)
                                         : std::nullopt;
  if (!free) {
    out_->mutable_conversion()->set_needs_copy(true);
    out_->set_reason(IsPlain(tensor_.layout, sizes_)
                         ? "dimensions that it regroups do not lie together in row-major order"
                         : "padding, tiles or parts would be regrouped");
    return absl::OkStatus();
  }
  WriteFree();
  return WriteConverted(*sizes, *free);
}

absl::Status ChangeQuery::TransposeBy(const Sizes& axes) {
  Sizes sizes;
  for (const int64_t axis : axes) sizes.push_back(sizes_[static_cast<size_t>(axis)]);
  WriteFree();
  return WriteConverted(sizes, layout::Transposed(tensor_.layout, axes));
}

absl::Status ChangeQuery::Transpose(const v1::Permutation& permutation) {
  if (permutation.axes_size() != static_cast<int>(sizes_.size())) {
    return CaseError("axes", absl::StrCat("there are ", permutation.axes_size(),
                                          " for a shape of rank ", sizes_.size()));
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
  const auto dim =
      shape::ResolveAxis(insertion.dimension(), static_cast<int64_t>(sizes_.size()) + 1);
  if (!dim.ok()) return CaseError("dimension", dim.status().message());
  const size_t position =
      insertion.has_minor_to_major_position() ? insertion.minor_to_major_position() : sizes_.size();
  if (position > sizes_.size()) {
    return CaseError("minor_to_major_position",
                     absl::StrCat(position, " is beyond ", sizes_.size()));
  }
  TypeReader reader(options_, scope_, false);
  const absl::StatusOr<shape::Dim> size = reader.ReadDim(insertion.size());
  if (!size.ok()) return Within("size", size.status());
  if (!size->is_constant()) return CaseError("size", "a query needs a static shape");
  Sizes sizes = sizes_;
  sizes.insert(sizes.begin() + static_cast<ptrdiff_t>(*dim), size->constant());
  return WriteConverted(sizes, layout::WithDim(tensor_.layout, *dim, position, size->constant()));
}

absl::Status ChangeQuery::Delete(int64_t dimension) {
  const absl::StatusOr<size_t> dim = DimOf(dimension);
  if (!dim.ok()) return CaseError("", dim.status().message());
  Sizes sizes = sizes_;
  sizes.erase(sizes.begin() + static_cast<ptrdiff_t>(*dim));
  return WriteConverted(sizes, layout::WithoutDim(tensor_.layout, *dim));
}

absl::Status ChangeQuery::Move(const v1::DimensionMove& move) {
  const absl::StatusOr<size_t> source = DimOf(move.source());
  if (!source.ok()) return CaseError("source", source.status().message());
  const absl::StatusOr<size_t> target = DimOf(move.target());
  if (!target.ok()) return CaseError("target", target.status().message());
  Sizes axes(sizes_.size());
  std::iota(axes.begin(), axes.end(), 0);
  axes.erase(axes.begin() + static_cast<ptrdiff_t>(*source));
  axes.insert(axes.begin() + static_cast<ptrdiff_t>(*target), static_cast<int64_t>(*source));
  return TransposeBy(axes);
}

absl::Status ChangeQuery::MoveToMajor(int64_t dimension) {
  const absl::StatusOr<size_t> dim = DimOf(dimension);
  if (!dim.ok()) return CaseError("", dim.status().message());
  return WriteConverted(sizes_, layout::WithMajor(tensor_.layout, *dim));
}

}  // namespace

absl::Status AnswerLayoutChange(const QueryOptions& options, SymbolScope& scope,
                                const TensorLayout& tensor, const std::vector<int64_t>& sizes,
                                const v1::LayoutQuery& query, v1::LayoutAnswer* out) {
  ChangeQuery change(options, scope, tensor, sizes, out);
  switch (query.kind_case()) {
    case v1::LayoutQuery::kCompare:
      return Within("compare", change.CompareWith(query.compare(), false));
    case v1::LayoutQuery::kConvert:
      return Within("convert", change.CompareWith(query.convert(), true));
    case v1::LayoutQuery::kReshape:
      return Within("reshape", change.Reshape(query.reshape()));
    case v1::LayoutQuery::kTranspose:
      return Within("transpose", change.Transpose(query.transpose()));
    case v1::LayoutQuery::kInsert:
      return Within("insert", change.Insert(query.insert()));
    case v1::LayoutQuery::kDeleteDimension:
      return Within("delete_dimension", change.Delete(query.delete_dimension()));
    case v1::LayoutQuery::kMove:
      return Within("move", change.Move(query.move()));
    case v1::LayoutQuery::kMoveToMajor:
      return Within("move_to_major", change.MoveToMajor(query.move_to_major()));
    default:
      break;
  }
  return CaseError("", "there is no such query");
}

}  // namespace shapewright::query

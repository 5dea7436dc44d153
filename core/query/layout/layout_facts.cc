#include "core/query/layout/layout_facts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/layout/layout_text.h"
#include "core/layout/memory_map.h"
#include "core/query/case_error.h"
#include "core/query/write_type.h"
#include "core/symbolic/algebra/algebra.h"

namespace shapewright::query {
namespace {

using shape::Dim;

// The first piece without padding is searched for in so many places, the longest one in so many.
constexpr int64_t kMaxPlacesOfFirst = 1 << 20;
constexpr int64_t kMaxPlacesOfLongest = 1 << 22;
constexpr uint64_t kCountPerTiledDim = 4;

// Each tile adds dims, which all tiles behind it look at.
bool CountTiles(const LayoutContext& context, const TensorLayout& tensor) {
  uint64_t dims = tensor.dims.size();
  for (const layout::Tile& tile : tensor.layout.tiles) {
    dims = std::max<uint64_t>(dims, tile.sizes.size()) + tile.sizes.size();
    if (!context.options.CountWork(dims * kCountPerTiledDim)) return false;
  }
  return context.options.CountWork(tensor.entries());
}

// The bytes of what a sparse array is stored as: of a tensor, or of each in a tuple.
absl::StatusOr<Dim> StoredBytes(const LayoutContext& context, absl::string_view physical_shape) {
  constexpr absl::string_view kField = "physical_shape";
  std::vector<absl::string_view> parts = layout::TupleElements(physical_shape);
  if (parts.empty()) parts.push_back(physical_shape);
  symbolic::ExprArena& arena = context.scope.exprs();
  Dim bytes = 0;
  for (const absl::string_view part : parts) {
    TensorLayout tensor;
    absl::Status status = ReadTensorText(context.options, context.scope, part, tensor);
    if (absl::IsInvalidArgument(status)) return CaseError(kField, status.message());
    if (!status.ok()) return status;
    layout::Measures measures;
    const auto fault = Measure(arena, tensor.dims, tensor.layout, tensor.element_bits(), measures);
    if (fault || measures.bytes.is_unknown()) {
      return CaseError(kField, fault ? fault->message : "has no size in bytes");
    }
    bytes = Add(arena, bytes, measures.bytes);
  }
  return bytes;
}

class DetailsWriter {
 public:
  DetailsWriter(const LayoutContext& context, const TensorLayout& tensor,
                const layout::Measures& measures, v1::LayoutDetails* out)
      : context_(context),
        tensor_(tensor),
        measures_(measures),
        sizes_(tensor.layout.is_sparse() ? std::nullopt : tensor.sizes()),
        out_(out) {}

  void Write();

 private:
  // Tiles that pad interrupt the elements where only a look at the places shows.
  Dim LeadingRun() const;
  std::optional<int64_t> LongestRun() const;
  // Of a sparse array, which may take fewer bytes than its elements, there is none.
  std::optional<double> Overhead() const;
  layout::MemoryMap Map() const {
    return {*sizes_, tensor_.layout, tensor_.element_bits(), context_.options.work};
  }
  bool HasPlacesUpTo(int64_t limit) const {
    return measures_.padded_elements.is_constant() && measures_.padded_elements.constant() <= limit;
  }

  const LayoutContext& context_;
  const TensorLayout& tensor_;
  const layout::Measures& measures_;
  const std::optional<std::vector<int64_t>> sizes_;
  v1::LayoutDetails* const out_;
};

Dim DetailsWriter::LeadingRun() const {
  if (!measures_.contiguous.is_unknown() || tensor_.layout.tiles.empty()) {
    return measures_.contiguous;
  }
  if (!sizes_ || !HasPlacesUpTo(kMaxPlacesOfFirst)) return {};
  return Map().LeadingRun();
}

std::optional<int64_t> DetailsWriter::LongestRun() const {
  if (!sizes_) return std::nullopt;
  const layout::MemoryMap map = Map();
  if (map.places() == map.elements()) return map.elements();
  // Without tiles the pieces are all alike: the first is the longest.
  if (tensor_.layout.tiles.empty()) return map.LeadingRun();
  if (map.places() > kMaxPlacesOfLongest) return std::nullopt;
  return map.LongestRun();
}

std::optional<double> DetailsWriter::Overhead() const {
  const bool is_known = measures_.bytes.is_constant() && measures_.unpadded_bytes.is_constant();
  if (!is_known || tensor_.layout.is_sparse()) return std::nullopt;
  const auto all = static_cast<double>(measures_.bytes.constant());
  const auto own = static_cast<double>(measures_.unpadded_bytes.constant());
  return all > 0 ? 1 - own / all : 0;
}

void DetailsWriter::Write() {
  const symbolic::ExprArena& arena = context_.scope.exprs();
  if (const auto overhead = Overhead()) out_->set_padding_overhead(*overhead);
  WriteAmount(arena, measures_.true_rank, out_->mutable_true_rank());
  for (size_t dim = 0; dim < tensor_.dims.size(); ++dim) {
    if (tensor_.dims[dim].is_constant(1)) out_->add_degenerate_axes(static_cast<uint32_t>(dim));
  }
  const Dim leading = LeadingRun();
  if (!leading.is_unknown()) WriteAmount(arena, leading, out_->mutable_leading_run());
  if (const auto longest = LongestRun()) out_->set_longest_run(*longest);
  const int bits = tensor_.element_bits();
  if (bits > 0) out_->set_element_bits(bits);
  out_->set_axis_names(tensor_.names_text);
}

void WriteAll(const symbolic::ExprArena& arena, const std::vector<Dim>& dims,
              google::protobuf::RepeatedPtrField<v1::Amount>* out) {
  out->Reserve(static_cast<int>(dims.size()));
  for (const Dim dim : dims) WriteAmount(arena, dim, out->Add());
}

}  // namespace

absl::StatusOr<layout::Measures> MeasureTensor(const LayoutContext& context,
                                               const TensorLayout& tensor) {
  if (!CountTiles(context, tensor)) return context.scope.exprs().work_status();
  layout::Measures measures;
  const auto fault =
      Measure(context.scope.exprs(), tensor.dims, tensor.layout, tensor.element_bits(), measures);
  if (fault) return CaseError(fault->field, fault->message);
  if (tensor.layout.physical_shape.empty()) return measures;
  const absl::StatusOr<Dim> stored = StoredBytes(context, tensor.layout.physical_shape);
  if (!stored.ok()) return stored.status();
  measures.bytes = *stored;
  return measures;
}

void WriteLayoutFacts(const LayoutContext& context, const TensorLayout& tensor,
                      const layout::Measures& measures, v1::LayoutFacts* out) {
  const symbolic::ExprArena& arena = context.scope.exprs();
  out->set_text(layout::FormatLayout(tensor.layout));
  WriteLayout(tensor.layout, out->mutable_layout());
  auto* padded = out->mutable_padded_shape()->mutable_dims();
  padded->Reserve(static_cast<int>(measures.padded.size()));
  for (const Dim dim : measures.padded) WriteDim(arena, dim, padded->Add());
  WriteAll(arena, measures.strides, out->mutable_strides());
  WriteAll(arena, measures.byte_strides, out->mutable_byte_strides());
  WriteTotals(context, LayoutTotals::Of(measures), out);
  if (context.has_details) {
    DetailsWriter(context, tensor, measures, out->mutable_details()).Write();
  }
}

void Add(symbolic::ExprArena& arena, const LayoutTotals& part, LayoutTotals& sum) {
  for (const auto total : {&LayoutTotals::elements, &LayoutTotals::padded_elements,
                           &LayoutTotals::bytes, &LayoutTotals::unpadded_bytes}) {
    const bool is_known = !(part.*total).is_unknown() && !(sum.*total).is_unknown();
    sum.*total = is_known ? symbolic::Add(arena, sum.*total, part.*total) : Dim();
  }
}

void WriteTotals(const LayoutContext& context, const LayoutTotals& totals, v1::LayoutFacts* out) {
  const symbolic::ExprArena& arena = context.scope.exprs();
  if (!totals.elements.is_unknown()) WriteAmount(arena, totals.elements, out->mutable_elements());
  if (!totals.bytes.is_unknown()) WriteAmount(arena, totals.bytes, out->mutable_bytes());
  if (!context.has_details) return;
  v1::LayoutDetails* const details = out->mutable_details();
  if (!totals.unpadded_bytes.is_unknown()) {
    WriteAmount(arena, totals.unpadded_bytes, details->mutable_unpadded_bytes());
  }
  if (!totals.padded_elements.is_unknown()) {
    WriteAmount(arena, totals.padded_elements, details->mutable_padded_elements());
  }
}

}  // namespace shapewright::query

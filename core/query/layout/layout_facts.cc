#include "core/query/layout/layout_facts.h"

#include <string>
#include <vector>

#include "core/layout/layout_text.h"
#include "core/layout/measure.h"
#include "core/layout/memory_map.h"
#include "core/query/case_error.h"
#include "core/query/write_type.h"
#include "core/symbolic/algebra/algebra.h"

namespace shapewright::query {
namespace {

using shape::Dim;

// A piece without padding is searched for in so many places.
constexpr int64_t kMaxSearchedPlaces = 1 << 20;

// Tiles that pad interrupt the elements where only a look at the places shows.
Dim ContiguousElements(const QueryOptions& options, const TensorLayout& tensor,
                       const layout::Measures& measures) {
  if (!measures.contiguous.is_unknown() || tensor.layout.tiles.empty()) {
    return measures.contiguous;
  }
  const std::optional<std::vector<int64_t>> sizes = tensor.sizes();
  const bool is_small = measures.padded_elements.is_constant() &&
                        measures.padded_elements.constant() <= kMaxSearchedPlaces;
  if (!sizes || !is_small) return {};
  return layout::MemoryMap(*sizes, tensor.layout, tensor.element_bits(), options.work).LeadingRun();
}

// The bytes of what a sparse array is stored as: of a tensor, or of each in a tuple.
absl::StatusOr<Dim> StoredBytes(const QueryOptions& options, SymbolScope& scope,
                                absl::string_view physical_shape) {
  std::vector<absl::string_view> parts = layout::TupleElements(physical_shape);
  if (parts.empty()) parts.push_back(physical_shape);
  Dim bytes = 0;
  for (const absl::string_view part : parts) {
    TensorLayout tensor;
    absl::Status status = ReadShapedLayout(options, scope, std::string(part), tensor);
    if (!status.ok()) return CaseError("physical_shape", status.message());
    layout::Measures measures;
    const auto fault =
        Measure(scope.exprs(), tensor.dims, tensor.layout, tensor.element_bits(), measures);
    if (fault || measures.bytes.is_unknown()) {
      return CaseError("physical_shape", fault ? fault->message : "has no size in bytes");
    }
    bytes = Add(scope.exprs(), bytes, measures.bytes);
  }
  return bytes;
}

// Unknown without splits. Not more than there are elements: no overflow.
Dim LargestPartElements(symbolic::ExprArena& arena, const layout::Measures& measures) {
  if (measures.largest_part.empty()) return {};
  Dim elements = 1;
  for (const Dim size : measures.largest_part) elements = Multiply(arena, elements, size);
  return elements;
}

// Of a sparse array, which may take fewer bytes than its elements, there is none.
void WriteOverhead(const TensorLayout& tensor, const layout::Measures& measures,
                   v1::LayoutFacts* out) {
  const bool is_known = measures.bytes.is_constant() && measures.unpadded_bytes.is_constant();
  if (!is_known || tensor.layout.is_sparse()) return;
  const auto all = static_cast<double>(measures.bytes.constant());
  const auto own = static_cast<double>(measures.unpadded_bytes.constant());
  out->set_padding_overhead(all > 0 ? 1 - own / all : 0);
}

}  // namespace

absl::Status WriteLayoutFacts(const QueryOptions& options, SymbolScope& scope,
                              const TensorLayout& tensor, v1::LayoutFacts* out) {
  symbolic::ExprArena& arena = scope.exprs();
  layout::Measures measures;
  arena.CountWork(tensor.entries());
  const int bits = tensor.element_bits();
  const auto fault = Measure(arena, tensor.dims, tensor.layout, bits, measures);
  if (fault) return CaseError(fault->field, fault->message);
  if (!tensor.layout.physical_shape.empty()) {
    const absl::StatusOr<Dim> stored = StoredBytes(options, scope, tensor.layout.physical_shape);
    if (!stored.ok()) return stored.status();
    measures.bytes = *stored;
  }
  const auto write_all = [&](const std::vector<Dim>& dims, auto* list) {
    list->Reserve(static_cast<int>(dims.size()));
    for (const Dim dim : dims) WriteDim(arena, dim, list->Add());
  };
  const auto write = [&](Dim dim, auto mutate) {
    if (!dim.is_unknown()) WriteDim(arena, dim, (out->*mutate)());
  };
  using Facts = v1::LayoutFacts;
  WriteLayout(tensor.layout, out->mutable_layout());
  out->set_text(layout::FormatLayout(tensor.layout));
  if (!tensor.names_text.empty()) out->set_dimension_names(tensor.names_text);
  write_all(measures.padded, out->mutable_padded_shape()->mutable_dims());
  write_all(measures.strides, out->mutable_strides());
  write_all(measures.byte_strides, out->mutable_byte_strides());
  write_all(measures.largest_part, out->mutable_largest_part());
  for (size_t dim = 0; dim < tensor.dims.size(); ++dim) {
    if (tensor.dims[dim].is_constant(1)) {
      out->add_degenerate_dimensions(static_cast<uint32_t>(dim));
    }
  }
  write(LargestPartElements(arena, measures), &Facts::mutable_largest_part_elements);
  write(measures.elements, &Facts::mutable_elements);
  write(measures.padded_elements, &Facts::mutable_padded_elements);
  write(measures.true_rank, &Facts::mutable_true_rank);
  write(ContiguousElements(options, tensor, measures), &Facts::mutable_contiguous_elements);
  write(measures.bytes, &Facts::mutable_bytes);
  write(measures.unpadded_bytes, &Facts::mutable_unpadded_bytes);
  out->set_element_size_in_bits(bits);
  WriteOverhead(tensor, measures, out);
  return absl::OkStatus();
}

}  // namespace shapewright::query

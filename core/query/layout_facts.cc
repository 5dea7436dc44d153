#include "core/query/layout_facts.h"

#include "core/layout/layout_text.h"
#include "core/layout/measure.h"
#include "core/layout/memory_map.h"
#include "core/query/case_error.h"
#include "core/query/write_type.h"

namespace shapewright::query {
namespace {

using shape::Dim;

// A piece without padding is searched for in so many places.
constexpr int64_t kMaxSearchedPlaces = 1 << 20;

// Tiles that pad interrupt the elements where only a look at the places shows.
Dim ContiguousElements(const TensorLayout& tensor, const layout::Measures& measures) {
  if (!measures.contiguous.is_unknown() || tensor.layout.tiles.empty()) {
    return measures.contiguous;
  }
  const std::optional<std::vector<int64_t>> sizes = tensor.sizes();
  const bool is_small = measures.padded_elements.is_constant() &&
                        measures.padded_elements.constant() <= kMaxSearchedPlaces;
  if (!sizes || !is_small) return {};
  return layout::MemoryMap(*sizes, tensor.layout, tensor.element_bits()).LeadingRun();
}

}  // namespace

absl::Status WriteLayoutFacts(SymbolScope& scope, const TensorLayout& tensor,
                              v1::LayoutFacts* out) {
  symbolic::ExprArena& arena = scope.exprs();
  layout::Measures measures;
  const int bits = tensor.element_bits();
  const auto fault = Measure(arena, tensor.dims, tensor.layout, bits, measures);
  if (fault) return CaseError(fault->field, fault->message);
  const auto write_all = [&](const std::vector<Dim>& dims, auto add) {
    for (const Dim dim : dims) WriteDim(arena, dim, add());
  };
  WriteLayout(tensor.layout, out->mutable_layout());
  out->set_text(layout::FormatLayout(tensor.layout));
  out->mutable_padded_shape();
  write_all(measures.padded, [out] { return out->mutable_padded_shape()->add_dims(); });
  write_all(measures.strides, [out] { return out->add_strides(); });
  write_all(measures.byte_strides, [out] { return out->add_byte_strides(); });
  WriteDim(arena, measures.elements, out->mutable_elements());
  WriteDim(arena, measures.padded_elements, out->mutable_padded_elements());
  WriteDim(arena, measures.true_rank, out->mutable_true_rank());
  out->set_element_size_in_bits(bits);
  const Dim contiguous = ContiguousElements(tensor, measures);
  if (!contiguous.is_unknown()) {
    WriteDim(arena, contiguous, out->mutable_contiguous_elements());
  }
  if (bits == 0) return absl::OkStatus();
  WriteDim(arena, measures.bytes, out->mutable_bytes());
  WriteDim(arena, measures.unpadded_bytes, out->mutable_unpadded_bytes());
  if (measures.bytes.is_constant() && measures.unpadded_bytes.is_constant()) {
    const auto all = static_cast<double>(measures.bytes.constant());
    const auto own = static_cast<double>(measures.unpadded_bytes.constant());
    out->set_padding_overhead(all > 0 ? 1 - own / all : 0);
  }
  return absl::OkStatus();
}

}  // namespace shapewright::query

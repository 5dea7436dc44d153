#include "core/query/layout/ignored_layout.h"

#include <utility>

namespace shapewright::query {
namespace {

using layout::Layout;
using Query = v1::LayoutQuery;

// Any size will do, if it is the same for all.
constexpr int32_t kSameBits = 8;

struct AspectRow {
  Query::Aspect aspect;
  void (*clear)(Layout& layout);
};

constexpr AspectRow kAspects[] = {
    {Query::ASPECT_TILES, [](Layout& layout) { layout.tiles.clear(); }},
    {Query::ASPECT_MEMORY_SPACE, [](Layout& layout) { layout.memory_space = 0; }},
    {Query::ASPECT_ELEMENT_SIZE, [](Layout& layout) { layout.element_size_in_bits = kSameBits; }},
    {Query::ASPECT_SPLITS, [](Layout& layout) { layout.splits.clear(); }},
    {Query::ASPECT_TAIL_PADDING, [](Layout& layout) { layout.tail_padding_alignment = 1; }},
    {Query::ASPECT_INDEX_TYPE,
     [](Layout& layout) { layout.index_type = shape::ElementType::kUndefined; }},
    {Query::ASPECT_POINTER_TYPE,
     [](Layout& layout) { layout.pointer_type = shape::ElementType::kUndefined; }},
    {Query::ASPECT_PHYSICAL_SHAPE, [](Layout& layout) { layout.physical_shape.clear(); }},
    {Query::ASPECT_METADATA_PREFIX, [](Layout& layout) { layout.metadata_prefix_bytes = 0; }},
    {Query::ASPECT_ALL_BUT_ORDER,
     [](Layout& layout) {
       Layout order;
       order.minor_to_major = std::move(layout.minor_to_major);
       order.element_size_in_bits = kSameBits;
       layout = std::move(order);
     }},
};

}  // namespace

Layout WithoutIgnored(const v1::LayoutQuery& query, Layout layout) {
  for (const int ignored : query.ignored()) {
    for (const AspectRow& row : kAspects) {
      if (row.aspect == ignored) row.clear(layout);
    }
  }
  return layout;
}

}  // namespace shapewright::query

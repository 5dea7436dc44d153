#include "core/query/layout/ignored_layout.h"

#include <utility>

namespace shapewright::query {
namespace {

using layout::Layout;
using Question = v1::CompareLayouts;

// Any size will do, if it is the same for all.
constexpr int32_t kSameBits = 8;

struct AspectRow {
  Question::Aspect aspect;
  void (*clear)(Layout& layout);
};

constexpr AspectRow kAspects[] = {
    {Question::ASPECT_TILES, [](Layout& layout) { layout.tiles.clear(); }},
    {Question::ASPECT_MEMORY_SPACE, [](Layout& layout) { layout.memory_space = 0; }},
    {Question::ASPECT_ELEMENT_SIZE,
     [](Layout& layout) { layout.element_size_in_bits = kSameBits; }},
    {Question::ASPECT_SPLITS, [](Layout& layout) { layout.splits.clear(); }},
    {Question::ASPECT_TAIL_PADDING, [](Layout& layout) { layout.tail_padding_alignment = 1; }},
    {Question::ASPECT_SPARSE_STORAGE,
     [](Layout& layout) {
       layout.index_type = shape::ElementType::kUndefined;
       layout.pointer_type = shape::ElementType::kUndefined;
       layout.physical_shape.clear();
     }},
    {Question::ASPECT_PREFIX, [](Layout& layout) { layout.metadata_prefix_bytes = 0; }},
    {Question::ASPECT_ALL_BUT_ORDER,
     [](Layout& layout) {
       Layout order;
       order.minor_to_major = std::move(layout.minor_to_major);
       order.element_size_in_bits = kSameBits;
       layout = std::move(order);
     }},
};

}  // namespace

Layout WithoutIgnored(const v1::CompareLayouts& question, Layout layout) {
  for (const int ignored : question.ignored()) {
    for (const AspectRow& row : kAspects) {
      if (row.aspect == ignored) row.clear(layout);
    }
  }
  return layout;
}

}  // namespace shapewright::query

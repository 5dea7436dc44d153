#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_IGNORED_LAYOUT_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_IGNORED_LAYOUT_H_

#include "core/layout/layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// The layout, whose bits of an element are filled in, as if what the question ignores
// were nowhere.
layout::Layout WithoutIgnored(const v1::CompareLayouts& question, layout::Layout layout);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_IGNORED_LAYOUT_H_

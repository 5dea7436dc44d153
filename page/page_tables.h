#ifndef SHAPEWRIGHT_PAGE_PAGE_TABLES_H_
#define SHAPEWRIGHT_PAGE_PAGE_TABLES_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// What a page has where scripts are blocked: all of an answer as HTML. Rows say in `data-`
// attributes what they are about, by which the script links them.

// `index` is the place of the model in the page; `cost` may be null.
std::string ModelTables(absl::string_view name, size_t index,
                        const v1::InferShapesResponse& response,
                        const v1::EstimateCostResponse* cost);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_PAGE_TABLES_H_

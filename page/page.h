#ifndef SHAPEWRIGHT_PAGE_PAGE_H_
#define SHAPEWRIGHT_PAGE_PAGE_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "page/wiring.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

struct PageModel {
  std::string name;
  v1::InferShapesResponse response;  // with all graphs, nodes and elements
  ModelWiring wiring;
  // By node, module and operator; nothing if who was asked does not tell.
  std::optional<v1::EstimateCostResponse> cost = {};
};

struct PageOptions {
  // What a browser should be given at most, before it is compressed.
  static constexpr size_t kMostBytes = size_t{256} << 20;

  // Sizes that the page shows at first.
  v1::Binding start = {};
  // Sections in front of the tables of the models, as HTML.
  std::string first_tables = {};
  // Of two models, how they differ, as one JSON object.
  std::string changes_json = {};
  size_t max_bytes = kMostBytes;
  // Asked between the steps of the work; an error ends it.
  std::function<absl::Status()> wanted = [] { return absl::OkStatus(); };
};

// A page about one model, or about two and what changed: HTML without references to anything
// outside of it. RESOURCE_EXHAUSTED if it would have more data than `max_bytes`; the error of
// `wanted`.
absl::StatusOr<std::string> RenderPage(absl::Span<const PageModel> models,
                                       const PageOptions& options);

// What a page allows itself, as a Content-Security-Policy.
absl::string_view PagePolicy();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_PAGE_H_

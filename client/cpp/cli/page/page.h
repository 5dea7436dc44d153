#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/cpp/cli/diff/change.h"
#include "client/cpp/cli/page/model_wiring.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

struct PageModel {
  std::string name;
  v1::InferShapesResponse response;  // with all graphs, nodes and elements
  ModelWiring wiring;
  // By node, module and operator; nothing if who was asked does not tell.
  std::optional<v1::EstimateCostResponse> cost = {};
};

// A page about one model, or about two and what changed: HTML without references to anything
// outside of it. `start` are the sizes that it shows at first. RESOURCE_EXHAUSTED if there is more
// to show than a browser should be given.
absl::StatusOr<std::string> RenderPage(absl::Span<const PageModel> models,
                                       const std::vector<Change>& changes,
                                       const v1::Binding& start);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_H_

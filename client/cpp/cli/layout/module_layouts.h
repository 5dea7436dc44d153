#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LAYOUT_MODULE_LAYOUTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LAYOUT_MODULE_LAYOUTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/graph/hlo/hlo_buffers.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::cli {

// Questions about the buffers of a module of HLO, a case each in their order: how many bytes it
// takes, and of a copy, whether elements have to move. A request has at most `most_cases`.
std::vector<v1::ComputeLayoutRequest> RequestsAbout(const std::vector<graph::HloBuffer>& buffers,
                                                    size_t most_cases);

// A table of the buffers with their bytes and how many of these are padding, the sums, and the
// copies that change a layout. `results` has one for each buffer.
std::string ModuleLayoutReport(const std::vector<graph::HloBuffer>& buffers,
                               const v1::ComputeLayoutResponse& results, size_t width);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LAYOUT_MODULE_LAYOUTS_H_

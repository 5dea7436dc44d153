#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_DRAWING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_DRAWING_H_

#include <cstddef>
#include <string>

#include "client/cpp/cli/page/model_wiring.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Nodes that a drawing has at most; it tells how many it leaves out.
inline constexpr size_t kMostDrawnNodes = 300;

// The main graph without constants, with shapes at the edges, in the language of Graphviz and of
// Mermaid. For the first nodes of the model.
std::string DotDrawing(const v1::InferShapesResponse& response, const ModelWiring& wiring);
std::string MermaidDrawing(const v1::InferShapesResponse& response, const ModelWiring& wiring);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_DRAWING_H_

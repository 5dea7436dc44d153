#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_VALUES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_VALUES_H_

#include <vector>

#include "client/cpp/cli/diff/change.h"
#include "client/cpp/cli/diff/matched_symbols.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Differences of inputs and outputs, by their names, and of their order.
void CompareSignatures(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                       MatchedSymbols& symbols, std::vector<Change>& out);

// Of the types of what nodes of the main graph make, outputs aside.
void CompareInnerValues(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                        MatchedSymbols& symbols, std::vector<Change>& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_VALUES_H_

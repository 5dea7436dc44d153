#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_FACTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_FACTS_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "client/cpp/cli/diff/change.h"
#include "client/cpp/cli/diff/matched_symbols.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Facts that are new, gone, stricter or looser. A required one that is new breaks callers, unless
// all that the earlier model accepts satisfies it. Returns the symbols that the changed ones are
// about.
absl::flat_hash_set<std::string> CompareFacts(const v1::InferShapesResponse& before,
                                              const v1::InferShapesResponse& after,
                                              MatchedSymbols& symbols, std::vector<Change>& out);

// Symbols that are new, gone, called otherwise, or have another range. Ranges of those in
// `told` are not compared: facts say them.
void CompareSymbols(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                    const MatchedSymbols& symbols, const absl::flat_hash_set<std::string>& told,
                    std::vector<Change>& out);

// Diagnostics that are new or gone, by code and place.
void CompareDiagnostics(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                        std::vector<Change>& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_COMPARE_FACTS_H_

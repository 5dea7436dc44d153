#ifndef SHAPEWRIGHT_TESTS_CORE_QUESTIONS_CHAIN_CHAIN_REQUESTS_H_
#define SHAPEWRIGHT_TESTS_CORE_QUESTIONS_CHAIN_CHAIN_REQUESTS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::questions {

// Stages by name with their model texts, and what `rest` says in protobuf's text format; a link is
// written `a.out -> b.in` in `links`.
v1::InferChainRequest ChainRequest(
    const std::vector<std::pair<std::string, absl::string_view>>& stages,
    const std::vector<std::string>& links, const std::string& rest = "");

// The answer; a failure of the test where there is none.
v1::InferChainResponse ChainAnswer(const v1::InferChainRequest& request);

// The names and types of the inputs, or outputs: `x: float32[N]`.
std::vector<std::string> InputsOf(const v1::InferChainResponse& answer);
std::vector<std::string> OutputsOf(const v1::InferChainResponse& answer);
// `N = 128 (REQUIRED)`.
std::vector<std::string> FactsOf(const v1::InferChainResponse& answer);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_TESTS_CORE_QUESTIONS_CHAIN_CHAIN_REQUESTS_H_

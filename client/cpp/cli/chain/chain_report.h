#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::cli {

// A chain for people: its stages and links, what does not fit, the inputs, outputs, facts and
// diagnostics of the whole, the states after any number of steps and after each of `steps`, and
// the evaluations.
std::string ReportChain(const v1::InferChainResponse& response, absl::Span<const int64_t> steps,
                        const ReportOptions& options);

// The size of a dim at so many steps; an expression in what else it is made of, `?` if it is not
// known.
std::string SizeAfter(const v1::Dim& dim, absl::string_view steps_symbol, int64_t steps);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_REPORT_H_

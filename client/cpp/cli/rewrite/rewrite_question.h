#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITE_REWRITE_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITE_REWRITE_QUESTION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright::cli {

// What `freeze`, `simplify` and `rebatch` ask for.
struct RewriteQuestion {
  v1::RewriteModelRequest request;
  // Where the model goes, and where the certificate does; empty: beside the model.
  std::string out;
  std::string certificate;
  // Of `freeze`: what all sizes have to be, or nothing.
  v1::FindSymbolsToBindRequest::Goal made = v1::FindSymbolsToBindRequest::GOAL_UNSPECIFIED;
};

// `x:0`, `x:0=N`.
absl::Status ParseBatchAxis(absl::string_view text, RewriteQuestion* out);
// `static`, `bounded`.
absl::Status ParseMade(absl::string_view text, RewriteQuestion* out);
inline constexpr absl::string_view kMadeNames = "static bounded";

// Where the certificate goes.
std::string CertificatePath(const RewriteQuestion& question);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REWRITE_REWRITE_QUESTION_H_

#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_MODEL_FLAGS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_MODEL_FLAGS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/arguments.h"

namespace shapewright::cli {

// The values of flags of the commands about models; INVALID_ARGUMENT says what is
// wrong with one.

// `N=8,S=128,x=[2,3]`: sizes of symbols, elements and shapes of inputs; the label of
// the binding is the text.
absl::Status ParseModelBinding(absl::string_view text, Arguments& out);
// The name of an inner value.
absl::Status ParseValue(absl::string_view text, Arguments& out);
// `N=1,8,32`: the bucket sizes of a symbol.
absl::Status ParseBucketSizes(absl::string_view text, Arguments& out);
// `N=17:3,40`: sizes with how often they were seen, once where it is not said;
// `N,S=17x128:3` for two symbols.
absl::Status ParseObserved(absl::string_view text, Arguments& out);
// `complete`, `no_errors`.
absl::Status ParseStrictness(absl::string_view text, Arguments& out);
// `x=float32[2,N]`: in place of the declared type.
absl::Status ParseInputType(absl::string_view text, Arguments& out);
// `N=1..32`, `N=8..`, `N=8`.
absl::Status ParseRange(absl::string_view text, Arguments& out);
// `N=8`.
absl::Status ParseMultiple(absl::string_view text, Arguments& out);
absl::Status ParseOptimum(absl::string_view text, Arguments& out);
// The name of a file with rules for operators, which is read.
absl::Status ParseRulesFile(absl::string_view path, Arguments& out);
// Names of values with commas between them, of a part of the model.
absl::Status ParseStart(absl::string_view text, Arguments& out);
absl::Status ParseEnd(absl::string_view text, Arguments& out);
// `name`, `domain:name`.
absl::Status ParseFunction(absl::string_view text, Arguments& out);
// Whole numbers.
absl::Status ParseBucketCount(absl::string_view text, Arguments& out);
absl::Status ParseAxis(absl::string_view text, Arguments& out);
absl::Status ParseElement(absl::string_view text, Arguments& out);
absl::Status ParseFact(absl::string_view text, Arguments& out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_MODEL_FLAGS_H_

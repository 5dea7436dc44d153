#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TEXT_H_

#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/evaluate.pb.h"

// What the values of several flags are made of. All errors are INVALID_ARGUMENT and name the part
// that is wrong, not the flag.
namespace shapewright::cli {

absl::Status ParseNumber(absl::string_view text, int64_t& out);

// `1,2`, or `1x2` with another separator; nothing is an empty list. Spaces around a number do not
// count.
absl::Status ParseNumbers(absl::string_view text, char separator,
                          google::protobuf::RepeatedField<int64_t>* out);

// `N=...`: the symbol and what is said of it. A symbol's own name may hold an equals sign, what is
// said of it does not.
absl::StatusOr<std::pair<absl::string_view, absl::string_view>> SplitAtSymbol(
    absl::string_view text);

// `N=8,x=[8,3]`: sizes of symbols and shapes of inputs.
absl::Status ParseBinding(absl::string_view text, v1::Binding* out);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_OPTIONS_FLAG_TEXT_H_

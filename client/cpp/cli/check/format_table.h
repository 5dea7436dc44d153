#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_FORMAT_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_FORMAT_TABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// A kind of configuration: each has a folder of its own.
struct CheckFormat {
  absl::string_view name;  // as --write has it
  absl::string_view about;
  bool (*takes)(const ConfigFile& file);
  void (*check)(const ConfigFile& file, const CheckContext& context, Findings& findings);
  // A configuration for a model; null: it cannot be written.
  std::string (*write)(const CheckedModel& model);
};

// The first one that takes a file checks it.
absl::Span<const CheckFormat> CheckFormats();
// Null: there is none of this name that can be written.
const CheckFormat* FindWriter(absl::string_view name);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_FORMAT_TABLE_H_

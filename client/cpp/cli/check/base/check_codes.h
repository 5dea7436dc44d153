#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CODES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CODES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/lint/lint_codes.h"

namespace shapewright::cli {

// Kinds of findings of `check`; docs/check.md has the table.
enum class CheckCode : uint8_t {
  kBatchTooLarge,
  kBatchTooSmall,
  kCacheMismatch,
  kCycle,
  kFixedDim,
  kInvalidSizes,
  kMismatch,
  kMissingInput,
  kMissingProfile,
  kModelError,
  kNoBatchAxis,
  kNoModel,
  kNoSuchDim,
  kNoSuchInput,
  kNoSuchOutput,
  kNoSuchTensor,
  kNoSuchVersion,
  kNotOptional,
  kProducedTwice,
  kUnknownField,
  kUnreadableConfig,
  kUnreadableModel,
  kVariableDim,
  kWrongDim,
  kWrongLayout,
  kWrongName,
  kWrongOrder,
  kWrongRank,
  kWrongReshape,
  kWrongType,
  kWrongValue,
};

struct CheckCodeRow {
  CheckCode code;
  absl::string_view name;
  LintLevel level;
  // Whether `check --fix` may mend it.
  bool mendable;
  absl::string_view about;
};

absl::Span<const CheckCodeRow> CheckCodes();
const CheckCodeRow& RowOf(CheckCode code);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_CODES_H_

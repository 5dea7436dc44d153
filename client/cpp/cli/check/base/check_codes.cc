#include "client/cpp/cli/check/base/check_codes.h"

#include <cstddef>

namespace shapewright::cli {
namespace {

constexpr CheckCodeRow kRows[] = {
    {CheckCode::kBatchTooLarge, "BATCH_TOO_LARGE", LintLevel::kError, true,
     "a batch that is larger than another setting or the model allows"},
    {CheckCode::kBatchTooSmall, "BATCH_TOO_SMALL", LintLevel::kError, false,
     "a setting of batches that needs a batch size of 1 or more"},
    {CheckCode::kCacheMismatch, "CACHE_MISMATCH", LintLevel::kError, true,
     "a number of layers, heads or elements of a head that is not that of the model's cache"},
    {CheckCode::kCycle, "CYCLE", LintLevel::kError, false,
     "steps that wait for each other's outputs, or ensembles that run each other"},
    {CheckCode::kFixedDim, "FIXED_DIM", LintLevel::kWarning, true,
     "a size that is open in the configuration, though the model takes one number only"},
    {CheckCode::kInvalidSizes, "INVALID_SIZES", LintLevel::kError, false,
     "sizes at which the model cannot run"},
    {CheckCode::kMismatch, "MISMATCH", LintLevel::kError, false,
     "an output of a model that does not fit the input of another one"},
    {CheckCode::kMissingInput, "MISSING_INPUT", LintLevel::kError, false,
     "an input of the model that the configuration leaves out"},
    {CheckCode::kMissingProfile, "MISSING_PROFILE", LintLevel::kError, false,
     "an input with open sizes that the profile leaves out"},
    {CheckCode::kModelError, "MODEL_ERROR", LintLevel::kError, false,
     "an error in the model itself"},
    {CheckCode::kNoBatchAxis, "NO_BATCH_AXIS", LintLevel::kError, false,
     "batching of a model whose first axis is no batch"},
    {CheckCode::kNoModel, "NO_MODEL", LintLevel::kError, false,
     "a model or file that is named and does not exist"},
    {CheckCode::kNoSuchDim, "NO_SUCH_DIM", LintLevel::kError, true,
     "a name of a size that no input of the model has"},
    {CheckCode::kNoSuchInput, "NO_SUCH_INPUT", LintLevel::kError, true,
     "a name that is no input of the model"},
    {CheckCode::kNoSuchOutput, "NO_SUCH_OUTPUT", LintLevel::kError, true,
     "a name that is no output of the model"},
    {CheckCode::kNoSuchTensor, "NO_SUCH_TENSOR", LintLevel::kError, false,
     "a name of a tensor that nothing produces"},
    {CheckCode::kNoSuchVersion, "NO_SUCH_VERSION", LintLevel::kError, false,
     "a version that has no folder"},
    {CheckCode::kNotOptional, "NOT_OPTIONAL", LintLevel::kError, true,
     "an input that is said to be optional, though the model has no default for it"},
    {CheckCode::kProducedTwice, "PRODUCED_TWICE", LintLevel::kError, false,
     "a name that stands for two things"},
    {CheckCode::kUnknownField, "UNKNOWN_FIELD", LintLevel::kWarning, false,
     "a field that is not known, and is passed over; an error in what Triton reads"},
    {CheckCode::kUnreadableConfig, "UNREADABLE_CONFIG", LintLevel::kError, false,
     "a configuration that cannot be read"},
    {CheckCode::kUnreadableModel, "UNREADABLE_MODEL", LintLevel::kError, false,
     "a file that is no model"},
    {CheckCode::kVariableDim, "VARIABLE_DIM", LintLevel::kWarning, true,
     "one number for a size of an output that varies; an error of Triton's"},
    {CheckCode::kWrongDim, "WRONG_DIM", LintLevel::kError, true,
     "a size that is not that of the model"},
    {CheckCode::kWrongLayout, "WRONG_LAYOUT", LintLevel::kError, false,
     "a layout that does not fit the tensor"},
    {CheckCode::kWrongName, "WRONG_NAME", LintLevel::kError, true,
     "a name that has to be another one"},
    {CheckCode::kWrongOrder, "WRONG_ORDER", LintLevel::kError, false,
     "least, common and greatest sizes that are not in this order"},
    {CheckCode::kWrongRank, "WRONG_RANK", LintLevel::kError, true,
     "a number of sizes that is not the rank of the tensor"},
    {CheckCode::kWrongReshape, "WRONG_RESHAPE", LintLevel::kError, false,
     "a reshape to another number of elements"},
    {CheckCode::kWrongType, "WRONG_TYPE", LintLevel::kError, true,
     "an element type that is not that of the model"},
    {CheckCode::kWrongValue, "WRONG_VALUE", LintLevel::kError, true,
     "a value that the setting does not take"},
};

constexpr bool IsInOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].code) != i) return false;
  }
  return true;
}
static_assert(IsInOrder());

}  // namespace

absl::Span<const CheckCodeRow> CheckCodes() { return kRows; }

const CheckCodeRow& RowOf(CheckCode code) { return kRows[static_cast<size_t>(code)]; }

}  // namespace shapewright::cli

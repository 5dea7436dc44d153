#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_NAMED_DIMS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_NAMED_DIMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/checked_model.h"

namespace shapewright::cli {

// A size that a configuration gives to all axes of inputs that the model declares by this name.
struct NamedDim {
  std::string name;
  ConfigPlace name_place;
  int64_t size = 0;
  ConfigPlace size_place;
};

enum class DimNaming : uint8_t { kName, kDenotation };

// Whether the model has such names, and runs with such sizes.
void CheckNamedDims(const CheckedModel& model, DimNaming naming, const std::vector<NamedDim>& dims,
                    Findings& findings);

// Sizes of all inputs at which the model runs: open ones are one power of 2, from `least`; what
// follows from others does. Empty: none were found.
std::vector<SizesOfInput> FittingSizes(const CheckedModel& model, int64_t least);
// The same of the names of sizes.
std::vector<NamedDim> FittingDims(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_NAMED_DIMS_H_

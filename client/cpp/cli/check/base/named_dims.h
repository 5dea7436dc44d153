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

// The names of sizes of inputs, in the model's order.
std::vector<std::string> DimNamesOf(const CheckedModel& model);
// The least power of 2 that all of these can be at once; 1 if none was found.
int64_t FittingSize(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_NAMED_DIMS_H_

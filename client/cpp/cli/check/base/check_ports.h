#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_PORTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_PORTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/checked_model.h"

namespace shapewright::cli {

// What a configuration says of an input or output.
struct Claim {
  std::string name;
  ConfigPlace name_place;
  // UNSPECIFIED: nothing is said.
  v1::ElementType element = v1::ELEMENT_TYPE_UNSPECIFIED;
  std::string type_text;
  ConfigPlace type_place;
  bool has_dims = false;
  // All axes as the model has them; -1: any size.
  std::vector<int64_t> dims;
  // Axes in front that the configuration does not write, as a batch.
  size_t unwritten = 0;
  ConfigPlace dims_place;
  // By written axis; empty: not known.
  std::vector<ConfigPlace> dim_places;
};

enum class PortSide : uint8_t { kInput, kOutput };

// How a platform reads its configuration.
struct PortRules {
  // How it spells a type; empty: it has no name for it.
  std::string (*type_name)(v1::ElementType type);
  // Whether it refuses an open size where the model declares a number.
  bool refuses_open_dims = false;
  // Whether it refuses a number for a size of an output that the model leaves open.
  bool refuses_fixed_outputs = false;
  // Whether sizes of 1 stand for a scalar.
  bool ones_are_scalars = false;
};

// Whether names, types, ranks and sizes of the claims are those of the model. A name that the model
// does not have is mended where one alone is left that fits.
void CheckPorts(const CheckedModel& model, PortSide side, const std::vector<Claim>& claims,
                const PortRules& rules, Findings& findings);

// A required input that no claim names is told at `place`; `fields` are names that the platform
// gives by itself.
void CheckAllInputs(const CheckedModel& model, const std::vector<Claim>& claims,
                    const std::vector<std::string>& others, const ConfigPlace& place,
                    Findings& findings);

// Whether the model runs at the sizes that the claims fix, and its outputs then have the sizes that
// are claimed. Only of claims in which CheckPorts() found nothing.
void CheckSizes(const CheckedModel& model, const std::vector<Claim>& inputs,
                const std::vector<Claim>& outputs, Findings& findings);

// "did you mean `x`?", or the names that there are.
std::string MendOfName(absl::string_view name, const std::vector<Port>& ports);
// `[8, -1]`.
std::string DimsText(const std::vector<int64_t>& dims);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_PORTS_H_

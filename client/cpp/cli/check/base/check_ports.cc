#include "client/cpp/cli/check/base/check_ports.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

absl::string_view SideText(PortSide side) { return side == PortSide::kInput ? "input" : "output"; }

bool IsClaimed(const std::vector<Claim>& claims, absl::string_view name) {
  return std::any_of(claims.begin(), claims.end(),
                     [&](const Claim& claim) { return claim.name == name; });
}

// Whether type and sizes could be those of the port.
bool Fits(const Claim& claim, const Port& port) {
  if (claim.element != 0 && port.element != 0 && claim.element != port.element) return false;
  if (!claim.has_dims || !port.has_rank) return true;
  if (claim.dims.size() != port.dims.size()) return false;
  for (size_t i = 0; i < claim.dims.size(); ++i) {
    const std::optional<int64_t>& size = port.dims[i].size;
    if (claim.dims[i] >= 0 && size.has_value() && *size != claim.dims[i]) return false;
  }
  return true;
}

// The only port that no claim names, if the claim is the only one without a port and fits.
const Port* OnlyOneLeft(const Claim& claim, const std::vector<Claim>& claims,
                        const std::vector<Port>& ports) {
  const Port* left = nullptr;
  for (const Port& port : ports) {
    if (IsClaimed(claims, port.name)) continue;
    if (left != nullptr) return nullptr;
    left = &port;
  }
  const auto strangers = std::count_if(claims.begin(), claims.end(), [&](const Claim& each) {
    return std::none_of(ports.begin(), ports.end(),
                        [&](const Port& port) { return port.name == each.name; });
  });
  return left != nullptr && strangers == 1 && Fits(claim, *left) ? left : nullptr;
}

// Where the size of an axis is written.
const ConfigPlace& PlaceOf(const Claim& claim, size_t axis) {
  const size_t written = axis - claim.unwritten;
  return written < claim.dim_places.size() ? claim.dim_places[written] : claim.dims_place;
}

// One number for an axis of the claim that the model has not, or no number where it has one.
void CheckDim(const CheckedModel& model, PortSide side, const Claim& claim, const Port& port,
              size_t axis, const PortRules& rules, Findings& findings) {
  const PortDim& dim = port.dims[axis];
  const int64_t claimed = claim.dims[axis];
  const bool is_written = axis >= claim.unwritten;
  if (!is_written || claimed == dim.size) return;
  const ConfigPlace& place = PlaceOf(claim, axis);
  if (!dim.size.has_value()) {
    if (side == PortSide::kInput || claimed < 0 || !rules.refuses_fixed_outputs) return;
    CheckFinding& finding = findings.AddMended(
        CheckCode::kVariableDim, place,
        absl::StrCat("output \"", claim.name, "\" has size ", claimed, " at axis ", axis),
        absl::StrCat("the model leaves it open, of ", port.Text(),
                     ", and both have to be the same"),
        "write -1", "-1");
    finding.level = LintLevel::kError;
    return;
  }
  const bool is_open = claimed < 0;
  const bool is_declared = dim.declared == dim.size;
  if (is_open && !is_declared && side == PortSide::kOutput) return;
  const bool is_refused = !is_open || (rules.refuses_open_dims && is_declared);
  const std::string why = is_declared ? "" : model.WhyFixed(port, axis);
  const std::string size = absl::StrCat(*dim.size);
  findings.AddMended(
      is_refused ? CheckCode::kWrongDim : CheckCode::kFixedDim, place,
      absl::StrCat(SideText(side), " \"", claim.name, "\" has ",
                   is_open ? "any size" : absl::StrCat("size ", claimed), " at axis ", axis),
      absl::StrCat("the model has ", size, " there, of ", port.Text(),
                   why.empty() ? "" : absl::StrCat(": ", why)),
      absl::StrCat("write ", size), size);
}

void CheckClaim(const CheckedModel& model, PortSide side, const Claim& claim, const Port& port,
                const PortRules& rules, Findings& findings) {
  const std::string name = absl::StrCat(SideText(side), " \"", claim.name, "\"");
  if (!port.is_tensor) {
    findings.Add(CheckCode::kWrongType, claim.name_place, absl::StrCat(name, " is a tensor"),
                 "it is none in the model");
    return;
  }
  if (claim.element != 0 && port.element != 0 && claim.element != port.element) {
    const std::string right = rules.type_name(port.element);
    findings.AddMended(CheckCode::kWrongType, claim.type_place,
                       absl::StrCat(name, " has the type ", claim.type_text),
                       absl::StrCat("the model has ", port.Text()),
                       right.empty() ? "" : absl::StrCat("write ", right), right);
    if (right.empty()) return;
  }
  if (!claim.has_dims || !port.has_rank) return;
  const auto is_one = [](int64_t dim) { return dim == 1; };
  if (rules.ones_are_scalars && port.dims.empty() &&
      std::all_of(claim.dims.begin(), claim.dims.end(), is_one)) {
    return;
  }
  if (claim.dims.size() != port.dims.size()) {
    const std::string batch = claim.unwritten > 0 ? ", of which the first is the batch" : "";
    findings.Add(CheckCode::kWrongRank, claim.dims_place,
                 absl::StrCat(name, " has ", claim.dims.size(), " axes", batch),
                 absl::StrCat("the model has ", port.dims.size(), ": ", port.Text()));
    return;
  }
  for (size_t axis = 0; axis < claim.dims.size(); ++axis) {
    CheckDim(model, side, claim, port, axis, rules, findings);
  }
}

// The sizes of claims as a request, as far as the model has such inputs.
std::vector<SizesOfInput> RequestOf(const CheckedModel& model, const std::vector<Claim>& inputs) {
  std::vector<SizesOfInput> request;
  for (const Claim& claim : inputs) {
    const Port* port = model.FindInput(claim.name);
    if (port == nullptr || port->is_optional || !claim.has_dims) continue;
    if (port->has_rank && port->dims.size() != claim.dims.size()) continue;
    request.push_back({claim.name, claim.dims});
  }
  return request;
}

void CheckOutputSizes(const v1::Evaluation& evaluation, const Claim& claim, const Port& port,
                      Findings& findings) {
  const auto found = std::find_if(evaluation.outputs().begin(), evaluation.outputs().end(),
                                  [&](const auto& output) { return output.name() == claim.name; });
  if (found == evaluation.outputs().end() || found->unsized()) return;
  if (static_cast<size_t>(found->sizes_size()) != claim.dims.size()) return;
  for (size_t axis = claim.unwritten; axis < claim.dims.size(); ++axis) {
    const int64_t size = found->sizes(static_cast<int>(axis));
    const int64_t claimed = claim.dims[axis];
    if (claimed < 0 || size == claimed || port.dims[axis].size.has_value()) continue;
    const ConfigPlace& place = PlaceOf(claim, axis);
    const std::string says =
        absl::StrCat("output \"", claim.name, "\" has size ", claimed, " at axis ", axis);
    if (size >= 0) {
      findings.AddMended(CheckCode::kWrongDim, place, says,
                         absl::StrCat("the model has ", port.dims[axis].text, ", which is ", size,
                                      " at the sizes of the inputs"),
                         absl::StrCat("write ", size), absl::StrCat(size));
    } else if (!evaluation.unbound().empty() && found->upper_sizes().empty()) {
      // What depends on data may be that number all the same.
      findings.AddMended(
          CheckCode::kVariableDim, place, says,
          absl::StrCat("the model has ", port.dims[axis].text, ", which varies with requests"),
          "write -1", "-1");
    }
  }
}

}  // namespace

std::string DimsText(const std::vector<int64_t>& dims) {
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

std::string MendOfName(absl::string_view name, const std::vector<Port>& ports) {
  constexpr size_t kMostNames = 8;
  NearestName nearest(name);
  std::vector<absl::string_view> names;
  for (const Port& port : ports) {
    nearest.Consider(port.name);
    if (names.size() < kMostNames) names.push_back(port.name);
  }
  if (!nearest.found().empty()) return nearest.Suggestion("\"");
  return absl::StrCat("there ", names.size() == 1 ? "is " : "are ", absl::StrJoin(names, ", "),
                      names.size() < ports.size() ? ", ..." : "");
}

void CheckPorts(const CheckedModel& model, PortSide side, const std::vector<Claim>& claims,
                const PortRules& rules, Findings& findings) {
  const std::vector<Port>& ports = side == PortSide::kInput ? model.inputs() : model.outputs();
  for (const Claim& claim : claims) {
    const auto port = std::find_if(ports.begin(), ports.end(),
                                   [&](const Port& each) { return each.name == claim.name; });
    if (port != ports.end()) {
      CheckClaim(model, side, claim, *port, rules, findings);
      continue;
    }
    const CheckCode code =
        side == PortSide::kInput ? CheckCode::kNoSuchInput : CheckCode::kNoSuchOutput;
    const std::string says = absl::StrCat("there is an ", SideText(side), " \"", claim.name, "\"");
    const std::string has = "the model has none of this name";
    const Port* left = OnlyOneLeft(claim, claims, ports);
    if (left != nullptr) {
      findings.AddMended(code, claim.name_place, says, has,
                         absl::StrCat("write \"", left->name, "\", the only one that is left"),
                         absl::StrCat("\"", left->name, "\""));
    } else {
      findings.Add(code, claim.name_place, says, has, MendOfName(claim.name, ports));
    }
  }
}

void CheckAllInputs(const CheckedModel& model, const std::vector<Claim>& claims,
                    const std::vector<std::string>& others, const ConfigPlace& place,
                    Findings& findings) {
  for (const Port& port : model.inputs()) {
    const bool is_given = std::find(others.begin(), others.end(), port.name) != others.end();
    // A misspelt name is told already.
    const bool has_stranger = std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) {
      return model.FindInput(claim.name) == nullptr;
    });
    if (port.is_optional || is_given || has_stranger || IsClaimed(claims, port.name)) continue;
    findings.Add(CheckCode::kMissingInput, place, "not all inputs are there",
                 absl::StrCat("the model needs \"", port.name, "\", ", port.Text()),
                 absl::StrCat("add \"", port.name, "\""));
  }
}

void CheckSizes(const CheckedModel& model, const std::vector<Claim>& inputs,
                const std::vector<Claim>& outputs, Findings& findings) {
  const std::vector<SizesOfInput> request = RequestOf(model, inputs);
  const absl::StatusOr<v1::Evaluation> evaluation = model.Evaluate(request);
  if (!evaluation.ok()) return;
  const std::optional<CheckedModel::Failure> failure = model.FailureOf(*evaluation);
  if (failure.has_value()) {
    ConfigPlace place;
    std::vector<std::string> texts;
    for (const Claim& claim : inputs) {
      if (place.line == 0) place = claim.dims_place;
      texts.push_back(absl::StrCat(claim.name, "=", DimsText(claim.dims)));
    }
    CheckFinding& finding =
        findings.Add(CheckCode::kInvalidSizes, place,
                     absl::StrCat("the inputs have the sizes ", absl::StrJoin(texts, ", ")),
                     absl::StrCat("the model fails: ", failure->text));
    if (!failure->is_certain) finding.level = LintLevel::kWarning;
    return;
  }
  for (const Claim& claim : outputs) {
    const Port* port = model.FindOutput(claim.name);
    if (port == nullptr || !claim.has_dims || port->dims.size() != claim.dims.size()) continue;
    CheckOutputSizes(*evaluation, claim, *port, findings);
  }
}

}  // namespace shapewright::cli

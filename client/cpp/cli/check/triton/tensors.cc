#include "client/cpp/cli/check/triton/tensors.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/check/triton/repository.h"
#include "core/shape/kserve_datatype.h"

namespace shapewright::cli {
namespace {

// Inputs and outputs have the same fields, as far as claims go.
template <typename Tensor>
Claim ClaimOf(const TritonConfig& config, const Tensor& tensor, const char* field, int index,
              bool is_reshaped) {
  const TritonSpot spot = config.spot().Sub(field, index);
  Claim claim;
  claim.name = tensor.name();
  claim.name_place = spot.ValueOf("name");
  if (claim.name_place.line == 0) claim.name_place = config.spot().At(field, index);
  claim.element = ElementOf(tensor.data_type());
  claim.type_text = triton::DataType_Name(tensor.data_type());
  claim.type_place = spot.ValueOf("data_type");
  const bool has_reshape = is_reshaped && tensor.has_reshape();
  const auto& dims = has_reshape ? tensor.reshape().shape() : tensor.dims();
  const TritonSpot where = has_reshape ? spot.Sub("reshape") : spot;
  const char* const list = has_reshape ? "shape" : "dims";
  claim.has_dims = has_reshape || !dims.empty();
  if (config.config.max_batch_size() > 0) {
    claim.dims.push_back(-1);
    claim.unwritten = 1;
  }
  claim.dims.insert(claim.dims.end(), dims.begin(), dims.end());
  claim.dims_place =
      dims.empty() ? spot.At(has_reshape ? "reshape" : "name") : where.ValueOf(list, 0);
  claim.dim_places = where.ValuesOf(list, dims.size());
  return claim;
}

template <typename Tensors>
std::vector<Claim> ClaimsOf(const TritonConfig& config, const Tensors& tensors, const char* field,
                            bool is_reshaped) {
  std::vector<Claim> claims;
  for (int i = 0; i < tensors.size(); ++i) {
    claims.push_back(ClaimOf(config, tensors.Get(i), field, i, is_reshaped));
  }
  return claims;
}

// The products of the sizes between those that are open. A reshape keeps each of them.
std::vector<double> Elements(const google::protobuf::RepeatedField<int64_t>& dims) {
  std::vector<double> out(1, 1);
  for (const int64_t dim : dims) {
    if (dim < 0)
      out.push_back(1);
    else
      out.back() *= static_cast<double>(dim);
  }
  return out;
}

template <typename Tensor>
void CheckFields(const TritonConfig& config, const Tensor& tensor, const char* field, int index,
                 bool fills_in, Findings& findings) {
  const TritonSpot spot = config.spot().Sub(field, index);
  const ConfigPlace place = config.spot().At(field, index);
  const std::string name = absl::StrCat(field, " \"", tensor.name(), "\"");
  if (tensor.name().empty()) {
    findings.Add(CheckCode::kWrongName, place, absl::StrCat("an ", field, " has no name"));
    return;
  }
  if (tensor.data_type() == triton::TYPE_INVALID && !fills_in) {
    const ConfigPlace type = spot.At("data_type");
    findings.Add(CheckCode::kWrongType, type.line > 0 ? type : place,
                 absl::StrCat(name, " has no data_type"));
  }
  if (tensor.dims().empty() && !fills_in) {
    findings.Add(CheckCode::kWrongRank, place, absl::StrCat(name, " has no dims"),
                 "Triton needs one or more", "for a scalar write dims: [ 1 ]");
  }
  for (int i = 0; i < tensor.dims_size(); ++i) {
    if (tensor.dims(i) > 0 || tensor.dims(i) == -1) continue;
    const std::vector<ConfigPlace> places = spot.ValuesOf("dims", tensor.dims_size());
    findings.Add(CheckCode::kWrongValue,
                 places.empty() ? spot.At("dims", 0) : places[static_cast<size_t>(i)],
                 absl::StrCat(name, " has a size of ", tensor.dims(i)),
                 "a size is 1 or more, or -1 for any");
    return;
  }
  if (!tensor.has_reshape() || tensor.dims().empty()) return;
  if (tensor.reshape().shape().empty() && config.config.max_batch_size() == 0) {
    findings.Add(CheckCode::kWrongReshape, spot.At("reshape"),
                 absl::StrCat(name, " is reshaped to a scalar"),
                 "max_batch_size is 0, and Triton knows no scalars without a batch",
                 "write shape: [ 1 ], or remove reshape");
    return;
  }
  if (Elements(tensor.dims()) == Elements(tensor.reshape().shape())) return;
  findings.Add(
      CheckCode::kWrongReshape, spot.At("reshape"),
      absl::StrCat(name, " is reshaped to ",
                   DimsText({tensor.reshape().shape().begin(), tensor.reshape().shape().end()})),
      absl::StrCat("that is another number of elements or of open sizes than dims ",
                   DimsText({tensor.dims().begin(), tensor.dims().end()})));
}

void CheckNamesOnce(const std::vector<Claim>& claims, absl::string_view side, Findings& findings) {
  std::set<std::string> names;
  for (const Claim& claim : claims) {
    if (names.insert(claim.name).second) continue;
    findings.Add(CheckCode::kProducedTwice, claim.name_place,
                 absl::StrCat("there are two ", side, "s \"", claim.name, "\""), "",
                 "remove one of them");
  }
}

// Names of inputs that Triton gives by itself.
std::vector<std::string> OwnInputs(const triton::ModelConfig& config) {
  std::vector<std::string> names;
  for (const auto& control : config.sequence_batching().control_input()) {
    names.push_back(control.name());
  }
  for (const auto& state : config.sequence_batching().state()) names.push_back(state.input_name());
  for (const auto& batch : config.batch_input()) {
    names.insert(names.end(), batch.target_name().begin(), batch.target_name().end());
  }
  return names;
}

// dims with the batch though max_batch_size says it, or without where it does not.
void MendRank(const TritonConfig& config, const Claim& claim, const Port* port,
              Findings& findings) {
  if (port == nullptr || !port->has_rank || !claim.has_dims || claim.dims_place.length == 0) return;
  const bool has_batch = config.config.max_batch_size() > 0;
  std::vector<int64_t> written(claim.dims.begin() + static_cast<std::ptrdiff_t>(claim.unwritten),
                               claim.dims.end());
  const bool has_too_many = has_batch && written.size() == port->dims.size() && written[0] == -1;
  const bool has_too_few =
      !has_batch && written.size() + 1 == port->dims.size() && !port->dims[0].size.has_value();
  if (!has_too_many && !has_too_few) return;
  if (has_too_many) written.erase(written.begin());
  if (has_too_few) written.insert(written.begin(), -1);
  const std::string text = DimsText(written);
  if (config.file.text[claim.dims_place.offset] != '[') return;
  findings.AddMended(
      CheckCode::kWrongRank, claim.dims_place,
      absl::StrCat("\"", claim.name, "\" has the dims ",
                   DimsText({claim.dims.begin() + static_cast<std::ptrdiff_t>(claim.unwritten),
                             claim.dims.end()}),
                   has_batch ? " after the batch of max_batch_size" : ", and max_batch_size is 0"),
      absl::StrCat("the model has ", port->Text()), absl::StrCat("write ", text), text);
}

void CheckSide(const TritonConfig& config, const CheckedModel& model, PortSide side,
               std::vector<Claim>& claims, Findings& findings) {
  const PortRules rules{TritonTypeName, true, true, true};
  for (Claim& claim : claims) {
    const Port* port =
        side == PortSide::kInput ? model.FindInput(claim.name) : model.FindOutput(claim.name);
    const size_t count = findings.all().size();
    MendRank(config, claim, port, findings);
    if (findings.all().size() > count) claim.has_dims = false;
  }
  CheckPorts(model, side, claims, rules, findings);
}

void CheckOptional(const TritonConfig& config, const CheckedModel& model, Findings& findings) {
  for (int i = 0; i < config.config.input_size(); ++i) {
    const triton::ModelInput& input = config.config.input(i);
    const Port* port = model.FindInput(input.name());
    if (!input.optional() || port == nullptr || port->is_optional) continue;
    findings.AddMended(CheckCode::kNotOptional, config.spot().Sub("input", i).ValueOf("optional"),
                       absl::StrCat("input \"", input.name(), "\" is optional"),
                       "the model has no default for it, so a request without it fails",
                       "write false, or give the model an initializer of this name", "false");
  }
}

// Requests of different lengths are put one after the other: the model sees one axis.
void CheckRagged(const TritonConfig& config, const CheckedModel& model, Findings& findings) {
  for (int i = 0; i < config.config.input_size(); ++i) {
    const triton::ModelInput& input = config.config.input(i);
    const Port* port = model.FindInput(input.name());
    if (!input.allow_ragged_batch() || port == nullptr) continue;
    const ConfigPlace place = config.spot().Sub("input", i).ValueOf("allow_ragged_batch");
    const std::string says = absl::StrCat("input \"", input.name(), "\" has ragged batches");
    if (input.optional()) {
      findings.Add(CheckCode::kNotOptional, place, says, "it is optional, which rules that out");
    } else if (port->has_rank && (port->dims.size() != 1 || port->dims[0].declared.has_value())) {
      findings.Add(CheckCode::kWrongRank, place, says,
                   absl::StrCat("the model has ", port->Text(), ", not one axis of any size"),
                   "remove it, or export the model with one open axis");
    }
  }
}

void CheckShapeTensors(const TritonConfig& config, Findings& findings) {
  for (int i = 0; i < config.config.input_size(); ++i) {
    if (!config.config.input(i).is_shape_tensor()) continue;
    CheckFinding& finding = findings.AddMended(
        CheckCode::kWrongValue, config.spot().Sub("input", i).ValueOf("is_shape_tensor"),
        absl::StrCat("input \"", config.config.input(i).name(), "\" is a shape tensor"),
        "only the backend tensorrt knows shape tensors", "remove it", "false");
    finding.level = LintLevel::kWarning;
  }
}

void CheckLabels(const TritonConfig& config, Findings& findings) {
  for (int i = 0; i < config.config.output_size(); ++i) {
    const std::string& name = config.config.output(i).label_filename();
    std::error_code ignored;
    if (name.empty() || std::filesystem::exists(config.file.Beside(name), ignored)) continue;
    findings.Add(CheckCode::kNoModel, config.spot().Sub("output", i).At("label_filename"),
                 absl::StrCat("the labels are in ", name), "there is no such file");
  }
}

}  // namespace

std::string TritonTypeName(v1::ElementType type) {
  const absl::string_view name = shape::KserveDatatype(static_cast<shape::ElementType>(type));
  if (name.empty()) return "";
  return type == v1::ELEMENT_TYPE_STRING ? "TYPE_STRING" : absl::StrCat("TYPE_", name);
}

v1::ElementType ElementOf(triton::DataType type) {
  if (type == triton::TYPE_STRING) return v1::ELEMENT_TYPE_STRING;
  const absl::string_view name = absl::StripPrefix(triton::DataType_Name(type), "TYPE_");
  return static_cast<v1::ElementType>(
      shape::KserveDatatypeNamed(name).value_or(shape::ElementType::kUndefined));
}

std::vector<Claim> RequestClaims(const TritonConfig& config, PortSide side) {
  if (side == PortSide::kInput) return ClaimsOf(config, config.config.input(), "input", false);
  return ClaimsOf(config, config.config.output(), "output", false);
}

std::vector<Claim> InputClaims(const TritonConfig& config) {
  std::vector<Claim> claims = ClaimsOf(config, config.config.input(), "input", true);
  for (size_t i = 0; i < claims.size(); ++i) {
    if (config.config.input(static_cast<int>(i)).allow_ragged_batch()) claims[i].has_dims = false;
  }
  return claims;
}

std::vector<Claim> OutputClaims(const TritonConfig& config) {
  return ClaimsOf(config, config.config.output(), "output", true);
}

void CheckTensorFields(const TritonConfig& config, Findings& findings) {
  // Whether Triton asks the model for what inputs and outputs leave out. Those of onnxruntime it
  // takes from the model only where none is written.
  const bool fills_in = BackendOf(config) == TritonBackend::kOther;
  for (int i = 0; i < config.config.input_size(); ++i) {
    CheckFields(config, config.config.input(i), "input", i, fills_in, findings);
  }
  for (int i = 0; i < config.config.output_size(); ++i) {
    CheckFields(config, config.config.output(i), "output", i, fills_in, findings);
  }
  CheckNamesOnce(RequestClaims(config, PortSide::kInput), "input", findings);
  CheckNamesOnce(RequestClaims(config, PortSide::kOutput), "output", findings);
  CheckLabels(config, findings);
}

void CheckTensors(const TritonConfig& config, const CheckedModel& model, Findings& findings) {
  std::vector<Claim> inputs = InputClaims(config);
  std::vector<Claim> outputs = OutputClaims(config);
  const size_t before = findings.all().size();
  CheckSide(config, model, PortSide::kInput, inputs, findings);
  CheckSide(config, model, PortSide::kOutput, outputs, findings);
  CheckOptional(config, model, findings);
  CheckShapeTensors(config, findings);
  CheckRagged(config, model, findings);
  // A configuration without any input has Triton fill them in.
  if (!inputs.empty()) {
    CheckAllInputs(model, inputs, OwnInputs(config.config), config.spot().At("input", 0), findings);
  }
  if (findings.all().size() == before) CheckSizes(model, inputs, outputs, findings);
}

}  // namespace shapewright::cli

#include "client/cpp/cli/check/base/named_dims.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/nearest_name.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

const std::string& NameOf(const PortDim& dim, DimNaming naming) {
  return naming == DimNaming::kName ? dim.declared_name : dim.denotation;
}

std::set<std::string> NamesOf(const CheckedModel& model, DimNaming naming) {
  std::set<std::string> names;
  for (const Port& port : model.inputs()) {
    for (const PortDim& dim : port.dims) {
      const std::string& name = NameOf(dim, naming);
      if (!name.empty()) names.insert(name);
    }
  }
  return names;
}

bool IsGiven(const std::vector<NamedDim>& dims, absl::string_view name) {
  return std::any_of(dims.begin(), dims.end(),
                     [&](const NamedDim& each) { return each.name == name; });
}

// The name that is near and that nothing gives a size to.
void TellStranger(const NamedDim& dim, const std::set<std::string>& names,
                  const std::vector<NamedDim>& dims, DimNaming naming, Findings& findings) {
  NearestName nearest(dim.name);
  for (const std::string& name : names) nearest.Consider(name);
  const std::string found(nearest.found());
  const std::string says = absl::StrCat("the size \"", dim.name, "\" is ", dim.size);
  const absl::string_view model =
      naming == DimNaming::kName
          ? "no input of the model has a size of this name, so it does nothing"
          : "no input of the model has a size of this denotation, so it does nothing";
  if (!found.empty() && !IsGiven(dims, found)) {
    findings.AddMended(CheckCode::kNoSuchDim, dim.name_place, says, model, nearest.Suggestion("\""),
                       absl::StrCat("\"", found, "\""));
    return;
  }
  for (const std::string& name : names) {
    if (!absl::StartsWith(dim.name, name) || IsGiven(dims, name)) continue;
    findings.Add(CheckCode::kNoSuchDim, dim.name_place, says, model,
                 absl::StrCat("did you mean \"", name, "\"?"));
    return;
  }
  findings.Add(CheckCode::kNoSuchDim, dim.name_place, says, model,
               names.empty() ? "" : absl::StrCat("there are ", absl::StrJoin(names, ", ")));
}

std::vector<SizesOfInput> RequestWith(const CheckedModel& model, DimNaming naming,
                                      const std::vector<NamedDim>& dims) {
  std::vector<SizesOfInput> request;
  for (const Port& port : model.inputs()) {
    if (port.is_optional || !port.has_rank) continue;
    SizesOfInput sizes{port.name, std::vector<int64_t>(port.dims.size(), -1)};
    for (size_t i = 0; i < port.dims.size(); ++i) {
      for (const NamedDim& dim : dims) {
        if (NameOf(port.dims[i], naming) == dim.name) sizes.sizes[i] = dim.size;
      }
    }
    request.push_back(std::move(sizes));
  }
  return request;
}

}  // namespace

void CheckNamedDims(const CheckedModel& model, DimNaming naming, const std::vector<NamedDim>& dims,
                    Findings& findings) {
  const std::set<std::string> names = NamesOf(model, naming);
  const size_t before = findings.all().size();
  for (const NamedDim& dim : dims) {
    if (dim.size <= 0) {
      findings.Add(CheckCode::kWrongValue, dim.size_place,
                   absl::StrCat("the size \"", dim.name, "\" is ", dim.size),
                   "a size is 1 or more");
    } else if (!names.contains(dim.name)) {
      TellStranger(dim, names, dims, naming, findings);
    }
  }
  if (dims.empty() || findings.all().size() > before) return;
  const absl::StatusOr<v1::Evaluation> evaluation =
      model.Evaluate(RequestWith(model, naming, dims));
  if (!evaluation.ok()) return;
  const std::optional<CheckedModel::Failure> failure = model.FailureOf(*evaluation);
  if (!failure.has_value()) return;
  std::vector<std::string> texts;
  for (const NamedDim& dim : dims) texts.push_back(absl::StrCat(dim.name, " = ", dim.size));
  CheckFinding& finding = findings.Add(CheckCode::kInvalidSizes, dims[0].size_place,
                                       absl::StrCat("the sizes are ", absl::StrJoin(texts, ", ")),
                                       absl::StrCat("the model fails: ", failure->text));
  if (!failure->is_certain) finding.level = LintLevel::kWarning;
}

std::vector<SizesOfInput> FittingSizes(const CheckedModel& model, int64_t least) {
  constexpr int64_t kMost = 4096;
  std::vector<std::string> names;
  for (const Port& port : model.inputs()) {
    if (!port.is_optional && port.has_rank) names.push_back(port.name);
  }
  for (int64_t size = least; size <= kMost; size *= 2) {
    std::vector<SizesOfInput> request;
    for (const std::string& name : names) {
      SizesOfInput& input = request.emplace_back(SizesOfInput{name, {}});
      for (const PortDim& dim : model.FindInput(name)->dims) {
        // What is a sum of others follows from these.
        const bool is_own = dim.declared_name.empty() || dim.text == Printable(dim.declared_name);
        input.sizes.push_back(dim.size.value_or(is_own ? size : -1));
      }
    }
    const absl::StatusOr<v1::Evaluation> evaluation = model.Evaluate(request, names);
    if (!evaluation.ok() || model.FailureOf(*evaluation).has_value()) continue;
    bool is_complete = true;
    for (const v1::ValueSize& value : evaluation->values()) {
      for (SizesOfInput& input : request) {
        if (input.name != value.name()) continue;
        input.sizes.assign(value.sizes().begin(), value.sizes().end());
        is_complete = is_complete && std::count(input.sizes.begin(), input.sizes.end(), -1) == 0;
      }
    }
    if (is_complete) return request;
  }
  return {};
}

std::vector<NamedDim> FittingDims(const CheckedModel& model) {
  std::vector<NamedDim> dims;
  for (const SizesOfInput& input : FittingSizes(model, 1)) {
    const Port& port = *model.FindInput(input.name);
    for (size_t i = 0; i < port.dims.size() && i < input.sizes.size(); ++i) {
      const std::string& name = port.dims[i].declared_name;
      if (!name.empty() && !IsGiven(dims, name)) dims.push_back({name, {}, input.sizes[i], {}});
    }
  }
  return dims;
}

}  // namespace shapewright::cli

#include "client/cpp/cli/check/trt/profile.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/check/base/check_ports.h"
#include "core/base/nearest_name.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

std::string SizesText(const std::vector<int64_t>& sizes) { return absl::StrJoin(sizes, "x"); }

const ProfileEntry* FindEntry(const ProfileSizes& sizes, absl::string_view input) {
  const auto found = std::find_if(sizes.entries.begin(), sizes.entries.end(),
                                  [&](const ProfileEntry& entry) { return entry.input == input; });
  return found == sizes.entries.end() ? nullptr : &*found;
}

// What is known of a value with this name: an input, or an inner value.
std::optional<Port> FindPort(const CheckedModel& model, absl::string_view name) {
  if (const Port* input = model.FindInput(name); input != nullptr) return *input;
  const v1::ValueInfo* value = model.FindValue(name);
  if (value == nullptr) return std::nullopt;
  Port port;
  port.name = value->name();
  port.element = value->type().tensor().element_type();
  port.has_rank = value->type().tensor().has_shape();
  for (const v1::Dim& dim : value->type().tensor().shape().dims()) {
    PortDim& out = port.dims.emplace_back();
    if (dim.kind_case() == v1::Dim::kSize) out.size = dim.size();
    out.text = DimText(dim);
  }
  return port;
}

class ProfileCheck {
 public:
  ProfileCheck(const CheckedModel& model, const Profile& profile, Findings& findings)
      : model_(model), profile_(profile), findings_(findings) {}

  void Run() {
    const size_t before = findings_.all().size();
    for (const ProfileSizes& sizes : profile_.sizes) {
      for (const ProfileEntry& entry : sizes.entries) CheckEntry(sizes, entry);
    }
    if (findings_.all().size() > before) return;
    CheckComplete();
    if (findings_.all().size() > before) return;
    CheckOrder();
    if (findings_.all().size() > before) return;
    for (const ProfileSizes& sizes : profile_.sizes) CheckRun(sizes);
  }

 private:
  void CheckEntry(const ProfileSizes& sizes, const ProfileEntry& entry);
  void CheckComplete();
  void CheckOrder();
  void CheckRun(const ProfileSizes& sizes);

  const CheckedModel& model_;
  const Profile& profile_;
  Findings& findings_;
};

void ProfileCheck::CheckEntry(const ProfileSizes& sizes, const ProfileEntry& entry) {
  const std::optional<Port> port = FindPort(model_, entry.input);
  const std::string says =
      absl::StrCat(sizes.setting, " has ", entry.input, ":", SizesText(entry.sizes));
  if (!port.has_value()) {
    findings_.Add(CheckCode::kNoSuchInput, entry.place, says,
                  "the model has no input or value of this name",
                  MendOfName(entry.input, model_.inputs()));
    return;
  }
  if (!port->has_rank) return;
  if (port->dims.size() != entry.sizes.size()) {
    findings_.Add(CheckCode::kWrongRank, entry.place, says,
                  absl::StrCat("the model has ", port->dims.size(), " axes: ", port->Text()));
    return;
  }
  for (size_t axis = 0; axis < entry.sizes.size(); ++axis) {
    const std::optional<int64_t>& size = port->dims[axis].size;
    if (entry.sizes[axis] < 0) {
      findings_.Add(CheckCode::kWrongValue, entry.place, says, "a profile has numbers");
      return;
    }
    if (!size.has_value() || *size == entry.sizes[axis]) continue;
    const std::string why = model_.WhyFixed(*port, axis);
    findings_.Add(CheckCode::kWrongDim, entry.place, says,
                  absl::StrCat("the model has ", *size, " at axis ", axis, " of ", port->Text(),
                               why.empty() ? "" : ": ", why),
                  absl::StrCat("write ", *size, " there"));
    return;
  }
}

void ProfileCheck::CheckComplete() {
  const auto given = std::find_if(profile_.sizes.begin(), profile_.sizes.end(),
                                  [](const ProfileSizes& sizes) { return sizes.is_given; });
  if (given == profile_.sizes.end()) return;
  for (const ProfileSizes& sizes : profile_.sizes) {
    if (!sizes.is_given) {
      findings_.Add(CheckCode::kMissingProfile, given->place,
                    absl::StrCat("there is ", given->setting),
                    absl::StrCat("a profile needs ", sizes.setting, " too"),
                    absl::StrCat("add ", sizes.setting));
      return;
    }
    for (const ProfileEntry& entry : given->entries) {
      if (FindEntry(sizes, entry.input) != nullptr) continue;
      findings_.Add(CheckCode::kMissingProfile, sizes.place,
                    absl::StrCat(sizes.setting, " has no ", entry.input),
                    absl::StrCat(given->setting, " has it"), "give its sizes in all three");
    }
    for (const ProfileEntry& entry : sizes.entries) {
      if (FindEntry(*given, entry.input) != nullptr) continue;
      findings_.Add(CheckCode::kMissingProfile, given->place,
                    absl::StrCat(given->setting, " has no ", entry.input),
                    absl::StrCat(sizes.setting, " has it"), "give its sizes in all three");
    }
  }
  const bool has_inner = std::any_of(
      given->entries.begin(), given->entries.end(),
      [&](const ProfileEntry& entry) { return model_.FindInput(entry.input) == nullptr; });
  for (const Port& port : model_.inputs()) {
    const bool is_open = std::any_of(port.dims.begin(), port.dims.end(),
                                     [](const PortDim& dim) { return !dim.size.has_value(); });
    // Of a part of the model only its own inputs are there.
    if (!is_open || port.is_optional || has_inner || FindEntry(*given, port.name) != nullptr) {
      continue;
    }
    findings_.Add(CheckCode::kMissingProfile, given->place,
                  absl::StrCat(given->setting, " has no ", port.name),
                  absl::StrCat("its sizes are open: ", port.Text()),
                  absl::StrCat("add ", port.name));
  }
}

void ProfileCheck::CheckOrder() {
  for (size_t i = 1; i < profile_.sizes.size(); ++i) {
    for (const ProfileEntry& entry : profile_.sizes[i].entries) {
      const ProfileEntry* less = FindEntry(profile_.sizes[i - 1], entry.input);
      if (less == nullptr || less->sizes.size() != entry.sizes.size()) continue;
      for (size_t axis = 0; axis < entry.sizes.size(); ++axis) {
        if (less->sizes[axis] <= entry.sizes[axis]) continue;
        findings_.Add(CheckCode::kWrongOrder, entry.place,
                      absl::StrCat(profile_.sizes[i].setting, " has ", entry.input, ":",
                                   SizesText(entry.sizes)),
                      absl::StrCat(profile_.sizes[i - 1].setting, " has more at axis ", axis, ": ",
                                   SizesText(less->sizes)));
        return;
      }
    }
  }
}

void ProfileCheck::CheckRun(const ProfileSizes& sizes) {
  std::vector<SizesOfInput> request;
  std::vector<std::string> values;
  for (const ProfileEntry& entry : sizes.entries) {
    if (model_.FindInput(entry.input) != nullptr) {
      request.push_back({entry.input, entry.sizes});
    } else {
      values.push_back(entry.input);
    }
  }
  const absl::StatusOr<v1::Evaluation> evaluation = model_.Evaluate(request, values);
  if (!evaluation.ok()) return;
  const std::optional<CheckedModel::Failure> failure = model_.FailureOf(*evaluation);
  if (failure.has_value()) {
    CheckFinding& finding = findings_.Add(CheckCode::kInvalidSizes, sizes.place,
                                          absl::StrCat(sizes.setting, " are sizes of a run"),
                                          absl::StrCat("the model fails: ", failure->text));
    if (!failure->is_certain) finding.level = LintLevel::kWarning;
    return;
  }
  for (const v1::ValueSize& value : evaluation->values()) {
    const ProfileEntry* entry = FindEntry(sizes, value.name());
    if (entry == nullptr || value.unsized()) continue;
    for (int axis = 0; axis < value.sizes_size(); ++axis) {
      const int64_t size = entry->sizes[static_cast<size_t>(axis)];
      if (value.sizes(axis) < 0 || value.sizes(axis) == size) continue;
      findings_.Add(
          CheckCode::kWrongDim, entry->place,
          absl::StrCat(sizes.setting, " has ", entry->input, ":", SizesText(entry->sizes)),
          absl::StrCat("it has ", value.sizes(axis), " at axis ", axis,
                       " when the inputs have these sizes"));
      return;
    }
  }
}

}  // namespace

ProfileSizes ReadProfileSizes(absl::string_view setting, absl::string_view text,
                              const ConfigPlace& place, Findings& findings) {
  ProfileSizes out;
  out.is_given = true;
  out.setting = std::string(setting);
  out.place = place;
  for (absl::string_view item : absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    item = absl::StripAsciiWhitespace(item);
    const size_t colon = item.rfind(':');
    ProfileEntry entry;
    entry.place = place;
    bool is_good = colon != absl::string_view::npos && colon > 0;
    if (is_good) {
      absl::string_view name = item.substr(0, colon);
      const bool is_quoted = name.size() > 1 && name.front() == '\'' && name.back() == '\'';
      if (is_quoted) name = name.substr(1, name.size() - 2);
      entry.input = std::string(name);
      const absl::string_view sizes = item.substr(colon + 1);
      for (const absl::string_view size : absl::StrSplit(sizes, 'x')) {
        // The sizes of a scalar are `scalar`, or none.
        if (sizes == "scalar" || sizes.empty()) break;
        int64_t value = 0;
        is_good = is_good && absl::SimpleAtoi(size, &value);
        entry.sizes.push_back(value);
      }
    }
    if (!is_good) {
      findings.Add(CheckCode::kWrongValue, place, absl::StrCat(setting, " has \"", item, "\""),
                   "that is no entry such as x:1x3x224x224");
      continue;
    }
    out.entries.push_back(std::move(entry));
  }
  return out;
}

void CheckProfile(const CheckedModel& model, const Profile& profile, Findings& findings) {
  ProfileCheck(model, profile, findings).Run();
}

}  // namespace shapewright::cli

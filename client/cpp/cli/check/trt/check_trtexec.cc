#include "client/cpp/cli/check/trt/check_trtexec.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/check/base/named_dims.h"
#include "client/cpp/cli/check/trt/profile.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

// Those about models and sizes; of another flag only a near miss of these is told.
constexpr absl::string_view kFlags[] = {"--onnx",   "--minShapes", "--optShapes",  "--maxShapes",
                                        "--shapes", "--profile",   "--saveEngine", "--loadEngine"};
constexpr int64_t kMostSize = 4096;
constexpr absl::string_view kSettings[] = {"--minShapes", "--optShapes", "--maxShapes"};

struct Flag {
  std::string name;
  std::string value;
  ConfigPlace place;
};

// Words as a shell has them, without its other signs; a # begins a comment.
std::vector<Flag> ReadFlags(const ConfigFile& file) {
  std::vector<Flag> flags;
  const absl::string_view text = file.text;
  const LineIndex lines(text);
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
      continue;
    }
    if (absl::ascii_isspace(static_cast<unsigned char>(text[i])) || text[i] == '\\') {
      ++i;
      continue;
    }
    const size_t begin = i;
    std::string word;
    char quote = 0;
    for (; i < text.size(); ++i) {
      const char c = text[i];
      if (quote == 0 && absl::ascii_isspace(static_cast<unsigned char>(c))) break;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '\\' && quote != '\'' && i + 1 < text.size() && text[i + 1] != '\n') {
        word.push_back(text[++i]);
      } else {
        word.push_back(c);
      }
    }
    if (!absl::StartsWith(word, "--")) continue;
    const size_t equals = word.find('=');
    const bool has_value = equals != std::string::npos;
    flags.push_back({word.substr(0, equals), has_value ? word.substr(equals + 1) : "",
                     ConfigPlace{lines.LineOf(begin), begin, 0}});
  }
  return flags;
}

bool IsOpen(const Port& port) {
  return !port.is_optional && std::any_of(port.dims.begin(), port.dims.end(),
                                          [](const auto& dim) { return !dim.size.has_value(); });
}

// Sizes of a run must be within those of the profile.
void CheckRunSizes(const ProfileSizes& run, const Profile& profile, Findings& findings) {
  for (const ProfileEntry& entry : run.entries) {
    for (const size_t i : {size_t{0}, size_t{2}}) {
      for (const ProfileEntry& bound : profile.sizes[i].entries) {
        if (bound.input != entry.input || bound.sizes.size() != entry.sizes.size()) continue;
        for (size_t axis = 0; axis < entry.sizes.size(); ++axis) {
          const bool is_good = i == 0 ? bound.sizes[axis] <= entry.sizes[axis]
                                      : entry.sizes[axis] <= bound.sizes[axis];
          if (is_good) continue;
          findings.Add(
              CheckCode::kWrongOrder, entry.place,
              absl::StrCat("--shapes has ", entry.input, ":", absl::StrJoin(entry.sizes, "x")),
              absl::StrCat(profile.sizes[i].setting, " has ", absl::StrJoin(bound.sizes, "x"),
                           ", which does not allow ", entry.sizes[axis], " at axis ", axis));
          return;
        }
      }
    }
  }
}

// trtexec takes the common sizes for the others if these are not given.
void FillIn(Profile* profile) {
  const ProfileSizes common = profile->sizes[1];
  if (!common.is_given || profile->sizes[0].is_given || profile->sizes[2].is_given) return;
  profile->sizes[0] = common;
  profile->sizes[2] = common;
}

struct TrtexecFlags {
  std::string onnx;
  ConfigPlace onnx_place;
  std::map<int64_t, Profile> profiles;
  ProfileSizes run;
};

TrtexecFlags SortFlags(const std::vector<Flag>& flags, Findings& findings) {
  TrtexecFlags out;
  int64_t profile = 0;
  for (const Flag& flag : flags) {
    const auto setting = std::find(std::begin(kSettings), std::end(kSettings), flag.name);
    if (flag.name == "--onnx") {
      out.onnx = flag.value;
      out.onnx_place = flag.place;
    } else if (flag.name == "--profile") {
      if (!absl::SimpleAtoi(flag.value, &profile) || profile < 0) {
        findings.Add(CheckCode::kWrongValue, flag.place,
                     absl::StrCat("--profile is \"", flag.value, "\""), "it is a number from 0");
      }
    } else if (flag.name == "--shapes") {
      out.run = ReadProfileSizes(flag.name, flag.value, flag.place, findings);
    } else if (setting != std::end(kSettings)) {
      out.profiles[profile].sizes[static_cast<size_t>(setting - std::begin(kSettings))] =
          ReadProfileSizes(flag.name, flag.value, flag.place, findings);
    } else if (std::find(std::begin(kFlags), std::end(kFlags), flag.name) == std::end(kFlags)) {
      NearestName nearest(flag.name);
      for (const absl::string_view known : kSettings) nearest.Consider(known);
      if (nearest.found().empty()) continue;
      findings.Add(CheckCode::kUnknownField, flag.place,
                   absl::StrCat("there is a flag ", flag.name), "trtexec has none of this name",
                   nearest.Suggestion());
    }
  }
  for (auto& [number, each] : out.profiles) {
    for (size_t i = 0; i < each.sizes.size(); ++i)
      each.sizes[i].setting = std::string(kSettings[i]);
    FillIn(&each);
  }
  return out;
}

}  // namespace

bool IsTrtexec(const ConfigFile& file) {
  const bool has_sizes = std::any_of(std::begin(kSettings), std::end(kSettings), [&](auto setting) {
    return absl::StrContains(file.text, absl::StrCat(setting, "="));
  });
  return file.root() == nullptr && (has_sizes || absl::StrContains(file.text, "trtexec") ||
                                    absl::StrContains(file.text, "--onnx="));
}

void CheckTrtexec(const ConfigFile& file, const CheckContext& context, Findings& findings) {
  const TrtexecFlags flags = SortFlags(ReadFlags(file), findings);
  if (findings.HasErrors()) return;
  const CheckedModel* model =
      flags.onnx.empty() || !context.model.empty()
          ? GetModelBeside(context, file, findings)
          : GetModel(context, file.Beside(flags.onnx), flags.onnx_place, findings);
  if (model == nullptr) return;
  const bool is_open = std::any_of(model->inputs().begin(), model->inputs().end(), IsOpen);
  for (const auto& [number, profile] : flags.profiles) {
    const size_t before = findings.all().size();
    CheckProfile(*model, profile, findings);
    if (findings.all().size() > before) return;
    if (!is_open) {
      const ProfileSizes& given = profile.sizes[profile.sizes[0].is_given ? 0 : 1];
      findings.Add(CheckCode::kWrongValue, given.place, absl::StrCat("there is ", given.setting),
                   "all sizes of the model are numbers, and trtexec then takes no sizes",
                   "remove the flags for sizes");
      return;
    }
    if (number == 0 || flags.profiles.size() == 1) CheckRunSizes(flags.run, profile, findings);
  }
  if (!flags.profiles.empty() || !is_open || !findings.all().empty()) return;
  CheckFinding& finding =
      findings.Add(CheckCode::kMissingProfile, flags.onnx_place, "there is no profile",
                   "the model has open sizes, and trtexec takes 1 for them",
                   "add --minShapes, --optShapes and --maxShapes");
  finding.level = LintLevel::kWarning;
}

std::string WriteTrtexec(const CheckedModel& model) {
  std::string text = absl::StrCat("--onnx=", ConfigFile{model.path(), "", {}}.name(), "\n");
  if (std::none_of(model.inputs().begin(), model.inputs().end(), IsOpen)) return text;
  std::vector<std::string> found;
  for (int64_t least = 1; least <= kMostSize && found.size() < std::size(kSettings); least *= 2) {
    std::vector<std::string> texts;
    for (const SizesOfInput& input : FittingSizes(model, least)) {
      if (!IsOpen(*model.FindInput(input.name))) continue;
      texts.push_back(absl::StrCat(input.name, ":", absl::StrJoin(input.sizes, "x")));
    }
    std::string sizes = absl::StrJoin(texts, ",");
    if (!sizes.empty() && (found.empty() || found.back() != sizes)) {
      found.push_back(std::move(sizes));
    }
  }
  if (found.empty()) return text;
  for (size_t i = 0; i < std::size(kSettings); ++i) {
    absl::StrAppend(&text, kSettings[i], "=", found[std::min(i, found.size() - 1)], "\n");
  }
  return text;
}

}  // namespace shapewright::cli

#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_PROFILE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_PROFILE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/checked_model.h"

namespace shapewright::cli {

// The sizes of an input in a profile.
struct ProfileEntry {
  std::string input;
  std::vector<int64_t> sizes;
  ConfigPlace place;
};

// `x:1x3x8x8,mask:1x8`: the least, the common or the greatest sizes of a profile.
struct ProfileSizes {
  bool is_given = false;
  std::string setting;  // `--minShapes`, `trt_profile_min_shapes`
  ConfigPlace place;
  std::vector<ProfileEntry> entries;
};

// Of an engine: the least, the common and the greatest sizes of its inputs.
struct Profile {
  std::array<ProfileSizes, 3> sizes;
};

// Reads such a text. `place` is that of the text; entries are on its line.
ProfileSizes ReadProfileSizes(absl::string_view setting, absl::string_view text,
                              const ConfigPlace& place, Findings& findings);

// Whether a profile has all open inputs of the model, in order, with sizes at which it runs. Names
// may also be inner values, where only a part of the model is compiled.
void CheckProfile(const CheckedModel& model, const Profile& profile, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRT_PROFILE_H_

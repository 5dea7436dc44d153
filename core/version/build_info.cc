#include "core/version/build_info.h"

#include "absl/strings/str_cat.h"
#include "shapewright/version.h"

namespace shapewright {

std::string BuildText() {
  const std::string commit =
      Commit().empty() ? "" : absl::StrCat(" (", Commit(), IsModified() ? ", modified" : "", ")");
  return absl::StrCat("shapewright ", Version(), commit, ", answers ", AnswersId());
}

}  // namespace shapewright

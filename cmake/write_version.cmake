# cmake -D SOURCE=.. -D PATTERNS=.. -D OUTPUT=.. -D VERSION=.. -P write_version.cmake: writes version.cc. The id is a
# hash of what answers come from: paths, from SOURCE on, and contents of the files of these patterns.
file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${PATTERNS})
list(SORT sources)
set(all "${VERSION}\n")
foreach(source IN LISTS sources)
  file(SHA256 ${SOURCE}/${source} hash)
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING ${id} 0 16 id)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "shapewright/version.h"

namespace shapewright {

absl::string_view Version() { return "@VERSION@"; }
absl::string_view AnswersId() { return "@id@"; }

}  // namespace shapewright
]])

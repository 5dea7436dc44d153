# cmake -D SOURCE=.. -D OUTPUT=.. -D COMMIT=.. -P write_commit.cmake: writes commit.cc if it says something else.
# Where the sources are in no repository of git, COMMIT is taken.
set(modified false)
find_program(git git)
if(git)
  # Only a repository that has its root here: not one that the sources happen to lie in.
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --show-prefix --short=12 HEAD
                  OUTPUT_VARIABLE found ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND found MATCHES "^\n([0-9a-f]+)\n$")
    set(COMMIT ${CMAKE_MATCH_1})
    execute_process(COMMAND ${git} -C ${SOURCE} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT changes STREQUAL "")
      set(modified true)
    endif()
  endif()
endif()
# Leaves the file as it is where nothing has changed.
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "core/version/build_info.h"

namespace shapewright {

absl::string_view Commit() { return "@COMMIT@"; }
bool IsModified() { return @modified@; }

}  // namespace shapewright
]])

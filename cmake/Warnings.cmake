# For our own code only: generated code and system headers are not ours to mend. (The asan and tsan presets
# switch -Wmaybe-uninitialized off: g++ cannot follow its own instrumentation, the release build has it on.)
add_library(shapewright_warnings INTERFACE)
target_compile_options(shapewright_warnings INTERFACE -Wall -Wextra)
if(SHAPEWRIGHT_WERROR)
  target_compile_options(shapewright_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 reports overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
  # Of precompiled headers it warns as if they were ours: of Abseil's InlinedVector, where nothing is wrong.
  target_compile_options(shapewright_warnings INTERFACE -Wno-restrict -Wno-array-bounds)
  # Nor can it follow what it inlines across the sources of a group.
  if(SHAPEWRIGHT_GROUP_SOURCES)
    target_compile_options(shapewright_warnings INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overread)
  endif()
endif()

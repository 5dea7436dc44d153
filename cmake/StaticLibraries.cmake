# Links the programs with the static libraries that lie beside the shared ones, so that they run where those are not
# installed. No flag of the compiler changes. A library without a static one stays shared, as Debian 12's
# prometheus-cpp does, and is looked for in ../lib from where the program lies, then where the system has it.

# Sets `result` to the static library beside a shared one; to the shared one if there is none.
function(shapewright_static_file result shared)
  string(REGEX REPLACE "\\.so(\\.[0-9]+)*$" ".a" static "${shared}")
  if(NOT EXISTS "${static}")
    get_filename_component(link "${shared}" REALPATH)
    message(STATUS "Stays shared: ${link}")
    set(static "${shared}")
  endif()
  set(${result} "${static}" PARENT_SCOPE)
endfunction()

get_directory_property(targets IMPORTED_TARGETS)
foreach(target IN LISTS targets)
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(SHARED|UNKNOWN)_LIBRARY$")
    continue()
  endif()
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  set(properties IMPORTED_LOCATION)
  if(configurations)
    list(TRANSFORM configurations PREPEND IMPORTED_LOCATION_ OUTPUT_VARIABLE of_configurations)
    list(APPEND properties ${of_configurations})
  endif()
  foreach(property IN LISTS properties)
    get_target_property(location ${target} ${property})
    if(location)
      shapewright_static_file(location "${location}")
      set_target_properties(${target} PROPERTIES ${property} "${location}")
    endif()
  endforeach()
endforeach()

# gRPC's own module gives -lre2 for this one.
find_library(SHAPEWRIGHT_RE2 NAMES libre2.a re2 REQUIRED)
set_target_properties(re2::re2 PROPERTIES INTERFACE_LINK_LIBRARIES "${SHAPEWRIGHT_RE2}")

set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
add_link_options("$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:LINKER:--as-needed>")

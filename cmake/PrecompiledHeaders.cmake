# Headers of others that most sources include, compiled once for each kind of source: core, api (with the
# messages), service (with gRPC), test and service_test. Nothing of ours is in them but what protoc makes, so
# that a change of ours recompiles only what includes it. Every source still names what it uses: `cmake -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON`.
# shapewright_add_precompiled(<kind> [LIBS ...]): of cmake/precompiled/<kind>.h.
function(shapewright_add_precompiled kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS")
  set(name shapewright_precompiled_${kind})
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/precompiled/empty.cc)
  # Without the path of the checkout, so that compiler caches share the result between checkouts.
  target_precompile_headers(${name} PRIVATE <cmake/precompiled/${kind}.h>)
  shapewright_position_independent(${name} ${kind})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_LIBS})
endfunction()

# shapewright_precompile(TARGET [KIND]): KIND is core unless it is given.
function(shapewright_precompile target)
  set(kind ${ARGV1})
  if(NOT kind)
    set(kind core)
  endif()
  target_precompile_headers(${target} REUSE_FROM shapewright_precompiled_${kind})
  # So that ccache knows the header that is in use. Not where the header itself is compiled: the preprocessor would
  # take the former one, and ccache would not see that what it includes has changed.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
  shapewright_position_independent(${target} ${kind})
endfunction()

# clang: so that ccache knows the header that is in use.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

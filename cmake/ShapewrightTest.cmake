include(GoogleTest)

# shapewright_test_options(TARGET): what a target is compiled with that only tests.
function(shapewright_test_options target)
  set_target_properties(${target} PROPERTIES SHAPEWRIGHT_TEST ON)
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O0>")
endfunction()

# shapewright_add_test(NAME <name> SOURCES ... [LIBS ...] [LABELS ...] [PRECOMPILED <kind>])
# One program for a whole folder of tests: linking many small ones is what makes a build slow. The tests
# themselves are not optimised, which takes a third of their compiler time; what they test is. Six sources are
# compiled as one, which takes another half: names in the unnamed namespaces of a program have to differ.
function(shapewright_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;PRECOMPILED" "SOURCES;LIBS;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "shapewright_add_test(NAME .. SOURCES .. [LIBS ..] [LABELS ..])")
  endif()
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED test)
  endif()
  shapewright_add_executable(NAME ${arg_NAME} SOURCES ${arg_SOURCES}
                             LIBS ${arg_LIBS} shapewright::data_path GTest::gmock_main
                             PRECOMPILED ${arg_PRECOMPILED})
  shapewright_test_options(${arg_NAME})
  set_target_properties(${arg_NAME} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/tests
    UNITY_BUILD ${SHAPEWRIGHT_GROUP_TEST_SOURCES} UNITY_BUILD_BATCH_SIZE 6)
  set(properties TIMEOUT 300)
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  # Parameters go by their names or indices: printed values may hold addresses, or what CMake's lists cannot.
  gtest_discover_tests(${arg_NAME} NO_PRETTY_VALUES DISCOVERY_TIMEOUT 120 PROPERTIES ${properties})
endfunction()

# shapewright_add_fuzzer(NAME <name> SOURCES ... [LIBS ...]): `./dev fuzz` runs all of build/fuzz/bin/fuzz. Where
# SHAPEWRIGHT_BUILD_FUZZERS is off, CMake still checks that the sources and libraries exist.
function(shapewright_add_fuzzer)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS")
  shapewright_add_executable(NAME ${arg_NAME} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS})
  target_link_options(${arg_NAME} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${arg_NAME} PROPERTIES EXCLUDE_FROM_ALL $<NOT:$<BOOL:${SHAPEWRIGHT_BUILD_FUZZERS}>>)
  # clang takes no precompiled header that was made without -pthread, which gRPC's targets bring.
  set_target_properties(${arg_NAME} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  set_target_properties(${arg_NAME} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin/fuzz)
endfunction()

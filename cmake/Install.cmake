# What `cmake --install` gives: the programs, and the library with its headers, its CMake package and its
# pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The library is one archive of all that it is made of, but for the operators new and delete of our programs.
set(parts api_proto rpc_proto version base wire symbolic shape answer layout graph guard query rules inference questions library)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:shapewright_\\1>" OUTPUT_VARIABLE objects)
add_library(shapewright_archive STATIC "$<FILTER:${objects},EXCLUDE,/counted_new\\.cc>")
add_library(shapewright::shapewright ALIAS shapewright_archive)
set_target_properties(shapewright_archive PROPERTIES
  OUTPUT_NAME shapewright EXPORT_NAME shapewright LINKER_LANGUAGE CXX)
target_compile_features(shapewright_archive INTERFACE cxx_std_20)
target_include_directories(shapewright_archive INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# The modules of Abseil that the archive uses; pkg-config gets the same list.
set(abseil btree cord flat_hash_map flat_hash_set function_ref hash inlined_vector span status statusor
           str_format strings time)
list(TRANSFORM abseil PREPEND absl:: OUTPUT_VARIABLE abseil_targets)
target_link_libraries(shapewright_archive INTERFACE ${abseil_targets} protobuf::libprotobuf pugixml::static Threads::Threads)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/shapewright)
install(TARGETS shapewright_archive EXPORT shapewright-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/shapewright
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT shapewright-targets NAMESPACE shapewright:: DESTINATION ${package} COMPONENT library)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/shapewright-config.cmake.in
  ${PROJECT_BINARY_DIR}/shapewright-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/shapewright-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shapewright-config.cmake
              ${PROJECT_BINARY_DIR}/shapewright-config-version.cmake
        DESTINATION ${package} COMPONENT library)

list(TRANSFORM abseil PREPEND absl_ OUTPUT_VARIABLE abseil_modules)
list(JOIN abseil_modules " " SHAPEWRIGHT_PC_ABSEIL)
# The prefix is found from where the file lies, so that it may be moved.
file(RELATIVE_PATH SHAPEWRIGHT_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/shapewright.pc.in ${PROJECT_BINARY_DIR}/shapewright.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/shapewright.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

if(SHAPEWRIGHT_BUILD_SERVICE)
  install(TARGETS shapewright shapewright-server
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  include(InstallClient)
endif()

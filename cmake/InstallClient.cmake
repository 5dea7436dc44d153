# What `cmake --install --component client` gives: the client of a server, beside the library, whose archive it needs.
# find_package(shapewright COMPONENTS client) and pkg-config (shapewright-client) know it.
set(parts client model_id api_grpc health_proto health_grpc)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:shapewright_\\1>" OUTPUT_VARIABLE objects)
add_library(shapewright_client_archive STATIC "${objects}")
set_target_properties(shapewright_client_archive PROPERTIES
  OUTPUT_NAME shapewright_client EXPORT_NAME client LINKER_LANGUAGE CXX)
target_link_libraries(shapewright_client_archive INTERFACE shapewright_archive gRPC::grpc++ OpenSSL::Crypto)
install(TARGETS shapewright_client_archive EXPORT shapewright-client-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT client)
install(EXPORT shapewright-client-targets NAMESPACE shapewright:: DESTINATION ${package} COMPONENT client)

# The headers of the client lie in folders of ours; installed they are in shapewright/client/, with those that they include.
set(headers client/cpp/client.h client/cpp/credentials.h client/cpp/error_text.h client/cpp/retry.h client/cpp/sent_models.h
            client/cpp/told_inferences.h core/base/error_payload.h core/wire/strip.h core/wire/strip_rule.h
            core/wire/wire_cursor.h)
install(CODE "
  set(SHAPEWRIGHT_HEADERS \"${headers}\")
  set(SHAPEWRIGHT_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\")
  set(SHAPEWRIGHT_GENERATED_DIR \"${PROJECT_BINARY_DIR}/generated\")
  set(SHAPEWRIGHT_INCLUDE_DIR \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/install_client_headers.cmake\")" COMPONENT client)

configure_file(${PROJECT_SOURCE_DIR}/cmake/shapewright-client.pc.in ${PROJECT_BINARY_DIR}/shapewright-client.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/shapewright-client.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT client)

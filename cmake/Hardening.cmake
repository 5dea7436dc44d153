# Programs, and the libraries that only programs link.
add_compile_options(-fPIE)
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)

# Debug and sanitizer builds do without: FORTIFY needs optimisation and hides what the sanitizers look for.
set(hardened "$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:SHAPEWRIGHT_TEST>>>>")
add_compile_options(
  "$<${hardened}:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2;-fstack-protector-strong>")
add_link_options("$<$<CONFIG:Release>:-Wl,-z,relro;-Wl,-z,now>")

# shapewright_position_independent(TARGET KIND): what the installed library is made of, which goes into shared
# objects of others too with SHAPEWRIGHT_PIC: all that is compiled with the precompiled headers of the kinds core
# and api, and the messages. Nothing can be put in the place of our own functions, so the compiler inlines and
# calls them as under -fPIE.
function(shapewright_position_independent target kind)
  if(SHAPEWRIGHT_PIC AND kind MATCHES "^(core|api)$")
    target_compile_options(${target} PRIVATE -fPIC -fvisibility=hidden -fno-semantic-interposition)
  endif()
endfunction()

# -fPIE rather than -fPIC in the static libraries too: under -fPIC the compiler may not inline across our own functions.
add_compile_options(-fPIE)
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)

# Debug and sanitizer builds do without: FORTIFY needs optimisation and hides what the sanitizers look for.
set(hardened "$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:SHAPEWRIGHT_TEST>>>>")
add_compile_options(
  "$<${hardened}:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2;-fstack-protector-strong>")
add_link_options("$<$<CONFIG:Release>:-Wl,-z,relro;-Wl,-z,now>")

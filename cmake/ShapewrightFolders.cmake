# Temporary, while the parts arrive one by one: adds the folders that have a CMakeLists.txt by now.
# A glob, not EXISTS, so that a build notices a folder that came later.
function(shapewright_add_folders)
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
    if(found)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

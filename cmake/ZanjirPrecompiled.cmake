# zanjir_precompiled(NAME [PROGRAM] FILES file... [OPTIONS option...] [LINK library...]): what these files of cmake/precompiled include, read once with these options; PROGRAM: for
# the sources of executables.
# zanjir_precompile(TARGET NAME): the sources of TARGET begin with it, as if each included them first; called before zanjir_unity, which knows what is compiled.
# Only headers from outside: a change of one of ours would compile everything anew. That a source forgets to include one of them is seen by clang, clang-tidy
# and ZANJIR_PRECOMPILE=OFF, which all go without.
#
# Not by target_precompile_headers: its files lie below the folder of the project, so that no object is found again in ccache when the library is a part of
# another project (see ZanjirCcache). g++ takes FILE.gch in place of an included FILE.
option(ZANJIR_PRECOMPILE "Read headers from outside once (g++)" ON)
# g++ writes other bytes each time, and what begins with other bytes is not found in ccache.
set(ZANJIR_PRECOMPILED_BY "" CACHE PATH "Another build with the same options, whose precompiled headers are taken")

function(zanjir_precompiled name)
  if(NOT ZANJIR_PRECOMPILE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "PROGRAM" "" "FILES;OPTIONS;LINK")
  set(file ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)
  set(text)
  foreach(list IN LISTS arg_FILES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/precompiled/${list})
    file(READ ${PROJECT_SOURCE_DIR}/cmake/precompiled/${list} more)
    string(APPEND text "${more}")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
  if(ZANJIR_PRECOMPILED_BY)
    file(CREATE_LINK ${ZANJIR_PRECOMPILED_BY}/precompiled/${name}.cpp.gch ${file}.gch SYMBOLIC)
    add_custom_target(zanjir_precompiled_${name})
    set_target_properties(zanjir_precompiled_${name} PROPERTIES ZANJIR_FILE ${file})
    return()
  endif()
  add_library(zanjir_read_${name} OBJECT ${file})
  zanjir_compile_settings(zanjir_read_${name})
  if(arg_PROGRAM)
    set_target_properties(zanjir_read_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    list(APPEND arg_OPTIONS -fPIE)
  endif()
  target_compile_options(zanjir_read_${name} PRIVATE ${arg_OPTIONS} -x c++-header)
  target_link_libraries(zanjir_read_${name} PRIVATE ${arg_LINK})
  add_custom_command(OUTPUT ${file}.gch DEPENDS $<TARGET_OBJECTS:zanjir_read_${name}> COMMENT ""
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_OBJECTS:zanjir_read_${name}> ${file}.gch)
  add_custom_target(zanjir_precompiled_${name} DEPENDS ${file}.gch)
  set_target_properties(zanjir_precompiled_${name} PROPERTIES ZANJIR_FILE ${file})
endfunction()

function(zanjir_precompile target name)
  if(TARGET zanjir_precompiled_${name})
    add_dependencies(${target} zanjir_precompiled_${name})
    set_target_properties(${target} PROPERTIES ZANJIR_PRECOMPILED zanjir_precompiled_${name})
  endif()
endfunction()

function(zanjir_begin_with target)  # SOURCE...: lets them begin with what TARGET was given
  get_target_property(precompiled ${target} ZANJIR_PRECOMPILED)
  if(precompiled)
    get_target_property(file ${precompiled} ZANJIR_FILE)
    # g++ 12 sees overlap in "text" + std::string (its bug 105651, see zanjir_compile_settings), and with a precompiled <string> says so in other words too
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -Winvalid-pch -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -include ${file})
    set_property(SOURCE ${ARGN} APPEND PROPERTY OBJECT_DEPENDS ${file}.gch)
  endif()
endfunction()

# zanjir_viewer_script(TARGET): the script of viewer/dist as a string in TARGET, so that pages need no file beside the program. The script is built from
# viewer/src by `npm run build` there and committed; tests/tools/viewer_test.py compares its hash of those sources.
function(zanjir_viewer_script target)
  set(script ${PROJECT_SOURCE_DIR}/viewer/dist/viewer.js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
  file(READ ${script} text)
  set(source ${PROJECT_BINARY_DIR}/generated/viewer_script.cpp)
  set(content "#include \"zanjir/report/viewer_block.hpp\"\n\nnamespace zanjir {\n\nstd::string_view viewer_javascript() { return R\"zanjir_js(${text})zanjir_js\"; }\n\n}  // namespace zanjir\n")
  if(EXISTS ${source})
    file(READ ${source} before)
  endif()
  if(NOT "${before}" STREQUAL "${content}")
    file(WRITE ${source} "${content}")
  endif()
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")  # clang asks for what every compiler must take: 64 KiB
  target_sources(${target} PRIVATE ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()

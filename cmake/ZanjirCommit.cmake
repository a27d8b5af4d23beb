# zanjir_commit_header(TARGET SOURCE): <zanjir_commit.hpp> for SOURCE of TARGET, with the commit that is being built. Looked up at every build, written only when it changed.
# For that source alone, which is compiled by itself: each commit compiles it anew and nothing else, and where the header lies (elsewhere in a project that has us as a
# subdirectory) is hashed by ccache for no other object.
# Run as a script (-D SOURCE= -D HEADER=) it writes the header.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)  # policies as in the project
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "unknown")
  endif()
  execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(hash "unknown")
  endif()
  # Clean: what is measured is what the commit holds; results and pages about them may be on their way.
  execute_process(COMMAND git -C ${SOURCE} status --porcelain -- . ":(exclude)bench/results" ":(exclude)docs" OUTPUT_VARIABLE changed ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR changed)
    set(clean 0)
  else()
    set(clean 1)
  endif()
  file(CONFIGURE OUTPUT ${HEADER} @ONLY  # leaves a file alone that is the same
    CONTENT "#pragma once\n#define ZANJIR_COMMIT \"@commit@\"\n#define ZANJIR_COMMIT_HASH \"@hash@\"\n#define ZANJIR_COMMIT_CLEAN @clean@\n")
  return()
endif()

function(zanjir_commit_header target source)
  set(folder ${PROJECT_BINARY_DIR}/generated)
  if(NOT TARGET zanjir_commit)
    add_custom_target(zanjir_commit BYPRODUCTS ${folder}/zanjir_commit.hpp COMMENT ""
      COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D HEADER=${folder}/zanjir_commit.hpp -P ${PROJECT_SOURCE_DIR}/cmake/ZanjirCommit.cmake)
  endif()
  add_dependencies(${target} zanjir_commit)
  set_property(SOURCE ${source} APPEND PROPERTY INCLUDE_DIRECTORIES ${folder})
endfunction()

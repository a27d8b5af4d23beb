# Compile through ccache where it is installed, so that every clone finds the objects of every other: paths below the root of the repository are hashed as
# relative ones (to the folder that is built in, so only folders of one depth share), and the name of the target in dependency files, which Ninja does not
# read, is made the same everywhere (ccache hashes it, and would not find an object again when the library is built as part of another project). So is the
# locale: no message of a compiler is kept by us, and ctest empties LC_ALL for the clients it builds in tests/packaging.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)  # also where a client includes this file
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${root} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=locale ${CCACHE_PROGRAM})
endif()
if(CMAKE_GENERATOR MATCHES Ninja)
  string(REPLACE <DEP_TARGET> object CMAKE_DEPFILE_FLAGS_CXX "${CMAKE_DEPFILE_FLAGS_CXX}")
endif()

include(ZanjirPrecompiled)
set(ZANJIR_QUICK $<$<CONFIG:Release>:-O1>)

# zanjir_layer(NAME [QUICK] [PUBLIC header...] [LINK library...]): the folder NAME of src/zanjir becomes the object target `zanjir_NAME`, a part of the library
# `zanjir`. Files are found by name, so a new one needs no edit here. All headers of the folder are for every layer, or only those listed
# as PUBLIC. LINK names libraries that this layer alone includes. None of them is installed: zanjir_face says which are. QUICK: compiled in less time, for
# layers whose own work is words and files; what they compute is the same (docs/decisions/0033).
function(zanjir_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "QUICK" "" "PUBLIC;LINK")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  if(ZANJIR_BASE_KERNELS)
    list(FILTER sources EXCLUDE REGEX /kernels_avx)
  endif()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.hpp)
  if(arg_PUBLIC)
    list(TRANSFORM arg_PUBLIC PREPEND ${folder}/ OUTPUT_VARIABLE headers)
  endif()
  target_sources(zanjir_internal INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
  if(sources)
    add_library(zanjir_${name} OBJECT ${sources})
    zanjir_compile_settings(zanjir_${name})
    set(precompiled library)
    if(name IN_LIST ZANJIR_SANITIZE)
      set(precompiled sanitized)
      target_compile_options(zanjir_${name} PRIVATE ${ZANJIR_SANITIZED})
    elseif(arg_QUICK)
      set(precompiled quick)
      target_compile_options(zanjir_${name} PRIVATE ${ZANJIR_QUICK})
    endif()
    zanjir_precompile(zanjir_${name} ${precompiled})
    zanjir_unity(zanjir_${name} ${folder} ${sources})
    target_include_directories(zanjir_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(zanjir_${name} PRIVATE Eigen3::Eigen fmt::fmt nlohmann_json::nlohmann_json ${arg_LINK})
    target_sources(zanjir PRIVATE $<TARGET_OBJECTS:zanjir_${name}>)
  endif()
endfunction()

# A folder of ZANJIR_SANITIZE: sanitizers and assertions for its objects, beside others that have neither. Pointers are left to the address sanitizer
# alone, which sees them too; their other checks are a third of the time of compiling.
set(ZANJIR_SANITIZED -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1 -UNDEBUG)
if(ZANJIR_SANITIZE)
  add_link_options(-fsanitize=address,undefined)
endif()

# zanjir_face(header...): what users include; installed, and documented in full (tools/check_api.py).
function(zanjir_face)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE headers)
  target_sources(zanjir PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
endfunction()

# Headers and templates that several need are most of what a source costs, so several are compiled at once: at most twelve, all of one folder, or of one with those below it where the
# target has the property ZANJIR_WITH_FOLDERS_BELOW (tests). Names in anonymous namespaces are therefore unique there. Not by CMake's UNITY_BUILD: its files hold absolute paths, so
# that no clone finds the objects of another in ccache.
function(zanjir_unity target root)  # at the end of the folder, when the properties of all its sources are known
  cmake_language(EVAL CODE "cmake_language(DEFER CALL zanjir_write_batches [[${target}]] [[${root}]] [[${ARGN}]])")
endfunction()
function(zanjir_write_batches target root sources)
  set(batches)
  set(groups)
  set(most 12)
  get_target_property(below_too ${target} ZANJIR_WITH_FOLDERS_BELOW)
  # The same place below the folder that is built in, whoever's project that is: ccache hashes it
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE here)
  foreach(source IN LISTS sources)
    foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)  # it has to be compiled by itself
      get_source_file_property(own ${source} ${property})
      if(own)
        break()
      endif()
    endforeach()
    if(own)
      continue()
    endif()
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(alone OR NOT ZANJIR_UNITY)
      zanjir_begin_with(${target} ${source})
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${root} OUTPUT_VARIABLE group)
    if(below_too)
      string(REGEX REPLACE "/.*" "" group "${group}")
    endif()
    string(MAKE_C_IDENTIFIER "${group}" group)
    list(APPEND groups ${group})
    list(APPEND sources_of_${group} ${source})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    list(LENGTH sources_of_${group} count)
    set(index 0)
    foreach(source IN LISTS sources_of_${group})
      math(EXPR number "${index} * ((${count} + ${most} - 1) / ${most}) / ${count}")  # batches of like size
      math(EXPR index "${index} + 1")
      set(batch ${CMAKE_BINARY_DIR}/${here}/batches/${target}/${group}_${number}.cpp)
      list(APPEND batches ${batch})
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      string(APPEND text_of_${group}_${number} "#include \"${path}\"\n")
      set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES batches)
  foreach(batch IN LISTS batches)
    cmake_path(GET batch STEM name)
    file(CONFIGURE OUTPUT ${batch} CONTENT "${text_of_${name}}" @ONLY)
    zanjir_begin_with(${target} ${batch})
  endforeach()
  target_sources(${target} PRIVATE ${batches})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# Vector width changes Eigen's alignment and so the ABI: the library is built for plain x86-64, and whoever shares Eigen objects with it
# must agree on the alignment, however wide his own instruction set.
set(ZANJIR_EIGEN_ABI EIGEN_MAX_ALIGN_BYTES=64 EIGEN_MAX_STATIC_ALIGN_BYTES=16)

# What every target of ours is compiled with. Position independent, without the cost of interposable symbols, so that the same objects serve
# the static library, the shared one and extension modules.
function(zanjir_compile_settings target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PRIVATE ${ZANJIR_EIGEN_ABI})
  target_compile_options(${target} PRIVATE -fno-semantic-interposition -Wall -Wextra -Wpedantic
    # g++ looks for memory that it could use again only once it has taken 500 MB, not 128: that is 5 to 7 % of its time with Eigen's templates
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=500000>
    # g++ 12 sees overlap in "text" + std::string (its bug 105651) and uninitialised strings in moved aggregates; clang and ASan look for real ones
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    $<$<BOOL:${ZANJIR_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()

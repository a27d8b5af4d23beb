# zanjir_layer(NAME [folders...]): one folder of src/zanjir = one object target `zanjir_NAME`, part of the library `zanjir`.
# Sources are found by name, so a new file needs no edit here.
function(zanjir_layer name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(zanjir_${name} OBJECT ${sources})
  zanjir_compile_settings(zanjir_${name})
  target_link_libraries(zanjir_${name} PRIVATE Eigen3::Eigen fmt::fmt yaml-cpp nlohmann_json::nlohmann_json)
  target_sources(zanjir PRIVATE $<TARGET_OBJECTS:zanjir_${name}>)
endfunction()

function(zanjir_compile_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  # Vector width changes Eigen's alignment and so the ABI: the library is built for plain x86-64, and clients must agree on alignment.
  target_compile_definitions(${target} PRIVATE EIGEN_MAX_ALIGN_BYTES=64 EIGEN_MAX_STATIC_ALIGN_BYTES=16)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${ZANJIR_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()

# Install rules and the CMake package: find_package(zanjir) gives zanjir::zanjir.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zanjir)
install(TARGETS zanjir EXPORT zanjir-targets FILE_SET HEADERS)
install(EXPORT zanjir-targets NAMESPACE zanjir:: DESTINATION ${package_dir})
if(TARGET zanjir_cli)
  install(TARGETS zanjir_cli)
  # Manual pages and completions, printed by the program itself.
  install(CODE "
    set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
    execute_process(COMMAND $<TARGET_FILE:zanjir_cli> man --out \"\${share}/man/man1\" COMMAND_ERROR_IS_FATAL ANY)
    foreach(where bash-completion/completions/zanjir zsh/site-functions/_zanjir fish/vendor_completions.d/zanjir.fish)
      string(REGEX MATCH \"^[a-z]+\" shell \"\${where}\")
      cmake_path(GET where PARENT_PATH folder)
      file(MAKE_DIRECTORY \"\${share}/\${folder}\")
      execute_process(COMMAND $<TARGET_FILE:zanjir_cli> completion \${shell} OUTPUT_FILE \"\${share}/\${where}\" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()")
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/studies ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/zanjir)  # where `zanjir reproduce` looks
  install(FILES ${PROJECT_SOURCE_DIR}/python/zanjir_dask.py ${PROJECT_SOURCE_DIR}/python/zanjir_parquet.py DESTINATION ${CMAKE_INSTALL_DATADIR}/zanjir/python)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/zanjir-config.cmake.in zanjir-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(zanjir-config-version.cmake COMPATIBILITY SameMinorVersion)  # 0.x: a minor version may break
install(FILES ${PROJECT_BINARY_DIR}/zanjir-config.cmake ${PROJECT_BINARY_DIR}/zanjir-config-version.cmake DESTINATION ${package_dir})

set(CPACK_GENERATOR TGZ)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
include(CPack)

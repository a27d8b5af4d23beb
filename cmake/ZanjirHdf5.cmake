# HDF5 as a shared library brings its remote drivers, and with them some thirty libraries that every start of the command would load. The archive
# brings only what is used, but is not position independent: it serves the executables of this project. Shared libraries, extension modules and
# whoever uses the installed package or adds this project to his own get the shared HDF5, of which a process should hold one copy.
pkg_check_modules(HDF5_SERIAL REQUIRED IMPORTED_TARGET hdf5-serial)  # plain `hdf5` may be an MPI flavour
set(ZANJIR_HDF5 PkgConfig::HDF5_SERIAL)

if(PROJECT_IS_TOP_LEVEL AND NOT BUILD_SHARED_LIBS)
  find_library(ZANJIR_HDF5_ARCHIVE NAMES libhdf5_serial.a libhdf5.a HINTS ${HDF5_SERIAL_LIBRARY_DIRS})
  if(ZANJIR_HDF5_ARCHIVE)
    set(behind_archive sz z m ${CMAKE_DL_LIBS})
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_INCLUDES ${HDF5_SERIAL_INCLUDE_DIRS})
    set(CMAKE_REQUIRED_LIBRARIES ${ZANJIR_HDF5_ARCHIVE} ${behind_archive})
    check_cxx_source_compiles("#include <hdf5.h>\nint main() { return H5open(); }" ZANJIR_HDF5_ARCHIVE_LINKS)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
  endif()
  if(ZANJIR_HDF5_ARCHIVE_LINKS)
    add_library(zanjir_hdf5_archive STATIC IMPORTED)
    set_target_properties(zanjir_hdf5_archive PROPERTIES IMPORTED_LOCATION ${ZANJIR_HDF5_ARCHIVE} INTERFACE_LINK_LIBRARIES "${behind_archive}")
    set(in_executable $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
    set(ZANJIR_HDF5 $<BUILD_INTERFACE:$<IF:${in_executable},zanjir_hdf5_archive,PkgConfig::HDF5_SERIAL>>$<INSTALL_INTERFACE:PkgConfig::HDF5_SERIAL>)
  endif()
endif()

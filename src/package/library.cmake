# Installs the library with its headers, for find_package(debye) and for pkg-config.
include(CMakePackageConfigHelpers)

add_library(debye::debye ALIAS debye_core) # the same name in a build that contains this one
set_target_properties(debye_core PROPERTIES OUTPUT_NAME debye EXPORT_NAME debye
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(GEMMI_LIBRARY)
  target_link_libraries(debye_core PRIVATE $<INSTALL_INTERFACE:gemmi_cpp>)
endif()

set(config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/debye)
install(TARGETS debye_core EXPORT debye
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/debye ${CMAKE_CURRENT_BINARY_DIR}/generated/include/debye
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

install(EXPORT debye NAMESPACE debye:: FILE debye-targets.cmake DESTINATION ${config_directory}
        COMPONENT development)
configure_package_config_file(src/package/debye-config.cmake.in generated/debye-config.cmake
                              INSTALL_DESTINATION ${config_directory}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/generated/debye-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/generated/debye-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/generated/debye-config-version.cmake
        DESTINATION ${config_directory} COMPONENT development)

# What stands behind the static library; a shared one names it itself.
set(pc_requires eigen3)
set(pc_libraries)
if(NOT BUILD_SHARED_LIBS)
  string(APPEND pc_requires " zlib")
  set(pc_libraries "-pthread")
  if(DEBYE_OPENCL)
    string(APPEND pc_libraries " -lOpenCL")
  endif()
  if(GEMMI_LIBRARY)
    string(APPEND pc_libraries " -lgemmi_cpp")
  endif()
endif()
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(src/package/debye.pc.in generated/debye.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/generated/debye.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

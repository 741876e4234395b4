# `cpack -G DEB` makes a Debian package of the program, which has the library in itself.

set(DEBYE_MAINTAINER "the debye authors <no-address@debye.invalid>" CACHE STRING
    "maintainer of the Debian package: NAME <ADDRESS>")
set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};debye;program;/")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/src/package/debian_files.cmake)
set(CPACK_STRIP_FILES ON)

set(CPACK_PACKAGE_CONTACT "${DEBYE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "small-angle scattering curves of atomic models")
set(CPACK_PACKAGE_DESCRIPTION "\
debye computes small-angle X-ray scattering (SAXS) curves of atomic models
(PDB, mmCIF and others), in solution or in vacuum, fits them to measured
curves, and states the numerical error of every curve. It sums on CPU threads
and on OpenCL devices.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gnuplot-nox)
if(DEBYE_OPENCL)
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "pocl-opencl-icd | opencl-icd")
endif()
include(CPack)

# Installs the program with its manual page, completions, documentation and an example.

install(TARGETS debye RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(BUILD_SHARED_LIBS) # found beside the program, whatever the prefix
  file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  set_target_properties(debye PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
endif()

# The program prints its own manual page and the completions of its command line.
function(debye_printed_file name destination)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/generated/${name})
  add_custom_command(OUTPUT ${file} COMMAND debye ${ARGN} > ${file} DEPENDS debye
                     COMMENT "Generating ${name}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY debye_printed_files ${file})
  install(FILES ${file} DESTINATION ${destination} COMPONENT program OPTIONAL) # if all was built
endfunction()
if(NOT CMAKE_CROSSCOMPILING)
  debye_printed_file(debye.1 ${CMAKE_INSTALL_MANDIR}/man1 manual)
  debye_printed_file(debye ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completions bash)
  debye_printed_file(_debye ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completions zsh)
  debye_printed_file(debye.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
                     completions fish)
  get_property(printed_files GLOBAL PROPERTY debye_printed_files)
  add_custom_target(debye_printed ALL DEPENDS ${printed_files})
endif()

# The licence of debye and of what is compiled into it.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS LICENSE)
file(READ LICENSE licence)
string(REGEX REPLACE "^MIT License\n\nCopyright [^\n]*\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" licence " ${licence}")
configure_file(src/package/copyright.in generated/copyright @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/generated/copyright README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES data/lysozyme.pdb DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program)

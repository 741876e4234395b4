# Run by cpack before it packs the files that it has installed: puts them as Debian wants them.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)

file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/debye/changelog "\
debye (${CPACK_PACKAGE_VERSION}) unstable; urgency=low

  * This version; README.md says under \"Changes\" what is new in it.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
execute_process(COMMAND gzip -9n ${share}/man/man1/debye.1 ${share}/doc/debye/changelog
                COMMAND_ERROR_IS_FATAL ANY)

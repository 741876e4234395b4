/* Puts data/chemical_components.bin into the program, for chemical_components.cpp to read.
   The build defines COMPONENTS_FILE, the path of that file as a quoted string. There is no code
   here, so that one source serves every processor; object formats are ELF and Mach-O. */

#if defined(__APPLE__)
#define SYMBOL(name) _##name
        .section __TEXT,__const
#else
#define SYMBOL(name) name
        .section .rodata
#endif

        .globl SYMBOL(debye_chemical_components_begin)
        .globl SYMBOL(debye_chemical_components_end)
        .p2align 4
SYMBOL(debye_chemical_components_begin):
        .incbin COMPONENTS_FILE
SYMBOL(debye_chemical_components_end):
        .byte 0

#if defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif

// main() of the tests with Catch2 version 2; version 3 has it in a library.
#define CATCH_CONFIG_MAIN
#include "catch.hpp"

// What CLI11 does not keep of an option: whether the short help lists it, and which words it takes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace debye {

/// Lists the option in the short help (-h) too. @return `option`
CLI::Option* in_short_help(CLI::Option* option);

/// Of an option that takes one of these words and nothing else, for CLI::Option::check(). An error
/// names them, and the one that was probably meant.
CLI::Validator one_of(const std::vector<std::string>& choices);

/// Words that a shell offers for the option, which takes others too; for CLI::Option::check().
CLI::Validator offered(const std::vector<std::string>& choices);

bool is_in_short_help(CLI::Option& option);

/// The words of one_of() or offered(); empty if it has none.
std::vector<std::string> choices_of(CLI::Option& option);

}  // namespace debye

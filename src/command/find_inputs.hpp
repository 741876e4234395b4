// The structure files of a run: named one by one, in directories, and in lists of names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace debye {

struct InputFile {
  std::string name;        ///< path; "-" is standard input
  std::string stem;        ///< of its outputs, below the output directory: "sub/x"
  std::string error = {};  ///< why it cannot be looked at: of a directory that cannot be opened
};

struct InputFiles {
  std::vector<InputFile> files;     ///< stems are all different, and depend on the list alone
  std::vector<std::string> others;  ///< files of the directories that are no structures
};

/// Whether an argument stands for files: a directory, or "@list".
bool stands_for_files(const std::string& argument);

/// A file that is named is taken whatever it holds. Of a directory, those that are structures by
/// their content, in natural order (2 before 10), hidden ones and links to directories aside.
/// "@list" holds one name a line, of a file or a directory, as it would stand on the command line;
/// blank lines and lines that start with '#' count for nothing; "@-" is standard input.
/// @param recursive  look into the directories of directories too
/// @param output  a directory that is not looked into
/// @throws InputError if a list cannot be read, or no structure is found.
InputFiles find_inputs(const std::vector<std::string>& arguments, bool recursive,
                       const std::string& output);

/// Whether a comes before b where runs of digits count as numbers.
bool natural_less(const std::string& a, const std::string& b);

}  // namespace debye

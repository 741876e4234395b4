// See find_inputs.hpp.

#include "command/find_inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "debye/atoms.hpp"
#include "debye/error.hpp"
#include "measured/structure_file.hpp"
#include "output/curve_writer.hpp"
#include "structure/text_scan.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

bool is_list(const std::string& argument) { return argument.size() > 1 && argument[0] == '@'; }

bool is_directory(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<std::string> names_in(const std::string& list) {
  const InputText text = read_input(list);
  std::vector<std::string> names;
  LineReader lines(text.content);
  while (lines.next()) {
    const std::string_view name = trim(lines.line());
    if (!name.empty() && name.front() != '#') names.emplace_back(name);
  }
  return names;
}

/// The digits at the start of `text`, without leading zeros; they are taken off.
std::string_view take_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

class Finder {
 public:
  Finder(bool recursive, std::string output) : recursive_(recursive), output_(std::move(output)) {}

  void add(const std::string& argument) {
    if (is_directory(argument))
      look_into(argument, "");
    else
      found_.files.push_back({argument, stem_of(argument)});
  }

  InputFiles take() { return std::move(found_); }

 private:
  /// @param below  path from the directory that was named, with a '/' at its end
  void look_into(const fs::path& directory, const std::string& below) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    auto entry = fs::directory_iterator(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
      entries.push_back(*entry);
    if (error) {
      found_.files.push_back({directory.string(), below + stem_of(directory.string()),
                              directory.string() + ": cannot be opened: " + error.message()});
      return;
    }
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return natural_less(a.path().filename().string(), b.path().filename().string());
    });
    for (const fs::directory_entry& one : entries) look_at(one, below);
  }

  void look_at(const fs::directory_entry& entry, const std::string& below) {
    const std::string name = entry.path().filename().string(), path = entry.path().string();
    std::error_code error;
    if (name.starts_with('.')) return;
    if (entry.is_directory(error)) {
      if (recursive_ && !entry.is_symlink(error) && !fs::equivalent(path, output_, error))
        look_into(entry.path(), below + name + "/");
    } else if (entry.is_regular_file(error) && is_structure_file(path)) {
      found_.files.push_back({path, below + stem_of(name)});
    } else {
      found_.others.push_back(path);
    }
  }

  bool recursive_;
  std::string output_;
  InputFiles found_;
};

std::string none_found(const std::vector<std::string>& arguments, std::size_t n_others,
                       bool recursive) {
  std::string text = arguments.front();
  if (arguments.size() > 1)
    text += " and " + std::to_string(arguments.size() - 1) + " other arguments";
  text += ": no structure found";
  if (n_others > 0)
    text += " (" + std::to_string(n_others) + (n_others == 1 ? " other file)" : " other files)");
  return text + (recursive ? "" : "; -r looks into directories below too");
}

}  // namespace

bool stands_for_files(const std::string& argument) {
  return is_list(argument) || is_directory(argument);
}

InputFiles find_inputs(const std::vector<std::string>& arguments, bool recursive,
                       const std::string& output) {
  Finder finder(recursive, output);
  for (const std::string& argument : arguments)
    if (is_list(argument))
      for (const std::string& name : names_in(argument.substr(1))) finder.add(name);
    else
      finder.add(argument);
  InputFiles found = finder.take();
  if (found.files.empty()) fail(none_found(arguments, found.others.size(), recursive));
  std::vector<std::string> stems;
  for (const InputFile& file : found.files) stems.push_back(file.stem);
  stems = distinct_names(stems);
  for (std::size_t n = 0; n < stems.size(); ++n) found.files[n].stem = stems[n];
  return found;
}

bool natural_less(const std::string& a, const std::string& b) {
  std::string_view left = a, right = b;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const std::string_view x = take_number(left), y = take_number(right);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (left.front() != right.front()) return left.front() < right.front();
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  if (left.empty() != right.empty()) return left.empty();
  return a < b;  // they differ in leading zeros at most
}

}  // namespace debye

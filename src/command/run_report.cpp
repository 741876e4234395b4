// See run_report.hpp.

#include "command/run_report.hpp"

#include <algorithm>
#include <filesystem>

#include "command/talk.hpp"
#include "debye/error.hpp"
#include "lower_case.hpp"
#include "output/output_file.hpp"
#include "report/page.hpp"

namespace debye {
namespace {

namespace fs = std::filesystem;

/// Files to read, and whether a folder was gone through for them.
struct Source {
  fs::path path;
  bool named = true;  ///< on the command line
};

bool may_be_result(const fs::path& path) {
  const std::string extension = lower_case(path.extension().string());
  return extension == ".dat" || extension == ".fit" || extension == ".json";
}

std::vector<Source> sources_of(const std::vector<std::string>& inputs) {
  std::vector<Source> sources;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      sources.push_back({input, true});
      continue;
    }
    std::vector<fs::path> found;
    fs::directory_iterator entries(input, error);
    if (error) fail(input, ": cannot be read: ", error.message());
    for (const auto& entry : entries)
      if (may_be_result(entry.path()) && entry.is_regular_file(error))
        found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    for (const fs::path& path : found) sources.push_back({path, false});
  }
  return sources;
}

/// P(r) that lies beside a curve.
void add_distances(report::Result& result) {
  const fs::path path = fs::path(result.file).replace_extension(".pr");
  std::error_code error;
  if (result.r.empty() && fs::is_regular_file(path, error)) {
    try {
      report::read_distances(read_input(path.string()).content, result);
    } catch (const InputError& broken) {
      fail(path.string(), ": ", broken.what());
    }
  }
}

struct Reading {
  std::vector<report::Result> results;
  std::size_t passed_over = 0, failed = 0;
};

Reading read_all(const std::vector<Source>& sources, Talk& talk) {
  Reading reading;
  for (const Source& source : sources) try {
      talk.start_file(source.path.string());
      std::optional<report::Result> result =
          report::read_result(source.path.string(), read_input(source.path.string()).content);
      if (!result && source.named)
        fail(source.path.string(), ": is no curve or fit that debye has written");
      if (!result) {
        ++reading.passed_over;
        if (talk.verbose()) talk.say("passed over " + source.path.string() + "\n");
        continue;
      }
      add_distances(*result);
      reading.results.push_back(std::move(*result));
    } catch (const InputError& error) {
      if (sources.size() == 1) throw;
      talk.say(std::string("debye: ") + error.what() + "\n");
      ++reading.failed;
    }
  return reading;
}

std::string output_path(const ReportOptions& options) {
  if (!options.output.empty()) return options.output;
  std::error_code error;
  const bool one_folder = options.inputs.size() == 1 && fs::is_directory(options.inputs[0], error);
  return one_folder ? (fs::path(options.inputs[0]) / "report.html").string() : "report.html";
}

}  // namespace

int run_report(const ReportOptions& options) {
  const std::string output = output_path(options);
  for (const std::string& input : options.inputs) {
    std::error_code error;
    if (fs::equivalent(input, output, error))
      fail(output, ": is the input ", input, " itself; give another place with -o");
  }
  const bool to_file = output != "-";
  if (to_file) OutputFile trial(output);
  const std::vector<Source> sources = sources_of(options.inputs);
  Talk talk(options.talk, false, sources.size());
  const Reading reading = read_all(sources, talk);
  if (reading.results.empty())
    fail(options.inputs.front(), options.inputs.size() > 1 ? " and the others" : "",
         ": no curve or fit that debye has written");
  const std::string text = report::page(reading.results);
  if (to_file)
    OutputFile(output).commit(text);
  else
    write_to_stdout(text);
  talk.note(output + ": " + std::to_string(reading.results.size()) + " curves and fits" +
            (reading.passed_over > 0 ? "; passed over " + std::to_string(reading.passed_over) +
                                           " files that debye has not written"
                                     : ""));
  return reading.failed > 0 ? 1 : 0;
}

}  // namespace debye
